import Crypto
import TestSupport
import Testing
import Trace

@testable import TLSSim

/// Early data: accepted, rejected, skipped, copied (RFC 8446 sections 2.3, 4.2.10 and 8).
@Suite struct TLS13EarlyDataTests {
    private static let key = TicketKey(
        name: [UInt8](repeating: 1, count: 16), secret: [UInt8](repeating: 2, count: 32), lifetime: 100)
    private static let data = Array("GET / HTTP/1.0\r\n\r\n".utf8)
    typealias Change = (inout TLS13.ClientConfiguration, inout TLS13.ServerConfiguration) -> Void

    /// A pair whose server takes early data, and whose client sends it with a ticket.
    private func pair(
        _ ticket: TLS13.Ticket?, at now: Int64 = 1000, replays method: TLS13.ReplayRegister.Method? = .singleUse,
        _ change: Change = { _, _ in }
    ) async throws -> TLS13Pair {
        var pair = try await TLS13Pair.able { client, server in
            client.ticket = ticket
            client.earlyData = ticket == nil ? [] : Self.data
            server.ticketKey = Self.key
            server.maxEarlyData = 100
            (client.common.now, server.common.now) = (now, now)
            change(&client, &server)
        }
        pair.replays = method.map { TLS13.ReplayRegister($0, start: 0) }
        return pair
    }

    private func ticket(at now: Int64 = 1000, _ change: Change = { _, _ in }) async throws -> TLS13.Ticket {
        var first = try await self.pair(nil, at: now, change)
        let outcome = first.run()
        let ticket = try #require(outcome.tickets.first)
        #expect(ticket.maxEarlyData == 100)
        return ticket
    }

    // MARK: Against the RFC

    /// RFC 8448 section 4: the client's records are the RFC's, the early data and EndOfEarlyData included.
    @Test func theClientsEarlyFlightIsThatOfTheRFC() throws {
        let trace = RFC8448.section(4)
        var reader = ByteReader(Array(trace.messages[0].dropFirst(4)))
        let hello = try ClientHello.read(from: &reader)
        let ticket = TLS13.Ticket(
            ticket: hello.preSharedKeys?.identities.first?.identity ?? [],
            psk: trace.octets(trace.lines("psk").first?.words.last), suite: .aes128GCM, lifetime: 30, ageAdd: 0,
            received: 0, serverName: "server", peer: .anonymous, maxEarlyData: 1024)
        let offered = TLS13.OfferedSecret(ticket, at: 0)
        let configuration = TLS13.ClientConfiguration(
            hostName: "server", isCompatible: false, common: TLS13.CommonConfiguration(arithmetic: .live))
        var session = TLS13.Session(.client, tracing: true)
        try session.send(hello)
        let key = try ShareKey(group: .x25519, privateValue: trace.privateValue("client"))
        let state = TLS13.ExpectServerHello(
            configuration: configuration, hello: hello, keys: [key], offered: [offered], early: .underWay)
        session.startWriting(.aes128GCM, offered.secret.earlyTraffic(&session))
        try session.send(data: Array("ABCDEF".utf8))
        let records = trace.records
        func sent(_ outputs: [Output]) -> [UInt8] {
            outputs.flatMap { output -> [UInt8] in if case .bytes(let octets) = output { octets } else { [] } }
        }
        let early = sent(session.drain())
        #expect(early == [22, 3, 3] + records[0].octets.dropFirst(3) + records[1].octets)
        var client = Machine<TLS13>(
            .client, in: .client(.expectServerHello(state)), with: configuration.common, continuing: session)
        var random = SeededRandomSource(seed: 1)
        let outputs = records.dropFirst(2).prefix(2).flatMap { client.handle(.bytes($0.octets), using: &random) }
        #expect(sent(outputs) == records[4].octets + records[5].octets)
        #expect(outputs.contains(.earlyData(.accepted)))
    }

    // MARK: Accepted

