import Crypto
import PKI
import TestSupport
import Testing
import Trace

@testable import TLSSim

/// The machines of TLS 1.3: against each other, and against the recorded sides of RFC 8448.
@Suite struct TLS13HandshakeTests {
    // MARK: Against the RFC

    /// The client sends the hello of section 3, whose private value it knows, and is given what the RFC's server sent: its Finished is the
    /// RFC's, octet for octet.
    @Test(arguments: [3, 6, 7]) func theClientsFinishedIsThatOfTheRFC(section: Int) async throws {
        let judge = Evaluator(store: try await Fixture.shared.get().pki.trustStore)
        let trace = RFC8448.section(section)
        let records = trace.records
        var reader = ByteReader(Array(trace.messages[0].dropFirst(4)))
        let hello = try ClientHello.read(from: &reader)
        let configuration = TLS13.ClientConfiguration(
            hostName: "server", isCompatible: section == 7, common: TLS13.CommonConfiguration(arithmetic: .live))
        var session = TLS13.Session(.client, tracing: true)
        try session.send(hello)
        let state = try TLS13.ExpectServerHello(
            configuration: configuration, hello: hello,
            keys: [ShareKey(group: .x25519, privateValue: trace.privateValue("client"))], offered: [], early: .none)
        // Our records of a first hello say 0303 where the RFC's say 0301, which is allowed (RFC 8446 section 5.1).
        let drained = session.drain()
        #expect(drained.contains(.bytes([22, 3, 3] + records[0].octets.dropFirst(3))))
        var client = Machine<TLS13>(
            .client, in: .client(.expectServerHello(state)), with: configuration.common, continuing: session)
        var random = SeededRandomSource(seed: 1)
        var outputs: [Output] = []
        for record in records.dropFirst().prefix(while: { $0.side == "server" }) {
            outputs += client.handle(.bytes(record.octets), using: &random)
        }
        for case .judge(let chain) in outputs {
            let question = ChainQuestion(hostName: "server", time: Fixture.time)
            let verdict = judge.judge(chain: chain, question: question, checksMade: .none)
            outputs += client.handle(.verdict(verdict), using: &random)
        }
        let sent = outputs.flatMap { output -> [UInt8] in if case .bytes(let octets) = output { octets } else { [] } }
        if section == 6 {
            // The client is asked for a certificate and has none: its flight cannot be that of the RFC.
            #expect(client.state == "Traffic")
        } else {
            let flight = records.dropFirst(2).filter { $0.side == "client" }.prefix(section == 7 ? 2 : 1)
            #expect(sent == flight.flatMap(\.octets))
        }
        let learned = outputs.compactMap { output -> String? in
            if case .learned(let name, _, let value) = output { "\(name) \(Hex.string(value))" } else { nil }
        }
        for name in ["client_application_traffic_secret_0", "exporter_secret"] {
            #expect(learned.contains("\(name) \(Hex.string(trace.secret(name)))"))
        }
        guard section == 3 else { return }
        // The RFC's ticket and data, then its close.
        var plaintext: [UInt8] = []
        for record in records.dropFirst(4) where record.side == "server" {
            for case .plaintext(let octets) in client.handle(.bytes(record.octets), using: &random) {
                plaintext += octets
            }
        }
        #expect(plaintext == Array(0..<50))
    }

