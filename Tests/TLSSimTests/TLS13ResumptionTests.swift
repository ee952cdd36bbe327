import Crypto
import TestSupport
import Testing
import Trace

@testable import TLSSim

/// Tickets of TLS 1.3: offered, taken, and passed over.
@Suite struct TLS13ResumptionTests {
    private static let key = TicketKey(
        name: [UInt8](repeating: 1, count: 16), secret: [UInt8](repeating: 2, count: 32), lifetime: 100)

    /// A visit whose server gives out tickets; `now` is in milliseconds.
    private func visit(
        ticket: TLS13.Ticket? = nil, at now: Int64 = 0, key: TicketKey? = TLS13ResumptionTests.key,
        flip: (flight: Int, place: Int)? = nil,
        _ change: (inout TLS13.ClientConfiguration, inout TLS13.ServerConfiguration) -> Void = { _, _ in }
    ) async throws -> TLS13Pair.Outcome {
        var pair = try await TLS13Pair.able { client, server in
            client.ticket = ticket
            server.ticketKey = key
            (client.common.now, server.common.now) = (now, now)
            change(&client, &server)
        }
        pair.flip = flip
        return pair.run()
    }

    /// RFC 8448 section 4: the hello without its PSK, with the ticket of section 3 offered six milliseconds later, is the RFC's.
    @Test func theHelloThatOffersATicketIsThatOfTheRFC() throws {
        let (simple, resumed) = (RFC8448.section(3), RFC8448.section(4))
        var reader = ByteReader(Array(resumed.messages[0].dropFirst(4)))
        let hello = try ClientHello.read(from: &reader)
        let octets = try #require(simple.messages("server", "NewSessionTicket").first)
        var body = ByteReader(Array(octets.dropFirst(4)))
        let message = try TLS13.NewSessionTicket.read(from: &body)
        #expect(message.lifetime == 30)
        #expect(message.maxEarlyDataSize == 1024)
        let memory = TLS13.TicketMemory(
            resumption: ResumptionSecret(simple.secret("resumption_secret"), hash: .sha256), suite: .aes128GCM,
            serverName: "server", peer: .anonymous, applicationProtocol: nil)
        let ticket = memory.ticket(message, at: 1000)
        #expect(
            hello.offering([TLS13.OfferedSecret(ticket, at: 1006)], Transcript()).message.bytes == resumed.messages[0])
    }

    /// RFC 8446 section 4.2.9: where both sides want it, the secret is used without an exchange; else the handshake is a full one.
    @Test func aSecretIsUsedWithoutAnExchangeWhereBothWantIt() async throws {
        let ticket = try #require(try await visit { _, _ in }.tickets.first)
        for takes in [true, false] {
            let again = try await visit(ticket: ticket, at: 5000) { client, server in
                client.pskModes = [.pskOnly]
                server.takesPSKAlone = takes
            }
            #expect(again.isComplete, "\(again.errors)")
            #expect(again.established.values.allSatisfy { $0.isResumed == takes && ($0.group == nil) == takes })
            #expect(again.plaintext == [.server: Array("ping".utf8), .client: Array("pong".utf8)])
            // Who has the secret reads everything, without a private value of either side.
            var onlooker = Onlooker()
            onlooker.learn(psk: ticket.psk, .resumption)
            let told = again.flights.flatMap { flight in
                records(in: flight.octets).flatMap { onlooker.read($0, from: flight.from) }
            }
            #expect(told.contains(.content(from: .client, .applicationData, Array("ping".utf8))) == takes)
        }
        // A server that prefers an exchange makes one, if the client offers it, too.
        let both = try await visit(ticket: ticket, at: 5000) { client, server in
            client.pskModes = [.pskOnly, .pskWithDHE]
            server.takesPSKAlone = true
        }
        #expect(both.isComplete && both.established.values.allSatisfy { $0.isResumed && $0.group == "x25519" })
    }

    @Test(arguments: TLS13.CipherSuite.all) func aTicketStandsForTheCertificate(suite: TLS13.CipherSuite) async throws {
        let first = try await visit { client, _ in client.cipherSuites = [suite] }
        #expect(first.isComplete, "\(first.errors)")
        #expect(first.tickets.count == 2)
        #expect(first.tickets[0].psk != first.tickets[1].psk)
        let again = try await visit(ticket: first.tickets[0], at: 5000) { client, _ in client.cipherSuites = [suite] }
        #expect(again.isComplete, "\(again.errors)")
        #expect(again.established[.client]?.isResumed == true && again.established[.server]?.isResumed == true)
        #expect(again.established[.client]?.peer == first.established[.client]?.peer)
        // One for the one that is used up.
        #expect(again.tickets.count == 1)
        // The server's flight has no certificate in it: it is shorter by more than a thousand octets.
        let lengths = [first, again].map { $0.flights[1].octets.count }
        #expect(lengths[0] > lengths[1] + 1000)
        // All secrets are new.
        let (old, new) = (first.secrets[.client] ?? [], again.secrets[.client] ?? [])
        #expect(old.intersection(new).isEmpty)
        #expect(new == again.secrets[.server])
    }

    @Test func aTicketSurvivesAHelloRetryRequest() async throws {
        let first = try await visit()
        let ticket = try #require(first.tickets.first)
        let again = try await visit(ticket: ticket) { client, _ in client.shares = [] }
        #expect(again.isComplete, "\(again.errors)")
        #expect(again.established[.server]?.isResumed == true)
    }

    @Test func aTicketThatIsNoGoodLeadsToAFullHandshake() async throws {
        let first = try await visit()
        let ticket = try #require(first.tickets.first)
        let other = TicketKey(name: [UInt8](repeating: 9, count: 16), secret: [UInt8](repeating: 2, count: 32))
        for outcome in [
            try await visit(ticket: ticket, at: 101_000), try await visit(ticket: ticket, key: other),
            try await visit(ticket: ticket, key: nil),
            try await visit(ticket: ticket) { client, _ in client.cipherSuites = [.aes256GCM] },
            try await visit(ticket: ticket) { _, server in server.clientAuthentication = .required() },
        ] {
            #expect(outcome.established[.client]?.isResumed != true)
            #expect(outcome.isComplete || outcome.alerts[.server] == .certificateRequired, "\(outcome.errors)")
        }
    }

    @Test func aWrongBinderIsADecryptError() async throws {
        let first = try await visit()
        let ticket = try #require(first.tickets.first)
        let hello = try await visit(ticket: ticket).flights[0].octets
        for place in [11, hello.count - 1] {
            let outcome = try await visit(ticket: ticket, flip: (0, place))
            #expect(outcome.alerts[.server] == .decryptError, "octet \(place)")
        }
    }

    @Test func aTicketsStateIsReadAsItWasWritten() throws {
        let state = TLS13.TicketState(
            suite: .aes256GCM, psk: [UInt8](repeating: 3, count: 48), issued: 77, ageAdd: 5, maxEarlyData: 9,
            applicationProtocol: "h2", serverName: "a", peer: .anonymous)
        let octets = try #require(state.octets)
        #expect(TLS13.TicketState(octets) == state)
        for count in 0..<octets.count { #expect(TLS13.TicketState(Array(octets.prefix(count))) != state) }
        #expect(TLS13.TicketState([1] + octets.dropFirst()) == nil)
    }
}