    @Test(arguments: TLS13.CipherSuite.all) func earlyDataArrivesWithTheFirstFlight(
        suite: TLS13.CipherSuite
    ) async throws {
        let ticket = try await self.ticket { client, _ in client.cipherSuites = [suite] }
        for pieces in [nil, 1] {
            var pair = try await self.pair(ticket) { client, _ in client.cipherSuites = [suite] }
            pair.pieces = pieces
            let outcome = pair.run()
            #expect(outcome.isComplete, "\(outcome.errors)")
            #expect(outcome.earlyPlaintext == Self.data)
            #expect(outcome.earlyData == [.client: .accepted, .server: .accepted])
            #expect(outcome.plaintext == [.server: Array("ping".utf8), .client: Array("pong".utf8)])
            for role in Role.allCases {
                #expect(outcome.established[role]?.earlyData == .accepted)
                #expect(outcome.established[role]?.psk == .resumption)
            }
            #expect(outcome.secrets[.client] == outcome.secrets[.server])
            #expect(outcome.secrets[.client]?.contains { $0.hasPrefix("client_early_traffic_secret ") } == true)
        }
    }

    @Test func theServerAnswersBeforeTheClientsFinished() async throws {
        var pair = try await self.pair(try await self.ticket())
        var server = pair.server
        let flight = pair.client.handle(.start, using: &pair.random)
        var register = pair.replays
        var answer: [Output] = []
        for case .bytes(let octets) in flight {
            answer += server.handle(.bytes(octets), replays: &register, using: &pair.random)
        }
        #expect(server.state == "ExpectEndOfEarlyData")
        let known = try #require(server.earlyParameters)
        #expect(known.earlyData == .accepted && known.psk == .resumption && known.serverName == Fixture.hostName)
        answer += server.handle(.send(Array("pong".utf8)), using: &pair.random)
        answer += server.handle(.close, using: &pair.random)
        var plaintext: [UInt8] = []
        var reply: [Output] = []
        for case .bytes(let octets) in answer { reply += pair.client.handle(.bytes(octets), using: &pair.random) }
        for case .plaintext(let octets) in reply { plaintext += octets }
        #expect(plaintext == Array("pong".utf8))
        #expect(reply.contains(.peerClosed))
        var last: [Output] = []
        for case .bytes(let octets) in reply { last += server.handle(.bytes(octets), using: &pair.random) }
        #expect(last.contains { if case .established = $0 { true } else { false } })
        // Where the client's certificate is wanted, the answer waits.
        let ticket = try await self.ticket { _, server in server.clientAuthentication = .requested() }
        var strict = try await self.pair(ticket) { _, server in server.clientAuthentication = .requested() }
        for case .bytes(let octets) in strict.client.handle(.start, using: &strict.random) {
            _ = strict.server.handle(.bytes(octets), replays: &register, using: &strict.random)
        }
        #expect(strict.server.state == "ExpectEndOfEarlyData")
        #expect(strict.server.earlyParameters == nil)
        let waiting = strict.server.handle(.send([1]), using: &strict.random)
        #expect(waiting.isEmpty)
    }

    /// Section 4.6.1: a client keeps a ticket for seven days at most, whatever its lifetime says.
    @Test func aTicketIsOfferedForSevenDaysAtMost() {
        let week: Int64 = 7 * 24 * 3_600 * 1_000
        for (lifetime, longest) in [(UInt32.max, week), (604_801, week), (604_800, week), (100, 100_000)] {
            let ticket = TLS13.Ticket(
                ticket: [1], psk: [UInt8](repeating: 2, count: 32), suite: .aes128GCM, lifetime: lifetime, ageAdd: 0,
                received: 5, serverName: "server", peer: .anonymous, maxEarlyData: 100)
            for (age, isOffered) in [(longest, true), (longest + 1, false)] {
                let client = TLS13.ClientConfiguration(
                    hostName: "server", ticket: ticket, earlyData: [1],
                    common: TLS13.CommonConfiguration(now: 5 + age))
                #expect(client.offeredSecrets.isEmpty == !isOffered, "\(lifetime) \(age)")
                #expect(client.earlyDataObstacle == (isOffered ? nil : .noSecret), "\(lifetime) \(age)")
            }
        }
    }

