import Render
import Trace

/// The exhibits, in the order in which the museum shows them. To add one: its folder, and a line here.
package enum ExhibitName: String, Sendable, CaseIterable {
    case rstInjection = "rst-injection"
    case bleichenbacher
    case paddingOracle = "padding-oracle"
    case poodle
    case crime
    case gcmNonce = "gcm-nonce"
    case truncation
    case lucky13
    case recordReplay = "record-replay"
    case sweet32

    /// The exhibit.
    package var exhibit: any Exhibit.Type {
        switch self {
        case .rstInjection: RSTInjection.self
        case .bleichenbacher: Bleichenbacher.self
        case .paddingOracle: PaddingOracle.self
        case .poodle: Poodle.self
        case .crime: Crime.self
        case .gcmNonce: GCMNonce.self
        case .truncation: Truncation.self
        case .lucky13: Lucky13.self
        case .recordReplay: RecordReplay.self
        case .sweet32: Sweet32.self
        }
    }

    /// Its card.
    package var card: Card { exhibit.card }

    /// What `attack list` has for programs.
    package static var json: JSON {
        .members(
            ("schema", .string("handshakesim.attacks")), ("version", .integer(1)),
            ("exhibits", .array(allCases.map { Self.json($0.card) })))
    }

    private static func json(_ card: Card) -> JSON {
        .members(
            ("name", .string(card.name)), ("title", .string(card.words(.title))),
            ("place", .string(card.place.rawValue)),
            ("position", .string(card.position.rawValue)), ("mistake", .string(card.words(.mistake))),
            ("defence", .string(card.words(.defence))), ("variants", .array(card.variants.map { .string($0) })),
            ("unit", .string(card.unit)), ("year", .number(card.year)),
            ("cites", .array(card.cites.map { .string($0.description) })),
            ("cves", .array(card.cves.map { .string($0) })),
            ("reads_captures", .bool(card.readsCaptures)))
    }
}
