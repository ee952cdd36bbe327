import Crypto
import Testing
import Trace

@testable import TLSSim

/// What a client has to refuse of a server that answers an offer to resume, made by hand.
struct ResumingClientTests {
    /// A client with a session to offer, and what it has sent.
    private struct Offer {
        var client: TLSEndpoint
        var random = SeededRandomSource(seed: 5)
        let hello: ClientHello

        init(_ configuration: Client.Configuration) throws {
            client = TLSEndpoint(configuration)
            var octets: [UInt8] = []
            for case .bytes(let more) in client.handle(.start, using: &random) { octets += more }
            var reader = ByteReader(Array(octets.dropFirst(9)))
            hello = try ClientHello.read(from: &reader)
        }

        /// The alert that an answer gets; nil if it is taken.
        mutating func alert(_ answer: ServerHello, then: [UInt8] = []) -> AlertDescription? {
            client.handle(.bytes(record(22, answer.message.bytes) + then), using: &random).alert
        }

        func answer(
            _ suite: CipherSuite = .rsaAES128GCM, echo: Bool = true, _ extensions: [HelloExtension] = []
        ) -> ServerHello {
            ServerHello(
                random: [UInt8](repeating: 9, count: 32), sessionID: echo ? hello.sessionID : [],
                cipherSuite: suite.codePoint, extensions: [.renegotiationInfo([])] + extensions)
        }
    }

    private func offer(extended: Bool = false, _ way: Revisit.Way = .ticket) async throws -> Offer {
        var revisit = try await Revisit(.rsaAES128GCM, way, extended: extended)
        revisit.client.cipherSuites = [.rsaAES128GCM, .rsaAES256GCM]
        await revisit.visit()
        revisit.client.extendedMasterSecret = true
        return try Offer(revisit.client)
    }

    /// The suite must be the session's, and so must the extended master secret.
    @Test func aResumedSessionKeepsItsSuiteAndItsExtendedMasterSecret() async throws {
        for way in Revisit.Way.allCases {
            for (extended, answered, alert) in [
                (false, false, nil), (true, true, nil), (false, true, .handshakeFailure),
                (true, false, .handshakeFailure),
            ] as [(Bool, Bool, AlertDescription?)] {
                var offer = try await offer(extended: extended, way)
                let extensions: [HelloExtension] = answered ? [.extendedMasterSecret] : []
                #expect(offer.alert(offer.answer(.rsaAES128GCM, extensions)) == alert)
                #expect(offer.client.state == (alert == nil ? "ExpectChangeCipherSpec" : "Failed"))
            }
            var offer = try await offer(way)
            #expect(offer.alert(offer.answer(.rsaAES256GCM)) == .illegalParameter)
        }
    }

    /// An answer with another name, or with none, begins a full handshake.
    @Test func anAnswerWithAnotherNameBeginsAFullHandshake() async throws {
        var offer = try await offer()
        #expect(offer.alert(offer.answer(.rsaAES256GCM, echo: false)) == nil)
        #expect(offer.client.state == "ExpectCertificate")
        var named = try await self.offer(.name)
        var answer = named.answer()
        answer.sessionID[31] ^= 1
        #expect(named.alert(answer) == nil)
        #expect(named.client.state == "ExpectCertificate")
    }

    /// A ticket comes where it was promised, and nowhere else.
    @Test func aTicketComesWhereItWasPromised() async throws {
        let ticket = record(22, NewSessionTicket(lifetimeHint: 1, ticket: [1, 2, 3]).message.bytes)
        let change = record(20, [1])
        var unpromised = try await offer()
        #expect(unpromised.alert(unpromised.answer(), then: ticket) == .unexpectedMessage)
        var promised = try await offer()
        #expect(
            promised.alert(promised.answer(.rsaAES128GCM, [.sessionTicket([])]), then: change) == .unexpectedMessage)
        var twice = try await offer()
        #expect(
            twice.alert(twice.answer(.rsaAES128GCM, [.sessionTicket([])]), then: ticket + ticket) == .unexpectedMessage)
        var right = try await offer()
        #expect(right.alert(right.answer(.rsaAES128GCM, [.sessionTicket([])]), then: ticket + change) == nil)
        #expect(right.client.state == "ExpectFinished")
        var malformed = try await offer()
        let long = record(22, HandshakeMessage(.newSessionTicket, body: [0, 0, 0, 1, 0, 1, 7, 7]).bytes)
        #expect(malformed.alert(malformed.answer(.rsaAES128GCM, [.sessionTicket([])]), then: long) == .decodeError)
    }

    /// A server may answer session_ticket only if it was sent, and a ticket after the handshake has no place.
    @Test func anUnsolicitedTicketIsRefused() async throws {
        var revisit = try await Revisit(.rsaAES128GCM, nil)
        var offer = try Offer(revisit.client)
        #expect(offer.hello.sessionID.isEmpty && offer.hello.sessionTicket == nil)
        #expect(offer.alert(offer.answer(.rsaAES128GCM, [.sessionTicket([])])) == .unsupportedExtension)
        // A session ID though none was sent names a new session.
        var named = try Offer(revisit.client)
        var answer = named.answer()
        answer.sessionID = [UInt8](repeating: 3, count: 32)
        #expect(named.alert(answer) == nil)
        #expect(named.client.state == "ExpectCertificate")
        let outcome = await revisit.visit()
        #expect(outcome.isComplete && revisit.client.session == nil)
    }

    /// An empty ticket is no ticket, and no session is kept.
    @Test func anEmptyTicketIsNotKept() async throws {
        var revisit = try await Revisit()
        // A session too long for a ticket: the server promised one and takes it back.
        revisit.server.ticketKey = Revisit.ticketKey
        await revisit.visit()
        var session = try #require(revisit.client.session)
        #expect(Revisit.ticketKey.unseal(try #require(session.ticket))?.masterSecret == session.masterSecret)
        session.ticket = nil
        var random = SeededRandomSource(seed: 3)
        let long = ResumableSession(
            issued: 0, created: 0, masterSecret: session.masterSecret, suite: session.suite,
            extendedMasterSecret: false, serverName: nil, maximumFragment: nil,
            peer: .unjudged([[UInt8](repeating: 0, count: 70_000)]))
        #expect(Revisit.ticketKey.seal(long, using: &random) == nil)
    }

    /// HelloRequests are ignored while a handshake goes on, up to a bound.
    @Test func helloRequestsAreIgnoredUpToABound() async throws {
        let request = record(22, [0, 0, 0, 0])
        var offer = try await offer()
        let few = offer.client.handle(.bytes((0..<32).flatMap { _ in request }), using: &offer.random)
        #expect(few.alert == nil && offer.client.state == "ExpectServerHello")
        #expect(offer.client.handle(.bytes(request), using: &offer.random).alert == .unexpectedMessage)
    }
}
