import Crypto
import PKI
import Testing
import Trace

@testable import TLSSim

/// What a client can do wrong in TLS 1.3, done to a server: each is refused with its alert, and nothing is said besides.
@Suite struct TLS13ServerFacingTests {
    static let key = TicketKey(
        name: [UInt8](repeating: 1, count: 16), secret: [UInt8](repeating: 2, count: 32), lifetime: 100)

    func pair(
        _ change: (inout TLS13.ClientConfiguration, inout TLS13.ServerConfiguration) -> Void = { _, _ in }
    ) async throws -> TLS13Pair {
        try await TLS13Pair.able { client, server in
            client.isCompatible = false
            change(&client, &server)
        }
    }

    /// A server's alert about a first hello that is changed.
    func serversAlert(
        _ pair: TLS13Pair, _ change: (inout ClientHello) -> Void, sourceLocation: SourceLocation = #_sourceLocation
    ) throws -> AlertDescription? {
        var (client, server, random) = (pair.client, pair.server, pair.random)
        var hello = try client.begin(using: &random).parsed(ClientHello.read)
        change(&hello)
        let message = hello.message.bytes
        var outputs: [Output] = []
        for start in stride(from: 0, to: message.count, by: RecordLimits.plaintext) {
            let part = Array(message[start..<min(start + RecordLimits.plaintext, message.count)])
            outputs += server.handle(.bytes(record(22, part)), using: &random)
        }
        return refusal(in: outputs, sourceLocation: sourceLocation)
    }

    static func without(_ type: UInt16) -> (inout ClientHello) -> Void {
        return { hello in hello.extensions.removeAll { $0.type == type } }
    }

    static func replacing(_ item: HelloExtension) -> (inout ClientHello) -> Void {
        return { hello in hello.extensions = hello.extensions.map { $0.type == item.type ? item : $0 } }
    }

    @Test func aServerRefusesHellosThatCannotBeAnswered() async throws {
        let pair = try await self.pair()
        let share = KeyShareEntry(group: .x25519, value: [UInt8](repeating: 9, count: 32))
        let rows: [(row: Int, AlertDescription?, (inout ClientHello) -> Void)] = [
            (1, .protocolVersion, Self.without(43)),
            (1, .protocolVersion, Self.replacing(.supportedVersions([.tls12]))),
            (2, nil, Self.replacing(.supportedVersions([ProtocolVersion(rawValue: 0x7f1c), .tls13]))),
            (3, .protocolVersion, { $0.version = .ssl30 }),
            (4, .illegalParameter, { $0.compressionMethods = [1, 0] }),
            (5, .handshakeFailure, { $0.cipherSuites = [0x1304] }),
            (5, .handshakeFailure, Self.replacing(.signatureAlgorithms([.rsaPKCS1SHA256]))),
            (6, .missingExtension, Self.without(13)),
            (6, .missingExtension, Self.without(10)),
            (6, .missingExtension, Self.without(51)),
            (13, .illegalParameter, { $0.extensions += [.cookie([1]), .cookie([1])] }),
            (
                13, .illegalParameter,
                {
                    $0.extensions += [.other(type: 0x2a2a, body: []), .other(type: 0x2a2a, body: [])]
                }
            ),
            (14, .decodeError, Self.replacing(.other(type: 43, body: [3, 3, 4]))),
            (15, .illegalParameter, Self.replacing(.keyShares([KeyShareEntry(group: .x25519, value: [1, 2])]))),
            (
                15, .illegalParameter,
                Self.replacing(
                    .keyShares([KeyShareEntry(group: .x25519, value: [UInt8](repeating: 0, count: 32))]))
            ),
            (
                15, .illegalParameter,
                Self.replacing(
                    .keyShares([KeyShareEntry(group: .secp256r1, value: [4] + [UInt8](repeating: 1, count: 64))]))
            ),
            (15, .decodeError, Self.replacing(.other(type: 51, body: [0, 4, 0, 29, 0, 0]))),
            (16, .illegalParameter, Self.replacing(.keyShares([share, share]))),
            (
                16, .illegalParameter,
                Self.replacing(
                    .keyShares([KeyShareEntry(group: NamedGroup(rawValue: 0x0100), value: [1])]))
            ),
            (20, nil, Self.replacing(.keyShares([]))),
        ]
        for (row, expected, change) in rows {
            let said = try serversAlert(pair, change)
            #expect(said == expected, "row \(row)")
        }
    }

    @Test func aServerRefusesSecretsThatAreOfferedBadly() async throws {
        var first = try await self.pair { _, server in server.ticketKey = Self.key }
        let outcome = first.run()
        let ticket = try #require(outcome.tickets.first)
        let pair = try await self.pair { client, server in
            client.ticket = ticket
            server.ticketKey = Self.key
        }
        let change: (@escaping (inout OfferedPSKs) -> Void) -> (inout ClientHello) -> Void = { change in
            return { hello in
                guard var keys = hello.preSharedKeys else { return }
                change(&keys)
                hello.extensions.removeLast()
                hello.extensions.append(.preSharedKeys(keys))
            }
        }
        let rows: [(row: Int, AlertDescription?, (inout ClientHello) -> Void)] = [
            (7, .missingExtension, Self.without(45)),
            (8, .illegalParameter, { $0.extensions.append(.other(type: 0x2a2a, body: [])) }),
            (9, .decryptError, change { $0.binders[0][0] ^= 1 }),
            (9, .decryptError, { $0.random[0] ^= 1 }),
            (10, .illegalParameter, change { $0.binders.append($0.binders[0]) }),
            (11, nil, change { $0.identities[0].identity = [1, 2, 3] }),
            (12, .decodeError, change { $0.binders[0].removeLast() }),
            (12, .decodeError, change { $0.identities[0].identity = [] }),
        ]
        for (row, expected, change) in rows {
            let said = try serversAlert(pair, change)
            #expect(said == expected, "row \(row)")
        }
    }

