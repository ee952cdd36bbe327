import Misconceptions
import Museum
import Render
import Trace

/// The pages of the museum, the clinic and the glossary.
extension Site {
    /// Links to the places of the site, from a page.
    static func places(from path: String) -> [WebArticle.Link] {
        [
            ("All lessons and runs", SiteMap.index), ("Museum", SiteMap.museum), ("Clinic", SiteMap.clinic),
            ("Glossary", SiteMap.glossary), ("Search", SearchPage.path),
        ].filter { $0.1 != path }.map { WebArticle.Link($0.0, to: SiteMap.way(from: path, to: $0.1)) }
    }

    /// Links to the neighbours of an element of a list, from a page beside theirs.
    static func neighbours<Element>(
        _ list: [Element], at index: Int, _ name: (Element) -> String, path: (Element) -> String
    ) -> [WebArticle.Link] {
        var links: [WebArticle.Link] = []
        func link(_ label: String, _ element: Element) -> WebArticle.Link {
            WebArticle.Link("\(label): \(name(element))", to: SiteMap.way(from: path(element), to: path(element)))
        }
        if index > 0 { links.append(link("Before", list[index - 1])) }
        if index + 1 < list.count { links.append(link("Next", list[index + 1])) }
        return links
    }

    // MARK: Museum

    static let museum = Page(
        SiteMap.museum, title: MuseumPage.title,
        .texts { _ in try MuseumPage.hall(links: places(from: SiteMap.museum), path: SiteMap.path).html() })

    /// The page of an exhibit: both runs and their story, the lessons and claims that speak of it, and its neighbours.
    static func page(of card: Card, at index: Int, in cards: [Card]) -> Page {
        let path = SiteMap.path(of: card)
        return Page(
            path, title: card.headline.english, markdown: card.markdown,
            .runs { site in
                let run = Catalogue.run(of: card)
                let links =
                    places(from: path) + neighbours(cards, at: index, { $0.name }, path: SiteMap.path)
                    + (site.isServed
                        ? [WebArticle.Link("Choose its options", to: QueryArguments.link(run.arguments))] : [])
                let lists = [
                    ("Lessons that speak of it", site.links(to: site.map.lessons(of: card), from: path)),
                    ("Claims that it settles", site.links(to: site.map.claims(of: card), from: path)),
                ]
                let command = "```text\n\(run.command)\n```\n"
                if let page = try await site.shown(run, links: links, appendix: lists) { return page }
                // The runs are too large for a page. The words of the card are there, and a command.
                return WebPage.plain(
                    WebArticle(
                        title: card.headline.english,
                        markdown: "# \(card.headline.english)\n\n\(card.markdown)\n\(command)",
                        links: links, lists: lists))
            })
    }

    /// The page of a run; nil if it would be larger than a page may be.
    private func shown(
        _ run: Catalogue.Exhibit, links: [WebArticle.Link], appendix lists: [(title: String, links: [WebArticle.Link])]
    ) async throws -> String? {
        let document = try await RunRequest(arguments: run.arguments).document(RunBudget(within: patience))
        let article = WebArticle(title: run.title, markdown: "```text\n\(run.command)\n```\n", links: links)
        let more = WebArticle(title: run.title, markdown: "", lists: lists)
        let html: String
        do {
            html = try WebPage(document, article: article, appendix: more).html()
        } catch is WebLimit { return nil }
        return html.utf8.count < Self.longestPage ? html : nil
    }

    /// The page of the table of designs and attackers.
    static let designs = Page(
        SiteMap.designs, title: AlgorithmsCommand.title, markdown: "",
        .runs { _ in
            let table = try DesignTable(seed: 7, designs: Design.all, attackers: DesignAttacker.allCases)
            return WebPage.plain(
                WebArticle(title: AlgorithmsCommand.title, table.report, links: places(from: SiteMap.designs)))
        })

    // MARK: Clinic

