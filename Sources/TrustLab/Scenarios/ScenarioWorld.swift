import Crypto
import PKI
import Trace

/// The authorities, servers and keys of every scenario, and its moment.
///
/// Two authorities came with the system. The first has certified www.example.com, the server that the app wants to reach. The same seed
/// gives the same octets. The scenarios have different names but share most keys, because the generation of keys takes time.
package struct ScenarioWorld: Sendable {
    /// The seed of all keys and serial numbers.
    package let seed: UInt64
    /// The moment of the scenarios, in seconds since 1970: 2026-03-01 12:00:00 UTC.
    package static let time: Int64 = 1_772_366_400
    /// The server that the app wants.
    package static let host = "www.example.com"
    /// A server with another owner.
    package static let otherHost = "www.other.example"

    /// The authority that came with the system and under which ``host`` is certified.
    let root: CertificateAuthority
    /// The authority below it that certifies servers.
    let intermediate: CertificateAuthority
    /// Another authority that came with the system. It certifies servers without an intermediate.
    let otherRoot: CertificateAuthority
    /// An authority that a device trusts only if its user has installed it.
    let stranger: CertificateAuthority
    /// The key of ``host``.
    let serverKey: EllipticCurvePrivateKey
    /// The key of ``otherHost``, or of an attacker.
    let otherKey: EllipticCurvePrivateKey
    /// The logs of Certificate Transparency to which the authorities submit their certificates.
    let logs: [TransparencyLog]

    /// Makes the authorities and keys of a seed.
    ///
    /// - Throws: ``TrustError`` where a key or a certificate cannot be made.
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

    /// A key on P-256 that is drawn from the name of its owner.
    func key(of owner: String) -> EllipticCurvePrivateKey {
        ScenarioWorld.key(owner, of: SeededRandomSource(seed: seed))
    }

    /// The serial number of a certificate with this label, 16 octets.
    func serial(_ label: String) -> [UInt8] { ScenarioWorld.serial(label, of: SeededRandomSource(seed: seed)) }

    // MARK: - Certificates

    /// The contents of a usual server certificate for `host`. It is valid for 90 days from the moment of the scenarios.
    static func profile(_ host: String = ScenarioWorld.host) -> CertificateProfile {
        var profile = CertificateProfile.server(hostName: host, at: time)
        // A curve key here only signs: RFC 5480 section 3 does not allow keyEncipherment for it.
        profile.keyUsage = [.digitalSignature]
        return profile
    }

    /// A server's certificate in DER.
    ///
    /// - Parameters:
    ///   - label: distinguishes it from other certificates of the same name. The serial number is drawn from it.
    ///   - issuer: the issuer; ``intermediate`` if nil.
    ///   - key: the certified key; that of ``serverKey`` if nil.
    ///   - isLogged: whether it contains the timestamps of as many logs as it needs. A certificate of version 1 has none.
    ///   - change: changes the contents before they are signed.
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

    /// A self-signed certificate in DER.
    func selfSigned(
        _ label: String, key: EllipticCurvePrivateKey, profile: CertificateProfile = profile()
    ) throws(TrustError) -> [UInt8] {
        try CertificateAuthority.root(profile, key: .ecdsa(key), serialNumber: serial(label)).certificate
    }

    /// The certificate of ``host``. In most scenarios the app was shipped with it.
    func genuine() throws(TrustError) -> [UInt8] { try certificate("genuine") }

    /// As many logs as Apple's rules demand: three for a certificate with a lifetime of more than 180 days, otherwise two.
    func logs(for content: TBSCertificate) -> [TransparencyLog] {
        Array(logs.prefix(content.notAfter - content.notBefore > 180 * CivilTime.day ? 3 : 2))
    }

    /// All logs with their public keys, as devices know them.
    func knownLogs() throws(TrustError) -> [KnownLog] {
        var known: [KnownLog] = []
        for (number, log) in logs.enumerated() {
            known.append(try KnownLog("log \(number + 1)", key: SubjectKeyInfo(curve: log.key.publicKey).info))
        }
        return known
    }

    // MARK: - Evidence

    /// The evidence when the app asks for `host` and the server shows `chain`.
    ///
    /// - Parameters:
    ///   - pins: the app's certificates in DER; if nil, the genuine server's certificate.
    ///   - change: changes the evidence last.
    func evidence(
        _ chain: [[UInt8]], asked host: String = ScenarioWorld.host, pins: [[UInt8]]? = nil,
        _ change: (inout TrustEvidence) throws -> Void = { _ in }
    ) throws -> TrustEvidence {
        var evidence = TrustEvidence(
            chain: chain, asked: .server(host), time: ScenarioWorld.time,
            systemAnchors: [root.certificate, otherRoot.certificate])
        evidence.pins = try pins ?? [genuine()]
        evidence.knownLogs = try knownLogs()
        evidence.sentTimestamps = .seen(nil)
        try change(&evidence)
        return evidence
    }

    /// The evidence for a server with one unusual certificate, which `profile`, `key` or `change` makes unusual. The server sends it with
    /// the intermediate, and the app has bundled it.
    func server(
        _ label: String, key: SubjectKeyInfo? = nil, profile: CertificateProfile = profile(),
        asked host: String = ScenarioWorld.host, isLogged: Bool = true,
        _ change: (inout TBSCertificate) throws -> Void = { _ in }
    ) throws -> TrustEvidence {
        let leaf = try certificate(label, key: key, profile: profile, isLogged: isLogged, change)
        return try evidence([leaf, intermediate.certificate], asked: host, pins: [leaf])
    }
}