    /// The secrets of early data are told once, each with its formula, on both sides alike.
    @Test func theSecretsOfEarlyDataAreToldOnce() async throws {
        var pair = try await self.pair(try await self.ticket())
        let outcome = pair.run()
        for name in ["early_secret", "binder_key", "client_early_traffic_secret", "early_exporter_secret", "binder"] {
            let told = outcome.calculations.filter { $0.name == name }
            #expect(told.count == 2, "\(name)")
            #expect(Set(told.map { $0.results.first?.octets }).count == 1, "\(name)")
            #expect(told.allSatisfy { $0.reproduce?.isEmpty == false && !$0.inputs.isEmpty }, "\(name)")
        }
    }

    // MARK: Rejected

    @Test func earlyDataThatDoesNotFitIsRejectedAndTheHandshakeGoesOn() async throws {
        let ticket = try await self.ticket()
        let strange = TicketKey(name: [UInt8](repeating: 9, count: 16), secret: [UInt8](repeating: 2, count: 32))
        let cases: [(isResumed: Bool, Change)] = [
            (true, { _, server in server.maxEarlyData = 0 }),
            (true, { _, server in server.common.now = 12_001 }),
            (true, { client, _ in client.common.now = 11_001 }),
            (true, { _, server in server.cipherSuites = [.chaCha20] }),
            (true, { client, server in (client.applicationProtocols, server.applicationProtocols) = (["a"], ["a"]) }),
            (false, { _, server in server.ticketKey = strange }),
            (false, { _, server in server.ticketKey = nil }),
            // A second hello is wanted.
            (true, { client, server in (client.groups, server.groups) = ([.x25519, .secp256r1], [.secp256r1]) }),
            (true, { _, server in server.cookieKey = [1] }),
        ]
        for (number, (isResumed, change)) in cases.enumerated() {
            for pieces in [nil, 1] {
                var pair = try await self.pair(ticket, change)
                pair.pieces = pieces
                let outcome = pair.run()
                #expect(outcome.isComplete, "\(number): \(outcome.errors)")
                #expect(outcome.earlyPlaintext.isEmpty)
                #expect(outcome.earlyData == [.client: .rejected, .server: .rejected], "\(number)")
                #expect(outcome.plaintext == [.server: Array("ping".utf8), .client: Array("pong".utf8)])
                for role in Role.allCases {
                    #expect(outcome.established[role]?.isResumed == isResumed, "\(number)")
                    #expect(outcome.established[role]?.earlyData == .rejected, "\(number)")
                }
            }
        }
        // A server that remembers nothing accepts nothing.
        var forgetful = try await self.pair(ticket, replays: nil)
        #expect(forgetful.run().earlyData[.server] == .rejected)
    }

    @Test func theClientSaysWhyItSendsNothingEarly() async throws {
        let ticket = try await self.ticket()
        var configuration = TLS13.ClientConfiguration(hostName: Fixture.hostName)
        #expect(configuration.earlyDataObstacle == nil)
        configuration.earlyData = Self.data
        #expect(configuration.earlyDataObstacle == .noSecret)
        configuration.ticket = ticket
        configuration.common.now = 1000
        #expect(configuration.earlyDataObstacle == nil)
        configuration.earlyData = [UInt8](repeating: 0, count: 101)
        #expect(configuration.earlyDataObstacle == .tooLong(limit: 100))
        configuration.ticket?.maxEarlyData = 0
        #expect(configuration.earlyDataObstacle == .notAllowed)
        configuration.ticket = ticket
        configuration.ticket?.applicationProtocol = "h2"
        configuration.earlyData = Self.data
        #expect(configuration.earlyDataObstacle == .protocolNotOffered("h2"))
        configuration.ticket = ticket
        configuration.cipherSuites = [.chaCha20]
        #expect(configuration.earlyDataObstacle == .suiteNotOffered(ticket.suite))
        configuration.hostName = "another.example"
        #expect(configuration.earlyDataObstacle == .noSecret)
    }

