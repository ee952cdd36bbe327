import Crypto
import PKI
import TestSupport
import Testing
import Trace

@testable import TLSSim

/// One hello for both versions, and which of them is spoken then.
@Suite struct VersionTests {
    enum Spoken: CaseIterable { case tls12, tls13, both }

    /// Two ends with nothing between them but arrays.
    struct Ends {
        var client: TLSEndpoint
        var server: TLSEndpoint
        var random = SeededRandomSource(seed: 21)
        let verdict: Verdict
        /// What is delivered at once, in octets; nil for whole flights.
        var pieces: Int?
        /// Changes what the client sends first.
        var tamper: ([UInt8]) -> [UInt8] = { $0 }
        /// Changes what the server sends first.
        var onTheWayBack: ([UInt8]) -> [UInt8] = { $0 }
        /// What both are told of the time, in seconds since 1970; nil where they are not.
        var time: Int64?

        var established: [Role: SecurityParameters] = [:]
        var errors: [Role: TLSError] = [:]
        var alerts: [Role: AlertDescription] = [:]
        var plaintext: [Role: [UInt8]] = [:]
        var flights: [(from: Role, octets: [UInt8])] = []
        /// The last session of TLS 1.2 and the last ticket of TLS 1.3 that the client was given.
        var session: ResumableSession?
        var ticket: TLS13.Ticket?

        init(
            _ speaking: Spoken, _ answering: Spoken, session: ResumableSession? = nil, ticket: TLS13.Ticket? = nil,
            _ change: (inout Client.Configuration) -> Void = { _ in }, key: TicketKey? = nil
        ) async throws {
            let fixture = try await Fixture.shared.get()
            verdict = fixture.verdict
            var older = Client.Configuration(
                hostName: Fixture.hostName, extendedMasterSecret: true, session: session, offersTickets: key != nil,
                now: Fixture.time, arithmetic: .live)
            change(&older)
            var tls13 = TLS13.ClientConfiguration(sharing: older)
            tls13.ticket = ticket
            let server = Server.Configuration(
                identity: fixture.pki.identity, extendedMasterSecret: true, ticketKey: key, now: Fixture.time,
                arithmetic: .live)
            client =
                switch speaking {
                case .tls12: TLSEndpoint(client: .tls12(older))
                case .tls13: TLSEndpoint(client: .tls13(tls13))
                case .both: TLSEndpoint(client: .both(older, tls13))
                }
            self.server =
                switch answering {
                case .tls12: TLSEndpoint(server: .tls12(server))
                case .tls13: TLSEndpoint(server: .tls13(TLS13.ServerConfiguration(sharing: server)))
                case .both: TLSEndpoint(server: .both(server, TLS13.ServerConfiguration(sharing: server)))
                }
        }

        var isComplete: Bool { established.count == 2 && errors.isEmpty }
        var versions: Set<ProtocolVersion> { Set(established.values.map(\.version)) }

        /// A word that waits from the beginning, the handshake, a word back, the close.
        mutating func run() {
            perform(.send(Array("ping".utf8)), at: .client)
            perform(.start, at: .client)
            guard isComplete else { return }
            perform(.send(Array("pong".utf8)), at: .server)
            perform(.close, at: .client)
            perform(.close, at: .server)
        }

        mutating func perform(_ input: Input, at role: Role) {
            if let time {
                client.set(time: time * 1_000)
                server.set(time: time * 1_000)
            }
            let outputs =
                role == .client ? client.handle(input, using: &random) : server.handle(input, using: &random)
            for output in outputs {
                switch output {
                case .bytes(let octets): deliver(octets, from: role)
                case .plaintext(let octets): plaintext[role, default: []] += octets
                case .judge: perform(.verdict(verdict), at: role)
                case .established(let parameters): established[role] = parameters
                case .resumable(let new): session = new
                case .ticket(let new): ticket = new
                case .failed(let error, let alert):
                    errors[role] = error
                    alerts[role] = alert
                default: break
                }
            }
        }

        private mutating func deliver(_ octets: [UInt8], from role: Role) {
            var octets = flights.isEmpty ? tamper(octets) : octets
            if role == .server, !flights.contains(where: { $0.from == .server }) { octets = onTheWayBack(octets) }
            flights.append((role, octets))
            let size = pieces ?? octets.count
            for start in stride(from: 0, to: octets.count, by: max(1, size)) {
                perform(.bytes(Array(octets[start..<min(start + size, octets.count)])), at: role.peer)
            }
        }

