import Crypto
import Testing
import Trace

@testable import TLSSim

/// What a server makes of records, whatever they carry.
struct ServerFacingBadRecordsTests {
    private func connected(_ setting: Setting) async throws -> RogueClient {
        var client = try await RogueClient.facing(setting)
        try client.connect()
        return client
    }

    /// A record in clear where an encrypted one is due.
    @Test(arguments: Setting.protections)
    func aRecordInClearWhereAProtectedOneIsDueIsRefused(setting: Setting) async throws {
        var client = try await RogueClient.facing(setting)
        try client.agreeOnKeys()
        try client.changeCipherSpec()
        try client.deliver(record(22, client.finished().bytes))
        #expect(client.alert == .badRecordMAC)
        let connected = try await connected(setting)
        for (type, content) in [(23, Array("hello".utf8)), (23, []), (21, [1, 0]), (22, [0, 0, 0, 0])]
            as [(UInt8, [UInt8])]
        {
            var other = connected
            try other.deliver(record(type, content))
            #expect(other.alert == .badRecordMAC)
        }
    }

    /// A record changed anywhere, replayed, left out, relabelled or of another version.
    @Test(arguments: Setting.protections)
    func aClientsProtectedRecordThatWasTamperedWithIsRefused(setting: Setting) async throws {
        var client = try await connected(setting)
        let before = client
        let sent = try client.seal(.applicationData, Array("hello".utf8))
        for index in 5..<sent.count {
            var other = before
            var changed = sent
            changed[index] ^= 0x80
            try other.deliver(changed)
            #expect(other.alert == .badRecordMAC, "octet \(index)")
        }
        for type: UInt8 in [20, 21, 22] {
            var other = before
            try other.deliver([type] + sent.dropFirst())
            #expect(other.alert == .badRecordMAC)
        }
        for version: UInt16 in [0x0301, 0x0302, 0x0304, 0x0203] {
            var other = before
            try other.deliver(record(23, Array(sent.dropFirst(5)), version: version))
            #expect(other.alert == .protocolVersion)
        }
        var twice = before
        try twice.deliver(sent + sent)
        #expect(twice.alert == .badRecordMAC)
        var skipped = client
        try skipped.send(.applicationData, [1])
        #expect(skipped.alert == .badRecordMAC)
        // Nothing was wrong with the original.
        try client.deliver(sent)
        #expect(client.parts.accepted == Array("hello".utf8))
    }

    /// A record too short to hold what belongs in it.
    @Test(arguments: Setting.protections)
    func aProtectedRecordThatIsTooShortIsRefused(setting: Setting) async throws {
        let client = try await connected(setting)
        // GCM: 8 of nonce, 16 of tag. ChaCha20: 16 of tag. CBC: an IV, a block or more for MAC and padding.
        let shortest: Int =
            switch setting.suite.cipher {
            case .aesGCM: 24
            case .chaCha20Poly1305: 16
            case .aesCBC: 64
            }
        for count in 0..<shortest {
            var other = client
            try other.deliver(record(23, [UInt8](repeating: 0, count: count)))
            #expect(other.alert == .badRecordMAC, "\(count) octets")
        }
    }