    // MARK: Too much

    /// The limit is that of the ticket, whatever the client believes.
    @Test func moreThanTheTicketIsGoodForIsRefused() async throws {
        for (count, alert) in [(100, nil), (101, AlertDescription.unexpectedMessage)] {
            var ticket = try await self.ticket()
            ticket.maxEarlyData = 1000
            var pair = try await self.pair(ticket) { client, server in
                client.earlyData = [UInt8](repeating: 7, count: count)
                // Padding is not counted.
                client.common.paddingMultiple = 512
            }
            let outcome = pair.run()
            #expect(outcome.alerts[.server] == alert)
            #expect(alert == nil || outcome.errors[.server] == .tls13(.tooMuchEarlyData(limit: 100)))
            #expect(outcome.earlyPlaintext.count == (alert == nil ? count : 0))
        }
    }

    @Test func whatIsSkippedHasABound() async throws {
        for (count, isAccepted) in [(16_384 + 100, true), (16_384 + 101, false)] {
            for isRetry in [false, true] {
                var ticket = try await self.ticket()
                ticket.maxEarlyData = 100_000
                var pair = try await self.pair(ticket, replays: nil) { client, server in
                    client.earlyData = [UInt8](repeating: 7, count: count)
                    if isRetry { client.shares = [] }
                }
                let outcome = pair.run()
                #expect(outcome.isComplete == isAccepted, "\(count) \(isRetry)")
                #expect(outcome.alerts[.server] == (isAccepted ? nil : .unexpectedMessage))
            }
        }
    }

    @Test func earlyDataThatIsAcceptedAndDoesNotOpenIsABadRecord() async throws {
        let ticket = try await self.ticket()
        var honest = try await self.pair(ticket)
        let length = honest.run().flights[0].octets.count
        var pair = try await self.pair(ticket)
        pair.flip = (0, length - 1)
        let outcome = pair.run()
        #expect(outcome.alerts[.server] == .badRecordMAC)
        #expect(outcome.errors[.client] == .peerAlert(.badRecordMAC))
    }

    // MARK: Copies

    /// The client's first flight is delivered twice, to two connections of one server.
    private func copies(
        _ method: TLS13.ReplayRegister.Method, second: Int64 = 1000, _ change: Change = { _, _ in }
    ) async throws -> [EarlyDataOutcome?] {
        var honest = try await self.pair(try await self.ticket(), replays: method, change)
        let flight = honest.client.handle(.start, using: &honest.random)
        var register: TLS13.ReplayRegister? = TLS13.ReplayRegister(method, start: 0)
        var outcomes: [EarlyDataOutcome?] = []
        for now in [1000, second] {
            let visit = try await self.pair(nil, at: now) { client, server in
                change(&client, &server)
                server.common.now = now
            }
            var server = visit.server
            var outcome: EarlyDataOutcome?
            for case .bytes(let octets) in flight {
                for output in server.handle(.bytes(octets), replays: &register, using: &honest.random) {
                    switch output {
                    case .earlyData(let what): outcome = what
                    case .failed(let error, _): Issue.record("\(error)")
                    default: break
                    }
                }
            }
            // In no case is the secret itself refused.
            #expect(server.state == (outcome == .accepted ? "ExpectEndOfEarlyData" : "ExpectFinished"))
            outcomes.append(outcome)
        }
        return outcomes
    }

    @Test func aCopyOfTheFirstFlightIsRejected() async throws {
        #expect(try await copies(.singleUse) == [.accepted, .rejected])
        #expect(try await copies(.window) == [.accepted, .rejected])
        #expect(try await copies(.none) == [.accepted, .accepted])
        // Later than the window is remembered, it is too old; that is not looked at where nothing is.
        #expect(try await copies(.singleUse, second: 60_000) == [.accepted, .rejected])
        #expect(try await copies(.window, second: 60_000) == [.accepted, .rejected])
        #expect(try await copies(.none, second: 60_000) == [.accepted, .accepted])
    }

