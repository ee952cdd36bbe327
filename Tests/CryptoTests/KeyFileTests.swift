import PKI
import Testing

@testable import Crypto

@Suite struct KeyFileTests {
    // MARK: OpenSSL reads what we write

    @Test func openSSLReadsEveryPrivateForm() throws {
        let key = try #require(TestKeys.rsa2048)
        for pem in [key.pkcs1PEM, key.pkcs8PEM] {
            let check = try run("openssl", "rsa", "-check", "-noout", input: Array(pem.utf8))
            #expect(check.status == 0 && check.text.contains("RSA key ok"), "\(check.errors)")
        }
        for der in [key.pkcs1DER, key.pkcs8DER] {
            let check = try run("openssl", "rsa", "-inform", "DER", "-check", "-noout", input: der)
            #expect(check.status == 0 && check.text.contains("RSA key ok"), "\(check.errors)")
        }
    }

    /// Not only readable: the same octets and characters that OpenSSL writes for the same key.
    @Test func openSSLWritesTheSame() throws {
        let key = try #require(TestKeys.rsa2048)
        let pem = Array(key.pkcs8PEM.utf8)
        #expect(try run("openssl", "pkey", input: pem).output == pem)
        #expect(try run("openssl", "pkcs8", "-topk8", "-nocrypt", "-outform", "DER", input: pem).output == key.pkcs8DER)
        #expect(try run("openssl", "rsa", "-traditional", input: pem).output == Array(key.pkcs1PEM.utf8))
        #expect(try run("openssl", "rsa", "-traditional", "-outform", "DER", input: pem).output == key.pkcs1DER)
        #expect(try run("openssl", "rsa", "-pubout", input: pem).output == Array(key.publicKey.spkiPEM.utf8))
        #expect(try run("openssl", "rsa", "-pubout", "-outform", "DER", input: pem).output == key.publicKey.spkiDER)
        #expect(try run("openssl", "rsa", "-RSAPublicKey_out", input: pem).output == Array(key.publicKey.pkcs1PEM.utf8))
        #expect(
            try run("openssl", "rsa", "-RSAPublicKey_out", "-outform", "DER", input: pem).output
                == key.publicKey.pkcs1DER)
    }

    // MARK: We read what OpenSSL writes

    @Test func weReadEveryFormOfOpenSSL() throws {
        let pem = try run("openssl", "genpkey", "-algorithm", "RSA", "-pkeyopt", "rsa_keygen_bits:2048")
        let key = try RSAPrivateKey(pem: pem.text)
        #expect(key.size == 256 && key.e == 65537)
        #expect(key.pkcs8PEM == pem.text)
        let traditional = try run("openssl", "rsa", "-traditional", input: pem.output)
        #expect(try RSAPrivateKey(pem: traditional.text) == key)
        let spki = try run("openssl", "rsa", "-pubout", input: pem.output)
        #expect(try RSAPublicKey(pem: spki.text) == key.publicKey)
        let pkcs1 = try run("openssl", "rsa", "-RSAPublicKey_out", input: pem.output)
        #expect(try RSAPublicKey(pem: pkcs1.text) == key.publicKey)
        // Other things may stand before and between.
        let bundle = "Bag Attributes\n" + spki.text + "\n" + traditional.text
        #expect(try RSAPrivateKey(pem: bundle) == key)
        #expect(try RSAPublicKey(pem: bundle) == key.publicKey)
        // And the line ends of another system, and lines of any length.
        #expect(try RSAPrivateKey(pem: pem.text.replacing("\n", with: "\r\n")) == key)
        let lines = pem.text.split(separator: "\n").map(String.init)
        let body = lines.dropFirst().dropLast().joined()
        for text in [body, body.map { "\($0)" }.joined(separator: "\n")] {
            let other = [lines[0], text, lines[lines.count - 1], ""].joined(separator: "\n")
            #expect(try RSAPrivateKey(pem: other) == key)
        }
    }

    @Test func signaturesAndMessagesPassBetweenOpenSSLAndUs() throws {
        let key = try #require(TestKeys.rsa2048)
        var random = SeededRandomSource(seed: 20)
        let folder = try Scratch()
        let privateFile = try folder.file("private.pem", key.pkcs1PEM)
        let publicFile = try folder.file("public.pem", key.publicKey.spkiPEM)
        let message = Array("from one to the other".utf8)

        for hash in HashAlgorithm.allCases {
            let option = "-" + hash.name.lowercased().filter { $0 != "-" }
            let ours = try PKCS1v15.sign(message, hash: hash, with: key, blindedBy: &random)
            let theirs = try run("openssl", "dgst", option, "-sign", privateFile, input: message)
            #expect(ours == theirs.output, "\(theirs.errors)")
            let file = try folder.file("signature", ours)
            let verified = try run(
                "openssl", "dgst", option, "-verify", publicFile, "-signature", file, input: message)
            #expect(verified.text == "Verified OK\n", "\(verified.errors)")
        }

        let ours = try PKCS1v15.encrypt(message, to: key.publicKey, using: &random)
        let decrypted = try run("openssl", "pkeyutl", "-decrypt", "-inkey", privateFile, input: ours)
        #expect(decrypted.output == message, "\(decrypted.errors)")
        let theirs = try run("openssl", "pkeyutl", "-encrypt", "-pubin", "-inkey", publicFile, input: message)
        #expect(try PKCS1v15.decrypt(theirs.output, with: key, blindedBy: &random) == message)
    }

    // MARK: Every form comes back

    @Test(arguments: 0..<12 as Range<UInt64>) func roundTrips(seed: UInt64) throws {
        var random = SeededRandomSource(seed: seed)
        let key = try RSAPrivateKey.generateToy(bits: 12 + Int(seed) * 61, using: &random)
        #expect(try RSAPrivateKey(pem: key.pkcs1PEM) == key)
        #expect(try RSAPrivateKey(pem: key.pkcs8PEM) == key)
        #expect(try RSAPrivateKey(pkcs1DER: key.pkcs1DER) == key)
        #expect(try RSAPrivateKey(pkcs8DER: key.pkcs8DER) == key)
        #expect(try RSAPublicKey(pem: key.publicKey.pkcs1PEM) == key.publicKey)
        #expect(try RSAPublicKey(pem: key.publicKey.spkiPEM) == key.publicKey)
        #expect(try RSAPublicKey(pkcs1DER: key.publicKey.pkcs1DER) == key.publicKey)
        #expect(try RSAPublicKey(spkiDER: key.publicKey.spkiDER) == key.publicKey)
    }

    // MARK: What is wrong is named

    private func failure(_ pem: String) -> KeyFileError? {
        do {
            _ = try RSAPrivateKey(pem: pem)
            return nil
        } catch { return error }
    }

    private func failure(pkcs1 der: [UInt8]) -> KeyFileError? {
        do {
            _ = try RSAPrivateKey(pkcs1DER: der)
            return nil
        } catch { return error }
    }

    private func failure(pkcs8 der: [UInt8]) -> KeyFileError? {
        do {
            _ = try RSAPrivateKey(pkcs8DER: der)
            return nil
        } catch { return error }
    }

    private func failure(spki der: [UInt8]) -> KeyFileError? {
        do {
            _ = try RSAPublicKey(spkiDER: der)
            return nil
        } catch { return error }
    }

    @Test func encryptedKeys() throws {
        let key = try #require(TestKeys.rsa1024)
        let pem = Array(key.pkcs8PEM.utf8)
        let modern = try run("openssl", "pkcs8", "-topk8", "-passout", "pass:secret", input: pem)
        #expect(modern.text.contains("BEGIN ENCRYPTED PRIVATE KEY"))
        #expect(failure(modern.text) == .encrypted)
        let old = try run("openssl", "rsa", "-traditional", "-aes128", "-passout", "pass:secret", input: pem)
        #expect(old.text.contains("Proc-Type"))
        #expect(failure(old.text) == .encrypted)
    }

    @Test func keysForOtherAlgorithms() throws {
        let curve = try run("openssl", "ecparam", "-name", "prime256v1", "-genkey")
        #expect(failure(curve.text) == .otherAlgorithm("elliptic curves"))
        let curve8 = try run("openssl", "pkey", input: curve.output)
        #expect(failure(curve8.text) == .otherAlgorithm("elliptic curves"))
        let edwards = try run("openssl", "genpkey", "-algorithm", "ED25519")
        #expect(failure(edwards.text) == .otherAlgorithm("Ed25519"))
        let pss = try run("openssl", "genpkey", "-algorithm", "RSA-PSS", "-pkeyopt", "rsa_keygen_bits:1024")
        #expect(failure(pss.text) == .otherAlgorithm("RSASSA-PSS only"))
        let unknown = octets("30 10 020100 3008 0603 2a0304 0101ff 0401 00")
        #expect(failure(pkcs8: unknown) == .otherAlgorithm("1.2.3.4"))
        let spki = try run("openssl", "pkey", "-pubout", "-outform", "DER", input: edwards.output)
        #expect(failure(spki: spki.output) == .otherAlgorithm("Ed25519"))
    }

    @Test func keysOfThreePrimes() throws {
        let key = try run("openssl", "genrsa", "-traditional", "-primes", "3", "1536")
        #expect(failure(key.text) == .unsupportedVersion(field: "RSAPrivateKey.version"), "\(key.errors)")
    }

    @Test func textsThatAreNotKeys() throws {
        let key = try #require(TestKeys.rsa1024)
        #expect(failure("") == .notPEM)
        #expect(failure("garbage \u{1F511}\n") == .notPEM)
        #expect(failure("-----BEGIN PRIVATE KEY-----") == .malformedPEM)
        #expect(failure("-----BEGIN PRIVATE KEY-----\nAAAA\n") == .malformedPEM)
        #expect(failure("-----BEGIN PRIVATE KEY-----\n?!\n-----END PRIVATE KEY-----\n") == .malformedPEM)
        #expect(failure("-----BEGIN PRIVATE KEY-----\n-----END PRIVATE KEY-----\n") == .malformedPEM)
        #expect(failure("-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PUBLIC KEY-----\n") == .malformedPEM)
        #expect(failure("-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n") == .notDER)
        #expect(failure(key.publicKey.spkiPEM) == .noSuchKey(wanted: "private key", found: ["PUBLIC KEY"]))
        #expect(throws: KeyFileError.noSuchKey(wanted: "public key", found: ["PRIVATE KEY"])) {
            try RSAPublicKey(pem: key.pkcs8PEM)
        }
    }

    @Test func truncatedAndTrailingOctets() throws {
        let key = try #require(TestKeys.rsa1024)
        let pkcs1 = key.pkcs1DER
        for count in 1..<pkcs1.count {
            let error = failure(pkcs1: Array(pkcs1.prefix(count)))
            let needed = count < 2 ? 2 : count < 4 ? 4 : pkcs1.count
            #expect(error == .truncated(count: count, needed: needed), "\(count)")
        }
        #expect(failure(pkcs1: []) == .notDER)
        #expect(failure(pkcs1: pkcs1 + [0, 0]) == .trailingBytes(count: 2, after: pkcs1.count))
        #expect(failure(pkcs8: key.pkcs8DER + [0]) == .trailingBytes(count: 1, after: key.pkcs8DER.count))
        let spki = key.publicKey.spkiDER
        #expect(failure(spki: spki + [5, 0]) == .trailingBytes(count: 2, after: spki.count))
    }

    @Test func malformedFields() throws {
        // SEQUENCE { 0, 3233, 17, 2753, 61, 53, 53, 49, 38 }: the textbook key, complete and then damaged.
        let good = octets("30 1d 020100 02020ca1 020111 02020ac1 02013d 020135 020135 020131 020126")
        #expect(failure(pkcs1: good) == nil)
        let missing = octets("30 1a 020100 02020ca1 020111 02020ac1 02013d 020135 020135 020131")
        #expect(failure(pkcs1: missing) == .malformed(field: "RSAPrivateKey.coefficient"))
        let negative = octets("30 1d 020100 0202fca1 020111 02020ac1 02013d 020135 020135 020131 020126")
        #expect(failure(pkcs1: negative) == .malformed(field: "RSAPrivateKey.modulus"))
        let otherType = octets("30 1d 020100 02020ca1 040111 02020ac1 02013d 020135 020135 020131 020126")
        #expect(failure(pkcs1: otherType) == .malformed(field: "RSAPrivateKey.publicExponent"))
        let oneMore = octets("30 20 020100 02020ca1 020111 02020ac1 02013d 020135 020135 020131 020126 020100")
        #expect(failure(pkcs1: oneMore) == .unexpectedField(in: "RSAPrivateKey"))
        let broken = octets("30 03 0205 00")
        #expect(failure(pkcs1: broken) == .malformed(field: "RSAPrivateKey"))
        #expect(failure(pkcs1: octets("30 80 00 00")) == .malformed(field: "RSAPrivateKey"))
        #expect(failure(pkcs1: octets("30 00")) == .malformed(field: "RSAPrivateKey.version"))
        #expect(failure(pkcs8: octets("30 05 020102 0500")) == .unsupportedVersion(field: "PrivateKeyInfo.version"))
        #expect(failure(pkcs8: octets("30 05 020100 0500")) == .malformed(field: "PrivateKeyInfo.privateKeyAlgorithm"))
        let noParameters = octets("30 10 020100 300b 0609 2a864886f70d010101")
        #expect(failure(pkcs8: noParameters) == .malformed(field: "PrivateKeyInfo.privateKeyAlgorithm.parameters"))
        let oddBits = octets("30 13 300d 0609 2a864886f70d010101 0500 0302 0180")
        #expect(failure(spki: oddBits) == .malformed(field: "SubjectPublicKeyInfo.subjectPublicKey"))
    }

    @Test func numbersThatAreNotAKey() throws {
        let inverse = octets("30 1d 020100 02020ca1 020111 02020ac1 02013d 020135 020135 020131 020127")
        #expect(failure(pkcs1: inverse) == .invalidKey(.inconsistentPrivateKey(.chineseRemainderParts)))
        let exponent = octets("30 1d 020100 02020ca1 020113 02020ac1 02013d 020135 020135 020131 020126")
        #expect(failure(pkcs1: exponent) == .invalidKey(.inconsistentPrivateKey(.exponentsDoNotMatch)))
        #expect(throws: KeyFileError.invalidKey(.evenModulus)) {
            try RSAPublicKey(pkcs1DER: octets("3007 02020ca2 020111"))
        }
    }

    /// No single changed octet may end the program or give a key that is not one.
    @Test func damagedFilesNeverTrap() throws {
        let key = try RSAPrivateKey(n: 3233, e: 17, d: 2753, p: 61, q: 53)
        for der in [key.pkcs1DER, key.pkcs8DER] {
            for index in der.indices {
                for change: UInt8 in [1, 0x7f, 0x80, 0xff] {
                    var damaged = der
                    damaged[index] ^= change
                    if let read = try? RSAPrivateKey(pkcs1DER: damaged) { #expect(read.p * read.q == read.n) }
                    if let read = try? RSAPrivateKey(pkcs8DER: damaged) { #expect(read.p * read.q == read.n) }
                }
            }
        }
    }
}
