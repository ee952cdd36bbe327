import Render
import Trace

/// What the first page says of the other pages.
private enum SiteWords: Wording {
    case title, visit, served, onDisk

    var english: String {
        switch self {
        case .title: "HandshakeSim: how HTTPS works, run byte for byte"
        case .visit:
            "Below is one visit to a page over HTTPS, from the first packet to the last. The arrow keys step through it."
        case .served: "A link to a run makes that run on this machine, and its page shows it."
        case .onDisk:
            """
            The page of a visit holds it whole: each packet, each octet and each reason. The page of an attack with thousands of packets \
            holds those of its story. No page asks the network for anything.
            """
        }
    }

    var chinese: String {
        switch self {
        case .title: "HandshakeSim：HTTPS 怎样工作，逐字节运行"
        case .visit: "下面是通过 HTTPS 访问一个页面的过程，从第一个数据包到最后一个。用方向键逐步查看。"
        case .served: "点击一次运行的链接，就在这台机器上做这次运行，并在它的页面上显示。"
        case .onDisk:
            """
            访问的页面包含整个访问：每个数据包、每个字节和每个原因。有几千个数据包的攻击，它的页面只包含叙述中提到的数据包。\
            没有一个页面向网络请求任何内容。
            """
        }
    }
}

/// The first page of the site.
extension Site {
    /// The first page: a visit, links for different readers, and lists of all pages.
    ///
    /// - Throws: ``WebProblem`` if a run of the gallery is on no page; the errors of ``WebPage/html(check:)``.
    func index(in language: Language) async throws -> String {
        let gallery = Catalogue.gallery
        let places =
            isServed ? [:] : places(of: Set(gallery.flatMap(\.exhibits).filter { $0.path == nil }.map(\.arguments)))
        let runs = try gallery.map { group throws(WebProblem) in
            let links = try group.exhibits.map { exhibit throws(WebProblem) in
                if isServed {
                    let live = Self.both { QueryArguments.link(exhibit.arguments, in: $0) }
                    return WebArticle.Link(exhibit.title, to: live)
                }
                guard let place = exhibit.path ?? places[exhibit.arguments] else {
                    throw .arguments("No lesson has the run of '\(exhibit.arguments.joined(separator: " "))'.")
                }
                return WebArticle.Link(exhibit.title, to: SiteMap.way(from: SiteMap.index, to: place))
            }
            return (title: group.title, links: links)
        }
        let machines = Catalogue.machines.compactMap { machine in
            machine.path.map { WebArticle.Link(machine.title, to: SiteMap.way(from: SiteMap.index, to: $0)) }
        }
        let title = Words(SiteWords.title)
        let gap = Words(english: " ", chinese: "")
        let article = WebArticle(
            title: title,
            markdown: """
                # \(title)

                \(SiteWords.visit)\(gap)\(isServed ? SiteWords.served : SiteWords.onDisk)
                """, links: [SiteMap.other(of: SiteMap.index)].compactMap { $0 }, lists: [("", waysIn(in: language))],
            hasPlaces: true)
        let visit = try await RunRequest(arguments: ["--dh", "--seed", "7"]).document()
        let appendix = WebArticle(
            title: title, markdown: "",
            lists: [(Self.lessonsHead, links(to: map.lessons, from: SiteMap.index))] + runs
                + [(Words(english: "State machines, found out by asking", chinese: "通过提问弄清的状态机"), machines)])
        return try WebPage(visit, article: article, appendix: appendix).html(in: language, hasOther: true)
    }

