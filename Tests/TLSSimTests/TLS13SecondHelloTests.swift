import Crypto
import Testing
import Trace

@testable import TLSSim

/// The hello that comes after a HelloRetryRequest, to a server that remembers the first one or has it in a cookie (RFC 8446 section 4.1.2).
extension TLS13ServerFacingTests {
    /// A server's alert about what comes after its HelloRetryRequest: the second hello, changed, or records in its place.
    private func serversAlert(
        _ pair: TLS13Pair, afterRetry change: (inout ClientHello) -> Void = { _ in }, before: [UInt8] = []
    ) throws -> AlertDescription? {
        var (client, server, random) = (pair.client, pair.server, pair.random)
        var outputs: [Output] = []
        for case .bytes(let octets) in client.handle(.start, using: &random) {
            outputs += server.handle(.bytes(octets), using: &random)
        }
        #expect(["ExpectSecondClientHello", "ExpectCookie"].contains(server.state))
        var second: [UInt8] = []
        for case .bytes(let octets) in outputs {
            for case .bytes(let octets) in client.handle(.bytes(octets), using: &random) { second += octets }
        }
        // A dummy ChangeCipherSpec may stand before it.
        let sent = try #require(records(in: second).first { $0.first == 22 })
        var reader = ByteReader(Array(sent.dropFirst(9)))
        var hello = try ClientHello.read(from: &reader)
        change(&hello)
        let said = server.handle(.bytes(before + record(22, hello.message.bytes)), using: &random)
        return refusal(in: said)
    }

    private func retried(cookieKey: [UInt8]? = nil) async throws -> TLS13Pair {
        try await pair { client, server in
            server.cookieKey = cookieKey
            (client.groups, client.shares) = ([.secp256r1, .x25519], [])
            server.groups = [.x25519, .secp256r1]
        }
    }

    @Test(arguments: [nil, [7]] as [[UInt8]?])
    func aServerComparesTheSecondHelloWithTheFirst(cookieKey: [UInt8]?) async throws {
        let padding = HelloExtension.other(type: 21, body: [0, 0, 0])
        let rows: [(what: String, AlertDescription?, (inout ClientHello) -> Void)] = [
            ("as it is", nil, { _ in }), ("padding", nil, { $0.extensions.append(padding) }),
            ("another random", .illegalParameter, { $0.random[0] ^= 1 }),
            ("another version", .illegalParameter, { $0.version = ProtocolVersion(rawValue: 0x0301) }),
            ("another session id", .illegalParameter, { $0.sessionID.append(1) }),
            ("a suite more", .illegalParameter, { $0.cipherSuites.append(0x0a0a) }),
            (
                "the groups the other way round", .illegalParameter,
                Self.replacing(.supportedGroups([.x25519, .secp256r1]))
            ),
            ("other schemes", .illegalParameter, Self.replacing(.signatureAlgorithms([.rsaPSSSHA256]))),
            ("another name", .illegalParameter, Self.replacing(.serverName("other.example"))),
            ("no name", .illegalParameter, Self.without(0)),
            ("other versions", .illegalParameter, Self.replacing(.supportedVersions([.tls13, .tls12, .tls13]))),
            ("an extension more", .illegalParameter, { $0.extensions.append(.other(type: 0x4444, body: [])) }),
            ("a cookie that was not sent", .illegalParameter, { $0.extensions.append(.cookie([1])) }),
            ("early data", .illegalParameter, { $0.extensions.append(.earlyData) }),
            ("another order", .illegalParameter, { $0.extensions.reverse() }),
            ("no share", .illegalParameter, Self.replacing(.keyShares([]))),
            (
                "the share twice", .illegalParameter,
                { hello in Self.replacing(.keyShares((hello.keyShares ?? []) + (hello.keyShares ?? [])))(&hello) }
            ),
            (
                "a share of the other group", .illegalParameter,
                Self.replacing(.keyShares([KeyShareEntry(group: .secp256r1, value: [4])]))
            ),
        ]
        let pair = try await retried(cookieKey: cookieKey)
        for (what, expected, change) in rows {
            let said = try serversAlert(pair, afterRetry: change)
            #expect(said == expected, "\(what)")
        }
    }

    /// What may stand between the HelloRetryRequest and the second hello, and what may not (sections 5 and 5.1).
    @Test func aServerThatHasAskedAgainTakesNothingElse() async throws {
        let finished = TLS13.Finished(verifyData: [UInt8](repeating: 0, count: 32)).message.bytes
        let rows: [(what: String, AlertDescription?, [UInt8])] = [
            ("a dummy", nil, record(20, [1])), ("a dummy of another value", .unexpectedMessage, record(20, [2])),
            ("Finished", .unexpectedMessage, record(22, finished)),
            ("data", .unexpectedMessage, record(23, [1, 2, 3])),
            ("an empty message record", .unexpectedMessage, record(22, [])),
            ("empty data", .unexpectedMessage, record(23, [])), ("half an alert", .decodeError, record(21, [2])),
        ]
        let pair = try await retried()
        for (what, expected, octets) in rows {
            let said = try serversAlert(pair, before: octets)
            #expect(said == expected, "\(what)")
        }
    }

    /// Messages of a fixed length that announce more are refused at their header: nothing else of them is waited for.
    @Test func aMessageOfAFixedLengthIsNotWaitedForWhereItIsTooLong() async throws {
        let plain = try await pair()
        for type in [20, 24, 5] as [UInt8] {
            let said = try serversAlert(plain, saying: [(type: 22, content: [type, 1, 0, 0])])
            #expect(said == .decodeError, "\(type)")
        }
    }
}
