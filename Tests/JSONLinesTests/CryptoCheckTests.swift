import Crypto
import JSONLines
import TestSupport
import Testing
import Trace

/// One request, as its members are written.
func request(_ operation: String, _ fields: KeyValuePairs<String, JSON>) -> String {
    request(1, operation, fields)
}

/// One request with an id of its own.
func request(_ id: Int, _ operation: String, _ fields: KeyValuePairs<String, JSON>) -> String {
    let head = [JSON.Member("id", .integer(Int64(id))), JSON.Member("op", .string(operation))]
    return JSON.object(head + fields.map { JSON.Member($0.key, $0.value) }).compact
}

/// The answer to a line.
func answer(_ line: String) throws -> JSON {
    var checker = CryptoCheck(blindedBy: SeededRandomSource(seed: 1))
    return try JSON(checker.answer(line: line.utf8).utf8, .flat)
}

extension JSON: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral {
    public init(stringLiteral value: String) { self = .string(value) }
    public init(integerLiteral value: Int64) { self = .integer(value) }
}

/// The operations on numbers, and the words of an answer.
@Suite struct CryptoCheckTests {
    private func power(_ b: String, _ e: String, _ m: String) throws -> JSON {
        try answer(request("modexp", ["b": .string(b), "e": .string(e), "m": .string(m)]))
    }

    @Test func answersHaveTheFormOfTheContract() throws {
        var checker = CryptoCheck(blindedBy: SeededRandomSource(seed: 1))
        func line(_ text: String) -> String { checker.answer(line: text.utf8) }
        #expect(line(#"{"id":7,"op":"modexp","b":"3","e":"5","m":"7"}"#) == #"{"id":7,"ok":true,"r":"5"}"#)
        #expect(line(#"{"op":"is_prime","n":"11","id":8}"#) == #"{"id":8,"ok":true,"prime":true}"#)
        #expect(line(#"{"id":9,"op":"teleport","x":1}"#) == #"{"id":9,"unsupported":true}"#)
        #expect(line(#"{"id":10,"op":"modexp","b":"3","e":"5"}"#).contains(#""error":"field m: missing""#))
        #expect(line("nonsense").hasPrefix(#"{"id":null,"ok":false,"error":"at octet 0"#))
        #expect(line("").hasPrefix(#"{"id":null,"ok":false"#))
        #expect(line(#"{"id":11,"op":["modexp"]}"#).hasPrefix(#"{"id":11,"ok":false,"error":"at octet"#))
        #expect(line(#"{"id":12}"#) == #"{"id":12,"ok":false,"error":"field op: missing"}"#)
        #expect(line(#"{"id":"x","op":1}"#) == #"{"id":"x","ok":false,"error":"field op: not a text"}"#)
        #expect(line(#"{"op":"hmac"}"#).hasPrefix(#"{"id":null,"ok":false"#))
    }

    @Test func powersAreComputed() throws {
        #expect(try power("0", "0", "1")["r"] == "0")
        #expect(try power("2", "0", "5")["r"] == "1")
        #expect(try power("ff", "10001", "100")["r"] == "ff")  // an even modulus
        #expect(try power("", "1", "3")["r"] == "0")
        #expect(try power("0002", "003", "0009")["r"] == "8")
        #expect(try power("2", "3", "0")["error"] == "field m: zero: there are no residues modulo 0")
        #expect(try power("-2", "3", "7")["error"] == "field b: not hexadecimal")
        #expect(try power("2", " 3", "7")["error"] == "field e: not hexadecimal")
        #expect(try power("2", "é", "7")["error"] == "field e: not hexadecimal")
        let long = String(repeating: "f", count: 8192)
        #expect(try power("2", "0" + long, "7")["ok"] == .bool(true))
        #expect(try power("2", "1" + long, "7")["error"] == "field e: more than 32768 bits")
    }

    /// Against Python's whole numbers.
    @Test func pythonAgreesOnPowers() async throws {
        try await Tool.require("python3")
        var random = SplitMix64(seed: 11)
        let numbers = (0..<60).map { index in
            (0..<3).map { _ in hex(random.octets(1 + index * 2)) }
        }
        let program = """
            import sys
            for line in sys.stdin:
                b, e, m = (int(x, 16) for x in line.split())
                print('%x' % pow(b, e, m))
            """
        let input = numbers.map { $0.joined(separator: " ") }.joined(separator: "\n")
        let expected = try await Tool.output("python3", ["-c", program], input: Array(input.utf8))
            .split(separator: "\n").map(String.init)
        #expect(expected.count == numbers.count)
        for (number, expected) in zip(numbers, expected) {
            #expect(try power(number[0], number[1], number[2])["r"] == .string(expected))
        }
    }

