import Attacks
import Capture
import Crypto
import Foundation
import Render
import TestSupport
import Testing
import Trace

@testable import Museum

/// What holds for every exhibit.
@Suite struct ExhibitTests {
    /// What must hold of a performance without the rule, and of the one with it.
    private func check(_ open: ExhibitRun, _ shut: ExhibitRun) {
        let about: Comment = "\(open.card.name) \(open.variant) \(open.seed)"
        #expect(open.outcome.reached && !shut.outcome.reached, about)
        #expect(open.outcome.tries > 0 && !open.outcome.steps.isEmpty && !shut.outcome.steps.isEmpty, about)
        // She has computed what the victims have, of what is theirs.
        for loot in open.outcome.loot {
            guard let truth = open.outcome.truth.first(where: { $0.name == loot.name }) else { continue }
            #expect(truth.value == loot.value, "\(about) \(loot.name)")
        }
        if let theory = open.outcome.theory, let mean = theory.mean, let deviation = theory.deviation {
            #expect(abs(Double(open.outcome.tries) - mean) <= max(1, 8 * deviation), about)
        }
    }

    /// Exhibits with few tries that take long all the same: each try is a search or many exponentiations.
    private static let long: Set = [
        "logjam", "invalid-curve", "small-subgroup", "ecdsa-nonce", "crime", "padding-oracle",
    ]

    /// The variant of an exhibit that takes the least time: first with files, and more often where it takes few tries. scripts/museum performs
    /// each under many seeds.
    @Test(arguments: ExhibitName.allCases) func sheReachesHerGoalWithoutTheRuleAndNotWithIt(
        name: ExhibitName
    ) async throws {
        try await Tool.require("tshark")
        let (card, exhibit) = (name.card, name.exhibit)
        var octets: [Leg: [UInt8]] = [:]
        var wants = Performance.Wants()
        wants.sink = { leg, more in octets[leg, default: []] += more }
        let open = try ExhibitRun.perform(exhibit, variant: card.shortest, isDefended: false, seed: 1, wants)
        check(open, try ExhibitRun.perform(exhibit, variant: card.shortest, isDefended: true, seed: 1))
        try await examine(open, octets)
        guard open.outcome.tries <= 100, !Self.long.contains(card.name) else { return }
        let told = try open.withJournals(of: exhibit)
        #expect(told.outcome.tries == open.outcome.tries)
        for journal in told.journals {
            #expect((1...20_000).contains(journal.events.count), "\(journal.events.count)")
            #expect(journal.lifelines.contains(.attacker) || card.position == .recording)
            try expectMessagesInTheirPackets(journal)
        }
        for seed in [2, 3] as [UInt64] {
            let runs = try [false, true].map {
                try ExhibitRun.perform(exhibit, variant: card.shortest, isDefended: $0, seed: seed)
            }
            check(runs[0], runs[1])
        }
    }

    /// Each message lies in packets of one connection, octet for octet, although many connections have the same places in their streams.
    private func expectMessagesInTheirPackets(_ journal: Journal) throws {
        let text = Data(JSON.journal(journal).compact.utf8)
        let json = try #require(try JSONSerialization.jsonObject(with: text) as? [String: Any])
        var packets: [Int: [UInt8]] = [:]
        for packet in try #require(json["packets"] as? [[String: Any]]) {
            packets[try #require(packet["number"] as? Int)] = Hex.octets(try #require(packet["bytes"] as? String))
        }
        for message in try #require(json["messages"] as? [[String: Any]]) {
            let pane = try #require((message["panes"] as? [[String: Any]])?.first?["bytes"] as? String)
            let octets = try #require(Hex.octets(pane))
            var ports: Set<[UInt8]> = []
            for segment in try #require(message["segments"] as? [[String: Int]]) {
                let (number, offset) = (try #require(segment["packet"]), try #require(segment["offset"]))
                let (length, within) = (try #require(segment["length"]), try #require(segment["within"]))
                let packet = try #require(packets[number])
                ports.insert(Array(packet[20..<24]))
                guard within + length <= octets.count else { continue }
                #expect(packet[offset..<(offset + length)] == octets[within..<(within + length)])
            }
            #expect(ports.count <= 1, "\(journal.title): \(message["label"] ?? "")")
        }
    }

