import Crypto
import PKI
import Testing
import Trace

@testable import TLSSim

/// What either side can do wrong in TLS 1.3 when data flows.
@Suite struct TLS13TrafficRuleTests {
    private func pair(
        _ change: (inout TLS13.ClientConfiguration, inout TLS13.ServerConfiguration) -> Void = { _, _ in }
    ) async throws -> TLS13Pair {
        try await TLS13Pair.able { client, server in
            client.isCompatible = false
            change(&client, &server)
        }
    }

    /// What either says about a record of the other that it has not been asked to make.
    @Test func afterTheHandshakeThereAreRules() async throws {
        let update = KeyUpdate(isRequested: false).message
        let rows: [(row: Int, AlertDescription?, (type: UInt8, content: [UInt8], padding: Int))] = [
            (5, .unexpectedMessage, (0, [], 10)), (5, .unexpectedMessage, (22, [], 0)),
            (5, .unexpectedMessage, (21, [], 0)), (5, .unexpectedMessage, (24, [1], 0)),
            (2, .unexpectedMessage, (20, [1], 0)), (6, .unexpectedMessage, (22, update.bytes + [24], 0)),
            (8, .illegalParameter, (22, [24, 0, 0, 1, 2], 0)), (8, .decodeError, (22, [24, 0, 0, 2, 0, 0], 0)),
            (9, .decodeError, (22, [24, 255, 255, 255], 0)), (19, .unexpectedMessage, (22, [1, 0, 0, 0], 0)),
            (11, nil, (21, [1, 90], 0)), (100, nil, (23, [], 5)),
        ]
        for role in Role.allCases {
            var open = try await pair()
            open.perform(.start, at: .client)
            for (row, expected, inner) in rows {
                var (client, server, random) = (open.client, open.server, open.random)
                let bad = InnerPlaintext(inner.content, typeCode: inner.type, padding: inner.padding)
                let octets = try #require(role == .client ? try server.sealing(bad) : try client.sealing(bad))
                let outputs =
                    role == .client
                    ? client.handle(.bytes(octets), using: &random) : server.handle(.bytes(octets), using: &random)
                let said = refusal(in: outputs)
                #expect(said == expected, "row \(row), to the \(role)")
            }
            // In clear, and what does not open.
            let clear: [(row: Int, AlertDescription?, [UInt8])] = [
                (2, .unexpectedMessage, record(20, [1])), (2, .unexpectedMessage, record(20, [2])),
                (3, .badRecordMAC, record(23, [UInt8](repeating: 0, count: 40))),
                (4, .recordOverflow, [23, 3, 3, 0x41, 0x01]), (5, .unexpectedMessage, record(22, update.bytes)),
                (5, .unexpectedMessage, [99, 3, 3, 0, 1, 1]),
            ]
            for (row, expected, octets) in clear {
                var (client, server, random) = (open.client, open.server, open.random)
                let outputs =
                    role == .client
                    ? client.handle(.bytes(octets), using: &random) : server.handle(.bytes(octets), using: &random)
                let said = refusal(in: outputs)
                #expect(said == expected, "row \(row), in clear, to the \(role)")
            }
            // The end without close_notify is told.
            var (client, server, random) = (open.client, open.server, open.random)
            let end =
                role == .client
                ? client.handle(.transportEnded, using: &random) : server.handle(.transportEnded, using: &random)
            #expect(end.contains(.failed(.truncated, alert: nil)))
        }
    }

    @Test func floodsAreBounded() async throws {
        let ticket = TLS13.NewSessionTicket(lifetime: 1, ageAdd: 0, nonce: [], ticket: [1]).message
        let floods: [(to: Role, InnerPlaintext)] = [
            (.client, InnerPlaintext(ticket.bytes, typeCode: 22)), (.client, InnerPlaintext([], typeCode: 23)),
            (.server, InnerPlaintext([], typeCode: 23)), (.server, InnerPlaintext([1, 90], typeCode: 21)),
        ]
        for (role, inner) in floods {
            var open = try await pair()
            open.perform(.start, at: .client)
            let secret = try #require(role == .client ? open.server.writing : open.client.writing)
            var writing = secret
            var count = 0
            var said: AlertDescription?
            while said == nil, count < 100 {
                let octets = try writing.seal(inner)
                let outputs =
                    role == .client
                    ? open.client.handle(.bytes(octets), using: &open.random)
                    : open.server.handle(.bytes(octets), using: &open.random)
                said = refusal(in: outputs)
                count += 1
            }
            #expect(said == .unexpectedMessage)
            #expect(count == TLSEndpoint.idleLimit + 1)
        }
    }
}
