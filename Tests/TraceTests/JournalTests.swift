import TestSupport
import Testing
import Trace

private let premaster = SecretID("premaster secret")
private let master = SecretID("master secret")
private let key = SecretID("private key")
private let cipher = SecretID("encrypted premaster secret")
private let random = SecretID("client_random")

private func journal() -> Journal {
    let end = Endpoint(address: "10.0.0.1", port: 1)
    return Journal(title: "t", settings: [], epoch: 0, client: end, server: end)
}

@Suite struct JournalTests {
    @Test func causesPrecedeEffects() {
        var journal = journal()
        let first = journal.record(at: .zero, who: .client, step: "a", .failed(Words("")))
        for cause in [nil, 0, -1, 1, 2, 3, .max, .min] as [Int?] {
            let number = journal.record(at: .zero, who: .client, cause: cause, step: "b", .failed(Words("")))
            let expected = cause.flatMap { $0 >= first && $0 < number ? $0 : nil }
            #expect(journal[number]?.cause == expected)
        }
        #expect(journal.events.map(\.number) == Array(1...9))
        #expect(journal[0] == nil && journal[10] == nil && journal[.max] == nil && journal[1]?.step == "a")
    }
}

@Suite struct LedgerTests {
    /// RSA key exchange: who has the key and the recorded ciphertext has everything.
    private func recorded() -> Journal {
        var journal = journal()
        // The rules stand in the order that needs the most rounds.
        journal.add([
            Derivation(SecretID("application data"), from: [master], by: "AEAD"),
            Derivation(master, from: [premaster, random], by: "PRF"),
            Derivation(premaster, from: [key, cipher], by: "RSADP"),
        ])
        let message = Message(
            machine: "TLS", label: "m", step: "s", panes: [], stream: 0..<0,
            discloses: [Disclosure(random, [1]), Disclosure(cipher, [2])])
        journal.record(at: .zero, who: .client, step: "m", .wrote(message))
        journal.record(at: .zero, who: .server, step: "k", .learned(key, .configured, value: [9]))
        journal.record(
            at: .zero, who: .thief, step: "theft", .learned(key, .stolen(how: Words(same: "a backup")), value: [9]))
        return journal
    }

    @Test func knowledgeIsClosedUnderTheRules() {
        let ledger = Ledger(recorded())
        #expect(ledger.holds(.thief, SecretID("application data")))
        #expect(!ledger.holds(.eavesdropper, premaster) && ledger.holds(.eavesdropper, cipher))
        #expect(!ledger.holds(.client, master), "the client was not said to know anything")
        #expect(ledger.fact(.thief, master)?.event == 3, "the theft completed the premises")
        #expect(ledger.fact(.thief, random)?.value == [1])
        #expect(ledger.fact(.thief, master)?.value == nil)
    }

    @Test func knowledgeGrowsWithTheEvents() {
        let journal = recorded()
        #expect(!Ledger(journal, upTo: 2).holds(.thief, premaster))
        #expect(Ledger(journal, upTo: 2).holds(.thief, cipher))
        #expect(Ledger(journal, upTo: -5).facts(of: .thief).isEmpty)
        #expect(Ledger(journal, upTo: 99).facts(of: .thief).count == 6)
        var known: Set<SecretID> = []
        for count in 0...3 {
            let now = Set(Ledger(journal, upTo: count).facts(of: .thief).map(\.secret))
            #expect(known.isSubset(of: now))
            known = now
        }
    }

