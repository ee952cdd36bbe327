import Crypto
import Trace

/// A server's memory of a first ClientHello, which the client keeps for it (RFC 8446 sections 4.2.2 and 4.4.1).
///
/// It has the hash of the hello, with which the transcript continues; the content of the HelloRetryRequest; and the hash of the part that
/// the second hello has to repeat. A MAC keeps the client from changing it. Nothing in it is secret.
struct RetryCookie: Hashable, Sendable {
    let suite: TLS13.CipherSuite
    let group: NamedGroup?
    /// The digest of the first hello, by the suite's hash.
    let helloHash: [UInt8]
    /// The digest of ``Retry/lastingPart(of:afterCookie:)`` of the first hello, by the suite's hash.
    let lastingHash: [UInt8]

    private static let format: UInt8 = 2
    private static let label = Array("HelloRetryRequest cookie".utf8)
    private static let mac = HashAlgorithm.sha256
}

extension RetryCookie {
    /// The octets of the extension: format, suite, group or 0, both hashes, MAC.
    func sealed(by key: [UInt8]) -> [UInt8] {
        var writer = ByteWriter()
        writer.integer("format", Self.format)
        writer.integer("cipher_suite", suite.codePoint)
        writer.integer("group", group?.rawValue ?? 0)
        writer.octets("hash", helloHash)
        writer.octets("lasting", lastingHash)
        return writer.bytes + HMAC.authenticate(Self.label + writer.bytes, key: key, hash: Self.mac)
    }

    /// Opens a cookie; nil for anything that this key did not make.
    init?(_ octets: [UInt8], sealedBy key: [UInt8]) {
        let content = Array(octets.dropLast(Self.mac.outputLength))
        let mac = HMAC.authenticate(Self.label + content, key: key, hash: Self.mac)
        guard ConstantTime.areEqual(mac, Array(octets.suffix(Self.mac.outputLength))) else { return nil }
        var reader = ByteReader(content, recording: false)
        guard let format = try? reader.integer("format", as: UInt8.self), format == Self.format,
            let code = try? reader.integer("cipher_suite", as: UInt16.self),
            let suite = TLS13.CipherSuite.withCodePoint(code),
            let group = try? reader.integer("group", as: UInt16.self),
            let hashes = try? reader.rest("hashes"), hashes.count == 2 * suite.hash.outputLength
        else { return nil }
        self.init(
            suite: suite, group: group == 0 ? nil : NamedGroup(rawValue: group),
            helloHash: Array(hashes.prefix(suite.hash.outputLength)),
            lastingHash: Array(hashes.suffix(suite.hash.outputLength)))
    }

    /// The HelloRetryRequest that carried this cookie.
    ///
    /// - Parameter octets: the octets of this cookie.
    func retry(with octets: [UInt8]) -> Retry { Retry(suite: suite, group: group, cookie: octets) }
}
