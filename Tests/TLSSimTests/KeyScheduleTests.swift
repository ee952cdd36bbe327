import Crypto
import TestSupport
import Testing
import Trace

@testable import TLSSim

/// From premaster secret to keys, judged by OpenSSL.
struct KeyScheduleTests {
    /// What `openssl kdf` prints, as octets.
    private func openssl(_ command: String) async throws -> [UInt8] {
        let words = command.split(separator: " ").map(String.init)
        let output = try await Tool.output(try #require(words.first), Array(words.dropFirst()))
        return try #require(Hex.octets(output.filter { $0.isHexDigit }))
    }

    /// Every cipher, which is to say every length of key block, and both hashes of the PRF.
    private static let ciphers: [CipherSuite] = [
        .rsaAES128GCM, .rsaAES256GCM, .dheRSAChaCha20, .rsaAES128CBCSHA256, .rsaAES256CBCSHA256, .rsaAES128CBCSHA,
        .rsaAES256CBCSHA,
    ]

    /// Master secret, key block and verify_data are what OpenSSL's PRF gives.
    @Test(arguments: ciphers)
    func keysAreThoseOfOpenSSLsPRF(suite: CipherSuite) async throws {
        for seed: UInt64 in 1...2 {
            var random = SplitMix64(seed: seed)
            let hash = suite.hash.hash(random.octets(100))
            for sessionHash in [nil, hash] {
                let schedule = KeySchedule(
                    premasterSecret: random.octets(seed == 2 ? 1 : 48), clientRandom: random.octets(32),
                    serverRandom: random.octets(32), suite: suite, sessionHash: sessionHash)
                for calculation in [
                    schedule.masterSecretCalculation, schedule.keyBlockCalculation,
                    schedule.verifyDataCalculation(of: .client, transcriptHash: hash),
                    schedule.verifyDataCalculation(of: .server, transcriptHash: hash),
                ] {
                    let command = try #require(calculation.reproduce)
                    let expected = try await openssl(command)
                    #expect(calculation.results.flatMap(\.octets) == expected, "\(calculation.name)")
                }
                #expect(schedule.masterSecret.count == 48)
                #expect(schedule.clientKeys.key.count == suite.cipher.keyLength)
                #expect(schedule.serverKeys.fixedIV.count == suite.cipher.fixedIVLength)
                #expect(
                    schedule.verifyData(of: .client, transcriptHash: hash)
                        != schedule.verifyData(of: .server, transcriptHash: hash))
            }
        }
    }

    /// The randoms stand in opposite order in the two derivations (sections 8.1 and 6.3).
    @Test func theRandomsStandInOppositeOrderInTheTwoDerivations() {
        let client = [UInt8](repeating: 1, count: 32)
        let server = [UInt8](repeating: 2, count: 32)
        let schedule = KeySchedule(
            premasterSecret: [9], clientRandom: client, serverRandom: server, suite: .rsaAES128GCM)
        #expect(schedule.masterSecretCalculation.steps.first?.octets == Array("master secret".utf8) + client + server)
        #expect(schedule.keyBlockCalculation.steps.first?.octets == Array("key expansion".utf8) + server + client)
    }
}
