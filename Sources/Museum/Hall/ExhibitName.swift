import Render
import Trace

/// The exhibits, in the order in which the museum shows them. To add one: its folder, and a line here.
package enum ExhibitName: String, Sendable, CaseIterable {
    case isnPrediction = "isn-prediction"
    case rstInjection = "rst-injection"
    case challengeACK = "challenge-ack"
    case tcpHijack = "tcp-hijack"
    case synFlood = "syn-flood"
    case replay
    case weakPRNG = "weak-prng"
    case unsignedDH = "unsigned-dh"
    case downgrade
    case logjam
    case smallSubgroup = "small-subgroup"
    case bleichenbacher
    case paddingOracle = "padding-oracle"
    case poodle
    case crime
    case gcmNonce = "gcm-nonce"
    case truncation
    case sharedPrimes = "shared-primes"
    case ecdsaNonce = "ecdsa-nonce"
    case e3Forgery = "e3-forgery"
    case heartbleed
    case ccsInjection = "ccs-injection"
    case tripleHandshake = "triple-handshake"
    case leafAsCA = "leaf-as-ca"
    case skipMessages = "skip-messages"
    case sslStrip = "ssl-strip"
    case icmpReset = "icmp-reset"
    case invalidCurve = "invalid-curve"
    case stolenTicketKey = "ticket-key"
    case nullPrefix = "null-prefix"
    case dnsHijack = "dns-hijack"
    case blindData = "blind-data"
    case lucky13
    case recordReplay = "record-replay"
    case sweet32
    case optimisticACK = "optimistic-ack"
    case zeroWindow = "zero-window"

    /// The exhibit.
    package var exhibit: any Exhibit.Type {
        switch self {
        case .isnPrediction: ISNPrediction.self
        case .rstInjection: RSTInjection.self
        case .challengeACK: ChallengeACK.self
        case .tcpHijack: TCPHijack.self
        case .synFlood: SYNFlood.self
        case .replay: Replay.self
        case .weakPRNG: WeakPRNG.self
        case .unsignedDH: UnsignedDH.self
        case .downgrade: Downgrade.self
        case .logjam: Logjam.self
        case .smallSubgroup: SmallSubgroup.self
        case .bleichenbacher: Bleichenbacher.self
        case .paddingOracle: PaddingOracle.self
        case .poodle: Poodle.self
        case .crime: Crime.self
        case .gcmNonce: GCMNonce.self
        case .truncation: Truncation.self
        case .sharedPrimes: SharedPrimes.self
        case .ecdsaNonce: ECDSANonce.self
        case .e3Forgery: E3Forgery.self
        case .heartbleed: Heartbleed.self
        case .ccsInjection: CCSInjection.self
        case .tripleHandshake: TripleHandshake.self
        case .leafAsCA: LeafAsCA.self
        case .skipMessages: SkipMessages.self
        case .sslStrip: SSLStrip.self
        case .icmpReset: ICMPReset.self
        case .invalidCurve: InvalidCurve.self
        case .stolenTicketKey: StolenTicketKey.self
        case .nullPrefix: NullPrefix.self
        case .dnsHijack: DNSHijack.self
        case .blindData: BlindData.self
        case .lucky13: Lucky13.self
        case .recordReplay: RecordReplay.self
        case .sweet32: Sweet32.self
        case .optimisticACK: OptimisticACK.self
        case .zeroWindow: ZeroWindow.self
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