    /// Other programs find nothing wrong in the captures, and see there what the exhibit says.
    private func examine(_ run: ExhibitRun, _ octets: [Leg: [UInt8]]) async throws {
        let card = run.card
        #expect(Set(octets.keys) == Set(card.legs))
        #expect(octets.values.map(\.count).reduce(0, +) < 64 << 20)
        try await TemporaryDirectory.use { directory in
            var files: [(leg: Leg, file: String)] = []
            for leg in card.legs {
                let path = try directory.write(octets[leg] ?? [], to: ExhibitRun.file("run.pcapng", leg))
                files.append((leg, path))
                let names = [
                    "frame.interface_name", "_ws.malformed", "tls.heartbeat_message.type", "ip.checksum.status",
                ]
                let result = try await Tool.run(
                    "tshark", ["-r", path, "-T", "fields"] + names.flatMap { ["-e", $0] })
                for line in Set(result.lines) {
                    let fields = line.split(separator: "\t", omittingEmptySubsequences: false)
                    #expect(["seen", "unseen", "forged"].contains(fields.first ?? ""), "\(line)")
                    // A heartbeat that announces more than it has is malformed: that is the attack.
                    #expect(fields.count < 3 || fields[1].isEmpty || !fields[2].isEmpty, "\(card.name) \(leg): \(line)")
                    #expect(fields.count < 4 || fields[3] != "0", "\(card.name) \(leg): \(line)")
                }
            }
            #expect(!run.outcome.reproduce.isEmpty)
            for command in run.commands(files) {
                let result = try await Tool.run("sh", ["-c", command])
                #expect(result.status == 0 && !result.standardOutput.isEmpty, "\(command)\n\(result.standardError)")
            }
        }
    }

    @Test(arguments: ExhibitName.allCases) func eachCardSaysEverything(name: ExhibitName) throws {
        let card = name.card
        for part in CardPart.allCases {
            let words = card.words(part).sentence(in: .english)
            #expect(!words.isEmpty && words.hasSuffix(".") == (part != .title), "\(name.rawValue) \(part): \(words)")
        }
        #expect(!card.variants.isEmpty && !card.cites.isEmpty)
    }

    /// Under this seed a segment in the middle of the server's certificates begins as a record of application data would.
    @Test func theFirstOctetOfASegmentIsNoRecordsType() throws {
        for isDefended in [false, true] {
            let run = try ExhibitRun.perform(Truncation.self, variant: "standard", isDefended: isDefended, seed: 43)
            #expect(run.outcome.reached != isDefended)
        }
    }

    @Test func messagesOfHTTPAreAsLongAsTheySay() throws {
        for octets in [
            Money.answer, Money.altered(Money.answer), EarlyDataReplay.order, EarlyDataReplay.answer,
            InterceptedExchange.answer,
        ] {
            let text = String(decoding: octets, as: UTF8.self)
            let length = try #require(text.firstMatch(of: /Content-Length: (\d+)/)).1
            let body = try #require(text.firstRange(of: "\r\n\r\n")).upperBound
            #expect(Int(length) == text[body...].utf8.count, "\(text)")
        }
    }

    @Test func theSameSeedGivesTheSameOctets() throws {
        var files: [[UInt8]] = []
        for _ in 0..<2 {
            var octets: [UInt8] = []
            var wants = Performance.Wants()
            wants.sink = { octets += $1 }
            _ = try ExhibitRun.perform(Truncation.self, variant: "standard", isDefended: false, seed: 5, wants)
            files.append(octets)
        }
        #expect(files[0] == files[1] && files[0].count > 1_000)
    }
}
