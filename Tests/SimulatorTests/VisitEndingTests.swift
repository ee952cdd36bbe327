import PKI
import TCPSim
import TLSSim
import TestSupport
import TestVisit
import Testing
import Trace

@testable import Simulator

/// Who closes a visit, how long TIME-WAIT lasts, how it is cut off, and which numbers it begins with.
@Suite struct VisitEndingTests {
    private func states(_ journal: Journal, _ machine: String, _ who: Principal) -> [String] {
        journal.events.compactMap { event in
            if case .transition(machine, _, let to) = event.kind, event.who == who { to } else { nil }
        }
    }

    private func labels(_ journal: Journal, by who: Principal) -> [String] {
        journal.events.compactMap { event in
            if case .sent(let packet, _) = event.kind, event.who == who { packet.label } else { nil }
        }
    }

    @Test(arguments: [CipherSuite.dheRSAAES128GCM, .rsaAES128GCM])
    func whenTheServerClosesFirstTIMEWAITIsAtTheServerAndBothEndWell(suite: CipherSuite) throws {
        let journal = try SharedVisit.run(.init(seed: 7, suite: suite, closesFirst: .server)).journal
        #expect(
            states(journal, "TCP", .server)
                == [
                    "LISTEN", "SYN-RECEIVED", "ESTABLISHED", "FIN-WAIT-1", "FIN-WAIT-2", "TIME-WAIT", "CLOSED",
                ])
        #expect(
            states(journal, "TCP", .client) == ["SYN-SENT", "ESTABLISHED", "CLOSE-WAIT", "LAST-ACK", "CLOSED"])
        for who in [Principal.client, .server] { #expect(states(journal, "TLS", who).last == "Closed") }
        #expect(!journal.events.contains { if case .failed = $0.kind { true } else { false } })
        let goodbye = try #require(journal.events.first { $0.step == Chapter.goodbye.step })
        #expect(goodbye.who == .server)
        let wait = journal.events.filter { $0.step == "tcp.time_wait" }
        #expect(!wait.isEmpty && wait.allSatisfy { $0.who == .server })
        #expect(Ledger(journal).fact(.client, Knowledge.applicationData) != nil)
    }

    @Test(arguments: [Role.client, .server])
    func timeWAITLastsTwiceTheMSLThatIsChosenAtTheSideThatClosesFirst(role: Role) throws {
        for seconds in [Int64(0), 15, 30, 120] {
            let journal = try SharedVisit.run(
                .init(seed: 7, closesFirst: role, msl: .seconds(seconds))
            ).journal
            func moment(_ state: String) -> Instant? {
                journal.events.last {
                    if case .transition("TCP", _, state) = $0.kind { $0.who == Principal(role) } else { false }
                }?.at
            }
            let entered = try #require(moment("TIME-WAIT"))
            #expect(try #require(moment("CLOSED")) - entered == .seconds(2 * seconds))
            let note = try #require(journal.events.first { $0.step == "tcp.time_wait" }?.remark?.sentence(in: .english))
            #expect(note.contains("the RFC sets two minutes"))
            #expect(note.contains("this run sets \(seconds)") == (seconds != 120))
        }
    }

    @Test func eachGeneratorGivesItsNumbersAndTheEndSaysWhatCanBeGuessed() throws {
        func numbers(_ isn: SequenceNumberGenerator) throws -> [String] {
            let journal = try SharedVisit.run(.init(seed: 7, isn: isn)).journal
            #expect(
                journal.conclusions.contains { $0.sentence(in: .english) == isn.english }
                    == (isn != .rfc6528))
            return [Principal.client, .server].compactMap { who in
                labels(journal, by: who).first { $0.contains("SYN") }
                    .map { String($0.dropFirst("<SEQ=".count).prefix { $0.isNumber }) }
            }
        }
        #expect(try numbers(.constant) == ["0", "0"])
        // The server chooses 10 ms later: 2500 ticks of 4 microseconds.
        #expect(try numbers(.clock) == ["0", "2500"])
        #expect(try numbers(.plus64000) == ["1", "1"])
        let random = try numbers(.rfc6528)
        #expect(!random.contains("0") && Set(random).count == 2)
    }

    @Test(arguments: [CipherSuite.dheRSAAES128GCM, .rsaAES128GCM, .ecdheECDSAChaCha20, .rsaAES128CBCSHA])
    func aForgedFINIsNoCloseNotifyAndTheClientSaysThatDataMayBeMissing(suite: CipherSuite) throws {
        for seed in seeds(2) {
            let journal = try SharedVisit.run(.init(seed: seed, suite: suite, isTruncated: true)).journal
            let failures = journal.events.compactMap { event -> (Principal, String)? in
                if case .failed(let why) = event.kind { (event.who, why.sentence(in: .english)) } else { nil }
            }
            let told = failures.first { $0.0 == .client }
            #expect(told?.1 == TLSError.truncated.sentence(in: .english))
            #expect(failures.contains { $0.0 == .server && $0.1.contains("reset") })
            // Two segments are forged, and what is kept never arrives.
            let forged = journal.events.filter { event in
                if case .sent = event.kind { event.step.hasPrefix("path.forged") } else { false }
            }
            #expect(forged.map(\.step) == ["path.forged_fin", "path.forged_reset"])
            #expect(journal.events.contains { $0.step == "path.withheld" })
            #expect(
                !journal.events.contains { event in
                    if case .read(let message) = event.kind, event.who == .client {
                        message.label.contains("close_notify")
                    } else {
                        false
                    }
                })
            let read = journal.events.filter { event in
                if case .read(let message) = event.kind, event.who == .client {
                    message.label.hasPrefix("application data")
                } else {
                    false
                }
            }
            #expect(read.count == 1)
        }
    }

    @Test func theSameAnswerWithoutAnAttackerEndsInGoodOrder() throws {
        let journal = try SharedVisit.run(.init(seed: 7, closesFirst: .server)).journal
        #expect(!journal.events.contains { if case .failed = $0.kind { true } else { false } })
        #expect(!journal.events.contains { $0.step.hasPrefix("path.") })
    }

    @Test func theProgramTakesTheOptionsAndRefusesWhatMakesNoSense() async throws {
        for arguments in [["--server-closes"], ["--msl", "0.5"], ["--isn", "clock"], ["--truncate"]] {
            let result = try await BuiltProgram.run(["--seed", "7"] + arguments)
            #expect(result.status == 0 && result.standardError.isEmpty, "\(arguments) \(result.standardError)")
        }
        for arguments in [
            ["--msl", "601"], ["--msl", "-1"], ["--isn", "random"], ["--truncate", "--resume", "id"],
            ["--truncate", "--server-chain", "expired"], ["--truncate", "--client-cert", "none"],
        ] {
            #expect(try await BuiltProgram.run(arguments).status == 64, "\(arguments)")
        }
    }
}
