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

/// A page about the museum, with a table for each hall. It needs no run.
package enum MuseumPage {
    /// The title of the page.
    package static var title: String { MapWords.title.english }

    /// The text of the page in Markdown.
    package static var text: String {
        let halls = Card.Place.allCases.map { place in
            let rows = ExhibitName.cards(of: place).map { card in
                let cells = [
                    "`\(card.name)`", card.headline.english, card.position.rawValue, String(card.year),
                    card.words(.mistake).english, card.words(.defence).english,
                ]
                return "| " + cells.map { $0.replacing("|", with: "\\|") }.joined(separator: " | ") + " |"
            }
            let head = MapWords.columns.english
            return
                (["## " + MapWords.hall(place).english, "", head, "|---|---|---|---|---|---|"] + rows)
                .joined(separator: "\n")
        }
        let beginning = ["# " + title, MapWords.introduction.english]
        return (beginning + halls).joined(separator: "\n\n") + "\n"
    }
}

/// The texts around the exhibits on the museum's page and map.
enum MapWords: Wording {
    case hall(Card.Place)
    case title
    case introduction
    case columns

    var english: String {
        switch self {
        case .title: "The museum of attacks"
        case .introduction:
            "`HandshakeSim attack NAME` performs an exhibit with a rule missing and with the rule in place. `--html FILE` shows both runs "
                + "side by side, `--pcap FILE` writes what was on the wire."
        case .columns: "| Exhibit | What she does | Where she stands | Year | The mistake | The rule |"
        case .hall(.tcp): "The hall of TCP"
        case .hall(.handshake): "The hall of the handshake"
        case .hall(.record): "The hall of records"
        case .hall(.pki): "The hall of certificates"
        case .hall(.implementation): "The hall of programs"
        }
    }
}
