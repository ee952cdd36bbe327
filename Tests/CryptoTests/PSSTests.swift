import PKI
import Testing

@testable import Crypto

@Suite struct PSSTests {
    private static let message = Array("salted".utf8)

    private func option(_ hash: HashAlgorithm) -> String { hash.name.lowercased().filter { $0 != "-" } }

    /// Both ways with OpenSSL, with every hash, another one for the mask, and salts of several lengths.
    @Test(arguments: HashAlgorithm.allCases, [0, 11, 20, 32]) func openSSLAgrees(hash: HashAlgorithm, count: Int) throws
    {
        let key = try #require(TestKeys.rsa2048)
        var random = SeededRandomSource(seed: UInt64(count))
        let folder = try Scratch()
        let privateFile = try folder.file("private.pem", key.pkcs8PEM)
        let publicFile = try folder.file("public.pem", key.publicKey.spkiPEM)
        for maskHash in [hash, .sha1] {
            let ours = try PSS.sign(
                PSSTests.message, hash: hash, maskHash: maskHash, salt: random.octets(count), with: key,
                blindedBy: &random)
            let settings = [
                "-sigopt", "rsa_padding_mode:pss", "-sigopt", "rsa_pss_saltlen:\(count)", "-sigopt",
                "rsa_mgf1_md:\(option(maskHash))",
            ]
            let file = try folder.file("signature", ours)
            let verified = try run(
                "openssl", "dgst", "-\(option(hash))", "-verify", publicFile, "-signature", file, settings[0],
                settings[1], settings[2], settings[3], settings[4], settings[5], input: PSSTests.message)
            #expect(verified.text == "Verified OK\n", "\(verified.errors)")
            let theirs = try run(
                "openssl", "dgst", "-\(option(hash))", "-sign", privateFile, settings[0], settings[1], settings[2],
                settings[3], settings[4], settings[5], input: PSSTests.message
            ).output
            for signature in [ours, theirs] {
                try PSS.verify(
                    signature, of: PSSTests.message, hash: hash, maskHash: maskHash, saltLength: count,
                    by: key.publicKey)
                for wrong in [count - 1, count + 1, -1, .max, .min] {
                    #expect(throws: RSAError.invalidSignature) {
                        try PSS.verify(
                            signature, of: PSSTests.message, hash: hash, maskHash: maskHash, saltLength: wrong,
                            by: key.publicKey)
                    }
                }
                #expect(throws: RSAError.invalidSignature) {
                    try PSS.verify(
                        signature, of: PSSTests.message, hash: hash, maskHash: maskHash == .sha512 ? .sha1 : .sha512,
                        saltLength: count, by: key.publicKey)
                }
            }
        }
    }

    /// Moduli of all sizes modulo eight: with 1017 bits the block is an octet shorter than the signature.
    @Test(arguments: 1010...1023) func everySizeOfModulus(bits: Int) throws {
        var random = SeededRandomSource(seed: UInt64(bits))
        let key = try RSAPrivateKey.generateToy(bits: bits, using: &random)
        let salt = random.octets(32)
        let signature = try PSS.sign(PSSTests.message, hash: .sha256, salt: salt, with: key, blindedBy: &random)
        #expect(signature.count == key.size)
        try PSS.verify(signature, of: PSSTests.message, hash: .sha256, by: key.publicKey)
        let number = Integer(bigEndian: signature) + key.n
        if let same = number.bigEndian(count: key.size) {
            #expect(throws: RSAError.invalidSignature) {
                try PSS.verify(same, of: PSSTests.message, hash: .sha256, by: key.publicKey)
            }
        }
        let block = try key.publicKey.rsavp1(Integer(bigEndian: signature))
        for bit in [0, 7, 8, 300, bits - 20] {
            let changed = block.bit(bit) ? block - .powerOfTwo(bit) : block + .powerOfTwo(bit)
            let forged = try key.rsasp1(changed, blindedBy: &random).bigEndian(count: key.size)
            #expect(throws: RSAError.invalidSignature) {
                try PSS.verify(forged ?? [], of: PSSTests.message, hash: .sha256, by: key.publicKey)
            }
        }
    }

    @Test func aKeyMayBeTooSmall() throws {
        var random = SeededRandomSource(seed: 9)
        let key = try RSAPrivateKey.generateToy(bits: 512, using: &random)
        #expect(throws: RSAError.rsaModulusTooShort(count: 64, needed: 66)) {
            try PSS.sign([], hash: .sha256, salt: [UInt8](repeating: 0, count: 32), with: key, blindedBy: &random)
        }
        #expect(throws: RSAError.invalidSignature) {
            try PSS.verify([UInt8](repeating: 0, count: 64), of: [], hash: .sha256, by: key.publicKey)
        }
    }
}
