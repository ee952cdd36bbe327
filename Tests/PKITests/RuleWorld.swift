import Crypto
import Synchronization
import Testing

@testable import PKI

/// Authorities and servers by name, for the cases of ``RuleCase``: who has the same name has the same key unless another one
/// is asked for.
struct RuleWorld: Sendable {
    /// 2026-03-01 12:00:00 UTC.
    static let time: Int64 = 1_772_366_400
    static let host = "www.example.com"

    /// Something done to a certificate before it is signed.
    typealias Change = @Sendable (inout TBSCertificate) throws -> Void

    let random = SeededRandomSource(seed: 5280)

    /// Keys that have been made: that is what takes time.
    private static let shelf = Mutex<[String: EllipticCurvePrivateKey]>([:])

    func key(_ owner: String) -> EllipticCurvePrivateKey {
        RuleWorld.shelf.withLock { shelf in
            if let known = shelf[owner] { return known }
            var source = random.fork(owner)
            let key = EllipticCurvePrivateKey.generate(using: &source)
            shelf[owner] = key
            return key
        }
    }

    /// A key for Ed25519.
    static let ed25519: [UInt8] = {
        var source = SeededRandomSource(seed: 25519)
        return Ed25519PrivateKey.generate(using: &source).publicKey.octets
    }()

    private func serial(_ label: String) -> [UInt8] {
        var source = random.fork("serial number of " + label)
        return [0x40] + source.octets(15)
    }

    /// An authority that vouches for itself.
    func root(
        _ name: String = "Root", key owner: String? = nil, pathLength: Int? = nil, _ change: Change = { _ in }
    ) throws -> CertificateAuthority {
        var profile = CertificateProfile.root(named: name, at: RuleWorld.time)
        profile.constraints = .authority(pathLength: pathLength)
        return try .root(profile, key: .ecdsa(key(owner ?? name)), serialNumber: serial(name), change)
    }

    /// An authority below another one.
    func authority(
        _ name: String, by issuer: CertificateAuthority, key owner: String? = nil, pathLength: Int? = nil,
        _ change: Change = { _ in }
    ) throws -> CertificateAuthority {
        try issuer.authority(
            .intermediate(named: name, pathLength: pathLength, at: RuleWorld.time), key: .ecdsa(key(owner ?? name)),
            serialNumber: serial("\(name) by \(issuer.name)"), change)
    }

    /// A server's certificate.
    func server(by issuer: CertificateAuthority, _ change: Change = { _ in }) throws -> [UInt8] {
        var profile = CertificateProfile.server(hostName: RuleWorld.host, at: RuleWorld.time)
        profile.keyUsage = [.digitalSignature]
        return try issuer.certify(
            profile, key: SubjectKeyInfo(curve: key("server").publicKey), serialNumber: serial("server"), change)
    }

    /// A line of authorities, each below the one before it, the root first. Names that are repeated are self-issued.
    func line(_ names: [String], rootLength: Int? = nil, lengths: [Int: Int] = [:]) throws -> RuleChain {
        let root = try root(pathLength: rootLength)
        var issuers = [root]
        for (place, name) in names.enumerated() {
            guard let issuer = issuers.last else { break }
            issuers.append(
                try authority(name, by: issuer, key: "\(name) \(place)", pathLength: lengths[place]))
        }
        return RuleChain(
            leaf: try server(by: issuers.last ?? root), extra: issuers.dropFirst().map(\.certificate),
            anchors: [root.certificate])
    }

    /// Authorities each of which has certified all others; the first is also certified by the root.
    func mesh(of count: Int, by root: CertificateAuthority, pathLength: Int? = nil, _ change: Change = { _ in }) throws
        -> RuleChain
    {
        let members = try (0..<count).map { try authority("M\($0)", by: root, pathLength: pathLength, change) }
        var extra = members.prefix(1).map(\.certificate)
        for issuer in members {
            for subject in 0..<count where members[subject].name != issuer.name {
                extra.append(try authority("M\(subject)", by: issuer).certificate)
            }
        }
        guard let last = members.last else { return RuleChain(leaf: [], extra: [], anchors: []) }
        return RuleChain(
            leaf: try server(by: last), extra: extra.reversed(), anchors: [try self.root().certificate])
    }
}

/// What is judged.
struct RuleChain: Sendable {
    var leaf: [UInt8]
    var extra: [[UInt8]]
    var anchors: [[UInt8]]
}

