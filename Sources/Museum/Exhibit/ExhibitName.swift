import Render
import Trace

/// An exhibit in the museum's list.
package struct ExhibitName: Sendable, CaseIterable, CustomStringConvertible {
    package let exhibit: any Exhibit.Type

    /// All exhibits, in the order in which the museum shows them. A new exhibit needs a folder, and a line here.
    package static let allCases: [ExhibitName] = exhibits.map { ExhibitName(exhibit: $0) }

    private static let exhibits: [any Exhibit.Type] = [
        ISNPrediction.self,
        RSTInjection.self,
        ChallengeACK.self,
        TCPHijack.self,
        SYNFlood.self,
        Replay.self,
        WeakPRNG.self,
        UnsignedDH.self,
        Downgrade.self,
        VersionDowngrade.self,
        Logjam.self,
        SmallSubgroup.self,
        Bleichenbacher.self,
        PaddingOracle.self,
        Poodle.self,
        Crime.self,
        GCMNonce.self,
        Truncation.self,
        SharedPrimes.self,
        ECDSANonce.self,
        E3Forgery.self,
        Heartbleed.self,
        CCSInjection.self,
        TripleHandshake.self,
        LeafAsCA.self,
        SkipMessages.self,
        SSLStrip.self,
        ICMPReset.self,
        InvalidCurve.self,
        StolenTicketKey.self,
        NullPrefix.self,
        DNSHijack.self,
        MITM.self,
        BlindData.self,
        Lucky13.self,
        RecordReplay.self,
        Sweet32.self,
        OptimisticACK.self,
        ZeroWindow.self,
        ForwardSecrecy.self,
        ReplayedEarlyData.self,
        StolenState.self,
    ]

    /// The exhibit's name on the command line.
    package var rawValue: String { card.name }
    /// The exhibit's name on the command line.
    package var description: String { rawValue }
    /// The exhibit's card.
    package var card: Card { exhibit.card }

    /// The JSON of the command `attack list`.
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
            ("unit", .string(card.unit.rawValue)), ("year", .number(card.year)),
            ("cites", .array(card.cites.map { .string($0.description) })),
            ("cves", .array(card.cves.map { .string($0) })),
            ("reads_captures", .bool(card.readsCaptures)))
    }
}
