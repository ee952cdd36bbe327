import Capture
import Crypto
import Foundation
import Render
import TestSupport
import Testing
import Trace

@testable import Museum

/// Conditions that hold for every exhibit.
@Suite struct ExhibitTests {
    /// Checks a performance without the rule, in which the attacker must win, and one with the rule, in which she must not.
    private func check(_ open: ExhibitRun, _ shut: ExhibitRun) {
        let about: Comment = "\(open.card.name) \(open.variant) \(open.seed)"
        #expect(open.outcome.reached && !shut.outcome.reached, about)
        #expect(open.outcome.tries > 0 && !open.outcome.steps.isEmpty && !shut.outcome.steps.isEmpty, about)
        // What she has computed is what the victims have.
        for loot in open.outcome.loot {
            guard let truth = open.outcome.truth.first(where: { $0.name == loot.name }) else { continue }
            #expect(truth.value == loot.value, "\(about) \(loot.name)")
        }
        if let theory = open.outcome.theory, let mean = theory.mean, let deviation = theory.deviation {
            #expect(abs(Double(open.outcome.tries) - mean) <= max(1, 8 * deviation), about)
        }
    }

    /// Exhibits that take long although they need few tries, because each try is a search or many exponentiations.
    private static let long: Set = [
        "logjam", "invalid-curve", "small-subgroup", "ecdsa-nonce", "crime", "padding-oracle",
    ]

    /// Performs the variant that takes the least time. An exhibit with few tries is also told as a run and performed with more seeds.
    /// scripts/museum performs each exhibit with many seeds.
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

    /// The octets of each message stand in packets of one connection. A place in a stream alone does not tell which connection it is.
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

    /// tshark finds nothing wrong in the captures, and the exhibit's commands about them print something.
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
                    "tshark", ["-n", "-r", path, "-T", "fields"] + names.flatMap { ["-e", $0] })
                for line in Set(result.lines) {
                    let fields = line.split(separator: "\t", omittingEmptySubsequences: false)
                    #expect(["seen", "unseen", "forged"].contains(fields.first ?? ""), "\(line)")
                    // A heartbeat request that announces more octets than it has is malformed. This is the attack itself.
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
            let isSentence = ![.title, .act].contains(part)
            #expect(!words.isEmpty && words.hasSuffix(".") == isSentence, "\(name.rawValue) \(part): \(words)")
        }
        // Lists begin with what she does: "Guesses a sequence number".
        let verb = card.words(.act).english.prefix { $0 != " " }
        // It fits into the heading of the narrowest page.
        #expect(card.words(.act).english.count <= 72, "\(name.rawValue)")
        #expect(verb.hasSuffix("s") && verb.first?.isUppercase == true, "\(name.rawValue): \(verb)")
        #expect(!card.variants.isEmpty && !card.cites.isEmpty)
    }

    /// With this seed, a segment in the middle of the server's certificates begins with the octet of a record of application data.
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
