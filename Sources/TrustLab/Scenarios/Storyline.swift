import Crypto
import PKI

/// Two years in the life of a server whose app was shipped at the beginning and never updated: which app is locked out when?
package struct Storyline: Sendable {
    /// A set of pins that an app may have bundled.
    package struct Bundle: Hashable, Sendable {
        /// The name of the set: "the leaf".
        package let name: String
        /// The certificates in DER.
        package let pins: [[UInt8]]
    }

    /// A moment, and what the server sends then.
    package struct Moment: Hashable, Sendable {
        /// The event in a few words.
        package let event: String
        /// When, in seconds since 1970.
        package let time: Int64
        /// The evidence, without the pins.
        package let evidence: TrustEvidence
        /// Whether the server itself answers; if not, an app that accepts is deceived.
        package let isGenuine: Bool
        /// Whether an app should connect: only to the server itself, and not with an expired certificate.
        package let deservesTrust: Bool
    }

    /// The sets of pins; each app has one of them.
    package let bundles: [Bundle]
    /// The events in order.
    package let moments: [Moment]

    /// The usual life: renewals with and without a new key, a new intermediate, another authority, and a renewal that was
    /// forgotten; at the end two who are not the server.
    ///
    /// - Throws: ``TrustError``.
    package static func usual(in world: ScenarioWorld) throws(TrustError) -> Storyline {
        do {
            return try made(in: world)
        } catch let error as TrustError {
            throw error
        } catch {
            throw .cannotIssue("\(error)")
        }
    }

    /// The longest life of a public server certificate that is issued at a second since 1970, in days: ballot SC-081 of the CA/Browser
    /// Forum shortens it in steps, from the middle of March in 2026, 2027 and 2029 on (Baseline Requirements section 6.3.2).
    static func longestLife(from issued: Int64) -> Int64 {
        switch issued {
        case ..<1_773_532_800: 398  // 2026-03-15 00:00:00 UTC
        case ..<1_805_068_800: 200  // 2027-03-15 00:00:00 UTC
        case ..<1_868_227_200: 100  // 2029-03-15 00:00:00 UTC
        default: 47
        }
    }

    private static func made(in world: ScenarioWorld) throws -> Storyline {
        let day = TrustScenario.day
        let backup = SubjectKeyInfo(curve: world.key(of: "backup").publicKey)
        let second = try world.issuer(below: world.root, "Good Issuing CA 2")
        let other = try world.issuer(below: world.otherRoot, "Other Issuing CA")

        /// A leaf from the day before `start` on, in days after the beginning, for as long as public authorities may issue then; with
        /// its issuer.
        func chain(_ label: String, _ start: Int64, by issuer: CertificateAuthority? = nil, key: SubjectKeyInfo? = nil)
            throws
            -> [[UInt8]]
        {
            let leaf = try world.certificate("storyline " + label, by: issuer, key: key) {
                $0.notBefore = ScenarioWorld.time + (start - 1) * day
                $0.notAfter = $0.notBefore + Storyline.longestLife(from: $0.notBefore) * day - 1
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
        let last = try chain("other authority", 640, by: other, key: backup)
        let attacker = SubjectKeyInfo(curve: world.otherKey.publicKey)
        return Storyline(
            bundles: [
                Bundle(name: "the leaf", pins: [first[0]]),
                Bundle(name: "the leaf and a spare key", pins: [first[0], reserve]),
                Bundle(name: "the intermediate", pins: [world.intermediate.certificate]),
                Bundle(name: "the root", pins: [world.root.certificate]),
            ],
            moments: [
                try moment("the app is shipped", 0, first),
                try moment("renewed, same key", 300, chain("same key", 300)),
                try moment("renewed with the spare key", 480, chain("new key", 480, key: backup)),
                try moment("new intermediate, same root", 560, chain("new intermediate", 560, by: second, key: backup)),
                try moment("another authority, same key", 640, last),
                try moment("the renewal is forgotten", 800, last, isOver: true),
                try moment("renewed again, first authority", 801, chain("at last", 801, key: backup)),
                try moment(
                    "an attacker, certified by another authority", 802,
                    chain("attacker", 802, by: world.otherRoot, key: attacker), isGenuine: false),
                try moment(
                    "an attacker, under an installed authority", 803,
                    chain("proxy", 803, by: world.stranger, key: attacker), isGenuine: false,
                    userAnchors: [world.stranger.certificate]),
            ])
    }
}
