import Crypto
import Testing

/// X25519MLKEM768 (draft-ietf-tls-ecdhe-mlkem).
@Suite struct HybridKeyExchangeTests {
    @Test(arguments: CurveArithmetic.allCases)
    func bothSidesAgree(arithmetic: CurveArithmetic) throws {
        var random = SeededRandomSource(seed: 9)
        let client = X25519MLKEM768.ClientKey.generate(arithmetic: arithmetic, using: &random)
        #expect(client.share.count == 1216)
        let server = try X25519MLKEM768.answer(to: client.share, arithmetic: arithmetic, using: &random)
        #expect(server.share.count == 1120 && server.sharedSecret.count == 64)
        #expect(try client.sharedSecret(with: server.share) == server.sharedSecret)
        // The same draws give the same octets with either arithmetic.
        var again = SeededRandomSource(seed: 9)
        #expect(X25519MLKEM768.ClientKey.generate(arithmetic: .lesson, using: &again).share == client.share)
        #expect(try X25519MLKEM768.answer(to: client.share, arithmetic: .lesson, using: &again) == server)
    }

    /// The order of the draft: ML-KEM's part first, in both shares and in the secret.
    @Test func theLatticeStandsFirst() throws {
        let (seed, mine, theirs, m) = (
            [UInt8](repeating: 1, count: 64), [UInt8](repeating: 2, count: 32), [UInt8](repeating: 3, count: 32),
            [UInt8](repeating: 4, count: 32)
        )
        let client = try X25519MLKEM768.ClientKey(seed: seed, privateKey: mine, arithmetic: .live)
        let lattice = try MLKEM768.DecapsulationKey(seed: seed)
        #expect(client.share == lattice.encapsulationKey.octets + (try X25519.publicKey(of: mine)))
        let server = try X25519MLKEM768.answer(
            to: client.share, privateKey: theirs, randomness: m, arithmetic: .live)
        let made = try lattice.encapsulationKey.encapsulate(randomness: m)
        #expect(server.share == made.ciphertext.octets + (try X25519.publicKey(of: theirs)))
        let fromCurve = try X25519.sharedSecret(mine, with: X25519.publicKey(of: theirs))
        #expect(server.sharedSecret == made.sharedSecret + fromCurve)
        #expect(try client.sharedSecret(with: server.share) == server.sharedSecret)
    }

    @Test(arguments: CurveArithmetic.allCases)
    func unusableSharesAreRefused(arithmetic: CurveArithmetic) throws {
        var random = SeededRandomSource(seed: 10)
        let client = X25519MLKEM768.ClientKey.generate(arithmetic: arithmetic, using: &random)
        let server = try X25519MLKEM768.answer(to: client.share, arithmetic: arithmetic, using: &random)
        func answer(to share: [UInt8]) throws(HybridKeyExchangeError) {
            _ = try X25519MLKEM768.answer(to: share, arithmetic: arithmetic, using: &random)
        }
        for share in [[], Array(client.share.dropLast()), client.share + [0], Array(client.share.prefix(32))] {
            #expect(throws: HybridKeyExchangeError.wrongClientShareLength(count: share.count, needed: 1216)) {
                try answer(to: share)
            }
        }
        for share in [[], Array(server.share.dropLast()), server.share + [0], Array(server.share.suffix(32))] {
            #expect(throws: HybridKeyExchangeError.wrongServerShareLength(count: share.count, needed: 1120)) {
                try client.sharedSecret(with: share)
            }
        }
        // Points of small order: 0 and 1 (RFC 7748 section 6.1).
        let zeros = [UInt8](repeating: 0, count: 32)
        for point in [zeros, [1] + zeros.dropLast()] {
            #expect(throws: HybridKeyExchangeError.curve(.zeroSharedSecret)) {
                try answer(to: client.share.dropLast(32) + point)
            }
            #expect(throws: HybridKeyExchangeError.curve(.zeroSharedSecret)) {
                try client.sharedSecret(with: server.share.dropLast(32) + point)
            }
        }
        // The encapsulation key check of FIPS 203 section 7.2.
        var share = client.share
        (share[0], share[1]) = (0x01, 0x0d | share[1] & 0xf0)
        #expect(throws: HybridKeyExchangeError.lattice(.coefficientOutOfRange(index: 0, value: 3329))) {
            try answer(to: share)
        }
        // A damaged ciphertext is noticed by nothing but the secret: the half of X25519 is the same.
        var damaged = server.share
        damaged[5] ^= 1
        let secret = try client.sharedSecret(with: damaged)
        #expect(secret.prefix(32) != server.sharedSecret.prefix(32))
        #expect(secret.suffix(32) == server.sharedSecret.suffix(32))
    }

    @Test func privateValuesOfAnotherLengthAreRefused() {
        #expect(throws: HybridKeyExchangeError.lattice(.wrongSeedLength(count: 63, needed: 64))) {
            try X25519MLKEM768.ClientKey(
                seed: [UInt8](repeating: 0, count: 63), privateKey: [UInt8](repeating: 0, count: 32),
                arithmetic: .lesson)
        }
        #expect(throws: HybridKeyExchangeError.curve(.wrongPrivateKeyLength(count: 31, needed: 32))) {
            try X25519MLKEM768.ClientKey(
                seed: [UInt8](repeating: 0, count: 64), privateKey: [UInt8](repeating: 0, count: 31), arithmetic: .live)
        }
    }
}
