import Crypto
import TCPSim
import TLSSim
import TestSupport
import TestVisit
import Testing
import Trace

@testable import Simulator

@Suite struct VisitTests {
    /// Every key exchange and every way to protect records, the textbook's and the extended way, a toy group, a client that says
    /// who it is.
    static let variants: [Visit.Options] = [
        .init(seed: 7, suite: .dheRSAAES128GCM), .init(seed: 8, suite: .dheRSAAES256GCM, extendedMasterSecret: true),
        .init(seed: 7, suite: .rsaAES128GCM), .init(seed: 8, suite: .rsaAES256GCM, extendedMasterSecret: true),
        .init(seed: 9, group: .toy23), .init(seed: 10, group: .ffdhe3072), .init(seed: 11, suite: .rsaAES128CBCSHA),
        .init(seed: 12, suite: .dheRSAAES256CBCSHA256), .init(seed: 13, suite: .ecdheRSAAES128GCM),
        .init(seed: 14, suite: .ecdheECDSAChaCha20, extendedMasterSecret: true),
        .init(seed: 15, suite: .rsaAES128GCM, clientCertificate: .good),
        .init(seed: 16, suite: .ecdheECDSAAES128GCM, clientCertificate: .good),
    ]

    private func packets(_ journal: Journal) -> [(who: Principal, packet: Packet)] {
        journal.events.compactMap { if case .sent(let packet, _) = $0.kind { ($0.who, packet) } else { nil } }
    }

    private func messages(_ journal: Journal, by who: Principal) -> [Message] {
        journal.events.compactMap { event in
            if case .wrote(let message) = event.kind, event.who == who { message } else { nil }
        }
    }

