import PKI
import Testing

@testable import Crypto

@Suite struct EllipticCurveKeyFileTests {
    private static func key() -> EllipticCurvePrivateKey {
        var random = SeededRandomSource(seed: 256)
        return .generate(using: &random)
    }

    /// The same octets and characters that OpenSSL writes for the same key.
    @Test func openSSLWritesTheSame() throws {
        let key = EllipticCurveKeyFileTests.key()
        let pem = Array(key.pkcs8PEM.utf8)
        #expect(try run("openssl", "pkey", input: pem).output == pem)
        #expect(try run("openssl", "ec", input: pem).output == Array(key.sec1PEM.utf8))
        #expect(try run("openssl", "ec", "-outform", "DER", input: pem).output == key.sec1DER)
        #expect(try run("openssl", "ec", "-pubout", input: pem).output == Array(key.publicKey.spkiPEM.utf8))
        #expect(try run("openssl", "pkey", input: Array(key.sec1PEM.utf8)).output == pem)
        let check = try run("openssl", "pkey", "-check", "-noout", input: pem)
        #expect(check.status == 0 && check.text.contains("Key is valid"), "\(check.errors)")
    }

    @Test func weReadEveryFormOfOpenSSL() throws {
        let pem = try run("openssl", "genpkey", "-algorithm", "EC", "-pkeyopt", "ec_paramgen_curve:P-256")
        let key = try EllipticCurvePrivateKey(pem: pem.text)
        #expect(key.pkcs8PEM == pem.text)
        #expect(try EllipticCurvePrivateKey(pem: run("openssl", "ec", input: pem.output).text) == key)
        let spki = try run("openssl", "ec", "-pubout", input: pem.output)
        #expect(try EllipticCurvePublicKey(pem: spki.text) == key.publicKey)
        // With the parameters before the key, as ecparam writes it; and without the public key.
        let both = try run("openssl", "ecparam", "-name", "prime256v1", "-genkey")
        #expect(try EllipticCurvePrivateKey(pem: both.text).pkcs8PEM == run("openssl", "pkey", input: both.output).text)
        let bare = try run("openssl", "ec", "-no_public", input: pem.output)
        #expect(try EllipticCurvePrivateKey(pem: bare.text) == key)
    }

    @Test func everyFormComesBack() throws {
        for seed: UInt64 in 1...5 {
            var random = SeededRandomSource(seed: seed)
            let key = EllipticCurvePrivateKey.generate(using: &random)
            #expect(try EllipticCurvePrivateKey(pem: key.sec1PEM) == key)
            #expect(try EllipticCurvePrivateKey(pem: key.pkcs8PEM) == key)
            #expect(try EllipticCurvePublicKey(pem: key.publicKey.spkiPEM) == key.publicKey)
        }
    }

    private func failure(_ pem: String) -> KeyFileError? {
        do throws(KeyFileError) {
            _ = try EllipticCurvePrivateKey(pem: pem)
            return nil
        } catch {
            return error
        }
    }

    private func failure(sec1 der: [UInt8]) -> KeyFileError? {
        do throws(KeyFileError) {
            _ = try EllipticCurvePrivateKey(sec1DER: der)
            return nil
        } catch {
            return error
        }
    }

    @Test func whatIsWrongIsNamed() throws {
        let rsa = try #require(TestKeys.rsa1024)
        #expect(failure("") == .notPEM)
        #expect(failure(rsa.pkcs1PEM) == .otherAlgorithm("RSA", wanted: "elliptic curves"))
        #expect(failure(rsa.pkcs8PEM) == .otherAlgorithm("RSA", wanted: "elliptic curves"))
        let edwards = try run("openssl", "genpkey", "-algorithm", "ED25519")
        #expect(failure(edwards.text) == .otherAlgorithm("Ed25519", wanted: "elliptic curves"))
        let other = try run("openssl", "ecparam", "-name", "secp224r1", "-genkey", "-noout")
        #expect(failure(other.text) == .otherCurve("secp224r1 (1.3.132.0.33)"))
        let again = try run("openssl", "pkey", input: other.output).text
        #expect(failure(again) == .otherCurve("secp224r1 (1.3.132.0.33)"))
        let explicit = try run(
            "openssl", "ecparam", "-name", "prime256v1", "-genkey", "-noout", "-param_enc", "explicit")
        #expect(failure(explicit.text) == .malformed(field: "ECPrivateKey.parameters"))
        let key = EllipticCurveKeyFileTests.key()
        let locked = try run("openssl", "ec", "-aes128", "-passout", "pass:secret", input: Array(key.sec1PEM.utf8))
        #expect(failure(locked.text) == .encrypted)
        #expect(failure(key.publicKey.spkiPEM) == .noSuchKey(wanted: "private key", found: ["PUBLIC KEY"]))
        #expect(throws: KeyFileError.noSuchKey(wanted: "public key", found: ["PRIVATE KEY"])) {
            try EllipticCurvePublicKey(pem: key.pkcs8PEM)
        }
    }

    @Test func numbersThatAreNotAKey() throws {
        let name = "a00a 0608 2a8648ce3d030107"
        let zero = octets("3031 020101 0420" + String(repeating: "00", count: 32) + name)
        #expect(failure(sec1: zero) == .invalidCurveKey(.privateKeyOutOfRange))
        let short = octets("3030 020101 041f" + String(repeating: "01", count: 31) + name)
        #expect(failure(sec1: short) == .invalidCurveKey(.wrongPrivateKeyLength(count: 31, needed: 32)))
        let unnamed = octets("3025 020101 0420" + String(repeating: "01", count: 32))
        #expect(failure(sec1: unnamed) == .malformed(field: "ECPrivateKey.parameters"))
        #expect(failure(sec1: octets("3003 020102")) == .unsupportedVersion(field: "ECPrivateKey.version"))
        // The public key of another.
        let key = EllipticCurveKeyFileTests.key()
        let base = EllipticCurve.p256
        let foreign = key.sec1DER.dropLast(65) + base.octets(of: base.generator)
        #expect(failure(sec1: Array(foreign)) == .invalidCurveKey(.publicKeyDoesNotMatch))
        let off = key.sec1DER.dropLast() + [(key.sec1DER.last ?? 0) ^ 1]
        #expect(failure(sec1: Array(off)) == .invalidCurveKey(.pointNotOnCurve))
    }

    /// No single changed octet ends the program or gives a key that is not one.
    @Test func damagedFilesNeverTrap() {
        let key = EllipticCurveKeyFileTests.key()
        for der in [key.sec1DER, key.pkcs8DER, key.publicKey.spkiDER] {
            for index in der.indices {
                var damaged = der
                damaged[index] ^= 0x81
                if let read = try? EllipticCurvePrivateKey(sec1DER: damaged) { #expect(read == key) }
                if let read = try? EllipticCurvePrivateKey(pkcs8DER: damaged) { #expect(read == key) }
                if let read = try? EllipticCurvePublicKey(spkiDER: damaged) { #expect(read == key.publicKey) }
                _ = try? EllipticCurvePrivateKey(sec1DER: Array(der[..<index]))
                _ = try? EllipticCurvePublicKey(spkiDER: Array(der[..<index]))
            }
        }
    }
}