    /// Links to the pages with which learners, teachers and engineers can begin.
    private func waysIn(in language: Language) -> [WebArticle.Link] {
        func lesson(_ number: Int) -> String {
            map.lessons.first { $0.number == number }.map { SiteMap.path(of: $0) } ?? "#hs-more"
        }
        func way(to path: String, _ text: Words, _ about: Words) -> WebArticle.Link {
            WebArticle.Link(
                text,
                to: "/#".contains(path.prefix(1)) ? Words(same: path) : SiteMap.way(from: SiteMap.index, to: path),
                about)
        }
        let live = [
            way(
                to: "/", Words(english: "To change a run", chinese: "想改变一次运行"),
                Words(
                    english: "Choose its options, lose a packet with a click, and run it again.",
                    chinese: "选择它的选项，点一下就丢掉一个数据包，再运行一次。")),
            way(
                to: "/explain", Words(english: "To read a capture", chinese: "想读一个抓包文件"),
                Words(
                    english: "Open a recording of Wireshark or tcpdump. It stays on this machine.",
                    chinese: "打开 Wireshark 或 tcpdump 录下的流量。它只留在这台机器上。")),
        ]
        // Who has learned it from articles in Chinese may have learned some of it wrong.
        let fromArticles: [WebArticle.Link] =
            switch language {
            case .english: []
            case .chinese:
                [
                    way(
                        to: lesson(17), Words(english: "To check what articles say", chinese: "读过一些中文文章的人"),
                        Words(
                            english: "Lesson 17 holds their usual mistakes against runs.",
                            chinese: "从第 17 课开始：把文章里常见的说法和运行的结果对照。"))
                ]
            }
        return fromArticles + (isServed ? live : []) + [
            way(
                to: lesson(1), Words(english: "To learn how it works", chinese: "想学习它怎样工作"),
                Words(
                    english: "Begin with lesson 1. Each lesson tells a story, shows its runs, and ends with exercises.",
                    chinese: "从第 1 课开始。每一课讲一个故事，演示其中的运行，最后是练习。")),
            way(
                to: SiteMap.clinic, Words(english: "To test what many people say", chinese: "想检验许多人的说法"),
                Words(
                    english: "Each sentence has a verdict, what is true in it, and the run that settles it.",
                    chinese: "每一句都有判定、其中对的部分，以及能定论的运行。")),
            way(
                to: SiteMap.museum, Words(english: "To see why each rule is there", chinese: "想看每条规则为什么存在"),
                Words(
                    english:
                        "A museum of attacks: each with a rule missing and with the rule in place, and what it costs.",
                    chinese: "攻击博物馆：每种攻击都演示缺少规则和遵守规则两种情况，以及规则的代价。")),
            way(
                to: SiteMap.designs, Words(english: "To see why it is built so", chinese: "想看它为什么这样设计"),
                Words(
                    english:
                        "Four designs of a handshake: every attacker is let loose on each, and the table says what came of it.",
                    chinese: "握手的四种设计：每种都面对每个攻击者，表格给出结果。")),
            way(
                to: SiteMap.teachers, Words(english: "To teach it", chinese: "想讲授它"),
                Words(
                    english:
                        "A course of six sessions with a plan for each. Each lesson is a handout with goals, common mistakes and exercises.",
                    chinese: "六次课的课程，每次都有计划。每一课都是一份讲义，有目标、常见误解和练习。")),
            way(
                to: SearchPage.path, Words(english: "To find a word", chinese: "想查找一个词"),
                Words(english: "A search over all these pages.", chinese: "在所有这些页面中搜索。")),
            way(
                to: SiteMap.glossary, Words(english: "To look a term up", chinese: "想查一个术语"),
                Words(
                    english: "Each term of the lessons, with the document that defines it.",
                    chinese: "课程中的每个术语，并注明定义它的文档。")),
            way(
                to: lesson(6), Words(english: "To find out why a connection fails", chinese: "想弄清连接为什么失败"),
                Words(
                    english:
                        "Lessons 6 to 10: chains, names, pinning, App Transport Security, client certificates. The command HandshakeSim doctor examines a server of yours.",
                    chinese: "第 6 到 10 课：证书链、名称、证书锁定、App Transport Security、客户端证书。命令 HandshakeSim doctor 检查你自己的服务器。")),
        ]
    }
}
