import Crypto
import Testing
import Trace

@testable import TLSSim

/// What a client makes of records, and of how a connection ends.
struct ClientFacingBadRecordsTests {
    private func connected(_ setting: Setting = .init(suite: .ecdheRSAAES128GCM)) async throws -> RogueServer {
        var server = try await RogueServer.facing(setting)
        try server.connect()
        return server
    }

    /// Records of an unknown type, heartbeats, and what is not TLS at all.
    @Test func aServersRecordOfAnUnknownTypeIsRefused() async throws {
        let connected = try await connected()
        for type: UInt8 in [0, 19, 24, 99, 255] {
            var server = try await RogueServer.facing(.rsaAES128GCM)
            try server.deliver(record(type, [1, 0, 1]))
            #expect(server.alert == .unexpectedMessage)
            var other = connected
            try other.deliver(record(type, [UInt8](repeating: 1, count: 40)))
            #expect(other.alert == .unexpectedMessage)
        }
        for text in ["HTTP/1.1 400 Bad Request\r\n\r\n", "SSH-2.0-OpenSSH_9.2\r\n", "220 mail.example.com ESMTP\r\n"] {
            var server = try await RogueServer.facing(.rsaAES128GCM)
            try server.deliver(Array(text.utf8))
            #expect(server.alert == .unexpectedMessage)
        }
    }

    /// A record, a plaintext or a handshake message over its limit.
    @Test(arguments: Setting.protections)
    func aServersRecordOrMessageOverItsLimitIsRefused(setting: Setting) async throws {
        var server = try await RogueServer.facing(setting)
        try server.deliver([22, 3, 3, 0x40, 0x01])
        #expect(server.alert == .recordOverflow)
        server = try await RogueServer.facing(setting)
        try server.deliver(record(22, [2, 0xff, 0xff, 0xff]))
        #expect(server.alert == .decodeError)
        let connected = try await connected(setting)
        var header = connected
        try header.deliver([23, 3, 3, 0x48, 0x01])
        #expect(header.alert == .recordOverflow)
        var plaintext = connected
        try plaintext.send(.applicationData, [UInt8](repeating: 0, count: (1 << 14) + 1))
        #expect(plaintext.alert == .recordOverflow)
    }

    /// Data changed, replayed, left out, relabelled, in clear, or short.
    @Test(arguments: Setting.protections)
    func aServersProtectedRecordThatWasTamperedWithIsRefused(setting: Setting) async throws {
        var server = try await connected(setting)
        let before = server
        let sent = try server.seal(.applicationData, Array("secret".utf8))
        var variants: [[UInt8]] = (5..<sent.count).map { index in
            var changed = sent
            changed[index] ^= 2
            return changed
        }
        variants.append(record(22, Array(sent.dropFirst(5))))
        variants.append(record(21, Array(sent.dropFirst(5))))
        variants.append(record(23, Array("secret".utf8)))
        variants.append(record(23, []))
        variants += (0..<min(24, sent.count - 5)).map { record(23, Array(sent.dropFirst(5).prefix($0))) }
        variants.append(sent + sent)
        variants.append(try server.seal(.applicationData, [1]))
        for (number, variant) in variants.enumerated() {
            var other = before
            try other.deliver(variant)
            #expect(other.alert == .badRecordMAC, "variant \(number)")
        }
    }

    /// An alert of another length, or of another level.
    @Test func aServersMalformedAlertIsRefused() async throws {
        let connected = try await connected()
        for (content, alert) in [
            ([2], AlertDescription.decodeError), ([1, 0, 0], .decodeError), ([0, 0], .illegalParameter),
            ([9, 40], .illegalParameter),
        ] as [([UInt8], AlertDescription)] {
            for start in [try await RogueServer.facing(.rsaAES128GCM), connected] {
                var server = start
                try server.send(.alert, content)
                #expect(server.alert == alert)
            }
        }
    }

    /// After a fatal alert nothing is said.
    @Test func theClientSaysNothingAfterAFatalAlert() async throws {
        let connected = try await connected()
        for name: UInt8 in [10, 20, 40, 70, 80, 255] {
            for start in [try await RogueServer.facing(.rsaAES128GCM), connected] {
                var server = start
                try server.send(.alert, [2, name])
                #expect(server.error == .peerAlert(AlertDescription(rawValue: name)) && server.alert == nil)
                #expect(server.parts.alerts.isEmpty)
            }
        }
    }

    /// Close_notify during the handshake is a failure; an end without one is reported as truncation.
    @Test func anEndingWithoutCloseNotifyOrDuringTheHandshakeIsReported() async throws {
        var early = try await RogueServer.facing(.rsaAES128GCM)
        try early.send(.alert, [1, 0])
        #expect(early.error == .closeNotifyDuringHandshake && early.parts.alerts == [Alert(.warning, .closeNotify)])
        var gone = try await RogueServer.facing(.rsaAES128GCM)
        try gone.take(gone.hand(.transportEnded))
        #expect(gone.error == .closedDuringHandshake)
        var server = try await connected()
        var cut = server
        let sent = try cut.seal(.applicationData, Array("hello".utf8))
        try cut.deliver(Array(sent.prefix(11)))
        try cut.take(cut.hand(.transportEnded))
        #expect(cut.error == .truncatedRecord(missing: sent.count - 11))
        var truncated = server
        try truncated.take(truncated.hand(.transportEnded))
        #expect(truncated.error == .truncated)
        try server.send(.alert, [1, 0])
        try server.take(server.hand(.transportEnded))
        #expect(server.error == nil)
    }

    /// Floods of warnings, empty records and requests end; so do messages that never do.
    @Test func aServersFloodOfRecordsThatLeadNowhereIsRefused() async throws {
        let connected = try await connected()
        for (type, content) in [
            (ContentType.alert, [1, 90]), (.applicationData, []), (.handshake, [0, 0, 0, 0]),
        ] as [(ContentType, [UInt8])] {
            var server = connected
            for _ in 0..<40 { try server.send(type, content) }
            #expect(server.alert == .unexpectedMessage)
            guard type != .applicationData else { continue }
            server = try await RogueServer.facing(.rsaAES128GCM)
            for _ in 0..<40 { try server.send(type, content) }
            #expect(server.alert == .unexpectedMessage)
        }
        // A certificate that goes on and on: its length is over the limit, or the limit is reached.
        var server = try await RogueServer.facing(.rsaAES128GCM)
        try server.sayHello()
        try server.send(.handshake, [11, 4, 0, 1])
        #expect(server.alert == .decodeError)
    }
}
