import Crypto
import Trace

/// The suites with CBC on elliptic curves (RFC 8422 section 6, RFC 5289 section 3.1). Real servers have spoken them for years. The visits of
/// the lessons do not offer them.
extension CipherSuite {
    /// The suites with CBC on elliptic curves, preferred first.
    public static let cbcOnCurves: [CipherSuite] = [
        cbcOnCurves(0xc023, .ecdheECDSA, keyLength: 16, mac: .sha256),
        cbcOnCurves(0xc024, .ecdheECDSA, keyLength: 32, mac: .sha384),
        cbcOnCurves(0xc027, .ecdheRSA, keyLength: 16, mac: .sha256),
        cbcOnCurves(0xc028, .ecdheRSA, keyLength: 32, mac: .sha384),
        cbcOnCurves(0xc009, .ecdheECDSA, keyLength: 16, mac: .sha1),
        cbcOnCurves(0xc00a, .ecdheECDSA, keyLength: 32, mac: .sha1),
        cbcOnCurves(0xc013, .ecdheRSA, keyLength: 16, mac: .sha1),
        cbcOnCurves(0xc014, .ecdheRSA, keyLength: 32, mac: .sha1),
    ]

    /// The suites of live connections, preferred first: ``all``, and those with CBC on curves before the first without forward secrecy.
    public static let live: [CipherSuite] =
        all.filter(\.keyExchange.isForwardSecret) + cbcOnCurves + all.filter { !$0.keyExchange.isForwardSecret }

    private static func cbcOnCurves(
        _ codePoint: UInt16, _ exchange: KeyExchangeKind, keyLength: Int, mac: HashAlgorithm
    ) -> CipherSuite {
        let name = mac == .sha1 ? "SHA" : mac == .sha256 ? "SHA256" : "SHA384"
        return CipherSuite(
            codePoint, exchange, cipher: .aesCBC(keyLength: keyLength, mac: mac),
            suffix: "AES_\(8 * keyLength)_CBC_\(name)", hash: mac == .sha384 ? .sha384 : .sha256,
            cite: mac == .sha1 ? .rfc(8422, "6") : .rfc(5289, "3.1"))
    }
}
