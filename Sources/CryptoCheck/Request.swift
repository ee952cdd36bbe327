import Crypto
import JSONLines
import Trace

/// Why a request is not carried out, or what its operation found.
struct RequestError: Error, CustomStringConvertible {
    let description: String

    /// What is wrong with a field.
    static func field(_ name: String, _ problem: String) -> RequestError {
        RequestError(description: "field \(name): \(problem)")
    }
}

/// One request: its fields, each read as what the operation needs it to be.
struct Request {
    /// The most binary digits of a number, so that no single request takes more than a few seconds: twice as many as any key
    /// has that is in use.
    static let numberLimit = 32_768
    /// The most octets that may be asked for where the operation itself has no limit.
    static let outputLimit = 1 << 20

    private let object: JSONObject

    /// The request of a line.
    init(_ object: JSONObject) { self.object = object }

    /// A text.
    func text(_ name: String) throws(RequestError) -> String {
        switch object[name] {
        case .string(let text): return text
        case nil: throw .field(name, "missing")
        default: throw .field(name, "not a text")
        }
    }

    /// Octets in hexadecimal; none are the empty text.
    func octets(_ name: String) throws(RequestError) -> [UInt8] {
        let text = try text(name)
        if let octets = Hex.octets(text) { return octets }
        guard text.utf8.count.isMultiple(of: 2) else { throw .field(name, "an odd number of hexadecimal digits") }
        throw .field(name, "not hexadecimal")
    }

    /// A number in hexadecimal, of any length; the empty text is zero, as OS2IP has it.
    ///
    /// - Parameter bits: the most binary digits it may have.
    func number(_ name: String, bits: Int = Request.numberLimit) throws(RequestError) -> Integer {
        let text = try text(name)
        guard text.utf8.allSatisfy({ Unicode.Scalar($0).properties.isASCIIHexDigit }) else {
            throw .field(name, "not hexadecimal")
        }
        let digits = text.utf8.drop { $0 == UInt8(ascii: "0") }
        // The first digit may stand for fewer than four.
        guard digits.count <= bits / 4 else { throw .field(name, "more than \(bits) bits") }
        return Integer(hex: "0" + String(Substring(digits))) ?? 0
    }

    /// A count, not negative.
    func count(_ name: String, limit: Int = Request.outputLimit) throws(RequestError) -> Int {
        switch object[name] {
        case .integer(let number):
            guard number >= 0 else { throw .field(name, "negative") }
            guard number <= limit else { throw .field(name, "more than \(limit)") }
            return Int(number)
        case nil: throw .field(name, "missing")
        default: throw .field(name, "not an integer")
        }
    }

    /// A hash function by its name.
    func hash(_ name: String) throws(RequestError) -> HashAlgorithm {
        switch try text(name) {
        case "sha1": return .sha1
        case "sha224": return .sha224
        case "sha256": return .sha256
        case "sha384": return .sha384
        case "sha512": return .sha512
        default: throw .field(name, "not sha1, sha224, sha256, sha384 or sha512")
        }
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
            throw .field(name, "not ffdhe2048, ffdhe3072, ffdhe4096, ffdhe6144 or ffdhe8192")
        }
        return group
    }
}