    /// The server that has sent the flight of section 3 is given what the RFC's client sent, and accepts it.
    @Test func theServerAcceptsTheClientOfTheRFC() async throws {
        let trace = RFC8448.section(3)
        let identity = try await Fixture.shared.get().pki.identity
        let configuration = TLS13.ServerConfiguration(identity: identity)
        var session = TLS13.Session(.server, tracing: false)
        for message in trace.messages.prefix(2) { session.transcript.add(message) }
        session.transcript.select(.sha256)
        let key = try ShareKey(group: .x25519, privateValue: trace.privateValue("server"))
        var reader = ByteReader(Array(trace.messages[0].dropFirst(4)))
        let hello = try ClientHello.read(from: &reader)
        let share = try #require(hello.keyShares?.first)
        let keys = TLS13.HandshakeKeys(
            .aes128GCM, psk: nil, shared: try key.sharedSecret(with: share, of: .client), &session)
        for message in trace.messages.dropFirst(2).prefix(4) { session.transcript.add(message) }
        session.startReading(.aes128GCM, keys.client)
        let application = keys.application(&session)
        session.startWriting(.aes128GCM, application.server)
        let agreed = TLS13.ServerAgreement(
            configuration: configuration, keys: keys, application: application, group: .x25519,
            applicationProtocol: nil, serverName: "server")
        let state = TLS13.ServerExpectFinished(agreed: agreed, peer: .anonymous)
        var server = Machine<TLS13>(
            .server, in: .server(.expectFinished(state)), with: configuration.common, continuing: session)
        var random = SeededRandomSource(seed: 1)
        var outputs: [Output] = []
        for record in trace.records.dropFirst() where record.side == "client" {
            outputs += server.handle(.bytes(record.octets), using: &random)
        }
        #expect(outputs.contains { if case .established = $0 { true } else { false } })
        #expect(outputs.contains(.plaintext(Array(0..<50))))
        #expect(outputs.contains(.peerClosed))
    }

    // MARK: Against each other

    @Test(arguments: TLS13.CipherSuite.all, [true, false])
    func everySuiteShakesHandsAndCarriesData(suite: TLS13.CipherSuite, isCompatible: Bool) async throws {
        for onCurve in [false, true] {
            var pair = try await TLS13Pair.able(
                { client, server in
                    client.cipherSuites = [suite]
                    client.isCompatible = isCompatible
                    server.common.paddingMultiple = 64
                }, onCurve: onCurve)
            let outcome = pair.run()
            #expect(outcome.isComplete, "\(outcome.errors)")
            #expect(outcome.plaintext[.server] == Array("ping".utf8))
            #expect(outcome.plaintext[.client] == Array("pong".utf8))
            #expect(pair.client.isOver && pair.server.isOver)
            #expect(outcome.established[.client]?.version == .tls13)
            #expect(outcome.established[.client]?.suite.name == suite.name)
            // Both sides have derived the same.
            let secrets = try #require(outcome.secrets[.client])
            #expect(secrets.count == 9 && secrets == outcome.secrets[.server])
            let dummies = outcome.flights.flatMap { records(in: $0.octets) }.filter { $0.first == 20 }
            #expect(dummies.count == (isCompatible ? 2 : 0))
        }
    }

    @Test(arguments: [NamedGroup.x25519, .secp256r1, .x25519MLKEM768] + NamedGroup.finiteFields.prefix(1))
    func everyGroupDoesAtOnceOrAfterAHelloRetryRequest(group: NamedGroup) async throws {
        for shares in [[group], []] {
            var pair = try await TLS13Pair.able { client, server in
                client.groups = [group]
                client.shares = shares
                server.groups = [group]
            }
            let outcome = pair.run()
            #expect(outcome.isComplete, "\(outcome.errors)")
            #expect(outcome.established[.server]?.group == group.name)
            // One round trip more: the server's question and the client's second hello.
            let hellos = outcome.flights.filter { $0.octets.starts(with: [22, 3, 3]) || $0.octets.first == 20 }
            #expect(hellos.count == (shares.isEmpty ? 4 : 2) || shares.isEmpty == false)
        }
    }

    @Test func aServerThatLikesAnotherGroupAsksOnce() async throws {
        var pair = try await TLS13Pair.able { client, server in
            client.groups = [.x25519, .secp256r1]
            client.shares = [.x25519]
            server.groups = [.secp256r1]
        }
        let outcome = pair.run()
        #expect(outcome.isComplete, "\(outcome.errors)")
        #expect(outcome.established[.client]?.group == "secp256r1")
    }

    @Test(arguments: [1, 2, 7]) func octetsMayComeInAnyPieces(pieces: Int) async throws {
        var pair = try await TLS13Pair.able()
        pair.pieces = pieces
        #expect(pair.run().isComplete)
    }

