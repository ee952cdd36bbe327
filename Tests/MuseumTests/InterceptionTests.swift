import Crypto
import PKI
import TLSSim
import TestSupport
import Testing
import Trace

@testable import Museum
@testable import Simulator

@Suite struct InterceptionTests {
    /// Which policies fall to whom; the others have to hold.
    private static let falls: [Interception.Attacker: Set<Interception.Policy>] = [
        .installedAuthority: [.full, .noHostName, .none], .samePublicAuthority: [.noHostName, .none],
        .ownAuthority: [.none], .selfSigned: [.none],
    ]

    /// The alert with which those that hold refuse.
    private func alert(_ attacker: Interception.Attacker) -> AlertDescription {
        switch attacker {
        case .installedAuthority, .samePublicAuthority: .badCertificate
        case .ownAuthority, .selfSigned: .unknownCA
        }
    }

    private func value(_ journal: Journal?, _ who: Principal, _ secret: SecretID) -> [UInt8]? {
        journal.flatMap { Ledger($0).fact(who, secret)?.value }
    }

    @Test(arguments: seeds(3))
    func eachPolicyFallsToThoseItMustFallToAndToNobodyElse(seed: UInt64) throws {
        let stage = try InterceptionStage(seed: seed)
        let suite: CipherSuite = seed.isMultiple(of: 2) ? .rsaAES128GCM : .dheRSAAES128GCM
        for attacker in Interception.Attacker.allCases {
            for policy in Interception.Policy.allCases {
                let judge = stage.judge(policy, against: attacker)
                // Whoever refuses everybody has not defended anything.
                #expect(judge.verdict(on: stage.pki.identity.chain).chain != nil)
                let told = Interception.run(attacker, on: stage, judge: judge, suite: suite)
                let name: Comment = "\(attacker.rawValue) against \(policy.rawValue)"
                let falls = try #require(Self.falls[attacker]).contains(policy)
                #expect((told.loot != nil) == falls, name)
                if falls { try succeeded(told, stage, name) } else { failed(told, name) }
            }
        }
    }

