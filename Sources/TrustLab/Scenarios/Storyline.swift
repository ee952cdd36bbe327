import Crypto
import PKI
import Trace

/// Two years in the life of a server whose app was shipped at the beginning and never updated: when is which app locked out?
package struct Storyline: Sendable {
    /// A set of pins that an app may have bundled.
    package struct Bundle: Hashable, Sendable {
        /// The name of the set: "the leaf".
        package let name: Words
        /// The certificates in DER.
        package let pins: [[UInt8]]
    }

    /// A moment of the story, and the certificates that the server sends then.
    package struct Moment: Hashable, Sendable {
        /// The event in a few words.
        package let event: Words
        /// The evidence at the time of the event, without the pins.
        package let evidence: TrustEvidence
        /// Whether the server itself answers. If not, an app that accepts is deceived.
        package let isGenuine: Bool
        /// Whether an app should connect: only to the server itself, and not with an expired certificate.
        package let deservesTrust: Bool
    }

    /// The sets of pins; each app has one of them.
    package let bundles: [Bundle]
    /// The events in order.
    package let moments: [Moment]

    /// The usual events: renewals with and without a new key, a new intermediate, another authority, a forgotten renewal, and at the end
    /// two attackers.
    ///
    /// - Throws: ``TrustError`` where a certificate cannot be issued.
    package static func usual(in world: ScenarioWorld) throws(TrustError) -> Storyline {
        try TrustError.issuing { try made(in: world) }
    }

    /// The longest allowed lifetime, in days, of a public server certificate that is issued at `issued`, a second since 1970. Ballot
    /// SC-081 of the CA/Browser Forum shortens it in three steps, on 15 March 2026, 2027 and 2029 (Baseline Requirements section 6.3.2).
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

        /// A leaf with its issuer. The leaf is valid from the day before `start`, counted in days from the beginning, and for as long as
        /// public authorities may issue then.
        func chain(
            _ label: String, from start: Int64, by issuer: CertificateAuthority? = nil, key: SubjectKeyInfo? = nil
        ) throws -> [[UInt8]] {
            let leaf = try world.certificate("storyline " + label, by: issuer, key: key) {
                $0.notBefore = ScenarioWorld.time + (start - 1) * day
                $0.notAfter = $0.notBefore + Storyline.longestLife(from: $0.notBefore) * day - 1
            }
            let issuer = issuer ?? world.intermediate
            return issuer.name == world.stranger.name ? [leaf] : [leaf, issuer.certificate]
        }
        func moment(
            _ event: Words, onDay number: Int64, showing chain: [[UInt8]], isGenuine: Bool = true,
            isOver: Bool = false, userAnchors: [[UInt8]] = []
        ) throws -> Moment {
            let evidence = try world.evidence(chain, pins: []) {
                $0.time = ScenarioWorld.time + number * day
                $0.userAnchors = userAnchors
            }
            return Moment(
                event: event, evidence: evidence, isGenuine: isGenuine, deservesTrust: isGenuine && !isOver)
        }

        let first = try chain("first", from: 0)
        let reserve = try world.certificate("storyline reserve", key: backup)
        let last = try chain("other authority", from: 640, by: other, key: backup)
        let attacker = SubjectKeyInfo(curve: world.otherKey.publicKey)
        return Storyline(
            bundles: [
                Bundle(name: Words(english: "the leaf", chinese: "叶子证书"), pins: [first[0]]),
                Bundle(
                    name: Words(english: "the leaf and a spare key", chinese: "叶子证书和一个备用密钥"),
                    pins: [first[0], reserve]),
                Bundle(
                    name: Words(english: "the intermediate", chinese: "中间证书"), pins: [world.intermediate.certificate]),
                Bundle(name: Words(english: "the root", chinese: "根证书"), pins: [world.root.certificate]),
            ],
            moments: [
                try moment(
                    Words(english: "the app is shipped", chinese: "应用发布"), onDay: 0, showing: first),
                try moment(
                    Words(english: "renewed, same key", chinese: "续签，密钥不变"), onDay: 300,
                    showing: chain("same key", from: 300)),
                try moment(
                    Words(english: "renewed with the spare key", chinese: "用备用密钥续签"), onDay: 480,
                    showing: chain("new key", from: 480, key: backup)),
                try moment(
                    Words(english: "new intermediate, same root", chinese: "换了中间证书，根证书不变"), onDay: 560,
                    showing: chain("new intermediate", from: 560, by: second, key: backup)),
                try moment(
                    Words(english: "another authority, same key", chinese: "换了 CA，密钥不变"), onDay: 640,
                    showing: last),
                try moment(
                    Words(english: "the renewal is forgotten", chinese: "忘了续签"), onDay: 800, showing: last,
                    isOver: true),
                try moment(
                    Words(english: "renewed again, first authority", chinese: "又续签了，换回第一个 CA"), onDay: 801,
                    showing: chain("at last", from: 801, key: backup)),
                try moment(
                    Words(english: "an attacker, certified by another authority", chinese: "攻击者，证书由另一个 CA 签发"),
                    onDay: 802, showing: chain("attacker", from: 802, by: world.otherRoot, key: attacker),
                    isGenuine: false),
                try moment(
                    Words(english: "an attacker, under an installed authority", chinese: "攻击者，在一个用户安装的 CA 之下"),
                    onDay: 803, showing: chain("proxy", from: 803, by: world.stranger, key: attacker),
                    isGenuine: false, userAnchors: [world.stranger.certificate]),
            ])
    }
}
