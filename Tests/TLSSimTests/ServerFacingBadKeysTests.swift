import Crypto
import Testing
import Trace

@testable import TLSSim

/// What a server makes of the rest of a client's handshake.
struct ServerFacingBadKeysTests {
    /// A ClientHello after the handshake is declined, and the connection goes on.
    @Test func aClientHelloAfterTheHandshakeIsDeclined() async throws {
        var client = try await RogueClient.facing(.ecdheRSAAES128GCM)
        try client.connect()
        let hello = client.goodHello().message
        try client.send(.handshake, hello.bytes)
        #expect(client.parts.alerts == [Alert(.warning, .noRenegotiation)])
        #expect(try client.converse())
        // But not for ever: what leads nowhere is bounded.
        for _ in 0..<40 { try client.send(.handshake, hello.bytes) }
        #expect(client.alert == .unexpectedMessage)
    }

    /// A message of each kind, with a body that would do where it belongs.
    private static let messages: [HandshakeMessage] =
        [0, 1, 2, 4, 11, 12, 13, 14, 15, 16, 20, 22, 3, 99, 255].map { HandshakeMessage(typeCode: $0, body: []) }

    /// Messages that have no place, in every state of every key exchange.
    @Test(arguments: Setting.exchanges)
    func aMessageOfTheClientOutOfPlaceIsRefusedInEveryState(suite: CipherSuite) async throws {
        var client = try await RogueClient.facing(suite)
        // Which types are due, state by state; an empty body of the right type does not parse.
        var due: UInt8? = 1
        func check(_ client: RogueClient) throws {
            for message in Self.messages where message.typeCode != due {
                var other = client
                try other.send(.handshake, message.bytes)
                #expect(other.alert == .unexpectedMessage, "\(message.name) in \(other.server.state)")
            }
        }
        try check(client)
        try client.sayHello()
        due = 16
        try check(client)
        // Row 24: a second ClientHello.
        var again = client
        try again.sayHello()
        #expect(again.alert == .unexpectedMessage)
        try client.exchangeKeys()
        due = nil
        try check(client)
        // Row 25: ClientKeyExchange twice.
        var twice = client
        try twice.exchangeKeys()
        #expect(twice.alert == .unexpectedMessage)
        try client.changeCipherSpec()
        due = 20
        try check(client)
        try client.finish()
        #expect(client.parts.established)
        // Row 21 is about the one exception.
        due = 1
        try check(client)
    }

    /// A ClientKeyExchange whose inner length is wrong does not parse.
    @Test(arguments: Setting.exchanges)
    func aClientKeyExchangeWithAWrongInnerLengthIsRefused(suite: CipherSuite) async throws {
        let width = suite.keyExchange.usesCurve ? 1 : 2
        let changes: [(inout [UInt8]) -> Void] = [
            { $0[width - 1] ^= 1 }, { $0[0] ^= 0x40 }, { $0.removeLast() }, { $0.append(0) }, { $0 = [] },
            { $0.removeFirst(width) }, { $0 = [UInt8](repeating: 0, count: width - 1) },
        ]
        for (index, change) in changes.enumerated() {
            var client = try await RogueClient.facing(suite)
            try client.sayHello()
            try client.exchangeKeys(change)
            // Only an even length octet less may leave the rest of a curve's point behind.
            #expect(client.alert == .decodeError, "change \(index)")
        }
    }

