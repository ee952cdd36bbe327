import Crypto

/// What a server does that could speak TLS 1.3 and agrees on TLS 1.2.
extension Server.Configuration {
    /// server_random: 32 fresh octets, whose end says that TLS 1.3 is spoken here (RFC 8446 section 4.1.3). An attacker who has taken TLS
    /// 1.3 out of the hello cannot take this out, because the server's signature covers it.
    func serverRandom<R: RandomSource>(using random: inout R) -> [UInt8] {
        let octets = random.octets(32)
        return speaksTLS13 ? octets.dropLast(8) + ServerHello.sentinelOfTLS12 : octets
    }

    /// Checks a hello without TLS 1.3.
    ///
    /// - Throws: ``TLSError/inappropriateFallback(_:)`` for a client that could speak more (RFC 7507 section 3),
    ///   ``TLSError/unsupportedVersion(_:)`` where supported_versions lacks TLS 1.2 (RFC 8446 section 4.2.1).
    func checkDowngrade(_ hello: ClientHello) throws(TLSError) {
        guard speaksTLS13 else { return }
        if hello.cipherSuites.contains(CipherSuite.fallback) { throw .inappropriateFallback(hello.version) }
        guard hello.supportedVersions?.contains(.tls12) ?? true else { throw .unsupportedVersion(hello.version) }
    }
}
