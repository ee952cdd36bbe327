import TLSSim
import Testing
import Trace

@testable import Simulator

@Suite struct ResumedVisitTests {
    static let variants: [Visit.Options] = Resumption.allCases.flatMap { resumption in
        [CipherSuite.dheRSAAES128GCM, .rsaAES256GCM, .ecdheECDSAChaCha20, .ecdheRSAAES128GCM].map {
            Visit.Options(seed: 21, suite: $0, resumption: resumption)
        } + [Visit.Options(seed: 22, extendedMasterSecret: true, resumption: resumption)]
    }

    private func labels(_ journal: Journal, _ who: Principal) -> [String] {
        journal.events.compactMap { event in
            if case .wrote(let message) = event.kind, event.who == who { message.label } else { nil }
        }
    }

    @Test(arguments: variants)
    func itIsTheAbbreviatedHandshakeEndsWellAndRepeatsToTheOctet(options: Visit.Options) throws {
        let journal = try Visit.run(options).journal
        #expect(!journal.events.contains { if case .failed = $0.kind { true } else { false } })
        #expect(
            labels(journal, .client) == [
                "ClientHello", "ChangeCipherSpec", "Finished", "application data", "Alert close_notify",
            ])
        #expect(
            labels(journal, .server) == [
                "ServerHello", "ChangeCipherSpec", "Finished", "application data", "Alert close_notify",
            ])
        let again = try Visit.run(options).journal
        #expect(again.events.map { "\($0.kind)" } == journal.events.map { "\($0.kind)" })
    }

    @Test(arguments: variants)
    func aTicketKeyOpensTheRecordingHoweverTheKeysWereAgreedThePrivateKeyOpensNone(options: Visit.Options) throws {
        let journal = try Visit.run(options).journal
        let ledger = Ledger(journal)
        let byTicket = options.resumption == .ticket
        for principal in [Principal.client, .server] {
            for secret in [Knowledge.masterSecret, Knowledge.keyBlock, Knowledge.applicationData] {
                #expect(ledger.holds(principal, secret))
            }
        }
        #expect(!ledger.holds(.eavesdropper, Knowledge.masterSecret))
        #expect(ledger.holds(.eavesdropper, Knowledge.sessionTicket) == byTicket)
        #expect(ledger.holds(.thief, Knowledge.ticketKey) == byTicket)
        #expect(ledger.holds(.thief, Knowledge.applicationData) == byTicket)
        guard byTicket else { return }
        // What the ledger states is so: the stolen octets and the recorded ticket do yield the master secret.
        let ticket = try #require(ledger.fact(.thief, Knowledge.sessionTicket)?.value)
        let stolen = try #require(ledger.fact(.thief, Knowledge.ticketKey)?.value)
        let key = try #require(TicketKey(name: Array(ticket.prefix(TicketKey.nameLength)), secret: stolen))
        #expect(key.unseal(ticket)?.masterSecret == ledger.fact(.server, Knowledge.masterSecret)?.value)
    }

    @Test func itSavesARoundTripTheClientsRequestGoesOutWithItsFinishedInTheSecondFlight() throws {
        for resumption in Resumption.allCases {
            let journal = try Visit.run(.init(seed: 23, resumption: resumption)).journal
            let first = try Visit.run(.init(seed: 23)).journal
            func flights(_ journal: Journal) -> Int {
                var writers: [Principal] = []
                for event in journal.events {
                    guard case .wrote(let message) = event.kind else { continue }
                    if message.label == "application data" { break }
                    if writers.last != event.who { writers.append(event.who) }
                }
                return writers.count
            }
            #expect(flights(journal) == 3)
            #expect(flights(first) == 4)
        }
    }
}