        /// The server's first message.
        var serverHello: ServerHello? {
            guard let flight = flights.first(where: { $0.from == .server }) else { return nil }
            var joiner = HandshakeJoiner()
            joiner.append(Array(flight.octets.dropFirst(5)))
            guard let message = try? joiner.next() else { return nil }
            var reader = ByteReader(message.body, recording: false)
            return try? ServerHello.read(from: &reader)
        }
    }

    /// RFC 5246 section 7.2.1, RFC 8446 section 6.1: close_notify is answered with close_notify, also in the middle of a handshake.
    @Test(arguments: Spoken.allCases)
    func aGoodbyeInTheMiddleOfTheHandshakeIsAnswered(spoken: Spoken) async throws {
        var ends = try await Ends(spoken, spoken)
        let goodbye: [UInt8] = [21, 3, 3, 0, 2, 1, 0]
        _ = ends.server.handle(.start, using: &ends.random)
        _ = ends.client.handle(.start, using: &ends.random)
        for outputs in [
            ends.client.handle(.bytes(goodbye), using: &ends.random),
            ends.server.handle(.bytes(goodbye), using: &ends.random),
        ] {
            #expect(outputs.contains(.bytes(goodbye)))
            #expect(outputs.contains(.failed(.closeNotifyDuringHandshake, alert: nil)))
        }
    }

    @Test(arguments: Spoken.allCases, Spoken.allCases)
    func theHighestCommonVersionIsSpoken(speaking: Spoken, answering: Spoken) async throws {
        for pieces in [nil, 1] {
            var ends = try await Ends(speaking, answering)
            ends.pieces = pieces
            ends.run()
            guard speaking == answering || speaking == .both || answering == .both else {
                #expect(ends.established.isEmpty && ends.errors.count == 2)
                // A server of TLS 1.2 alone does not know the extension with the versions: all that it misses is a suite.
                let alert: AlertDescription = answering == .tls12 ? .handshakeFailure : .protocolVersion
                #expect(ends.alerts.values.contains(alert))
                continue
            }
            let wanted: ProtocolVersion = speaking == .tls12 || answering == .tls12 ? .tls12 : .tls13
            #expect(ends.isComplete && ends.versions == [wanted], "\(ends.errors)")
            #expect(ends.plaintext == [.server: Array("ping".utf8), .client: Array("pong".utf8)])
            #expect(ends.client.isOver && ends.server.isOver)
        }
    }

    /// RFC 8446 section 4.1.3: only a server that could have done better says so.
    @Test func onlyAServerOfBothVersionsMarksItsRandom() async throws {
        for (answering, wanted) in [(Spoken.tls12, nil), (.both, true)] as [(Spoken, Bool?)] {
            var ends = try await Ends(.tls12, answering)
            ends.run()
            #expect(ends.isComplete && ends.serverHello?.downgradeSentinel == wanted)
        }
    }

    /// supported_versions is made unreadable to the server by one octet: TLS 1.3 becomes a version that does not exist.
    @Test func aDowngradeOnTheWayIsNoticed() async throws {
        var ends = try await Ends(.both, .both)
        ends.tamper = { octets in
            var octets = octets
            let extensionOctets: [UInt8] = [0, 43, 0, 5, 4, 3, 4, 3, 3]
            let places = octets.indices.filter { Array(octets[$0...].prefix(9)) == extensionOctets }
            for place in places { octets[place + 6] = 9 }
            return octets
        }
        ends.run()
        #expect(ends.serverHello?.downgradeSentinel == true)
        #expect(ends.errors[.client] == .tls13(.downgrade) && ends.alerts[.client] == .illegalParameter)
        #expect(ends.established.isEmpty)
    }

