import Crypto
import Testing
import Trace

@testable import TLSSim

/// The rows of both key schedules: what the trace, the ledger and the calculations read from them.
struct KeyScheduleRowTests {
    /// RFC 8446 section 7.1: a secret is derived from a secret above it, and secrets from the same secret differ by their labels.
    @Test func theSecretsAreAChainWithBranches() {
        var above: Set<SecretName> = []
        var labels: Set<[String]> = []
        for name in SecretName.allCases {
            let row = name.derivation()
            #expect(row.above.map(above.contains) ?? (name == .early))
            if case .expand(let from, let label, _) = row {
                #expect(labels.insert([from.rawValue, label.rawValue]).inserted, "\(name)")
            }
            above.insert(name)
        }
        #expect(labels.count == 10)
        #expect(SecretName.binderKey.derivation(psk: .external) != SecretName.binderKey.derivation(psk: .resumption))
    }

    /// The operation in the rules of the ledger, and the formula of the calculation, are words for the same row.
    @Test(arguments: [nil, PSKKind.resumption, .external], [false, true])
    func theWordsNameWhatEnters(psk: PSKKind?, hasExchange: Bool) {
        for name in SecretName.allCases {
            let row = name.derivation(psk: psk, hasExchange: hasExchange)
            let formula = row.formula(32)
            #expect(row.above.map { formula.contains("(\($0)") } ?? formula.hasPrefix("HKDF-Extract(0, "))
            #expect(row.premises.contains(Knowledge.sharedSecret) == formula.contains("shared secret"))
            #expect(row.premises.contains(Knowledge.offeredPSK) == (name == .early && psk == .resumption))
            if case .expand(_, let label, _) = row {
                #expect(row.operation.hasSuffix(" \"\(label.rawValue)\"") && formula.contains("\"\(label.rawValue)\""))
                #expect(formula.prefix { $0 != "(" } == row.operation.prefix { $0 != " " })
            }
        }
    }

    /// A side tells that it has computed a secret from the premises of the ledger's rule. Only the hellos are left out where they are not
    /// complete yet: with the secrets of early data.
    @Test(arguments: [false, true])
    func theTraceTellsThePremisesOfTheRules(hasExchange: Bool) {
        var story = TLS13.Story()
        story.psk = TLS13.SharedSecret(
            octets: [1], kind: .resumption, suite: .aes128GCM, maxEarlyData: 0, applicationProtocol: nil,
            peer: .anonymous)
        if hasExchange { story.shared = [2] }
        let rules = Knowledge.derivations(
            tls13: .aes128GCM, group: .x25519, resumes: true, sendsEarlyData: true, hasExchange: hasExchange)
        var count = 0
        for rule in rules {
            guard let name = SecretName(rawValue: rule.conclusion.name) else { continue }
            count += 1
            let isEarly = name == .clientEarlyTraffic || name == .earlyExporter
            #expect(story.premises(of: name) + (isEarly ? [Knowledge.hellos] : []) == rule.premises, "\(name)")
        }
        #expect(count == SecretName.allCases.count - 1)
    }

    /// RFC 5246 sections 8.1, 6.3 and 7.4.9, RFC 7627 section 4.
    @Test func theUsesOfThePRFAreToldAsTheRFCWritesThem() {
        #expect(
            PRFUse.masterSecret(extended: false).formula
                == #"PRF(pre_master_secret, "master secret", ClientHello.random + ServerHello.random)[0..47]"#)
        #expect(
            PRFUse.keyBlock.formula == #"PRF(master_secret, "key expansion", ServerHello.random + ClientHello.random)"#)
        #expect(
            PRFUse.verifyData(.server).formula
                == #"PRF(master_secret, "server finished", Hash(handshake_messages))[0..11]"#)
        let rule = PRFUse.masterSecret(extended: true).rule(for: Knowledge.masterSecret)
        #expect(rule.premises == [Knowledge.premasterSecret, Knowledge.handshakeMessages])
        #expect(rule.operation == #"PRF "extended master secret""# && rule.cite == .rfc(7627, "4"))
    }
}
