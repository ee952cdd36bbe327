import Foundation
import Museum
import TLSSim
import TestSupport
import Testing
import Trace

@Suite struct EarlyDataReplayTests {
    private typealias Scene = EarlyDataReplay.Scene
    private typealias Defence = EarlyDataReplay.Defence

    private static let runs = Result { try EarlyDataReplay.all(seed: 7) }

    private func run(_ scene: Scene, _ defence: Defence) throws -> EarlyDataReplay {
        try #require(try Self.runs.get().first { $0.scene == scene && $0.defence == defence })
    }

    @Test func whatIsCarriedOutTwiceDependsOnWhatTheServersRemember() throws {
        let twice: [Scene: [Defence]] = [
            .soon: [.none], .late: [.none], .otherServer: [.none, .singleUse, .window], .sharedMemory: [.none],
            .restarted: [.none], .heldUp: [], .clientRepeats: [.none, .singleUse, .window],
        ]
        for scene in Scene.allCases {
            for defence in Defence.inOrder {
                let isTwice = twice[scene]?.contains(defence) == true
                let times = try run(scene, defence).timesCarriedOut
                #expect(times == (isTwice ? 2 : 1), "\(scene) \(defence)")
            }
        }
    }

    @Test func aFlightThatIsHeldUpIsNotCarriedOutBeforeItArrives() throws {
        for run in try Self.runs.get() {
            let told = run.steps.first?.remark.sentence(in: .english).contains("The server carries the order out.")
            #expect(told == (run.scene != .heldUp), "\(run.scene) \(run.defence)")
        }
    }

    @Test func theAttackerNeverCompletesAHandshake() throws {
        for run in try Self.runs.get() where run.scene != .heldUp && run.scene != .clientRepeats {
            let second = try #require(run.second)
            #expect(!second.isEstablished)
            #expect(second.data.isEmpty)
            if second.outcome == .accepted {
                // The old Finished is under the keys of another exchange.
                #expect(second.early == run.original.early && second.alert == .badRecordMAC)
            } else {
                #expect(second.early.isEmpty && second.outcome == .rejected)
                #expect(second.alert == nil && second.state == "ExpectFinished")
            }
        }
    }

    @Test func theKeysOfEarlyDataAreTheSameAndThoseOfTheHandshakeAreNot() throws {
        let run = try run(.soon, .none)
        let second = try #require(run.second)
        for name in [SecretName.early, .clientEarlyTraffic] {
            #expect(run.original.secrets[name] != nil && run.original.secrets[name] == second.secrets[name])
        }
        for name in [SecretName.clientHandshakeTraffic, .clientApplicationTraffic] {
            #expect(run.original.secrets[name] != second.secrets[name])
        }
    }

    @Test func anHonestClientThatIsHeldUpLosesItsEarlyDataAndNoOrder() throws {
        for defence in Defence.inOrder {
            let run = try run(.heldUp, defence)
            #expect(run.original.outcome == (defence == .none ? .accepted : .rejected))
            #expect(run.original.isEstablished && run.original.alert == nil)
        }
    }

    /// The attacker drops what the server answers, so that the server waits for the client's end of early data.
    @Test func anOrderIsCarriedOutInAHandshakeThatNeverEnds() throws {
        for defence in Defence.inOrder {
            let run = try run(.clientRepeats, defence)
            #expect(run.original.outcome == .accepted && run.original.early == run.second?.data)
            #expect(!run.original.isEstablished && run.original.state == "ExpectEndOfEarlyData")
            #expect(run.second?.isEstablished == true)
        }
    }

    /// What a side has put on the wire, each octet once.
    private func stream(of who: Principal, in journal: Journal) -> [UInt8] {
        var octets: [UInt8] = []
        var seen: Set<UInt32> = []
        for event in journal.events where event.who == who {
            guard case .sent(let packet, _) = event.kind, !packet.payload.isEmpty else { continue }
            // The sequence number (RFC 9293 section 3.1), behind 20 octets of IPv4 and the ports.
            let number = packet.bytes[24..<28].reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
            if seen.insert(number).inserted { octets += packet.bytes[packet.payload] }
        }
        return octets
    }

    /// The connections of captures and pages are those of which the story tells.
    @Test(
        arguments: [
            (Scene.soon, Defence.none), (.soon, .singleUse), (.restarted, .window), (.heldUp, .window),
            (.clientRepeats, .none),
        ])
    func theConnectionsHaveTheOctetsOfTheStory(_ scene: EarlyDataReplay.Scene, _ defence: EarlyDataReplay.Defence)
        throws
    {
        let run = try run(scene, defence)
        let connections = run.connections
        let original = try #require(connections.first)
        #expect(original.part == .original && stream(of: .client, in: original.journal).starts(with: run.flight))
        guard let reception = run.second else { return #expect(connections.count == 1) }
        let second = try #require(connections.last)
        #expect(connections.count == 2 && second.part == (scene == .clientRepeats ? .again : .copy))
        let copied = stream(of: .client, in: second.journal)
        #expect(copied.starts(with: run.flight) == (second.part == .copy))
        guard second.part == .copy else { return }
        #expect(second.journal.name(of: .client) == "attacker")
        // She has no secret of either connection, and the server does what the story says.
        #expect(!Ledger(second.journal).facts(of: .client).contains { SecretName(rawValue: $0.secret.name) != nil })
        let failures = second.journal.events.contains { event in
            if case .failed = event.kind { event.who == .server } else { false }
        }
        #expect(failures == (reception.alert != nil))
        #expect(Ledger(second.journal).holds(.server, Knowledge.earlyData) == (reception.outcome == .accepted))
    }

    @Test func theProgramTellsBothOutcomes() async throws {
        try await TemporaryDirectory.use { folder in
            let file = folder.path(of: "attack.json")
            let result = try await BuiltProgram.run([
                "attack", "early-data-replay", "--scene", "soon", "--seed", "7", "--json", file, "--html",
                folder.path(of: "attack.html"), "--pcap", folder.path(of: "attack.pcapng"),
            ])
            #expect(result.status == 0 && result.standardError.isEmpty)
            #expect(result.standardOutput.contains("✘ CARRIED OUT TWICE"))
            #expect(result.standardOutput.contains("✔ CARRIED OUT ONCE"))
            let written = try String(contentsOfFile: file, encoding: .utf8)
            let document = try JSON(written.utf8)
            #expect(document["runs"] == EarlyDataReplay.json(try Self.runs.get(), seed: 7)["runs"])
            #expect(document["version"] == .integer(2) && document["flight"] != nil)
            guard case .array(let connections)? = document["connections"] else {
                Issue.record("no connections")
                return
            }
            #expect(
                connections.map { $0["id"] } == [
                    .string("soon-none-original"), .string("soon-none-copy"), .string("soon-single-use-original"),
                    .string("soon-single-use-copy"),
                ])
            let page = try String(contentsOfFile: folder.path(of: "attack.html"), encoding: .utf8)
            #expect(page.contains(#""pairs":[["soon-none-original","soon-none-copy"],["soon-single-use-original""#))
            #expect(FileManager.default.fileExists(atPath: folder.path(of: "attack-soon-none-copy.pcapng")))
        }
    }
}