    static let clinic = Page(
        SiteMap.clinic, title: Claim.title,
        .texts { _ in
            let verdicts = Claim.Verdict.allCases.map { verdict in
                let word = Claim.all.first { $0.verdict == verdict }?.verdictWord ?? verdict.rawValue
                return (value: "verdict-" + verdict.rawValue, label: word)
            }
            return try WebHall(
                title: Claim.title, about: Claim.about(), links: places(from: SiteMap.clinic),
                nouns: ("claim", "claims"),
                choices: [
                    .init(
                        "Subject", any: "All subjects",
                        Claim.Subject.allCases.map { ("subject-" + $0.rawValue, $0.heading) }),
                    .init("Verdict", any: "Any verdict", verdicts),
                ],
                parts: Claim.Subject.allCases.map { subject in
                    WebHall.Part(
                        subject.heading, Claim.all.filter { $0.subject == subject }.map { entry(of: $0) })
                }
            ).html()
        })

    private static func entry(of claim: Claim) -> WebHall.Entry {
        WebHall.Entry(
            kinds: ["subject-" + claim.subject.rawValue, "verdict-" + claim.verdict.rawValue],
            [
                .element("a", ["href": SiteMap.path(of: claim)], WebMarkup("\(claim.number). \(claim.claim.english)")),
                .element(
                    "p", [:],
                    .element(
                        "span", ["class": "verdict", "data-verdict": claim.verdict.rawValue],
                        WebMarkup(claim.verdictWord)), WebMarkup(" " + claim.fact.english)),
            ].asOne)
    }

    /// The page of a claim: what is so, the runs that settle it, the lessons that speak of it, and its neighbours.
    static func page(of claim: Claim, at index: Int) -> Page {
        let path = SiteMap.path(of: claim)
        let markdown = claim.markdown()
        return Page(
            path, title: "\(claim.number). \(claim.claim.english)", markdown: markdown,
            .texts { site in
                WebPage.plain(
                    WebArticle(
                        title: claim.claim.english, markdown: markdown,
                        links: places(from: path)
                            + neighbours(Claim.all, at: index, { "claim \($0.number)" }, path: SiteMap.path),
                        lists: [("Lessons", site.links(to: site.map.lessons(of: claim), from: path))],
                        place: { site.link(for: $0, from: path) }))
            })
    }

    // MARK: Glossary

    static let glossary = Page(
        SiteMap.glossary, title: "Words of the lessons",
        .texts { site in
            let entries = Catalogue.terms.map { term in
                WebHall.Entry(
                    [
                        .element("h3", ["id": Term.anchor(term.name)], WebMarkup(term.name)),
                        WebMarkup(markdown: term.text) { site.link(for: $0, from: SiteMap.glossary) },
                    ].asOne)
            }
            return try WebHall(
                title: "Words of the lessons",
                about: "Each term in a sentence or two, with the document that defines it.",
                links: places(from: SiteMap.glossary), nouns: ("term", "terms"), parts: [WebHall.Part("", entries)]
            ).html()
        })

    // MARK: Lists of links

    /// Links to lessons, each with the sentence about it.
    func links(to lessons: [Lesson], from path: String) -> [WebArticle.Link] {
        lessons.map {
            WebArticle.Link(
                "\($0.number). \($0.title)", to: SiteMap.way(from: path, to: SiteMap.path(of: $0)), $0.summary)
        }
    }

    /// Links to exhibits.
    func links(to cards: [Card], from path: String) -> [WebArticle.Link] {
        cards.map { WebArticle.Link($0.headline.english, to: SiteMap.way(from: path, to: SiteMap.path(of: $0))) }
    }

    /// Links to claims, each with its verdict.
    func links(to claims: [Claim], from path: String) -> [WebArticle.Link] {
        claims.map {
            WebArticle.Link(
                "\($0.number). \($0.claim.english)", to: SiteMap.way(from: path, to: SiteMap.path(of: $0)),
                $0.verdictWord)
        }
    }
}