    /// RFC 7507: a client that has tried TLS 1.3 in vain is told that it was spoken here all the time.
    @Test func aFallbackIsRefusedByAServerOfBothVersions() async throws {
        let fixture = try await Fixture.shared.get()
        let older = Server.Configuration(identity: fixture.pki.identity, arithmetic: .live)
        var server = TLSEndpoint(server: .both(older, TLS13.ServerConfiguration(sharing: older)))
        var random = SeededRandomSource(seed: 1)
        let hello = ClientHello(
            random: [UInt8](repeating: 1, count: 32),
            cipherSuites: CipherSuite.all.map(\.codePoint) + [CipherSuite.fallback])
        let outputs = server.handle(.bytes(record(22, hello.message.bytes)), using: &random)
        #expect(outputs.contains(.failed(.inappropriateFallback(.tls12), alert: .inappropriateFallback)))
    }

    @Test func sessionsOfEitherVersionAreResumed() async throws {
        var random = SeededRandomSource(seed: 5)
        let key = TicketKey(using: &random)
        for answering in [Spoken.tls12, .both] {
            var first = try await Ends(.both, answering, key: key)
            first.run()
            let (session, ticket) = (first.session, first.ticket)
            #expect((session != nil) == (answering == .tls12) && (ticket != nil) == (answering == .both))
            // A ticket's text is the ticket.
            #expect(try ticket.map { try TLS13.Ticket(text: $0.text) } == ticket)
            var second = try await Ends(.both, answering, session: session, ticket: ticket, key: key)
            second.run()
            #expect(second.isComplete && second.established.values.allSatisfy(\.isResumed), "\(second.errors)")
        }
    }

    /// RFC 8446 section 4.2.1: the list alone counts where there is one, and the version field only where it says SSL 3.0 (section D.5).
    @Test(
        arguments: [
            (0x0301, [0x0303], ProtocolVersion.tls12), (0x0302, [0x0303, 0x0302], .tls12),
            (0x0304, [0x7a7a, 0x0303], .tls12),
            (0x0304, [0x0304], .tls13), (0x0301, [0x0303, 0x0304], .tls13), (0x0300, [0x0303], nil),
            (0x0300, [0x0304], nil),
            (0x0303, [0x0302, 0x0301], nil), (0x0303, [0x7a7a], nil),
        ] as [(UInt16, [UInt16], ProtocolVersion?)])
    func supportedVersionsAloneDecideTheVersion(field: UInt16, list: [UInt16], chosen: ProtocolVersion?) async throws {
        var ends = try await Ends(.both, .both)
        ends.tamper = { octets in
            guard var hello = try? HandshakeMessage(whole: Array(octets.dropFirst(5)))?.parsed(ClientHello.read) else {
                return []
            }
            hello.version = ProtocolVersion(rawValue: field)
            hello.extensions = hello.extensions.map { item in
                if case .supportedVersions = item {
                    .supportedVersions(list.map { ProtocolVersion(rawValue: $0) })
                } else {
                    item
                }
            }
            return record(22, hello.message.bytes)
        }
        ends.run()
        if let chosen {
            #expect((ends.serverHello.map { $0.selectedVersion ?? $0.version }) == chosen, "\(ends.errors)")
        } else {
            #expect(ends.serverHello == nil && ends.alerts[.server] == .protocolVersion, "\(ends.errors)")
        }
    }

    /// The server of TLS 1.2 whose flight, from ServerHello on, `change` may change on its way to a client of both versions.
    private func changed(_ change: @escaping ([UInt8]) -> [UInt8]) async throws -> Ends {
        var ends = try await Ends(.both, .tls12)
        ends.onTheWayBack = change
        ends.run()
        return ends
    }

    /// Before a ServerHello of TLS 1.3 a ChangeCipherSpec is dropped (RFC 8446 section 5), before one of TLS 1.2 it has no place.
    @Test func aChangeCipherSpecBeforeServerHelloIsJudgedByTheVersion() async throws {
        let dummy: [UInt8] = [20, 3, 3, 0, 1, 1]
        let older = try await changed { dummy + $0 }
        #expect(older.alerts[.client] == .unexpectedMessage)
        #expect(older.errors[.client] == .unexpected(message: "ChangeCipherSpec", awaiting: "ExpectServerHello"))
        var tls13 = try await Ends(.both, .both)
        tls13.onTheWayBack = { dummy + $0 }
        tls13.run()
        #expect(tls13.isComplete && tls13.versions == [.tls13], "\(tls13.errors)")
    }