/// A rule, a chain that keeps or breaks it, and which check says so.
struct RuleCase: Sendable, CustomTestStringConvertible {
    let name: String
    /// The text that decides.
    let rule: String
    /// The check that refuses; nil where the chain is to be trusted.
    let refusal: Check?
    /// Whether only the rules for authorities are broken: an operating system does not refuse for that.
    var isBreach = false
    var ask: @Sendable (inout ChainQuestion) -> Void = { _ in }
    var host: String? = RuleWorld.host
    let make: @Sendable (RuleWorld) throws -> RuleChain

    var testDescription: String { name }

    /// Where in a chain of three something is changed.
    enum Place: Sendable {
        case leaf, intermediate, root
    }

    /// Root, intermediate and server, one of them changed.
    static func changed(
        _ place: Place, _ name: String, _ rule: String, _ refusal: Check?, isBreach: Bool = false,
        host: String? = RuleWorld.host, ask: @escaping @Sendable (inout ChainQuestion) -> Void = { _ in },
        _ change: @escaping RuleWorld.Change
    ) -> RuleCase {
        RuleCase(
            name: "\(place): \(name)", rule: rule, refusal: refusal, isBreach: isBreach, ask: ask, host: host
        ) { world in
            let root = try world.root { if place == .root { try change(&$0) } }
            let below = try world.authority("Issuing", by: root) { if place == .intermediate { try change(&$0) } }
            return RuleChain(
                leaf: try world.server(by: below) { if place == .leaf { try change(&$0) } },
                extra: [below.certificate], anchors: [root.certificate])
        }
    }
}

/// Extensions by hand.
enum Raw {
    static let unknown: OID = [2, 25, 4711]

    /// An extension with any octets as its value.
    static func item(
        _ identifier: OID, _ value: [UInt8], critical: Bool = false, writesDefault: Bool = false
    ) -> CertificateExtension {
        CertificateExtension(identifier, critical: critical, value: value, writesDefault: writesDefault)
    }

    /// A tag, a length and what they are for.
    static func node(_ tag: UInt8, _ content: [UInt8]) -> [UInt8] {
        let count = content.count
        let length = count < 128 ? [UInt8(count)] : [0x82, UInt8(count >> 8), UInt8(count & 0xff)]
        return [tag] + length + content
    }

    static func sequence(_ parts: [UInt8]...) -> [UInt8] { node(0x30, parts.flatMap { $0 }) }

    static func oid(_ identifier: OID) -> [UInt8] {
        DERWriter.identifier(identifier)
    }

    static func dns(_ name: String) -> [UInt8] { node(0x82, Array(name.utf8)) }
    static func address(_ octets: [UInt8]) -> [UInt8] { node(0x87, octets) }
    static func mail(_ text: String) -> [UInt8] { node(0x81, Array(text.utf8)) }
    static func uri(_ text: String) -> [UInt8] { node(0x86, Array(text.utf8)) }
    static let registered: [UInt8] = [0x88, 0x02, 0x2a, 0x03]

    /// subjectAltName with these names.
    static func names(_ names: [UInt8]..., critical: Bool = false) -> CertificateExtension {
        item(.subjectAltName, node(0x30, names.flatMap { $0 }), critical: critical)
    }

    /// nameConstraints with these bases.
    static func constraints(permitted: [[UInt8]] = [], excluded: [[UInt8]] = []) -> CertificateExtension {
        func list(_ tag: UInt8, _ bases: [[UInt8]]) -> [UInt8] {
            bases.isEmpty ? [] : node(tag, bases.flatMap { sequence($0) })
        }
        return item(.nameConstraints, sequence(list(0xa0, permitted), list(0xa1, excluded)), critical: true)
    }

    /// certificatePolicies with these policies.
    static func policies(_ policies: OID...) -> CertificateExtension {
        item(.certificatePolicies, node(0x30, policies.flatMap { sequence(oid($0)) }))
    }

    /// certificatePolicies with a policy that has a qualifier of an unknown kind.
    static func qualified(critical: Bool) -> CertificateExtension {
        let qualifier = sequence(oid(unknown), DERWriter.null)
        return item(
            .certificatePolicies, sequence(sequence(oid([1, 2, 3]), sequence(qualifier))), critical: critical)
    }

    /// extKeyUsage with these purposes.
    static func purposes(_ purposes: OID..., critical: Bool = false) -> CertificateExtension {
        item(.extKeyUsage, node(0x30, purposes.flatMap(oid)), critical: critical)
    }

}
