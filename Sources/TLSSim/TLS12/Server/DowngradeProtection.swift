import Crypto

/// The rules for a server that supports TLS 1.3 and agrees on TLS 1.2.
extension Server.Configuration {
    /// server_random: 32 random octets. If the server supports TLS 1.3, the last eight are the downgrade sentinel (RFC 8446 section 4.1.3).
    /// An attacker who has removed TLS 1.3 from the hello cannot remove the sentinel, because the server's signature covers it.
    func serverRandom<R: RandomSource>(using random: inout R) -> [UInt8] {
        let octets = random.octets(32)
        return speaksTLS13 ? octets.dropLast(8) + ServerHello.sentinelOfTLS12 : octets
    }

    /// Checks the version of a hello that is answered with TLS 1.2.
    ///
    /// If the hello has supported_versions, a server that supports TLS 1.3 uses only this extension. The version field is then ignored,
    /// except that SSL 3.0 in it is refused (RFC 8446 sections 4.2.1 and D.5).
    ///
    /// - Throws: ``TLSError/inappropriateFallback(_:)`` if the client signals that it supports a higher version (RFC 7507 section 3);
    ///   ``TLSError/unsupportedVersion(_:)`` if the client does not offer TLS 1.2.
    func checkVersion(of hello: ClientHello) throws(TLSError) {
        var version = hello.version
        var isSpoken = version >= .tls12
        if speaksTLS13, version > .ssl30, let versions = hello.supportedVersions {
            let older = versions.filter { $0 <= .tls12 }.max()
            isSpoken = older == .tls12
            // The error names a number of GREASE, which is no version, only if there is no other number.
            version = older ?? versions.filter { !GREASE.holds($0.rawValue) }.max() ?? versions.max() ?? version
        }
        // RFC 7507 section 3: a client that offers the server's highest version has not fallen below it.
        let isBelow = version < .tls12 || speaksTLS13
        if isBelow, hello.cipherSuites.contains(CipherSuite.fallback) {
            throw .inappropriateFallback(min(version, .tls12))
        }
        // RFC 5246 appendix E.1: a higher version is answered with TLS 1.2. A lower version is not supported here (RFC 8996).
        guard isSpoken else { throw .unsupportedVersion(version) }
    }
}
