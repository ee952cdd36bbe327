import Crypto
import Foundation
import SwiftCrypto
import Testing

/// ML-KEM-768 against swift-crypto's, on random keys and in both directions. On a Mac that is CryptoKit's, which came with macOS 26.
@Suite struct MLKEMAgreementTests {
    /// `HANDSHAKESIM_FUZZ=1000` tries a thousand keys.
    @available(macOS 26, *)
    @Test func swiftCryptoAgreesOnRandomKeys() throws {
        var random = Crypto.SystemRandomSource()
        for _ in 0..<MLKEMTests.count {
            let seed = random.octets(Crypto.MLKEM768.seedSize)
            let ours = try Crypto.MLKEM768.DecapsulationKey(seed: seed)
            let theirs = try SwiftCrypto.MLKEM768.PrivateKey(seedRepresentation: seed, publicKey: nil)
            let name = Comment(rawValue: "seed \(seed)")
            #expect(ours.encapsulationKey.octets == Array(theirs.publicKey.rawRepresentation), name)

            // Theirs to ours.
            let sent = try SwiftCrypto.MLKEM768.PublicKey(rawRepresentation: ours.encapsulationKey.octets).encapsulate()
            let received = ours.decapsulate(try Crypto.MLKEM768.Ciphertext(octets: Array(sent.encapsulated)))
            #expect(received == octets(of: sent.sharedSecret), name)

            // Ours to theirs.
            let key = try Crypto.MLKEM768.EncapsulationKey(octets: Array(theirs.publicKey.rawRepresentation))
            let made = key.encapsulate(using: &random)
            #expect(octets(of: try theirs.decapsulate(made.ciphertext.octets)) == made.sharedSecret, name)

            // And a ciphertext that is neither's.
            let damaged = random.octets(Crypto.MLKEM768.ciphertextSize)
            #expect(
                octets(of: try theirs.decapsulate(damaged))
                    == ours.decapsulate(try Crypto.MLKEM768.Ciphertext(octets: damaged)), name)
        }
    }

    /// What one refuses, the other refuses: the lengths, and coefficients from q on.
    @available(macOS 26, *)
    @Test func swiftCryptoRefusesTheSameKeys() throws {
        var random = Crypto.SeededRandomSource(seed: 5)
        let good = Crypto.MLKEM768.DecapsulationKey.generate(using: &random).encapsulationKey.octets
        var damaged = good
        (damaged[300], damaged[301]) = (0xff, 0xff)
        for octets in [good, damaged, [], Array(good.dropLast()), good + [0]] {
            let ours = try? Crypto.MLKEM768.EncapsulationKey(octets: octets)
            let theirs = try? SwiftCrypto.MLKEM768.PublicKey(rawRepresentation: octets)
            #expect((ours == nil) == (theirs == nil))
            #expect((ours != nil) == (octets == good))
        }
    }

    private func octets(of key: SymmetricKey) -> [UInt8] { key.withUnsafeBytes { Array($0) } }
}