    /// A check stands where it is made: a server that looks for no copies claims none, and says so.
    @Test func theServerClaimsNoCheckThatItDoesNotMake() async throws {
        for method in TLS13.ReplayRegister.Method.allCases {
            var pair = try await self.pair(try await self.ticket(), replays: method)
            var register = pair.replays
            var told: [(isCheck: Bool, Note)] = []
            for case .bytes(let octets) in pair.client.handle(.start, using: &pair.random) {
                for output in pair.server.handle(.bytes(octets), replays: &register, using: &pair.random) {
                    if case .checked(_, true, let note) = output { told.append((true, note)) }
                    if case .note(let note) = output { told.append((false, note)) }
                }
            }
            let found = told.filter { $0.1.step == "tls.check.early_data" }
            #expect(found.map(\.isCheck) == [method != .none], "\(method)")
            let admits = found.first?.1.sentence(in: .english).contains("does not look for copies")
            #expect(admits == (method == .none), "\(method)")
        }
    }

    // MARK: Secrets from outside TLS

    @Test func aSecretFromOutsideStandsForTheCertificate() async throws {
        let psk = TLS13.ExternalPSK(identity: Array("Client_identity".utf8), key: [1, 2, 3], maxEarlyData: 50)
        for isEarly in [false, true] {
            var pair = try await self.pair(nil) { client, server in
                client.externalPSK = psk
                server.externalPSK = psk
                client.earlyData = isEarly ? Self.data : []
            }
            let outcome = pair.run()
            #expect(outcome.isComplete, "\(outcome.errors)")
            #expect(outcome.earlyPlaintext == (isEarly ? Self.data : []))
            for role in Role.allCases {
                #expect(outcome.established[role]?.psk == .external)
                #expect(outcome.established[role]?.isResumed == false)
                #expect(outcome.established[role]?.suite.codePoint == 0x1301)
            }
            #expect(outcome.tickets.count == 2)
        }
        // Beside it the certificate for those who do not offer it, and a full handshake with those who do not know it.
        var other = psk
        other.identity = [7]
        for (client, server) in [(nil, psk), (psk, nil), (other, psk)] {
            var pair = try await self.pair(nil) {
                $0.externalPSK = client
                $1.externalPSK = server
            }
            let outcome = pair.run()
            #expect(outcome.isComplete, "\(outcome.errors)")
            #expect(outcome.established[.client]?.psk == nil)
        }
        // Another key, or a binder of the other kind, is a wrong binder.
        other = psk
        other.key = [4]
        var wrong = try await self.pair(nil) {
            $0.externalPSK = other
            $1.externalPSK = psk
        }
        #expect(wrong.run().alerts[.server] == .decryptError)
        let state = TLS13.Ticket(
            ticket: psk.identity, psk: psk.key, suite: .aes128GCM, lifetime: 100, ageAdd: 0, received: 0,
            serverName: Fixture.hostName, peer: .anonymous)
        var disguised = try await self.pair(state) {
            $0.earlyData = []
            $1.externalPSK = psk
        }
        #expect(disguised.run().alerts[.server] == .decryptError)
    }

    /// Two secrets are offered, and the second is the one that the server knows.
    @Test func theServerTakesTheFirstSecretThatItKnows() async throws {
        let ticket = try await self.ticket { client, _ in client.cipherSuites = [.aes256GCM] }
        let psk = TLS13.ExternalPSK(identity: [1], key: [2])
        for (key, kind) in [(Self.key, PSKKind.resumption), (nil, .external)] {
            var pair = try await self.pair(ticket) { client, server in
                client.externalPSK = psk
                server.externalPSK = psk
                server.ticketKey = key
            }
            let outcome = pair.run()
            #expect(outcome.isComplete, "\(outcome.errors)")
            #expect(outcome.established[.client]?.psk == kind)
            #expect(outcome.established[.server]?.psk == kind)
            #expect(outcome.earlyData[.server] == (kind == .resumption ? .accepted : .rejected))
        }
    }
}
