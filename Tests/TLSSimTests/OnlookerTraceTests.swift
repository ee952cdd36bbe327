import Crypto
import TestSupport
import Testing
import Trace

@testable import TLSSim

/// The onlooker on the traces of RFC 8448: every secret, every key, every message and every proof, to the octet.
@Suite struct OnlookerTraceTests {
    /// An onlooker of a trace who knows what is drawn by one side, the PSK, and the keys of the certificates.
    static func onlooker(of trace: RFC8448, knowing side: Role) throws -> Onlooker {
        var onlooker = Onlooker()
        for line in trace.lines("private") where line.words[0] == side.rawValue {
            let group: NamedGroup = line.words[1] == "P-256" ? .secp256r1 : .x25519
            onlooker.learn(try ShareKey(group: group, privateValue: trace.octets(line.words[2]), arithmetic: .live))
        }
        for line in trace.lines("psk") { onlooker.learn(psk: trace.octets(line.words[0]), .resumption) }
        for line in trace.lines("public") {
            let role = try #require(Role(rawValue: line.words[0]))
            let first = trace.octets(line.words[2])
            let key: PublicKey =
                line.words[1] == "rsa"
                ? .rsa(
                    try RSAPublicKey(
                        modulus: Integer(bigEndian: first), exponent: Integer(bigEndian: trace.octets(line.words[3]))))
                : .ecdsa(try EllipticCurvePublicKey(first))
            onlooker.learn(key, of: role)
        }
        return onlooker
    }

    /// What the onlooker tells of all records.
    static func events(of trace: RFC8448, knowing side: Role) throws -> [OnlookerEvent] {
        var onlooker = try onlooker(of: trace, knowing: side)
        return try trace.records.flatMap { record in
            onlooker.read(record.octets, from: try #require(Role(rawValue: record.side)))
        }
    }

    /// The events as lines of the trace; nil for those that the RFC has no line for.
    private func line(_ event: OnlookerEvent) -> String? {
        switch event {
        case .secret(let name, let value): "secret \(name) \(Hex.string(value))"
        case .keys(let stretch, let keys): "keys \(stretch.rawValue) \(Hex.string(keys.key)) \(Hex.string(keys.iv))"
        case .message(let side, let name, let octets): "message \(side) \(name) \(Hex.string(octets))"
        case .content(let side, _, let octets): "content \(side) \(Hex.string(octets))"
        case .check, .failed: nil
        }
    }

    @Test(arguments: 3...7, Role.allCases)
    func everyValueOfTheRFCComesOut(section: Int, side: Role) throws {
        let trace = RFC8448.section(section)
        let told = try Self.events(of: trace, knowing: side)
        for event in told {
            if case .failed(let alert, let why) = event { Issue.record("\(alert?.description ?? "none"): \(why)") }
        }
        for kind in ["secret", "keys"] {
            let expected = Set(trace.lines(kind).map(\.description))
            #expect(expected.count > 3)
            let found = told.compactMap(line).filter { $0.hasPrefix(kind) }
            #expect(Set(found) == expected)
            #expect(found.count == expected.count, "each is told once")
        }
        for kind in ["message", "content"] {
            #expect(told.compactMap(line).filter { $0.hasPrefix(kind) } == trace.lines(kind).map(\.description))
        }
    }

    @Test(arguments: 3...7) func bothSidesPrivateValuesTellTheSame(section: Int) throws {
        let trace = RFC8448.section(section)
        let told = try Self.events(of: trace, knowing: .client)
        #expect(told.count > 20)
        #expect(try Self.events(of: trace, knowing: .server) == told)
    }

    @Test func everyProofIsCheckedOnce() throws {
        let proofs: [Int: [OnlookerCheck]] = [
            3: [.serverSignature, .serverFinished, .clientFinished], 4: [.binder, .serverFinished, .clientFinished],
            5: [.serverSignature, .serverFinished, .clientFinished],
            6: [.serverSignature, .serverFinished, .clientSignature, .clientFinished],
            7: [.serverSignature, .serverFinished, .clientFinished],
        ]
        for (section, expected) in proofs {
            let told = try Self.events(of: RFC8448.section(section), knowing: .server)
            let checks = told.compactMap { event -> (OnlookerCheck, Bool)? in
                if case .check(let what, let isGood) = event { (what, isGood) } else { nil }
            }
            #expect(checks.map(\.0) == expected, "section \(section)")
            #expect(!checks.map(\.1).contains(false), "section \(section)")
        }
    }

    @Test func withoutAPrivateValueItEndsAtServerHelloWithoutAnAlert() throws {
        var onlooker = Onlooker()
        var told: [OnlookerEvent] = []
        for record in RFC8448.section(3).records {
            told += onlooker.read(record.octets, from: record.side == "client" ? .client : .server)
        }
        let last = try #require(told.last)
        guard case .failed(nil, let why) = last else {
            Issue.record("\(told)")
            return
        }
        #expect(why.contains("x25519"))
    }

    /// Each message reads and writes to the octets that it came in.
    @Test func everyMessageOfTheRFCIsWrittenAsItWasRead() throws {
        var count = 0
        for trace in RFC8448.all {
            for octets in trace.messages {
                var joiner = HandshakeJoiner()
                joiner.append(octets)
                let next = try joiner.next()
                let message = try #require(next)
                var reader = ByteReader(message.body)
                let read = try message.type?.readBody(from: &reader, keyExchange: nil, version: .tls13)
                let body = try #require(read)
                #expect(body.message.bytes == octets, "\(message.nameInTLS13) of section \(trace.section)")
                #expect(reader.remaining == 0)
                count += 1
            }
        }
        #expect(count == 40)
    }
}
