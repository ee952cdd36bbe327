import Render
import Trace

extension ExhibitName {
    /// The exhibits of each hall.
    package static var map: Report {
        var report = Report()
        for place in Card.Place.allCases {
            let cards = cards(of: place)
            guard !cards.isEmpty else { continue }
            report += Report([.heading(MapWords.hall(place))])
            report += Report(
                cards.flatMap { card -> [Report.Part] in
                    let marks = [card.position.rawValue, String(card.year)] + card.cves
                    return [
                        .text(card.headline, indent: 2, head: card.name + "  "),
                        .text(marks.joined(separator: ", "), indent: 6),
                        .text(card.words(.mistake), indent: 6), .text(card.words(.defence), indent: 6),
                    ]
                })
            report += Report([.space])
        }
        return report
    }

    fileprivate static func cards(of place: Card.Place) -> [Card] {
        allCases.map(\.card).filter { $0.place == place }
    }
}

/// The page of the museum: a list through which a reader walks. It needs no run.
package enum MuseumPage {
    /// The title of the page.
    package static var title: String { MapWords.title.english }

    /// The page.
    ///
    /// - Parameters:
    ///   - links: the links above its title.
    ///   - path: the path to the page of an exhibit.
    package static func hall(links: [WebArticle.Link], path: (Card) -> String) -> WebHall {
        let cards = ExhibitName.allCases.map(\.card)
        let places = Card.Place.allCases.map { (value: "place-" + $0.rawValue, label: MapWords.hall($0).english) }
        let positions = Position.allCases.filter { position in cards.contains { $0.position == position } }
        let goals = Card.Goal.allCases.filter { goal in cards.contains { $0.goal == goal } }
        return WebHall(
            title: title, about: MapWords.introduction.english, links: links, nouns: ("exhibit", "exhibits"),
            choices: [
                .init("The hall", any: "All halls", places),
                .init(
                    "Where she stands", any: "Anywhere",
                    positions.map { ("position-" + $0.rawValue, MapWords.position($0).english) }),
                .init(
                    "What she wants", any: "Anything", goals.map { ("goal-" + $0.rawValue, MapWords.goal($0).english) }),
            ],
            parts: Card.Place.allCases.map { place in
                WebHall.Part(
                    MapWords.hall(place).english,
                    ExhibitName.cards(of: place).map { card in
                        let kinds = ["place-" + place.rawValue, "position-" + card.position.rawValue]
                        return WebHall.Entry(kinds: kinds + ["goal-" + card.goal.rawValue], entry(card, path(card)))
                    })
            })
    }

    private static func entry(_ card: Card, _ path: String) -> WebMarkup {
        let marks = [card.name, MapWords.position(card.position).english, String(card.year)] + card.cves
        return [
            .element("a", ["href": path], WebMarkup(card.headline.english)),
            .element("p", [:], WebMarkup(card.words(.mistake))), .element("p", [:], WebMarkup(card.words(.defence))),
            .element("p", ["class": "quiet"], WebMarkup(marks.joined(separator: " · "))),
        ].asOne
    }
}

extension Card {
    /// What the card says, as a text in Markdown without a title: the mistake, the rule and the rest, and the documents.
    package var markdown: String {
        let parts: [(StoryHeading, CardPart)] = [
            (.mistake, .mistake), (.goal, .goal), (.defence, .defence), (.cost, .cost), (.remains, .remains),
            (.misreading, .misreading), (.limit, .limit),
        ]
        let told = parts.map { "**\($0.english).** \(words($1).english)" }
        let marks = [MapWords.position(position).english, String(year)] + cves + cites.map(\.description)
        return (told + [marks.joined(separator: " · ")]).joined(separator: "\n\n") + "\n"
    }
}

/// The texts around the exhibits on the museum's page and map.
enum MapWords: Wording {
    case hall(Card.Place)
    case title
    case introduction
    case position(Position)
    case goal(Card.Goal)

    var english: String {
        switch self {
        case .title: "The museum of attacks"
        case .introduction:
            "Each exhibit is an attack that is carried out twice: with a rule missing, and with the rule in place. `HandshakeSim attack "
                + "NAME` performs it in a terminal; `--pcap FILE` writes what was on the wire."
        case .position(.offPath): "Off the path"
        case .position(.onPath): "On the path: she sees all"
        case .position(.inPath): "In the path: she decides what passes"
        case .position(.peer): "At one end"
        case .position(.recording): "With a recording"
        case .goal(.read): "To read data"
        case .goal(.key): "To find a key"
        case .goal(.forge): "To change data"
        case .goal(.inject): "To add data"
        case .goal(.reset): "To end a connection"
        case .goal(.exhaust): "To use up a host"
        case .goal(.impersonate): "To act in another's name"
        case .goal(.downgrade): "To get a weaker choice"
        case .goal(.truncate): "To cut data short"
        case .hall(.tcp): "The hall of TCP"
        case .hall(.handshake): "The hall of the handshake"
        case .hall(.record): "The hall of records"
        case .hall(.pki): "The hall of certificates"
        case .hall(.implementation): "The hall of programs"
        }
    }
}