    /// A client that offers TLS 1.3 awaits the answer to its hello, and nothing else.
    @Test func aHelloRequestBeforeServerHelloIsRefusedAtOnceByAClientOfBothVersions() async throws {
        var ends = try await Ends(.both, .both)
        ends.tamper = { _ in [] }
        ends.perform(.start, at: .client)
        ends.perform(.bytes([22, 3, 3, 0, 4, 0, 0, 0, 0]), at: .client)
        #expect(ends.alerts[.client] == .unexpectedMessage)
        #expect(ends.errors[.client] == .unexpected(message: "HelloRequest", awaiting: "ExpectServerHello"))
    }

    /// The hybrid group was offered, for TLS 1.3.
    @Test func aGroupOfTLS13AloneHasNoPlaceInTLS12() throws {
        let error = TLSError.curveNotOffered(.x25519MLKEM768)
        #expect(error.alert == .illegalParameter)
        #expect(error.description.contains("for TLS 1.3 alone") && !error.description.contains("not offered"))
        #expect(TLSError.curveNotOffered(.secp384r1).description.contains("not offered"))
    }

    /// A ticket's age counts from when it was made and when it came, and a ticket may be younger than the connection that takes it.
    @Test(arguments: [Spoken.tls12, .both]) func theTimeIsThatOfTheMessageAndNotOfTheConnection(answering: Spoken)
        async throws
    {
        var random = SeededRandomSource(seed: 5)
        let key = TicketKey(using: &random)
        let (start, later) = (Fixture.time, Fixture.time + 600)
        var first = try await Ends(.both, answering, key: key)
        first.time = later
        first.run()
        let (session, ticket) = (first.session, first.ticket)
        if answering == .tls12 { #expect(session?.issued == later) } else { #expect(ticket?.received == later * 1_000) }
        // The server's endpoint was configured when its connection came, before the ticket was made.
        #expect(start < later)
        var second = try await Ends(.both, answering, session: session, ticket: ticket, { $0.now = later }, key: key)
        second.time = later + 1
        second.run()
        #expect(second.isComplete && second.established.values.allSatisfy(\.isResumed), "\(second.errors)")
    }

    /// What cannot be read, and what ends too early, is refused as in either version.
    @Test func whatSettlesNoVersionIsRefused() async throws {
        for octets in [
            [22, 3, 3, 0, 1], [22, 3, 3, 0, 4, 1, 0, 0, 1], Array("GET / HTTP/1.0\r\n\r\n".utf8),
            [21, 3, 3, 0, 2, 1, 0], [],
        ] {
            for role in [Role.client, .server] {
                var ends = try await Ends(.both, .both)
                ends.tamper = { _ in [] }
                if role == .client { ends.perform(.start, at: .client) }
                ends.perform(.bytes(octets), at: role)
                ends.perform(.transportEnded, at: role)
                #expect(ends.errors[role] != nil, "\(octets)")
            }
        }
        // Warnings of a server of TLS 1.2 may stand before its hello, but not any number of them.
        var ends = try await Ends(.both, .both)
        ends.tamper = { _ in [] }
        ends.perform(.start, at: .client)
        for _ in 0..<TLSEndpoint.idleLimit { ends.perform(.bytes([21, 3, 3, 0, 2, 1, 112]), at: .client) }
        #expect(ends.errors.isEmpty)
        ends.perform(.bytes([21, 3, 3, 0, 2, 1, 112]), at: .client)
        #expect(ends.errors[.client] != nil)
    }

    /// RFC 5246 section 7.2.2: a warning before the hello may be dropped, and it does not decide the version. RFC 8446 section 6: in TLS 1.3
    /// user_canceled alone has no effect.
    @Test(arguments: [Spoken.tls12, .tls13], [AlertDescription.userCanceled, .noRenegotiation])
    func aWarningBeforeTheHelloDecidesNoVersion(_ spoken: Spoken, _ warning: AlertDescription) async throws {
        var ends = try await Ends(spoken, .both)
        ends.perform(.bytes([21, 3, 1, 0, 2, 1, warning.rawValue]), at: .server)
        #expect(ends.errors.isEmpty)
        ends.run()
        guard spoken == .tls12 || warning == .userCanceled else {
            #expect(ends.errors[.server] == .peerAlert(warning))
            return
        }
        #expect(ends.isComplete, "\(ends.errors)")
        #expect(ends.versions == [spoken == .tls12 ? .tls12 : .tls13])
    }
}
