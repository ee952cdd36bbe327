import Render
import Trace

extension ExhibitName {
    /// The halls, and what is in each.
    package static var map: Report {
        var report = Report()
        for place in Card.Place.allCases {
            let cards = allCases.map(\.card).filter { $0.place == place }
            guard !cards.isEmpty else { continue }
            report += Report([.heading(MapWords.hall(place))])
            report += Report(
                cards.flatMap { card -> [Report.Part] in
                    let marks = [card.position.rawValue, String(card.year)] + card.cves
                    return [
                        .text(card.words(.title), indent: 2, head: card.name + "  "),
                        .text(marks.joined(separator: ", "), indent: 6),
                        .text(card.words(.mistake), indent: 6), .text(card.words(.defence), indent: 6),
                    ]
                })
            report += Report([.space])
        }
        return report
    }
}

/// The names of the halls.
enum MapWords: Wording {
    case hall(Card.Place)

    var english: String {
        switch self {
        case .hall(.tcp): "The hall of TCP"
        case .hall(.handshake): "The hall of the handshake"
        case .hall(.record): "The hall of records"
        case .hall(.pki): "The hall of certificates"
        case .hall(.implementation): "The hall of programs"
        }
    }
}