    /// Whatever is wrong with an RSA premaster secret, it is the record of the Finished that fails.
    @Test func aBadPremasterSecretFailsOnlyAtFinished() async throws {
        let key = try await Fixture.shared.get().pki.serverKey.publicKey
        var random = SeededRandomSource(seed: 3)
        let size = key.size
        func block(_ change: (inout [UInt8]) -> Void = { _ in }) throws -> [UInt8] {
            var em: [UInt8] = [0, 2] + random.nonZeroOctets(size - 51) + [0, 3, 3] + random.octets(46)
            change(&em)
            return try key.rsaep(Integer(bigEndian: em)).bigEndian(count: size) ?? []
        }
        let ciphertexts: [(String, [UInt8])] = [
            ("another premaster secret", try block()),
            ("block type 1", try block { $0[1] = 1 }),
            ("block type 0", try block { $0[1] = 0 }),
            ("first octet not zero", try block { $0.replaceSubrange(0..<2, with: [1, 2]) }),
            ("no zero", try block { $0[size - 49] = 5 }),
            ("no zero at all", try block { for index in 2..<size where $0[index] == 0 { $0[index] = 1 } }),
            ("padding of seven octets", try block { $0[9] = 0 }),
            ("zero at once", try block { $0[2] = 0 }),
            ("zero in the padding", try block { $0[100] = 0 }),
            (
                "zero at the end",
                try block {
                    $0[size - 1] = 0; $0[size - 49] = 7
                }
            ),
            ("version 3.2", try block { $0[size - 47] = 2 }),
            ("version 2.3", try block { $0[size - 48] = 2 }),
            ("version 0.0", try block { $0.replaceSubrange((size - 48)..<(size - 46), with: [0, 0]) }),
            (
                "47 octets",
                try block {
                    $0[size - 49] = 9; $0[size - 48] = 0; $0[size - 47] = 3
                }
            ),
            (
                "49 octets",
                try block {
                    $0[size - 50] = 0; $0[size - 49] = 3
                }
            ),
            ("none", try block { for index in 2..<size { $0[index] = index == size - 1 ? 0 : 8 } }),
            ("all zero", [UInt8](repeating: 0, count: size)),
            ("one", [UInt8](repeating: 0, count: size - 1) + [1]),
            ("modulus less one", (key.n - 1).bigEndian),
            ("modulus", key.n.bigEndian),
            ("above the modulus", [UInt8](repeating: 0xff, count: size)),
            ("short", [1, 2, 3]), ("empty", []), ("an octet short", Array(try block().dropLast())),
            ("an octet long", try block() + [0]), ("an octet long in front", [0] + (try block())),
        ]
        for suite in [CipherSuite.rsaAES128GCM, .rsaAES128CBCSHA] {
            for (name, ciphertext) in ciphertexts {
                var client = try await RogueClient.facing(suite)
                try client.sayHello()
                try client.exchangeKeys { $0 = ClientKeyExchange.encryptedPremasterSecret(ciphertext).message.body }
                #expect(client.error == nil, "\(name): told at once")
                try client.changeCipherSpec()
                #expect(client.error == nil, "\(name): told at ChangeCipherSpec")
                try client.finish()
                #expect(client.error == .badRecordMAC && client.alert == .badRecordMAC, "\(name)")
            }
        }
    }

    /// Dh_Yc, or the point, empty or missing.
    @Test func anEmptyPublicValueOfTheClientIsRefused() async throws {
        for suite in [CipherSuite.dheRSAAES128GCM, .ecdheRSAAES128GCM, .ecdheECDSAChaCha20] {
            for body: [UInt8] in [[], [0], [0, 0]] {
                var client = try await RogueClient.facing(suite)
                try client.sayHello()
                try client.exchangeKeys { $0 = body }
                #expect(client.alert == .decodeError)
            }
        }
    }

    /// Dh_Yc out of range: handshake_failure, which RFC 7919 asks for.
    @Test func aClientsPublicValueOutOfRangeIsRefused() async throws {
        let p = FiniteFieldGroup.ffdhe2048.p
        let long = [UInt8](repeating: 0xff, count: 4_000)
        for value in [[0], [1], [0, 0, 1], (p - 1).bigEndian, p.bigEndian, (p + 2).bigEndian, long] as [[UInt8]] {
            var client = try await RogueClient.facing(.dheRSAAES128GCM)
            try client.sayHello()
            try client.exchangeKeys { $0 = ClientKeyExchange.publicValue(value).message.body }
            #expect(client.alert == .handshakeFailure)
        }
        // Zeros in front of a good one are no fault.
        var client = try await RogueClient.facing(.dheRSAAES128GCM)
        try client.sayHello()
        try client.exchangeKeys {
            let value = [0, 0] + $0.dropFirst(2)
            $0 = ClientKeyExchange.publicValue(value).message.body
        }
        try client.changeCipherSpec()
        try client.finish()
        #expect(client.parts.established)
    }

    /// A point that is not on the curve, of another form or length, or of small order.
    @Test func aClientsPointThatIsNoneIsRefused() async throws {
        for (curve, points) in BadPoints.byCurve {
            for (name, point) in points {
                var client = try await RogueClient.facing(.ecdheRSAAES128GCM)
                try client.sayHello { $0.extensions[1] = .supportedGroups([curve]) }
                try client.exchangeKeys { $0 = ClientKeyExchange.point(point).message.body }
                #expect(client.alert == .illegalParameter, "\(curve): \(name)")
            }
        }
    }

    /// Finished without a ChangeCipherSpec before it.
    @Test(arguments: Setting.exchanges)
    func aFinishedWithoutAChangeCipherSpecIsRefused(suite: CipherSuite) async throws {
        var client = try await RogueClient.facing(suite)
        try client.agreeOnKeys()
        try client.finish()
        #expect(client.alert == .unexpectedMessage)
    }