    /// Under CBC wrong padding, a wrong MAC and a length that is no multiple look the same.
    @Test(arguments: Setting.protections.filter { $0.suite.cipher.mac != nil })
    func allFaultsOfACBCRecordLookTheSame(setting: Setting) async throws {
        let client = try await connected(setting)
        let hash = try #require(setting.suite.cipher.mac)
        let keys = try #require(client.parts.schedule).clientKeys
        let size = hash.outputLength
        let place = RecordPlace(sequenceNumber: 1, type: .applicationData, version: .tls12)
        /// A record with the padding that `pad` makes of an octet count, and a MAC that `spoil` has had in hand.
        func made(
            _ content: [UInt8], _ spoil: (inout [UInt8]) -> Void = { _ in }, pad: (Int) -> [UInt8]
        ) throws -> [UInt8] {
            let iv = [UInt8](repeating: 0x42, count: 16)
            if setting.encryptThenMAC {
                let padded = content + pad(content.count)
                let encrypted = iv + (try AESCBC.encrypt(padded, key: keys.key, iv: iv))
                var mac = HMAC.authenticate(
                    place.octets(length: encrypted.count) + encrypted, key: keys.macKey, hash: hash)
                spoil(&mac)
                return record(23, encrypted + mac)
            }
            var mac = HMAC.authenticate(place.octets(length: content.count) + content, key: keys.macKey, hash: hash)
            spoil(&mac)
            let padded = content + mac + pad(content.count + size)
            return record(23, iv + (try AESCBC.encrypt(padded, key: keys.key, iv: iv)))
        }
        func padding(_ count: Int, extra: Int = 0) -> [UInt8] {
            let length = 15 - count % 16 + 16 * extra
            return [UInt8](repeating: UInt8(length), count: length + 1)
        }
        // Any amount of padding that fits the blocks is right, up to 255.
        for content in [[], Array("hello".utf8), [UInt8](repeating: 7, count: 100)] as [[UInt8]] {
            for extra in 0...14 {
                var other = client
                try other.deliver(made(content) { padding($0, extra: extra) })
                #expect(other.error == nil && other.parts.accepted == content, "\(extra) blocks more")
            }
        }
        var bad: [(String, [UInt8])] = []
        for index in 0..<size {
            bad.append(("MAC octet \(index)", try made([1], { $0[index] ^= 1 }) { padding($0) }))
        }
        for extra in [0, 3, 14] {
            let count = padding(1 + (setting.encryptThenMAC ? 0 : size), extra: extra).count
            for index in 0..<count {
                let wrong = try made([1]) { length in
                    var octets = padding(length, extra: extra)
                    octets[index] ^= 1
                    return octets
                }
                bad.append(("padding octet \(index) of \(count)", wrong))
            }
        }
        bad.append(
            ("padding longer than the record", try made([1]) { [UInt8](repeating: 255, count: padding($0).count) }))
        bad.append(
            (
                "no length of padding",
                try made([UInt8](repeating: 0x77, count: 16)) { _ in
                    [UInt8](repeating: 0x77, count: setting.encryptThenMAC ? 0 : (16 - size % 16) % 16)
                }
            ))
        let good = Array(try made([1]) { padding($0) }.dropFirst(5))
        for count in [1, 7, 15] {
            bad.append(("\(count) octets more", record(23, good + [UInt8](repeating: 9, count: count))))
        }
        for count in [1, 8, 15] { bad.append(("\(count) octets less", record(23, Array(good.dropLast(count))))) }
        bad.append(("a block more", record(23, good + [UInt8](repeating: 9, count: 16))))
        bad.append(("a block less", record(23, Array(good.dropLast(16)))))
        for (name, octets) in bad {
            var other = client
            try other.deliver(octets)
            #expect(other.error == .badRecordMAC && other.alert == .badRecordMAC, "\(name)")
        }
    }

    /// A plaintext over 2^14 octets, in clear and protected.
    @Test(arguments: Setting.protections)
    func aPlaintextOverItsLimitIsRefused(setting: Setting) async throws {
        for count in [(1 << 14) + 1, 0xffff] {
            var client = try await RogueClient.facing(setting)
            try client.deliver([22, 3, 1, UInt8(count >> 8), UInt8(count & 0xff)])
            #expect(client.alert == .recordOverflow)
        }
        let client = try await connected(setting)
        var longest = client
        try longest.send(.applicationData, [UInt8](repeating: 0x61, count: 1 << 14))
        #expect(longest.error == nil && longest.parts.accepted.count == 1 << 14)
        var over = client
        try over.send(.applicationData, [UInt8](repeating: 0x61, count: (1 << 14) + 1))
        #expect(over.alert == .recordOverflow)
    }

    /// A protected fragment over 2^14 + 2048 octets is refused at its header.
    @Test(arguments: Setting.protections)
    func aProtectedFragmentOverItsLimitIsRefused(setting: Setting) async throws {
        let client = try await connected(setting)
        for count in [(1 << 14) + 2049, 0xffff] {
            var other = client
            try other.deliver([23, 3, 3, UInt8(count >> 8), UInt8(count & 0xff)])
            #expect(other.alert == .recordOverflow)
        }
        var allowed = client
        try allowed.deliver([23, 3, 3, 0x48, 0x00])
        #expect(allowed.error == nil)
    }

    /// Content types that TLS 1.2 does not have, heartbeat among them.
    @Test func aClientsRecordOfAnUnknownTypeIsRefused() async throws {
        let connected = try await connected(Setting(suite: .rsaAES128GCM))
        for type: UInt8 in [0, 1, 19, 24, 25, 99, 128, 255] {
            var client = try await RogueClient.facing()
            try client.deliver(record(type, [1]))
            #expect(client.alert == .unexpectedMessage)
            var other = connected
            try other.deliver(record(type, [UInt8](repeating: 0, count: 40)))
            #expect(other.alert == .unexpectedMessage)
        }
    }

