import Crypto
import PKI
import Trace

/// The authorities, servers and keys among which every scenario takes place, and its moment.
///
/// Two authorities came with the system. www.example.com, the server that the app means to reach, is certified by the first.
/// The same seed gives the same octets. Names differ between scenarios, keys hardly: making keys is what takes time.
package struct ScenarioWorld: Sendable {
    /// What everything is drawn from.
    package let seed: UInt64
    /// When it takes place: 2026-03-01 12:00:00 UTC.
    package static let time: Int64 = 1_772_366_400
    /// The server that the app wants.
    package static let host = "www.example.com"
    /// A server with another owner.
    package static let otherHost = "www.other.example"

    /// The authority that came with the system and under which ``host`` is certified.
    let root: CertificateAuthority
    /// The authority below it that certifies servers.
    let intermediate: CertificateAuthority
    /// Another authority that came with the system, and certifies servers itself.
    let otherRoot: CertificateAuthority
    /// An authority that no device trusts until it is installed there.
    let stranger: CertificateAuthority
    /// The key of ``host``.
    let serverKey: EllipticCurvePrivateKey
    /// The key of ``otherHost``, or of an attacker.
    let otherKey: EllipticCurvePrivateKey
    /// The logs to which authorities show what they certify.
    let logs: [TransparencyLog]

    /// The world of a seed.
    ///
    /// - Throws: ``TrustError``.
    package init(seed: UInt64) throws(TrustError) {
        let random = SeededRandomSource(seed: seed)
        let time = ScenarioWorld.time
        self.seed = seed
        serverKey = ScenarioWorld.key("server", of: random)
        otherKey = ScenarioWorld.key("other", of: random)
        logs = ["log 1", "log 2", "log 3"].map { TransparencyLog(key: ScenarioWorld.key($0, of: random)) }
        let rootKey: RSAPrivateKey
        let intermediateKey: RSAPrivateKey
        do {
            var source = random.fork("root")
            rootKey = try .generate(using: &source)
            source = random.fork("intermediate")
            intermediateKey = try .generate(using: &source)
        } catch {
            throw .rsa(error)
        }
        root = try .root(
            .root(named: "Good Root CA", at: time), key: .rsa(rootKey),
            serialNumber: ScenarioWorld.serial("Good Root CA", of: random))
        intermediate = try root.authority(
            .intermediate(named: "Good Issuing CA", at: time), key: .rsa(intermediateKey),
            serialNumber: ScenarioWorld.serial("Good Issuing CA", of: random))
        otherRoot = try .root(
            .root(named: "Other Root CA", at: time), key: .ecdsa(ScenarioWorld.key("other root", of: random)),
            serialNumber: ScenarioWorld.serial("Other Root CA", of: random))
        stranger = try .root(
            .root(named: "Stranger's CA", at: time), key: .ecdsa(ScenarioWorld.key("stranger", of: random)),
            serialNumber: ScenarioWorld.serial("Stranger's CA", of: random))
    }

    // MARK: - Keys and numbers

    private static func key(_ owner: String, of random: SeededRandomSource) -> EllipticCurvePrivateKey {
        var source = random.fork("key of " + owner)
        return .generate(using: &source)
    }

    /// A serial number of 16 octets, positive and not zero.
    private static func serial(_ label: String, of random: SeededRandomSource) -> [UInt8] {
        var source = random.fork("serial number of " + label)
        return [source.octets(1)[0] & 0x3f | 0x40] + source.octets(15)
    }

    /// A key on P-256 for an owner that the world does not have yet.
    func key(of owner: String) -> EllipticCurvePrivateKey {
        ScenarioWorld.key(owner, of: SeededRandomSource(seed: seed))
    }

    /// The serial number that a certificate with this label gets.
    func serial(_ label: String) -> [UInt8] { ScenarioWorld.serial(label, of: SeededRandomSource(seed: seed)) }

    // MARK: - Certificates

    /// What a server is certified for: 90 days, as is usual.
    static func profile(_ host: String = ScenarioWorld.host) -> CertificateProfile {
        var profile = CertificateProfile.server(hostName: host, at: time)
        // A key on a curve only signs: nothing can be encrypted to it (RFC 8422 section 5.3).
        profile.keyUsage = [.digitalSignature]
        return profile
    }

    /// A server's certificate.
    ///
    /// - Parameters:
    ///   - label: tells it from others of the same name; its serial number is drawn from it.
    ///   - issuer: ``intermediate`` if nil.
    ///   - key: ``serverKey`` if nil.
    ///   - isLogged: whether it carries the promises of as many logs as it needs.
    func certificate(
        _ label: String, by issuer: CertificateAuthority? = nil, key: SubjectKeyInfo? = nil,
        profile: CertificateProfile = profile(),
        isLogged: Bool = true, _ change: (inout TBSCertificate) throws -> Void = { _ in }
    ) throws(TrustError) -> [UInt8] {
        let issuer = issuer ?? intermediate
        return try issuer.certify(
            profile, key: key ?? SubjectKeyInfo(curve: serverKey.publicKey), serialNumber: serial(label)
        ) { content in
            try change(&content)
            guard isLogged, content.version == 3 else { return }
            content.extensions.append(
                TransparencyLog.promises(
                    of: logs(for: content), content: try content.encoded(),
                    issuer: SubjectKeyInfo(issuer.key.publicKey),
                    time: content.notBefore))
        }
    }

    /// A certificate that vouches for itself.
    func selfSigned(
        _ label: String, key: EllipticCurvePrivateKey, profile: CertificateProfile = profile(),
        _ change: (inout TBSCertificate) throws -> Void = { _ in }
    ) throws(TrustError) -> [UInt8] {
        try CertificateAuthority.root(profile, key: .ecdsa(key), serialNumber: serial(label), change).certificate
    }

    /// The certificate of ``host`` that the app was shipped with, where nothing else is said.
    func genuine() throws(TrustError) -> [UInt8] { try certificate("genuine") }

    /// As many logs as browsers ask for: three for a certificate that lives longer than 180 days, and else two.
    func logs(for content: TBSCertificate) -> [TransparencyLog] {
        Array(logs.prefix(content.notAfter - content.notBefore > 180 * CivilTime.day ? 3 : 2))
    }

    /// All logs, as devices know them.
    ///
    /// - Throws: ``TrustError``.
    func knownLogs() throws(TrustError) -> [KnownLog] {
        var known: [KnownLog] = []
        for (number, log) in logs.enumerated() {
            known.append(try KnownLog("log \(number + 1)", key: SubjectKeyInfo(curve: log.key.publicKey).info))
        }
        return known
    }

    // MARK: - Evidence

    /// What there is when ``host`` is asked for and `chain` comes back.
    ///
    /// - Parameter pins: the genuine server's certificate if nil.
    func evidence(
        _ chain: [[UInt8]], asked host: String = ScenarioWorld.host, pins: [[UInt8]]? = nil,
        _ change: (inout TrustEvidence) throws -> Void = { _ in }
    ) throws -> TrustEvidence {
        var evidence = TrustEvidence(
            chain: chain, asked: .server(host), time: ScenarioWorld.time,
            systemAnchors: [root.certificate, otherRoot.certificate])
        evidence.pins = try pins ?? [genuine()]
        evidence.knownLogs = try knownLogs()
        try change(&evidence)
        return evidence
    }

    /// The same for a server of the usual kind, whose certificate is not quite usual: `change` sees to that. It is sent with
    /// the intermediate, and the app has it bundled.
    func server(
        _ label: String, key: SubjectKeyInfo? = nil, profile: CertificateProfile = profile(),
        asked host: String = ScenarioWorld.host, isLogged: Bool = true,
        _ change: (inout TBSCertificate) throws -> Void = { _ in }
    ) throws -> TrustEvidence {
        let leaf = try certificate(label, key: key, profile: profile, isLogged: isLogged, change)
        return try evidence([leaf, intermediate.certificate], asked: host, pins: [leaf])
    }
}
