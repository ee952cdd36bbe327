import Misconceptions
import Museum
import Render
import Trace

/// The pages of the museum, the clinic and the glossary.
extension Site {
    /// Links to the places of the site, from a page.
    static func places(from path: String) -> [WebArticle.Link] {
        [
            (Words(english: "All lessons and runs", chinese: "所有课程和运行"), SiteMap.index),
            (Words(english: "Museum", chinese: "博物馆"), SiteMap.museum),
            (Words(english: "Clinic", chinese: "误解门诊"), SiteMap.clinic),
            (Words(english: "Glossary", chinese: "术语表"), SiteMap.glossary), (SearchPage.title, SearchPage.path),
        ].filter { $0.1 != path }.map { WebArticle.Link($0.0, to: SiteMap.way(from: path, to: $0.1)) }
            + [SiteMap.other(of: path)].compactMap { $0 }
    }

    /// Links to the neighbours of an element of a list, from a page beside theirs.
    static func neighbours<Element>(
        _ list: [Element], at index: Int, _ name: (Element) -> any Wording, path: (Element) -> String
    ) -> [WebArticle.Link] {
        var links: [WebArticle.Link] = []
        func link(_ label: Words, _ element: Element) -> WebArticle.Link {
            let words = Words(english: "\(label.english): ", chinese: "\(label.chinese)：") + Words(name(element))
            return WebArticle.Link(words, to: SiteMap.way(from: path(element), to: path(element)))
        }
        if index > 0 { links.append(link(Words(english: "Before", chinese: "上一个"), list[index - 1])) }
        if index + 1 < list.count { links.append(link(Words(english: "Next", chinese: "下一个"), list[index + 1])) }
        return links
    }

    /// A text in each language.
    static func both(_ text: (Language) -> String) -> Words { Words(english: text(.english), chinese: text(.chinese)) }

    // MARK: Museum

    static let museum = Page(
        SiteMap.museum, title: MuseumPage.title,
        .texts { _, language in
            let way: (Card) -> Words = { SiteMap.way(from: SiteMap.museum, to: SiteMap.path(of: $0)) }
            return try MuseumPage.hall(links: places(from: SiteMap.museum), path: way).html(in: language)
        })

    /// The page of an exhibit: both runs and their story, the lessons and claims that speak of it, and its neighbours.
    static func page(of card: Card, at index: Int, in cards: [Card]) -> Page {
        let path = SiteMap.path(of: card)
        return Page(
            path, title: Words(card.headline), markdown: card.markdown,
            .runs { site, language in
                let run = Catalogue.run(of: card)
                let links =
                    places(from: path) + neighbours(cards, at: index, { Words(same: $0.name) }, path: SiteMap.path)
                    + (site.isServed
                        ? [
                            WebArticle.Link(
                                Words(english: "Choose its options", chinese: "选择它的选项"),
                                to: QueryArguments.link(run.arguments))
                        ] : [])
                let lists: [WebArticle.List] = [
                    (
                        Words(english: "Lessons that speak of it", chinese: "讲到它的课程"),
                        site.links(to: site.map.lessons(of: card), from: path)
                    ),
                    (
                        Words(english: "Claims that it settles", chinese: "由它判定的说法"),
                        site.links(to: site.map.claims(of: card), from: path)
                    ),
                ]
                let command = "```text\n\(run.command)\n```\n"
                if let page = try await site.shown(run, at: path, links: links, appendix: lists, in: language) {
                    return page
                }
                // The runs are too large for a page. The words of the card are there, and a command.
                return WebPage.plain(
                    WebArticle(
                        title: Words(card.headline),
                        markdown: "# \(card.headline)\n\n\(card.markdown)\n\(command)",
                        links: links, lists: lists), in: language)
            })
    }

    /// The page of a run; nil if it would be larger than a page may be.
    private func shown(
        _ run: Catalogue.Exhibit, at path: String, links: [WebArticle.Link], appendix lists: [WebArticle.List],
        in language: Language
    ) async throws -> String? {
        let document = try await RunRequest(arguments: run.arguments).document(RunBudget(within: patience))
        let article = WebArticle(title: run.title, markdown: "```text\n\(run.command)\n```\n", links: links)
        let more = WebArticle(title: run.title, markdown: "", lists: lists)
        let html: String
        do {
            html = try WebPage(document, article: article, appendix: more)
                .html(in: language, hasOther: SiteMap.isInEachLanguage(path))
        } catch is WebLimit { return nil }
        return html.utf8.count < Self.longestPage ? html : nil
    }

    /// The page of the table of designs and attackers.
    static let designs = Page(
        SiteMap.designs, title: AlgorithmsCommand.title,
        .runs { _, language in
            let table = try DesignTable(seed: 7, designs: Design.all, attackers: DesignAttacker.allCases)
            return WebPage.plain(
                WebArticle(
                    title: AlgorithmsCommand.title, table.report, links: places(from: SiteMap.designs)), in: language)
        })

