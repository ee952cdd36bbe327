import Crypto
import TLSSim
import Trace

/// Kinds of fields that only `crypto check` and `tls13 replay` have.
extension Fields {
    /// The largest length of a number, in bits. No request takes more than a few seconds with it, and it is twice the length of
    /// any key in use.
    static let numberLimit = 32_768
    /// The largest number of octets that a request may ask for, if the operation itself has no limit.
    static let outputLimit = 1 << 20

    /// A number in hexadecimal. The empty text is zero, as in OS2IP (RFC 8017 section 4.2).
    ///
    /// - Parameter bits: the largest length, in bits.
    func number(_ name: String, bits: Int = Fields.numberLimit) throws(RequestError) -> Integer {
        let text = try text(name)
        guard text.utf8.allSatisfy({ Unicode.Scalar($0).properties.isASCIIHexDigit }) else {
            throw error(name, .notHexadecimal)
        }
        let digits = text.utf8.drop { $0 == UInt8(ascii: "0") }
        // A number of `bits` bits has at most bits / 4 digits without leading zeros.
        guard digits.count <= bits / 4 else { throw error(name, "more than \(bits) bits") }
        return Integer(hex: "0" + String(Substring(digits))) ?? 0
    }

    /// A number from 0 to `limit`.
    func count(_ name: String, limit: Int = Fields.outputLimit) throws(RequestError) -> Int {
        try integer(name, 0...limit)
    }

    /// A hash function by its name.
    func hash(_ name: String) throws(RequestError) -> HashAlgorithm {
        switch try text(name) {
        case "sha1": return .sha1
        case "sha224": return .sha224
        case "sha256": return .sha256
        case "sha384": return .sha384
        case "sha512": return .sha512
        default: throw error(name, "not sha1, sha224, sha256, sha384 or sha512")
        }
    }

    /// A cipher suite of TLS 1.3 by its name.
    func suite(_ name: String) throws(RequestError) -> TLS13.CipherSuite {
        guard let suite = TLS13.CipherSuite.named(try text(name)) else {
            throw error(name, "not one of \(TLS13.CipherSuite.all.map(\.name).joined(separator: ", "))")
        }
        return suite
    }

    /// An RSA public key of the fields n and e.
    func rsaPublicKey() throws -> RSAPublicKey {
        try RSAPublicKey(modulus: number("n"), exponent: number("e"))
    }

    /// An RSA private key of the fields n, e, d, p and q.
    func rsaPrivateKey() throws -> RSAPrivateKey {
        try RSAPrivateKey(n: number("n"), e: number("e"), d: number("d"), p: number("p"), q: number("q"))
    }

    /// A group of RFC 7919 by its name.
    func group(_ name: String) throws(RequestError) -> FiniteFieldGroup {
        guard let group = FiniteFieldGroup.named(try text(name)), group.codePoint != nil else {
            throw error(name, "not ffdhe2048, ffdhe3072, ffdhe4096, ffdhe6144 or ffdhe8192")
        }
        return group
    }
}
