import Render
import Trace

/// What the first page says of the other pages.
private enum SiteWords: Wording {
    case served, onDisk

    var english: String {
        switch self {
        case .served: "A link to a run makes that run on this machine, and its page shows it."
        case .onDisk:
            """
            The page of a visit holds it whole: each packet, each octet and each reason. The page of an attack with thousands of packets \
            holds those of its story. No page asks the network for anything.
            """
        }
    }
}

/// The first page of the site.
extension Site {
    /// The first page: a visit, links for different readers, and lists of all pages.
    ///
    /// - Throws: ``WebProblem`` if a run of the gallery is on no page; the errors of ``WebPage/html(check:)``.
    func index() async throws -> String {
        let gallery = Catalogue.gallery
        let places =
            isServed ? [:] : places(of: Set(gallery.flatMap(\.exhibits).filter { $0.path == nil }.map(\.arguments)))
        let runs = try gallery.map { group throws(WebProblem) in
            let links = try group.exhibits.map { exhibit throws(WebProblem) in
                let live = isServed ? QueryArguments.link(exhibit.arguments) : nil
                guard let place = live ?? exhibit.path ?? places[exhibit.arguments] else {
                    throw .arguments("No lesson has the run of '\(exhibit.arguments.joined(separator: " "))'.")
                }
                return WebArticle.Link(exhibit.title, to: place)
            }
            return (title: group.title, links: links)
        }
        let machines = Catalogue.machines.compactMap { machine in
            machine.path.map { WebArticle.Link(machine.title, to: $0) }
        }
        let title = "HandshakeSim: how HTTPS works, run byte for byte"
        let article = WebArticle(
            title: title,
            markdown: """
                # \(title)

                Below is one visit to a page over HTTPS, from the first packet to the last. The arrow keys step through it. \
                \(isServed ? SiteWords.served.english : SiteWords.onDisk.english)
                """,
            lists: [("", waysIn)])
        let visit = try await RunRequest(arguments: ["--dh", "--seed", "7"]).document()
        let appendix = WebArticle(
            title: title, markdown: "",
            lists: [("Lessons", links(to: map.lessons, from: SiteMap.index))] + runs
                + [("State machines, found out by asking", machines)])
        return try WebPage(visit, article: article, appendix: appendix).html()
    }

    /// Links to the pages with which learners, teachers and engineers can begin.
    private var waysIn: [WebArticle.Link] {
        func lesson(_ number: Int) -> String {
            map.lessons.first { $0.number == number }.map { SiteMap.path(of: $0) } ?? "#hs-more"
        }
        let live = [
            WebArticle.Link(
                "To change a run", to: "/", "Choose its options, lose a packet with a click, and run it again."),
            WebArticle.Link(
                "To read a capture", to: "/explain",
                "Open a recording of Wireshark or tcpdump. It stays on this machine."),
        ]
        return (isServed ? live : []) + [
            WebArticle.Link(
                "To learn how it works", to: lesson(1),
                "Begin with lesson 1. Each lesson tells a story, shows its runs, and ends with exercises."),
            WebArticle.Link(
                "To test what many people say", to: SiteMap.clinic,
                "Each sentence has a verdict, what is true in it, and the run that settles it."),
            WebArticle.Link(
                "To see why each rule is there", to: SiteMap.museum,
                "A museum of attacks: each with a rule missing and with the rule in place, and what it costs."),
            WebArticle.Link(
                "To see why it is built so", to: SiteMap.designs,
                "Four designs of a handshake: every attacker is let loose on each, and the table says what came of it."),
            WebArticle.Link(
                "To teach it", to: SiteMap.teachers,
                "A course of six sessions with a plan for each. Each lesson is a handout with goals, common mistakes and exercises."
            ),
            WebArticle.Link(
                "To find a word", to: SearchPage.path, "A search over all these pages."),
            WebArticle.Link(
                "To look a term up", to: SiteMap.glossary,
                "Each term of the lessons, with the document that defines it."),
            WebArticle.Link(
                "To find out why a connection fails", to: lesson(6),
                "Lessons 6 to 10: chains, names, pinning, App Transport Security, client certificates. The command HandshakeSim doctor examines a server of yours."
            ),
        ]
    }
}
