import Crypto
import PKI
import TestSupport
import Testing
import Trace

@testable import TLSSim

/// What an endpoint makes of records once the handshake is done (RFC 5246 sections 6.2.3.3, 7.2.1 and 7.2.2).
struct TrafficTests {
    /// Both ends of a finished handshake.
    private func connected() async throws -> Pair {
        let fixture = try await Fixture.shared.get()
        var pair = Pair(suites: [.dheRSAAES128GCM], fixture)
        var toServer: [UInt8] = []
        var toClient: [UInt8] = []
        func take(_ outputs: [Output], into octets: inout [UInt8]) {
            for case .bytes(let piece) in outputs { octets += piece }
        }
        take(pair.handle(.start, by: .client), into: &toServer)
        take(pair.handle(.bytes(toServer), by: .server), into: &toClient)
        toServer = []
        take(pair.handle(.bytes(toClient), by: .client), into: &toServer)
        take(pair.handle(.verdict(fixture.verdict), by: .client), into: &toServer)
        toClient = []
        take(pair.handle(.bytes(toServer), by: .server), into: &toClient)
        take(pair.handle(.bytes(toClient), by: .client), into: &toServer)
        #expect(pair.client.state == "Traffic" && pair.server.state == "Traffic")
        return pair
    }

    private func wire(_ outputs: [Output]) -> [UInt8] {
        outputs.flatMap { output -> [UInt8] in if case .bytes(let octets) = output { octets } else { [] } }
    }

    private func failure(_ outputs: [Output]) -> TLSError? {
        for case .failed(let error, _) in outputs { return error }
        return nil
    }

    /// Protected records that are changed, replayed, relabelled, short or in clear get bad_record_mac.
    @Test func tamperedRecordsAreRefused() async throws {
        var pair = try await connected()
        let sent = wire(pair.handle(.send(Array("hello".utf8)), by: .client))
        var variants: [[UInt8]] = []
        for index in 5..<sent.count {
            var changed = sent
            changed[index] ^= 0x80
            variants.append(changed)
        }
        variants.append(record(21, Array(sent.dropFirst(5))))
        variants.append(record(23, Array("hello".utf8)))
        variants.append(record(23, [UInt8](repeating: 0, count: 23)))
        variants.append(record(23, []))
        for variant in variants {
            var copy = pair
            #expect(failure(copy.handle(.bytes(variant), by: .server)) == .badRecordMAC)
        }
        var twice = pair
        #expect(failure(twice.handle(.bytes(sent + sent), by: .server)) == .badRecordMAC)
        // Nothing was wrong with the original.
        #expect(pair.handle(.bytes(sent), by: .server).contains(.plaintext(Array("hello".utf8))))
    }

    /// Data of many records is what its parts are that are handed over one by one, and is read in whatever pieces it arrives.
    @Test func dataOfManyRecordsAtOnceIsTheSameAsInParts() async throws {
        let data = (0..<(3 * RecordLimits.plaintext + 100)).map { UInt8(truncatingIfNeeded: $0 * $0 >> 8) }
        let older = try await connected()
        var tls13 = try await TLS13Pair.able()
        tls13.perform(.start, at: .client)
        var (tls12Client, tls12Server, tls13Client, tls13Server) = (
            older.client, older.server, tls13.client, tls13.server
        )
        var (writing, reading) = (SeededRandomSource(seed: 1), SeededRandomSource(seed: 2))
        check(
            data, by: { tls12Client.handle(.send($0), using: &writing) },
            inParts: { [tls12Client] parts in
                var (client, random) = (tls12Client, SeededRandomSource(seed: 1))
                return parts.flatMap { client.handle(.send($0), using: &random) }
            }, read: { tls12Server.handle(.bytes($0), using: &reading) })
        check(
            data, by: { tls13Client.handle(.send($0), using: &writing) },
            inParts: { [tls13Client] parts in
                var (client, random) = (tls13Client, SeededRandomSource(seed: 1))
                return parts.flatMap { client.handle(.send($0), using: &random) }
            }, read: { tls13Server.handle(.bytes($0), using: &reading) })
    }

    private func check(
        _ data: [UInt8], by send: ([UInt8]) -> [Output], inParts: ([[UInt8]]) -> [Output],
        read: ([UInt8]) -> [Output]
    ) {
        let parts = pieces(of: data, RecordLimits.plaintext)
        let separate = wire(inParts(parts))
        let together = wire(send(data))
        #expect(together == separate && records(in: together).count == parts.count)
        let arrived = pieces(of: together, 20_000).flatMap(read).flatMap { output -> [UInt8] in
            if case .plaintext(let octets) = output { octets } else { [] }
        }
        #expect(arrived == data)
    }

    private func pieces(of octets: [UInt8], _ length: Int) -> [[UInt8]] {
        stride(from: 0, to: octets.count, by: length).map { Array(octets[$0..<min($0 + length, octets.count)]) }
    }

    /// A transport that ends without close_notify is reported as truncation.
    @Test func anEndWithoutCloseNotifyIsTruncation() async throws {
        var pair = try await connected()
        #expect(failure(pair.handle(.transportEnded, by: .client)) == .truncated)
        var half = try await connected()
        let sent = wire(half.handle(.send(Array("hello".utf8)), by: .client))
        _ = half.handle(.bytes(Array(sent.prefix(11))), by: .server)
        let outputs = half.handle(.transportEnded, by: .server)
        #expect(failure(outputs) == .truncatedRecord(missing: sent.count - 11))
    }

    /// After close_notify the transport may end, and ours still goes out.
    @Test func afterCloseNotifyTheTransportMayEnd() async throws {
        var pair = try await connected()
        let goodbye = wire(pair.handle(.close, by: .client))
        #expect(pair.handle(.bytes(goodbye), by: .server).contains(.peerClosed))
        #expect(failure(pair.handle(.transportEnded, by: .server)) == nil)
        let answer = wire(pair.handle(.close, by: .server))
        #expect(!answer.isEmpty)
        #expect(pair.server.state == "Closed")
        _ = pair.handle(.bytes(answer), by: .client)
        #expect(pair.client.state == "Closed")
    }
}