    @Test func theMachinesGoThroughExactlyTheStatesOfRFC9293Figure12WithTheServerClosingLast() throws {
        let journal = try SharedVisit.run(.init(seed: 7)).journal
        func states(_ machine: String, _ who: Principal) -> [String] {
            journal.events.compactMap { event in
                if case .transition(machine, _, let to) = event.kind, event.who == who { to } else { nil }
            }
        }
        #expect(
            states("TCP", .client) == ["SYN-SENT", "ESTABLISHED", "FIN-WAIT-1", "FIN-WAIT-2", "TIME-WAIT", "CLOSED"])
        #expect(
            states("TCP", .server) == ["LISTEN", "SYN-RECEIVED", "ESTABLISHED", "CLOSE-WAIT", "LAST-ACK", "CLOSED"])
        #expect(states("TLS", .client).last == "Closed")
        #expect(states("TLS", .server).last == "Closed")
        #expect(!journal.events.contains { if case .failed = $0.kind { true } else { false } })
    }

    @Test func theServerStillSendsAfterTheClientsFINThatIsWhyTheCloseTakesFourSegments() throws {
        let journal = try SharedVisit.run(.init(seed: 7)).journal
        let list = packets(journal)
        func index(_ who: Principal, _ what: String) -> Int? {
            list.firstIndex { $0.who == who && $0.packet.label.contains(what) }
        }
        let clientFIN = try #require(index(.client, "CTL=FIN"))
        let serverFIN = try #require(index(.server, "CTL=FIN"))
        let between = list[clientFIN..<serverFIN].filter { $0.who == .server }
        #expect(between.contains { $0.packet.stream.isEmpty })
        #expect(between.contains { !$0.packet.stream.isEmpty })
        // close_notify goes before the FIN in each direction.
        for (who, fin) in [(Principal.client, clientFIN), (.server, serverFIN)] {
            let goodbye = try #require(messages(journal, by: who).last)
            #expect(goodbye.label == "Alert close_notify" && goodbye.encrypted)
            #expect(list[..<fin].contains { $0.who == who && $0.packet.stream.upperBound == goodbye.stream.upperBound })
        }
    }

    @Test func timeWAITLasts2MSLOfVirtualTime() throws {
        let journal = try SharedVisit.run(.init(seed: 7)).journal
        func moment(_ state: String) -> Instant? {
            journal.events.last {
                if case .transition("TCP", _, state) = $0.kind { $0.who == .client } else { false }
            }?.at
        }
        let entered = try #require(moment("TIME-WAIT"))
        let closed = try #require(moment("CLOSED"))
        #expect(closed - entered == .seconds(240))
    }

    @Test(arguments: variants)
    func everyEventsCausePrecedesIt(options: Visit.Options) throws {
        let journal = try SharedVisit.run(options).journal
        #expect(journal.events.map(\.number) == Array(1...journal.events.count))
        for event in journal.events {
            if let cause = event.cause { #expect(cause < event.number) }
        }
        #expect(zip(journal.events, journal.events.dropFirst()).allSatisfy { $0.at <= $1.at })
        // What is received was sent, and by the event that is its cause.
        for event in journal.events {
            guard case .received(let packet, _) = event.kind else { continue }
            guard let cause = event.cause, case .sent(let sent, _)? = journal[cause]?.kind else {
                Issue.record("packet \(packet.number) came from nowhere")
                continue
            }
            #expect(sent == packet)
        }
    }

    @Test(arguments: variants)
    func theSequenceSpaceAccountsForSYNFINAndEveryOctet(options: Visit.Options) throws {
        let journal = try SharedVisit.run(options).journal
        for who in [Principal.client, .server] {
            let sent = packets(journal).filter { $0.who == who }.map(\.packet)
            let first = try #require(sent.first.flatMap { number("tcp.seq_raw", $0) })
            let fin = try #require(sent.last { $0.label.contains("FIN") })
            let octets = sent.map { $0.stream.count }.reduce(0, +)
            let finNumber = try #require(number("tcp.seq_raw", fin))
            // The first number is the SYN's, then the octets, then the FIN's.
            #expect(UInt32(truncatingIfNeeded: finNumber &- first) == UInt32(octets + 1))
            // What is in the segments is what was written, in order and once.
            let carried = sent.flatMap { Array($0.bytes[$0.payload]) }
            let written = messages(journal, by: who).flatMap { $0.panes.first?.bytes ?? [] }
            #expect(carried == written)
            #expect(messages(journal, by: who).map(\.stream).map(\.upperBound).last == octets)
        }
    }

    private func number(_ name: String, _ packet: Packet) -> UInt64? {
        packet.fields.first(named: name)?.number
    }

    @Test(arguments: variants)
    func everyPacketsAndEveryMessagesLeafFieldsCoverItsOctetsExactlyOnce(options: Visit.Options) throws {
        let journal = try SharedVisit.run(options).journal
        for event in journal.events {
            switch event.kind {
            case .sent(let packet, _):
                #expect(packet.fields.coverExactly(0..<packet.bytes.count), "packet \(packet.number)")
            case .wrote(let message), .read(let message):
                for pane in message.panes {
                    #expect(pane.fields.coverExactly(0..<pane.bytes.count), "\(message.label)")
                }
            default: break
            }
        }
    }

    @Test func sameOptionsSameEventsOctetForOctetAnotherSeedOtherRandomsNumbersAndKeys() throws {
        for suite in [CipherSuite.dheRSAAES128GCM, .rsaAES128GCM] {
            let first = try SharedVisit.run(.init(seed: 7, suite: suite)).journal
            let again = try Visit.run(.init(seed: 7, suite: suite)).journal
            let other = try SharedVisit.run(.init(seed: 8, suite: suite)).journal
            #expect(packets(first).map(\.packet) == packets(again).map(\.packet))
            #expect(first.events.map(\.at) == again.events.map(\.at))
            let learned = values(first)
            #expect(learned == values(again))
            let differing = values(other)
            let names: [SecretID] =
                [
                    Knowledge.clientRandom, Knowledge.serverRandom, Knowledge.premasterSecret, Knowledge.masterSecret,
                    Knowledge.keyBlock, Knowledge.serverPrivateKey,
                ]
                + (suite.keyExchange == .rsa
                    ? [Knowledge.encryptedPremaster] : [Knowledge.clientPublicValue, Knowledge.serverPublicValue])
            for name in names { #expect(learned[name] != nil && learned[name] != differing[name], "\(name)") }
            for who in [Principal.client, .server] {
                let isn = packets(first).first { $0.who == who }.flatMap { number("tcp.seq_raw", $0.packet) }
                let otherISN = packets(other).first { $0.who == who }.flatMap { number("tcp.seq_raw", $0.packet) }
                #expect(isn != nil && isn != otherISN)
            }
        }
    }

    private func values(_ journal: Journal) -> [SecretID: [UInt8]] {
        var found: [SecretID: [UInt8]] = [:]
        for event in journal.events {
            if case .learned(let secret, _, let value?) = event.kind, found[secret] == nil { found[secret] = value }
        }
        return found
    }

    @Test(arguments: variants)
    func bothSidesHoldTheSameKeysTheEavesdropperHoldsNone(options: Visit.Options) throws {
        let journal = try SharedVisit.run(options).journal
        let ledger = Ledger(journal)
        // In a toy group the exponent can be searched, so the value of a key exchange there is no secret.
        let isToy = options.suite.keyExchange == .dheRSA && options.group.isToy
        for secret in [Knowledge.premasterSecret, Knowledge.masterSecret, Knowledge.keyBlock] {
            let client = ledger.fact(.client, secret)?.value
            #expect(client != nil && client == ledger.fact(.server, secret)?.value)
            #expect(ledger.holds(.eavesdropper, secret) == isToy)
        }
        #expect(ledger.holds(.eavesdropper, Knowledge.applicationData) == isToy)
        #expect(ledger.holds(.eavesdropper, Knowledge.clientRandom))
        let isOnCurve = options.suite.keyExchange.certifiedAlgorithm == .ecdsa
        #expect(ledger.holds(.thief, isOnCurve ? Knowledge.serverSigningKey : Knowledge.serverPrivateKey))
        // The whole difference between the two key exchanges, in one line.
        #expect(ledger.holds(.thief, Knowledge.applicationData) == (isToy || options.suite.keyExchange == .rsa))
    }

    @Test(arguments: variants)
    func nobodyHasReadFromTheWireWhatItSent(options: Visit.Options) throws {
        let ledger = Ledger(try SharedVisit.run(options).journal)
        #expect(try SharedVisit.run(options).journal.falseOrigins.isEmpty)
        let data = SecretID("encrypted application data")
        #expect(ledger.reasons(.client, data).first?.english.contains("sent in its own message") == true)
        #expect(ledger.reasons(.server, data).first?.english.contains("read from the wire") == true)
    }

    @Test func atNoStepOfAnyDHEVisitDoesTheEavesdropperOrTheThiefHoldThePremasterSecret() throws {
        for seed: UInt64 in 1...12 {
            let journal = try SharedVisit.run(.init(seed: seed)).journal
            for count in stride(from: 0, through: journal.events.count, by: 7) {
                let ledger = Ledger(journal, upTo: count)
                #expect(!ledger.holds(.eavesdropper, Knowledge.premasterSecret))
                #expect(!ledger.holds(.thief, Knowledge.premasterSecret))
            }
        }
    }

    @Test func segmentsKeepToTheMSSAndTheCertificateTakesMoreThanOne() throws {
        let journal = try SharedVisit.run(.init(seed: 7)).journal
        let sizes = packets(journal).map { $0.packet.stream.count }
        #expect(sizes.max() == 1460)
        let certificate = try #require(messages(journal, by: .server).first { $0.label == "Certificate" })
        let carriers = packets(journal).filter {
            $0.who == .server && $0.packet.stream.overlaps(certificate.stream)
        }
        #expect(carriers.count > 1)
    }
}

extension Journal {
    /// What the ledger says was read although its owner wrote it, or sent although another one did.
    var falseOrigins: [String] {
        let ledger = Ledger(self)
        return [Principal.client, .server].flatMap { who in
            ledger.facts(of: who).filter { fact in
                let (number, sent): (Int, Bool)
                switch fact.how {
                case .received(let event): (number, sent) = (event, false)
                case .sent(let event): (number, sent) = (event, true)
                default: return false
                }
                guard let event = self[number], event.who == who else { return true }
                return if case .wrote = event.kind { !sent } else { sent }
            }.map { "\(who): \($0.secret)" }
        }
    }
}
