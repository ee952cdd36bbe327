import Crypto
import TestSupport
import Testing
import Trace

@testable import TLSSim

/// Early data beside new keys, and for an onlooker (RFC 8446 sections 4.2.10 and 4.6.3).
@Suite struct EarlyDataBesideTests {
    private static let data = Array("GET / HTTP/1.0\r\n\r\n".utf8)
    private static let key = TicketKey(
        name: [UInt8](repeating: 1, count: 16), secret: [UInt8](repeating: 2, count: 32))
    private typealias Change = (inout TLS13.ClientConfiguration, inout TLS13.ServerConfiguration) -> Void

    /// A pair whose server takes early data, and whose client sends it if it has a ticket.
    private func pair(_ ticket: TLS13.Ticket?, _ change: Change = { _, _ in }) async throws -> TLS13Pair {
        var pair = try await TLS13Pair.able { client, server in
            client.ticket = ticket
            client.earlyData = ticket == nil ? [] : Self.data
            server.ticketKey = Self.key
            server.maxEarlyData = 100
            change(&client, &server)
        }
        pair.replays = TLS13.ReplayRegister(.singleUse, start: 0)
        return pair
    }

    private func ticket(_ change: Change = { _, _ in }) async throws -> TLS13.Ticket {
        var first = try await pair(nil, change)
        return try #require(first.run().tickets.first)
    }

    /// RFC 8446 section 4.6.3: a side may change its keys when its Finished is out, and so a server before it answers early data.
    @Test func aServerChangesItsKeysBeforeItAnswersEarlyData() async throws {
        var pair = try await pair(try await ticket())
        var register = pair.replays
        func octets(_ outputs: [Output]) -> [UInt8] {
            outputs.flatMap { output -> [UInt8] in if case .bytes(let octets) = output { octets } else { [] } }
        }
        let hello = octets(pair.client.handle(.start, using: &pair.random))
        let flight = octets(pair.server.handle(.bytes(hello), replays: &register, using: &pair.random))
        let update = octets(pair.server.updateKeys(request: true))
        #expect(!update.isEmpty)
        let page = Array("page".utf8)
        let answer = octets(pair.server.handle(.send(page), replays: &register, using: &pair.random))
        var outputs = pair.client.handle(.bytes(flight), using: &pair.random)
        if let verdict = pair.verdicts[.client],
            outputs.contains(where: { if case .judge = $0 { true } else { false } })
        {
            outputs += pair.client.handle(.verdict(verdict), using: &pair.random)
        }
        outputs += pair.client.handle(.bytes(update + answer), using: &pair.random)
        #expect(outputs.contains(.plaintext(page)))
        let end = pair.server.handle(.bytes(octets(outputs)), replays: &register, using: &pair.random)
        #expect(refusal(in: end) == nil && pair.server.state == "Traffic")
    }

    /// No message names the suite of early data: an onlooker tries each that has the hash of the secret.
    @Test(arguments: TLS13.CipherSuite.all) func anOnlookerReadsEarlyDataUnderEachSuite(suite: TLS13.CipherSuite)
        async throws
    {
        let change: Change = { client, server in
            client.cipherSuites = TLS13.CipherSuite.all
            server.cipherSuites = [suite]
        }
        let ticket = try await ticket(change)
        var pair = try await pair(ticket, change)
        let outcome = pair.run()
        #expect(outcome.earlyData[.server] == .accepted && outcome.earlyPlaintext == Self.data)
        var onlooker = Onlooker()
        onlooker.learn(psk: ticket.psk, .resumption)
        let told = try records(in: #require(outcome.flights.first).octets).flatMap { onlooker.read($0, from: .client) }
        #expect(told.contains(.content(from: .client, .applicationData, Self.data)), "\(told)")
        let keys = told.filter { if case .keys(.clientEarly, _) = $0 { true } else { false } }
        #expect(keys.count == 1)
    }
}