    private func isPrime(_ n: String) throws -> JSON? {
        try answer(request("is_prime", ["n": .string(n)]))["prime"]
    }

    @Test func primesAreToldFromCompositeNumbers() throws {
        for prime in ["2", "3", "65537", "7fffffffffffffffffffffffffffffff"] {
            let n = try #require(Integer(hex: prime))
            #expect(try isPrime(prime) == .bool(n.isProbablyPrime()))
        }
        #expect(try isPrime("2") == .bool(true))
        #expect(try isPrime(FiniteFieldGroup.ffdhe2048.p.hex) == .bool(true))
        for composite in ["", "0", "1", "4", "9", "231", "5bcd5f1ed"] {
            #expect(try isPrime(composite) == .bool(false))
        }
        // Arnault's number (1995): a product of three primes that passes the test of Miller and Rabin to every prime base
        // below 307.
        let p = try #require(
            Integer(
                decimal:
                    """
                    296744956686855105501541746429053327307719917998530433509950755312\
                    76838753171770199594238596428121188033664754218345562493168782883
                    """
            ))
        let number = p * (313 * (p - 1) + 1) * (353 * (p - 1) + 1)
        #expect(try isPrime(number.hex) == .bool(false))
        // Carmichael numbers.
        for number in [561, 1105, 1729, 2465, 2821, 6601, 8911, 825_265, 321_197_185] as [Integer] {
            #expect(try isPrime(number.hex) == .bool(false))
        }
    }

    @Test func groupsAreNamedAndAgreedIn() throws {
        let group = try answer(request("ffdhe_group", ["name": "ffdhe3072"]))
        #expect(group["p"] == .string(FiniteFieldGroup.ffdhe3072.p.hex))
        #expect(group["g"] == "2")
        for name in ["toy-23", "ffdhe1024", ""] {
            let refused = try answer(request("ffdhe_group", ["name": .string(name)]))
            #expect(refused["ok"] == .bool(false))
        }
        let p = FiniteFieldGroup.ffdhe2048.p
        func agree(_ x: Integer, _ y: Integer) throws -> JSON {
            try answer(
                request("dh_agree", ["group": "ffdhe2048", "x": .string(x.hex), "y": .string(y.hex)]))
        }
        // 2 to the power 5: padded to the size of p.
        #expect(try agree(5, 2)["z"] == .string(String(repeating: "0", count: 510) + "20"))
        for (x, y) in [(5, 0), (5, 1), (5, p - 1), (5, p), (5, p + 2), (0, 2), (p - 1, 2)] as [(Integer, Integer)] {
            #expect(try agree(x, y)["ok"] == .bool(false))
        }
    }

    @Test func fieldsAreNamedWhenTheyAreWrong() throws {
        func error(_ operation: String, _ fields: KeyValuePairs<String, JSON>) throws -> JSON? {
            try answer(request(operation, fields))["error"]
        }
        #expect(try error("hmac", ["hash": "md5"]) == "field hash: not sha1, sha224, sha256, sha384 or sha512")
        #expect(try error("hmac", ["hash": "sha1", "key": "abc"]) == "field key: an odd number of hexadecimal digits")
        #expect(try error("hmac", ["hash": "sha1", "key": "zz"]) == "field key: not hexadecimal")
        #expect(try error("hmac", ["hash": "sha1", "key": 5]) == "field key: not a text")
        #expect(try error("hmac", ["hash": "sha1", "key": "", "msg": ""]) == "field len: missing")
        #expect(try error("hmac", ["hash": "sha1", "key": "", "msg": "", "len": 21]) == "field len: more than 20")
        #expect(try error("hmac", ["hash": "sha1", "key": "", "msg": "", "len": 0]) == "field len: zero")
        #expect(try error("hmac", ["hash": "sha1", "key": "", "msg": "", "len": -1]) == "field len: negative")
        #expect(try error("hmac", ["hash": "sha1", "key": "", "msg": "", "len": "5"]) == "field len: not an integer")
        let key: JSON = "00000000000000000000000000000000"
        #expect(
            try error("aes_gcm_open", ["key": key, "iv": "00", "aad": "", "ct": "", "tag": "00"])
                == "field tag: 1 octets where 16 are needed")
        #expect(
            try error("aes_gcm_open", ["key": key, "iv": "", "aad": "", "ct": "", "tag": key]) == "field iv: empty")
        #expect(try error("aes_cbc_pkcs5_open", ["key": key, "iv": key, "ct": ""]) == "bad padding")
        #expect(
            try error("x25519", ["private": key, "public": key]) == "private key of 16 octets where 32 are needed")
    }
}

/// Two lower-case digits an octet.
func hex(_ octets: some Sequence<UInt8>) -> String {
    octets.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
}
