import Crypto
import PKI

/// Three years in the life of a server whose app was shipped at the beginning and never updated: who is locked out when?
public struct Storyline: Sendable {
    /// What an app may have bundled.
    public struct Bundle: Hashable, Sendable {
        /// What it is: "the leaf".
        public let name: String
        /// The certificates in DER.
        public let pins: [[UInt8]]
    }

    /// A moment, and what the server sends then.
    public struct Moment: Hashable, Sendable {
        /// What has happened, in a few words.
        public let event: String
        /// When, in seconds since 1970.
        public let time: Int64
        /// What comes back, the pins excepted.
        public let evidence: TrustEvidence
        /// Whether the server itself answers; if not, an app that accepts is deceived.
        public let isGenuine: Bool
        /// Whether an app should connect: only to the server itself, and not with an expired certificate.
        public let deservesTrust: Bool
    }

    /// What the apps have bundled, each one of these.
    public let bundles: [Bundle]
    /// What happens, in order.
    public let moments: [Moment]

    /// The usual life: renewals with and without a new key, a new intermediate, another authority, and a renewal that was
    /// forgotten; at the end two who are not the server.
    ///
    /// - Throws: ``TrustError``.
    public static func usual(in world: ScenarioWorld) throws(TrustError) -> Storyline {
        do {
            return try made(in: world)
        } catch let error as TrustError {
            throw error
        } catch {
            throw .cannotIssue("\(error)")
        }
    }

    private static func made(in world: ScenarioWorld) throws -> Storyline {
        let day = TrustScenario.day
        let backup = SubjectKeyInfo(curve: world.key(of: "backup").publicKey)
        let second = try world.issuer(below: world.root, "Good Issuing CA 2")
        let other = try world.issuer(below: world.otherRoot, "Other Issuing CA")

        /// A leaf from `start` days after the beginning on, for 398 days, with its issuer.
        func chain(_ label: String, _ start: Int64, by issuer: CertificateAuthority? = nil, key: SubjectKeyInfo? = nil)
            throws
            -> [[UInt8]]
        {
            let leaf = try world.certificate("storyline " + label, by: issuer, key: key) {
                $0.notBefore = ScenarioWorld.time + (start - 1) * day
                $0.notAfter = ScenarioWorld.time + (start + 397) * day
            }
            let issuer = issuer ?? world.intermediate
            return issuer.name == world.stranger.name ? [leaf] : [leaf, issuer.certificate]
        }
        func moment(
            _ event: String, _ time: Int64, _ chain: [[UInt8]], isGenuine: Bool = true, isOver: Bool = false,
            userAnchors: [[UInt8]] = []
        ) throws -> Moment {
            let evidence = try world.evidence(chain, pins: []) {
                $0.time = ScenarioWorld.time + time * day
                $0.userAnchors = userAnchors
            }
            return Moment(
                event: event, time: evidence.time, evidence: evidence, isGenuine: isGenuine,
                deservesTrust: isGenuine && !isOver)
        }

        let first = try chain("first", 0)
        let reserve = try world.certificate("storyline reserve", key: backup)
        let last = try chain("other authority", 900, by: other, key: backup)
        let attacker = SubjectKeyInfo(curve: world.otherKey.publicKey)
        return Storyline(
            bundles: [
                Bundle(name: "the leaf", pins: [first[0]]),
                Bundle(name: "the leaf and a key in reserve", pins: [first[0], reserve]),
                Bundle(name: "the intermediate", pins: [world.intermediate.certificate]),
                Bundle(name: "the root", pins: [world.root.certificate]),
            ],
            moments: [
                try moment("the app is shipped", 0, first),
                try moment("renewed, same key", 300, chain("same key", 300)),
                try moment("renewed with the key in reserve", 500, chain("new key", 500, key: backup)),
                try moment("new intermediate, same root", 700, chain("new intermediate", 700, by: second, key: backup)),
                try moment("another authority, same key", 900, last),
                try moment("nobody has renewed", 1300, last, isOver: true),
                try moment("renewed at last, first authority", 1301, chain("at last", 1301, key: backup)),
                try moment(
                    "an attacker, certified by another authority", 1302,
                    chain("attacker", 1302, by: world.otherRoot, key: attacker), isGenuine: false),
                try moment(
                    "an attacker, under an installed authority", 1303,
                    chain("proxy", 1303, by: world.stranger, key: attacker), isGenuine: false,
                    userAnchors: [world.stranger.certificate]),
            ])
    }
}