    /// A server's alert about what a client says under its handshake keys in the place of its own flight.
    func serversAlert(
        _ pair: TLS13Pair, saying messages: [(type: UInt8, content: [UInt8])],
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws -> AlertDescription? {
        var (client, server, random) = (pair.client, pair.server, pair.random)
        var flight: [Output] = []
        for case .bytes(let octets) in client.handle(.start, using: &random) {
            flight += server.handle(.bytes(octets), using: &random)
        }
        // The client waits for the judge: its keys for writing are those of the handshake.
        for case .bytes(let octets) in flight { _ = client.handle(.bytes(octets), using: &random) }
        #expect(client.state == "JudgingChain")
        var writing = try #require(client.writing)
        var outputs: [Output] = []
        for message in messages {
            let octets = try writing.seal(InnerPlaintext(message.content, typeCode: message.type))
            let said = server.handle(.bytes(octets), using: &random)
            outputs += said
            guard said.contains(where: { if case .judge = $0 { true } else { false } }) else { continue }
            let verdict = try #require(pair.verdicts[.server])
            outputs += server.handle(.verdict(verdict), using: &random)
        }
        return refusal(in: outputs, sourceLocation: sourceLocation)
    }

    @Test func aServerRefusesAClientThatKeepsNoRule() async throws {
        let end = EndOfEarlyData().message.bytes
        let empty = TLS13.Certificate(entries: []).message.bytes
        let proof = CertificateVerify(scheme: .rsaPSSSHA256, signature: [1]).message.bytes
        let finished = TLS13.Finished(verifyData: [UInt8](repeating: 0, count: 32)).message.bytes
        let plain = try await self.pair()
        let rows: [(row: Int, AlertDescription?, (type: UInt8, content: [UInt8]))] = [
            (24, .unexpectedMessage, (22, end)), (26, .unexpectedMessage, (22, empty)),
            (26, .unexpectedMessage, (22, proof)), (107, .decryptError, (22, finished)),
            (107, .decodeError, (22, TLS13.Finished(verifyData: [1]).message.bytes)),
            (108, .unexpectedMessage, (22, KeyUpdate(isRequested: true).message.bytes)),
            (106, .unexpectedMessage, (22, finished + [20])), (19, .unexpectedMessage, (22, [1, 0, 0, 0])),
            (102, .unexpectedMessage, (20, [1])), (117, .unexpectedMessage, (23, [1])),
        ]
        for (row, expected, message) in rows {
            let said = try serversAlert(plain, saying: [message])
            #expect(said == expected, "row \(row)")
        }
        let identity = try await Fixture.shared.client(.rsa)
        let chain = TLS13.Certificate(entries: identity.chain.map { TLS13.Certificate.Entry($0) })
        var other = chain
        other.context = [1]
        let strict = try await TLS13Pair.able(
            { client, server in
                client.isCompatible = false
                server.clientAuthentication = .required()
            }, client: .rsa)
        let pkcs1 = CertificateVerify(scheme: .rsaPKCS1SHA256, signature: [1]).message.bytes
        let curve = CertificateVerify(scheme: .ecdsaSHA256, signature: [1]).message.bytes
        let flights: [(row: Int, AlertDescription?, [[UInt8]])] = [
            (25, .certificateRequired, [empty]), (26, .unexpectedMessage, [finished]),
            (26, .unexpectedMessage, [proof]), (26, .unexpectedMessage, [chain.message.bytes, finished]),
            (26, .unexpectedMessage, [chain.message.bytes, chain.message.bytes]),
            (27, .decryptError, [chain.message.bytes, proof]), (27, .illegalParameter, [chain.message.bytes, pkcs1]),
            (27, .illegalParameter, [chain.message.bytes, curve]), (112, .illegalParameter, [other.message.bytes]),
        ]
        for (row, expected, messages) in flights {
            let said = try serversAlert(strict, saying: messages.map { (type: 22, content: $0) })
            #expect(said == expected, "row \(row)")
        }
    }

    /// Row 24: under the early keys nothing comes but data and EndOfEarlyData.
    @Test func earlyDataEndsWithItsMessage() async throws {
        var first = try await self.pair { _, server in (server.ticketKey, server.maxEarlyData) = (Self.key, 100) }
        let outcome = first.run()
        let ticket = try #require(outcome.tickets.first)
        let pair = try await self.pair { client, server in
            client.ticket = ticket
            client.earlyData = [1]
            (server.ticketKey, server.maxEarlyData) = (Self.key, 100)
        }
        let finished = TLS13.Finished(verifyData: [UInt8](repeating: 0, count: 32)).message.bytes
        for message in [finished, KeyUpdate(isRequested: false).message.bytes, EndOfEarlyData().message.bytes + [5]] {
            var (client, server, random) = (pair.client, pair.server, pair.random)
            var register: TLS13.ReplayRegister? = TLS13.ReplayRegister(.singleUse, start: 0)
            for case .bytes(let octets) in client.handle(.start, using: &random) {
                _ = server.handle(.bytes(octets), replays: &register, using: &random)
            }
            #expect(server.state == "ExpectEndOfEarlyData")
            let octets = try #require(try client.sealing(InnerPlaintext(message, typeCode: 22)))
            let outputs = server.handle(.bytes(octets), using: &random)
            #expect(refusal(in: outputs) == .unexpectedMessage)
        }
    }
}
