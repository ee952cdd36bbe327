import Crypto
import TLSSim
import Trace

/// What only the arithmetic needs of a request.
extension Fields {
    /// The most binary digits of a number, so that no single request takes more than a few seconds: twice as many as any key
    /// has that is in use.
    static let numberLimit = 32_768
    /// The most octets that may be asked for where the operation itself has no limit.
    static let outputLimit = 1 << 20

    /// A number in hexadecimal, of any length; the empty text is zero, as OS2IP has it.
    ///
    /// - Parameter bits: the most binary digits it may have.
    func number(_ name: String, bits: Int = Fields.numberLimit) throws(RequestError) -> Integer {
        let text = try text(name)
        guard text.utf8.allSatisfy({ Unicode.Scalar($0).properties.isASCIIHexDigit }) else {
            throw error(name, .notHexadecimal)
        }
        let digits = text.utf8.drop { $0 == UInt8(ascii: "0") }
        // The first digit may stand for fewer than four.
        guard digits.count <= bits / 4 else { throw error(name, "more than \(bits) bits") }
        return Integer(hex: "0" + String(Substring(digits))) ?? 0
    }

    /// A count, not negative.
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
