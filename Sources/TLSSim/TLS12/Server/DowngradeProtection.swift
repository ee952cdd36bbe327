import Crypto

/// What a server does that could speak TLS 1.3 and agrees on TLS 1.2.
extension Server.Configuration {
    /// server_random: 32 fresh octets, whose end says that TLS 1.3 is spoken here (RFC 8446 section 4.1.3). An attacker who has taken TLS
    /// 1.3 out of the hello cannot take this out, because the server's signature covers it.
    func serverRandom<R: RandomSource>(using random: inout R) -> [UInt8] {
        let octets = random.octets(32)
        return speaksTLS13 ? octets.dropLast(8) + ServerHello.sentinelOfTLS12 : octets
    }

    /// Checks the version of a hello that TLS 1.3 does not answer.
    ///
    /// A server that knows TLS 1.3 goes by supported_versions alone where the hello has it: the version field decides nothing then, but
    /// for that of SSL 3.0, which ends it (RFC 8446 sections 4.2.1 and D.5).
    ///
    /// - Throws: ``TLSError/inappropriateFallback(_:)`` for a client that could speak more (RFC 7507 section 3),
    ///   ``TLSError/unsupportedVersion(_:)`` for one that does not speak TLS 1.2.
    func checkVersion(of hello: ClientHello) throws(TLSError) {
        var version = hello.version
        var isSpoken = version >= .tls12
        if speaksTLS13, version > .ssl30, let versions = hello.supportedVersions {
            let older = versions.filter { $0 <= .tls12 }.max()
            isSpoken = older == .tls12
            // Where there is another number, one of GREASE is not named: it is no version.
            version = older ?? versions.filter { !GREASE.holds($0.rawValue) }.max() ?? versions.max() ?? version
        }
        // RFC 7507 section 3: a client at the highest version that is spoken here has fallen no lower than that.
        let isBelow = version < .tls12 || speaksTLS13
        if isBelow, hello.cipherSuites.contains(CipherSuite.fallback) {
            throw .inappropriateFallback(min(version, .tls12))
        }
        // Appendix E.1 of RFC 5246: a higher version is answered with ours; a lower one is not spoken here (RFC 8996).
        guard isSpoken else { throw .unsupportedVersion(version) }
    }
}