    /// ChangeCipherSpec before ClientKeyExchange (CVE-2014-0224), before the hello, or twice.
    @Test func aClientsChangeCipherSpecOutOfPlaceIsRefused() async throws {
        var client = try await RogueClient.facing(.rsaAES128GCM)
        try client.changeCipherSpec()
        #expect(client.alert == .unexpectedMessage)
        client = try await RogueClient.facing(.rsaAES128GCM)
        try client.sayHello()
        try client.changeCipherSpec()
        #expect(client.alert == .unexpectedMessage)
        client = try await RogueClient.facing(.rsaAES128GCM)
        try client.agreeOnKeys()
        try client.changeCipherSpec()
        // The second is under the new keys; in clear it is no record at all (row 35).
        var inClear = client
        try client.send(.changeCipherSpec, [1])
        #expect(client.alert == .unexpectedMessage)
        try inClear.deliver(record(20, [1]))
        #expect(inClear.alert == .badRecordMAC)
        client = try await RogueClient.facing(.rsaAES128GCM)
        try client.connect()
        try client.send(.changeCipherSpec, [1])
        #expect(client.alert == .unexpectedMessage)
    }

    /// A ChangeCipherSpec that is not exactly 01.
    @Test func aClientsMalformedChangeCipherSpecIsRefused() async throws {
        for content: [UInt8] in [[0], [2], [0xff], [1, 1], [1, 0], [0, 1], [UInt8](repeating: 1, count: 1_000)] {
            var client = try await RogueClient.facing(.rsaAES128GCM)
            try client.agreeOnKeys()
            try client.changeCipherSpec(content)
            #expect(client.alert == .unexpectedMessage)
        }
    }

    /// Verify_data that is wrong in any octet, zero, or over another transcript.
    @Test(arguments: Setting.exchanges)
    func aClientsWrongFinishedIsRefused(suite: CipherSuite) async throws {
        var changes: [(inout [UInt8]) -> Void] = (0..<12).map { index in
            { (data: inout [UInt8]) in data[index] ^= 0x10 }
        }
        changes.append { $0 = [UInt8](repeating: 0, count: 12) }
        changes.append { $0 = [UInt8](repeating: 0xff, count: 12) }
        var client = try await RogueClient.facing(suite)
        try client.agreeOnKeys()
        try client.changeCipherSpec()
        for change in changes {
            var other = client
            try other.finish(change)
            #expect(other.alert == .decryptError)
        }
        // What the server would say, and what would be right without the last message.
        let schedule = try #require(client.parts.schedule)
        let digest = try #require(client.parts.transcript.digest)
        var reflecting = client
        try reflecting.finish { $0 = schedule.verifyData(of: .server, transcriptHash: digest) }
        #expect(reflecting.alert == .decryptError)
    }

    /// Verify_data of another length.
    @Test func aFinishedOfAnotherLengthIsRefused() async throws {
        for count in [0, 1, 11, 13, 16, 36, 1_000] {
            var client = try await RogueClient.facing(.ecdheRSAChaCha20)
            try client.agreeOnKeys()
            try client.changeCipherSpec()
            try client.finish { data in
                data = (0..<count).map { $0 < data.count ? data[$0] : 0 }
            }
            #expect(client.alert == .decodeError, "\(count) octets")
        }
    }

    /// Application data before Finished, in every state, empty or not.
    @Test func applicationDataBeforeFinishedIsRefused() async throws {
        for content: [UInt8] in [Array("early".utf8), []] {
            var client = try await RogueClient.facing(.ecdheRSAAES128GCM)
            func check(_ client: RogueClient) throws {
                var other = client
                try other.send(.applicationData, content)
                #expect(other.alert == .unexpectedMessage, "in \(client.server.state)")
            }
            try check(client)
            try client.sayHello()
            try check(client)
            try client.exchangeKeys()
            try check(client)
            try client.changeCipherSpec()
            try check(client)
        }
    }

    /// A handshake message split over a change of keys, or interrupted by a record of another type.
    @Test func aClientsMessageSplitOverAChangeOfKeysIsRefused() async throws {
        var client = try await RogueClient.facing(.rsaAES128GCM)
        try client.agreeOnKeys()
        let finished = try client.finished().bytes
        for count in 1..<finished.count {
            var other = client
            try other.send(.handshake, Array(finished.prefix(count)))
            guard other.error == nil else { continue }
            try other.changeCipherSpec()
            #expect(other.alert == .unexpectedMessage, "after \(count) octets")
        }
        for type in [ContentType.changeCipherSpec, .alert, .applicationData] {
            var other = try await RogueClient.facing(.rsaAES128GCM)
            try other.send(.handshake, [1, 0, 0, 50, 3])
            try other.send(type, type == .alert ? [1, 90] : [1])
            #expect(other.alert == .unexpectedMessage)
        }
        // Row 45 the other way round: half of a message under the new keys, the other half under none.
        try client.changeCipherSpec()
        try client.send(.handshake, Array(finished.prefix(5)))
        try client.deliver(record(22, Array(finished.dropFirst(5))))
        #expect(client.alert == .badRecordMAC)
    }
}