    /// Empty records of the types that may not be.
    @Test(arguments: Setting.protections)
    func anEmptyRecordOfAnotherTypeThanDataIsRefused(setting: Setting) async throws {
        let connected = try await connected(setting)
        for type in [ContentType.handshake, .alert, .changeCipherSpec] {
            var client = try await RogueClient.facing(setting)
            try client.send(type, [])
            #expect(client.alert == .unexpectedMessage)
            client = try await RogueClient.facing(setting)
            try client.sayHello()
            try client.send(type, [])
            #expect(client.alert == .unexpectedMessage)
            var other = connected
            try other.send(type, [])
            #expect(other.alert == .unexpectedMessage)
        }
    }

    /// Empty application data is accepted, until it is nothing but that.
    @Test(arguments: Setting.protections)
    func emptyApplicationDataIsAcceptedUpToABound(setting: Setting) async throws {
        var client = try await connected(setting)
        for _ in 0..<5 {
            for _ in 0..<20 { try client.send(.applicationData, []) }
            #expect(try client.converse())
        }
        for _ in 0..<40 { try client.send(.applicationData, []) }
        #expect(client.alert == .unexpectedMessage)
    }

    /// RFC 5246 section 6.2.1 lets a sender cut its data as it likes. What is read costs no more for it than for other records of as many octets
    /// on the wire.
    @Test func anyNumberOfTinyRecordsIsAccepted() async throws {
        var client = try await connected(Setting(suite: .ecdheRSAChaCha20))
        let count = 1 << 14
        var wire: [UInt8] = []
        for _ in 0..<(count + 2) { wire += try client.seal(.applicationData, [7]) }
        try client.deliver(wire)
        #expect(client.error == nil && client.parts.accepted.count == count + 2)
        #expect(try client.converse())
    }

    /// Alerts that are none: of another length, or of another level.
    @Test func aClientsMalformedAlertIsRefused() async throws {
        let connected = try await connected(Setting(suite: .ecdheRSAChaCha20))
        let bad: [([UInt8], AlertDescription)] = [
            ([1], .decodeError), ([2], .decodeError), ([1, 0, 0], .decodeError), ([2, 40, 2, 40], .decodeError),
            ([0, 0], .illegalParameter), ([3, 40], .illegalParameter), ([255, 255], .illegalParameter),
        ]
        for (content, alert) in bad {
            var client = try await RogueClient.facing()
            try client.send(.alert, content)
            #expect(client.alert == alert)
            var other = connected
            try other.send(.alert, content)
            #expect(other.alert == alert)
        }
        // A warning is no reason to end, whatever it is about; a flood of them is.
        for name: UInt8 in [1, 41, 90, 100, 110, 200] {
            var other = connected
            try other.send(.alert, [1, name])
            #expect(try other.converse())
        }
        var flooded = try await RogueClient.facing()
        for _ in 0..<40 { try flooded.send(.alert, [1, 90]) }
        #expect(flooded.alert == .unexpectedMessage)
    }

    /// After a fatal alert nothing is said.
    @Test func theServerSaysNothingAfterAFatalAlert() async throws {
        let connected = try await connected(Setting(suite: .rsaAES128GCM))
        for name: UInt8 in [10, 20, 40, 80, 200] {
            for start in [try await RogueClient.facing(), connected] {
                var client = start
                let heard = client.parts.alerts.count
                try client.send(.alert, [2, name])
                #expect(client.error == .peerAlert(AlertDescription(rawValue: name)) && client.alert == nil)
                #expect(client.parts.alerts.count == heard && client.server.state == "Failed")
                try client.send(.applicationData, [1])
                #expect(client.parts.accepted.isEmpty)
            }
        }
    }

    /// Close_notify: during the handshake a failure, which is answered with close_notify (RFC 5246 section 7.2.1); after it the end of
    /// what is read.
    @Test func closeNotifyDuringTheHandshakeIsAFailure() async throws {
        var early = try await RogueClient.facing()
        try early.send(.alert, [1, 0])
        #expect(early.error == .closeNotifyDuringHandshake && early.parts.alerts == [Alert(.warning, .closeNotify)])
        // An end of the transport is answered with nothing.
        var gone = try await RogueClient.facing()
        try gone.take(gone.hand(.transportEnded))
        #expect(gone.error == .closedDuringHandshake && gone.parts.alerts.isEmpty)
        var client = try await connected(Setting(suite: .rsaAES128CBCSHA))
        try client.send(.alert, [1, 0])
        #expect(client.error == nil)
        try client.send(.applicationData, [1])
        #expect(client.alert == .unexpectedMessage)
    }
}
