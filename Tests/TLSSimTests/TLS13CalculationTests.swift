import Crypto
import TestSupport
import Testing
import Trace

@testable import TLSSim

/// The calculations of TLS 1.3, and the commands that confirm them.
struct TLS13CalculationTests {
    /// Every suite with a group of every kind that OpenSSL knows.
    private static let families: [(suite: TLS13.CipherSuite, group: NamedGroup)] = [
        (.aes128GCM, .x25519), (.aes256GCM, .secp256r1),
        (.chaCha20, FiniteFieldGroup.ffdhe2048.codePoint.map(NamedGroup.init) ?? .x25519),
    ]

    @Test(arguments: families.indices)
    func everySecretIsACalculationThatItsCommandConfirms(family: Int) async throws {
        let (suite, group) = Self.families[family]
        var pair = try await TLS13Pair.able { client, server in
            (client.groups, client.shares, server.groups) = ([group], [group], [group])
            server.cipherSuites = [suite]
        }
        let outcome = pair.run()
        #expect(outcome.isComplete)
        let all = outcome.calculations
        let names = Set(all.map(\.name))
        for secret in [
            SecretName.early, .handshake, .main, .clientHandshakeTraffic, .serverHandshakeTraffic,
            .clientApplicationTraffic,
            .serverApplicationTraffic, .exporter, .resumption,
        ] {
            #expect(names.contains(secret.rawValue))
        }
        for side in Role.allCases {
            #expect(names.contains("\(side) handshake key and IV") && names.contains("\(side) application key and IV"))
            #expect(names.contains("verify_data of the \(side)"))
        }
        #expect(all.allSatisfy { $0.reproduce != nil }, "\(all.filter { $0.reproduce == nil }.map(\.name))")
        let key = try await Fixture.shared.get().pki.identity.privateKey
        _ = try await ShellCommandTests().confirm(all, key: key)
    }

    /// What the calculations show is what the endpoints hold.
    @Test func theResultOfACalculationIsTheSecretOfThatName() async throws {
        var pair = try await TLS13Pair.able()
        let outcome = pair.run()
        for calculation in outcome.calculations where SecretName(rawValue: calculation.name) != nil {
            let value = calculation.results.flatMap(\.octets)
            #expect(outcome.secrets[.client]?.contains("\(calculation.name) \(Hex.string(value))") == true)
        }
    }
}