    @Test func theClientShowsACertificateIfAsked() async throws {
        for kind in [KeyAlgorithm.rsa, .ecdsa] {
            var pair = try await TLS13Pair.able({ $1.clientAuthentication = .required() }, client: kind)
            let outcome = pair.run()
            #expect(outcome.isComplete, "\(outcome.errors)")
            guard case .judged? = outcome.established[.server]?.peer else {
                Issue.record("\(String(describing: outcome.established[.server]?.peer))")
                return
            }
        }
        var without = try await TLS13Pair.able { $1.clientAuthentication = .requested() }
        #expect(without.run().isComplete)
        var missing = try await TLS13Pair.able { $1.clientAuthentication = .required() }
        let outcome = missing.run()
        #expect(outcome.alerts[.server] == .certificateRequired)
        #expect(outcome.errors[.client] == .peerAlert(.certificateRequired))
    }

    @Test func keysAreUpdatedInEitherDirection() async throws {
        for request in [false, true] {
            for role in Role.allCases {
                var pair = try await TLS13Pair.able()
                pair.perform(.start, at: .client)
                for _ in 0..<3 {
                    pair.updateKeys(of: role, request: request)
                    pair.perform(.send([1]), at: .client)
                    pair.perform(.send([2]), at: .server)
                }
                #expect(pair.outcome.errors.isEmpty)
                #expect(pair.outcome.plaintext == [.server: [1, 1, 1], .client: [2, 2, 2]])
            }
        }
    }

    @Test func nothingInCommonEndsInAHandshakeFailure() async throws {
        var suites = try await TLS13Pair.able { client, server in
            client.cipherSuites = [.chaCha20]
            server.cipherSuites = [.aes128GCM]
        }
        #expect(suites.run().alerts[.server] == .handshakeFailure)
        var groups = try await TLS13Pair.able { client, server in
            (client.groups, client.shares, server.groups) = ([.x25519], [.x25519], [.secp256r1])
        }
        #expect(groups.run().alerts[.server] == .handshakeFailure)
        var schemes = try await TLS13Pair.able { client, _ in
            client.signatureSchemes = [.ecdsaSHA256, .rsaPKCS1SHA256]
        }
        #expect(schemes.run().alerts[.server] == .handshakeFailure)
        var protocols = try await TLS13Pair.able { client, server in
            (client.applicationProtocols, server.applicationProtocols) = (["a"], ["b"])
        }
        #expect(protocols.run().alerts[.server] == .noApplicationProtocol)
    }

    /// Octets of every flight, changed: the handshake does not come to its end on both sides. The version of a record is not looked at
    /// (RFC 8446 section 5.1).
    ///
    /// Of a hello in plaintext the first and the last octet of each field are changed. Of any other record the header is, and every 29th
    /// octet behind it and the last: no message of a protected flight is shorter, and each octet of the record is under the same tag.
    @Test(arguments: 0...2) func noChangedOctetIsAccepted(flight: Int) async throws {
        let pair = try await TLS13Pair.able(onCurve: true)
        var honest = pair
        let outcome = honest.run()
        #expect(outcome.isComplete)
        for (index, record) in records(in: outcome.flights[flight].octets).enumerated() {
            var places: Set<Int> = [0, 3, 4, record.count - 1]
            if record[0] == ContentType.handshake.rawValue {
                places.formUnion(try Self.edges(of: record))
            } else {
                places.formUnion(stride(from: 5, to: record.count, by: 29))
            }
            for place in places.sorted() {
                var changed = pair
                changed.recordFlip = (flight, index, place)
                let outcome = changed.run()
                #expect(!outcome.isComplete, "record \(index), octet \(place)")
            }
        }
    }

    /// The type and the length of the hello that the record carries, and the first and the last octet of each of its fields.
    private static func edges(of record: [UInt8]) throws -> Set<Int> {
        var reader = ByteReader(record, from: 9)
        if record[5] == 1 { _ = try ClientHello.read(from: &reader) } else { _ = try ServerHello.read(from: &reader) }
        let fields = reader.fields.flatMap(\.leaves)
        #expect(fields.count > 10 && fields.map(\.range.count).reduce(0, +) == record.count - 9)
        return Set(5..<9).union(fields.flatMap { [$0.range.lowerBound, $0.range.upperBound - 1] })
    }
}