    private func succeeded(_ told: Interception, _ stage: InterceptionStage, _ name: Comment) throws {
        let loot = try #require(told.loot)
        #expect(told.refusal == nil && told.alert == nil, name)
        // Mallory's memory and those of the two she has fooled: the same secrets, and no secret in common between the two.
        #expect(loot.victimSecret == value(told.victimLeg, .client, Knowledge.masterSecret), name)
        #expect(loot.serverSecret == value(told.serverLeg, .server, Knowledge.masterSecret), name)
        #expect(loot.victimSecret.count == 48 && loot.victimSecret != loot.serverSecret, name)
        let request = stage.exchange.request(to: Visit.hostName)
        #expect(loot.request == request, name)
        #expect(value(told.serverLeg, .server, Knowledge.applicationData) == request, name)
        for secret in [stage.exchange.cookie, stage.exchange.password] {
            #expect(String(decoding: loot.request, as: UTF8.self).contains(secret), name)
        }
        #expect(loot.answer == InterceptedExchange.answer && loot.altered != loot.answer, name)
        #expect(loot.altered.count == loot.answer.count, name)
        #expect(String(decoding: loot.altered, as: UTF8.self).contains(Money.hers), name)
        // All four handshakes were complete, and the connections closed in order.
        for journal in [told.victimLeg, try #require(told.serverLeg)] {
            for who in [Principal.client, .server] {
                let states = journal.events.compactMap { event in
                    if case .transition("TLS", _, let state) = event.kind, event.who == who { state } else { nil }
                }
                #expect(states.contains("Traffic") && states.last == "Closed", name)
            }
            #expect(!journal.events.contains { if case .failed = $0.kind { true } else { false } }, name)
        }
        // One clock: the server is asked when Mallory has read the request, and the victim answered when she has the answer.
        let asked = try #require(told.serverLeg?.events.first?.at)
        let forwarded = try #require(told.serverLeg?.events.first { $0.step == Chapter.goodbye.step }?.at)
        let seen = try #require(told.victimLeg.events.first { $0.step == Chapter.goodbye.step }?.at)
        #expect(asked > .zero && forwarded > asked && seen > forwarded, name)
        // Nobody waits longer than the wire takes: 10 ms each way.
        #expect(seen - forwarded == .milliseconds(10), name)
        for step in told.steps { #expect(!step.remark.sentence(in: .english).isEmpty) }
        #expect(told.steps.filter { !$0.reasons.isEmpty }.count == 2, name)
    }

    private func failed(_ told: Interception, _ name: Comment) {
        #expect(told.alert == alert(told.attacker), name)
        #expect(told.verdict?.chain == nil && told.serverLeg == nil, name)
        let ledger = Ledger(told.victimLeg)
        for secret in [
            Knowledge.premasterSecret, Knowledge.masterSecret, Knowledge.keyBlock, Knowledge.applicationData,
        ] {
            for who in [Principal.client, .server, .eavesdropper, .thief] {
                #expect(!ledger.holds(who, secret), name)
            }
        }
        // Refused at the Certificate message: the victim's next word is the alert.
        let words = told.victimLeg.events.compactMap { event in
            if case .wrote(let message) = event.kind, event.who == .client { message.label } else { nil }
        }
        #expect(words.count == 2 && words.first?.contains("ClientHello") == true, "\(name) \(words)")
        #expect(words.last?.contains("Alert") == true, name)
        let lacking = told.steps.compactMap { step in
            if case .holdsNothing(let lacking)? = step.remark as? InterceptionFinding { lacking } else { nil }
        }
        let missing = told.suite.keyExchange == .rsa ? Knowledge.encryptedPremaster : Knowledge.clientPublicValue
        #expect(lacking == [[missing]], name)
    }

    @Test func anyWayToDecideCanStandInTheVictimsPlace() throws {
        let stage = try InterceptionStage(seed: 4)
        let store = stage.store(against: .samePublicAuthority)
        // Checks the chain and looks for the host anywhere in the leaf, as some apps do.
        let careless = ChainJudge("substring") { chain in
            Evaluator(store: store).judge(chain: chain, question: ChainQuestion(.anyServer, time: Visit.epoch))
        }
        let told = Interception.run(.samePublicAuthority, on: stage, judge: careless)
        #expect(told.loot != nil && told.policy == "substring")
    }

    @Test func tsharkDecryptsBothLegsWithTheSecretsThatMalloryHoldsAndSeesWhatSheHasChanged() async throws {
        try await Tool.require("tshark")
        try await TemporaryDirectory.use { directory in
            let file = directory.path(of: "run.pcapng")
            let run = try await BuiltProgram.run([
                "attack", "mitm", "--policy", "no-hostname", "--attacker", "same-public-ca", "--seed", "6", "--pcap",
                file,
            ])
            #expect(run.status == 0)
            #expect(try directory.names() == ["run-server.pcapng", "run-victim.pcapng"])
            let stage = try InterceptionStage(seed: 6)
            for (leg, account, address) in [
                ("victim", Money.hers, "10.0.0.1"),
                ("server", Money.account, "10.0.0.3"),
            ] {
                let capture = directory.path(of: "run-\(leg).pcapng")
                func tshark(_ filter: String, _ field: String) async throws -> String {
                    try await Tool.output(
                        "tshark", ["-r", capture, "-Y", filter, "-T", "fields", "-e", field])
                }
                let cookie = try await tshark("http.request", "http.cookie")
                #expect(cookie == "session=\(stage.exchange.cookie)\n")
                #expect(try await tshark("http.request", "ip.src") == "\(address)\n")
                let page = try await tshark("http.response", "http.file_data")
                let octets = Hex.octets(page.filter(\.isHexDigit)) ?? Array(page.utf8)
                #expect(String(decoding: octets, as: UTF8.self).contains(account), "\(page)")
            }
        }
    }

    @Test(arguments: [[], ["--rsa"]])
    func theProgramShowsTheTableAndOneStoryTheSameOnEveryRun(_ suite: [String]) async throws {
        let arguments = ["attack", "mitm", "--seed", "5"] + suite
        let first = try await BuiltProgram.run(arguments + ["--policy", "all"])
        let second = try await BuiltProgram.run(arguments + ["--policy", "all"])
        #expect(first.status == 0 && first.standardOutput == second.standardOutput)
        #expect(first.lines.allSatisfy { $0.count <= 100 })
        let table = first.lines.filter { line in
            Interception.Attacker.allCases.contains { line.hasPrefix($0.rawValue + " ") }
        }
        let fallen = table.map { $0.matches(of: /EVERYTHING/).count }
        #expect(fallen == Interception.Attacker.allCases.map { Self.falls[$0]?.count })
        #expect(first.standardOutput.contains("Mallory with installed-ca against full"))
        #expect(first.lines.last?.hasPrefix("✔ INTERCEPTED") == true)
        let one = try await BuiltProgram.run(arguments + ["--policy", "pin", "--attacker", "installed-ca"])
        #expect(one.status == 0 && one.lines.last == "✘ NOTHING LEARNED")
        #expect(!one.standardOutput.contains("she shows"))
        #expect(try await BuiltProgram.run(["attack", "mitm", "--policy", "most"]).status == 64)
        #expect(try await BuiltProgram.run(["attack", "mitm", "--dh", "--rsa"]).status == 64)
    }
}