    @Test func reasonsGoBackToTheirSources() {
        let ledger = Ledger(recorded())
        #expect(
            ledger.reasons(.thief, master).map(\.english) == [
                "master secret: PRF of premaster secret, client_random",
                "premaster secret: RSADP of private key, encrypted premaster secret",
                "client_random: read from the wire (step 1)", "private key: stolen, a backup (step 3)",
                "encrypted premaster secret: read from the wire (step 1)",
            ])
        #expect(ledger.reasons(.eavesdropper, master).isEmpty)
        #expect(ledger.reasons(.server, key).map(\.english) == ["private key: owned from the start"])
    }

    @Test func whoWroteAMessageHasSentWhatItsReaderHasRead() {
        var journal = journal()
        let hellos = SecretID("hellos")
        let message = Message(
            machine: "TLS", label: "m", step: "s", panes: [], stream: 0..<0,
            discloses: [Disclosure(random, [1]), Disclosure(hellos, [2], isExchange: true)])
        journal.record(at: .zero, who: .client, step: "m", .wrote(message))
        journal.record(at: .zero, who: .server, step: "m", .read(message))
        let ledger = Ledger(journal)
        #expect(ledger.reasons(.client, random).map(\.english) == ["client_random: sent in its own message (step 1)"])
        #expect(ledger.reasons(.server, random).map(\.english) == ["client_random: read from the wire (step 2)"])
        #expect(ledger.reasons(.eavesdropper, random).map(\.english) == ["client_random: read from the wire (step 1)"])
        #expect(ledger.fact(.client, hellos)?.how == .exchanged(inEvent: 1))
        #expect(ledger.fact(.server, hellos)?.how == .exchanged(inEvent: 2))
        #expect(ledger.fact(.thief, hellos)?.how == .received(inEvent: 1))
    }

    @Test func theFirstWayToLearnCounts() {
        var journal = journal()
        journal.record(at: .zero, who: .client, step: "a", .learned(premaster, .generated, value: [1]))
        journal.record(
            at: .zero, who: .client, step: "b", .learned(premaster, .broken(by: Words(same: "luck")), value: [2]))
        let fact = Ledger(journal).fact(.client, premaster)
        #expect(fact?.how == .generated && fact?.value == [1])
    }

    @Test func rulesThatGoInCirclesEnd() {
        var journal = journal()
        journal.add([
            Derivation(master, from: [premaster], by: "f"), Derivation(premaster, from: [master], by: "g"),
            Derivation(key, from: [key], by: "itself"), Derivation(random, from: [], by: "public knowledge"),
        ])
        #expect(!Ledger(journal).holds(.client, master) && !Ledger(journal).holds(.client, key))
        #expect(Ledger(journal).holds(.client, random))
        journal.record(at: .zero, who: .client, step: "a", .learned(premaster, .generated, value: nil))
        #expect(Ledger(journal).holds(.client, master))
        #expect(
            Ledger(journal).reasons(.client, master).map(\.english) == [
                "master secret: f of premaster secret", "premaster secret: drawn at random (step 1)",
            ])
    }

    @Test func factsComeInTheOrderInWhichTheyBecameKnown() {
        let facts = Ledger(recorded()).facts(of: .thief).map(\.secret.name)
        #expect(facts.prefix(3) == ["client_random", "encrypted premaster secret", "private key"])
        for _ in 0..<5 { #expect(Ledger(recorded()).facts(of: .thief).map(\.secret.name) == facts) }
    }

    /// A packet of which only the place in its sender's stream counts.
    private struct Meaningless: PacketMeaning {
        func source(of datagram: [UInt8]) -> Endpoint { Endpoint(address: "10.0.0.1", port: 1) }
        func destination(of datagram: [UInt8]) -> Endpoint { source(of: datagram) }
        func fields(of datagram: [UInt8]) -> [Field] { [] }
        func label(of datagram: [UInt8]) -> String { "" }
        func relativeLabel(of datagram: [UInt8]) -> String { "" }
        func gist(of datagram: [UInt8]) -> String { "" }
    }

    @Test func aMessageIsOverheardWithTheLastPacketThatItTakes() {
        var journal = journal()
        func send(_ stream: Range<Int>, by who: Principal) -> Int {
            let packet = Packet(number: 1, bytes: [], payload: 0..<0, stream: stream, meaning: Meaningless())
            return journal.record(at: .zero, who: who, step: "p", .sent(packet, to: .server))
        }
        let message = Message(
            machine: "TLS", label: "m", step: "s", panes: [], stream: 10..<30, discloses: [Disclosure(random, [1])])
        let wrote = journal.record(at: .zero, who: .client, step: "m", .wrote(message))
        _ = send(0..<15, by: .client)
        _ = send(10..<30, by: .server)
        _ = send(25..<40, by: .client)
        #expect(!Ledger(journal).holds(.eavesdropper, random), "ten octets in the middle have not been sent")
        let last = send(15..<25, by: .client)
        _ = send(10..<30, by: .client)
        let ledger = Ledger(journal)
        #expect(ledger.fact(.client, random)?.how == .sent(inEvent: wrote))
        for who in [Principal.eavesdropper, .thief] {
            #expect(ledger.fact(who, random)?.event == last)
            #expect(ledger.fact(who, random)?.how == .received(inEvent: last))
            #expect(!Ledger(journal, upTo: last - 1).holds(who, random))
        }
    }
}