    // MARK: Clinic

    static let clinic = Page(
        SiteMap.clinic, title: Claim.title,
        .texts { _, language in
            let verdicts = Claim.Verdict.allCases.map { verdict in
                let word = Claim.all.first { $0.verdict == verdict }?.verdictWord ?? Words(same: verdict.rawValue)
                return (value: "verdict-" + verdict.rawValue, label: word)
            }
            return try WebHall(
                title: Claim.title, about: Claim.about(), links: places(from: SiteMap.clinic),
                nouns: (
                    Words(english: "claim", chinese: "条说法"), Words(english: "claims", chinese: "条说法")
                ),
                choices: [
                    .init(
                        Words(english: "Subject", chinese: "主题"),
                        any: Words(english: "All subjects", chinese: "所有主题"),
                        Claim.Subject.allCases.map { ("subject-" + $0.rawValue, $0.heading) }),
                    .init(
                        Words(english: "Verdict", chinese: "判定"),
                        any: Words(english: "Any verdict", chinese: "任何判定"), verdicts),
                ],
                parts: Claim.Subject.allCases.map { subject in
                    WebHall.Part(
                        subject.heading, Claim.all.filter { $0.subject == subject }.map { entry(of: $0) })
                }
            ).html(in: language)
        })

    private static func entry(of claim: Claim) -> WebHall.Entry {
        WebHall.Entry(
            kinds: ["subject-" + claim.subject.rawValue, "verdict-" + claim.verdict.rawValue],
            [
                .element("a", ["href": SiteMap.path(of: claim)], WebMarkup("\(claim.number). \(claim.claim)" as Words)),
                .element(
                    "p", [:],
                    .element(
                        "span", ["class": "verdict", "data-verdict": claim.verdict.rawValue],
                        WebMarkup(claim.verdictWord)), WebMarkup(" \(claim.fact)" as Words)),
            ].asOne)
    }

    /// The page of a claim: what is so, the runs that settle it, the lessons that speak of it, and its neighbours.
    static func page(of claim: Claim, at index: Int) -> Page {
        let path = SiteMap.path(of: claim)
        let markdown = Self.both { claim.markdown(in: $0) }
        return Page(
            path, title: "\(claim.number). \(claim.claim)", markdown: markdown,
            .texts { site, language in
                WebPage.plain(
                    WebArticle(
                        title: Words(claim.claim), markdown: markdown,
                        links: places(from: path)
                            + neighbours(
                                Claim.all, at: index,
                                { Words(english: "claim \($0.number)", chinese: "第 \($0.number) 条说法") },
                                path: SiteMap.path),
                        lists: [(lessonsHead, site.links(to: site.map.lessons(of: claim), from: path))],
                        place: { site.link(for: $0, from: path) }), in: language)
            })
    }

    // MARK: Glossary

    /// The title of the glossary.
    private static let glossaryTitle = Words(english: "Words of the lessons", chinese: "课程的术语")

    static let glossary = Page(
        SiteMap.glossary, title: glossaryTitle,
        .texts { site, language in
            let entries = Catalogue.terms(in: language).map { term in
                WebHall.Entry(
                    [
                        .element("h3", ["id": term.anchor], WebMarkup(term.heading)),
                        WebMarkup(markdown: Words(same: term.text)) { site.link(for: $0, from: SiteMap.glossary) },
                    ].asOne)
            }
            return try WebHall(
                title: glossaryTitle,
                about: Words(
                    english: "Each term in a sentence or two, with the document that defines it.",
                    chinese: "每个术语用一两句话解释，并注明定义它的文档。"),
                links: places(from: SiteMap.glossary),
                nouns: (Words(english: "term", chinese: "个术语"), Words(english: "terms", chinese: "个术语")),
                parts: [WebHall.Part("", entries)]
            ).html(in: language)
        })

    // MARK: Lists of links

    /// The heading of a list of lessons.
    static let lessonsHead = Words(english: "Lessons", chinese: "课程")

    /// Links to lessons, each with the sentence about it.
    func links(to lessons: [Lesson], from path: String) -> [WebArticle.Link] {
        lessons.map {
            WebArticle.Link(
                "\($0.number). \(map.words(of: $0, \.title))", to: SiteMap.way(from: path, to: SiteMap.path(of: $0)),
                map.words(of: $0, \.summary))
        }
    }

    /// Links to exhibits.
    func links(to cards: [Card], from path: String) -> [WebArticle.Link] {
        cards.map { WebArticle.Link(Words($0.headline), to: SiteMap.way(from: path, to: SiteMap.path(of: $0))) }
    }

    /// Links to claims, each with its verdict.
    func links(to claims: [Claim], from path: String) -> [WebArticle.Link] {
        claims.map {
            WebArticle.Link(
                "\($0.number). \($0.claim)", to: SiteMap.way(from: path, to: SiteMap.path(of: $0)),
                $0.verdictWord)
        }
    }
}
