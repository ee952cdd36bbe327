import Crypto
import TestSupport
import Testing
import Trace

@testable import TLSSim

/// The traces of RFC 8448, damaged at one place: the onlooker ends there, with the alert that the reading side owes.
///
/// Records of section 3: 0 ClientHello, 1 ServerHello, 2 the server's flight, 3 the client's Finished, 4 a ticket, 5 and 6 data, 7 and 8
/// close_notify.
@Suite struct OnlookerRefusalTests {
    private func expect(
        _ alert: AlertDescription, at record: Int, in section: Int = 3,
        sourceLocation: SourceLocation = #_sourceLocation,
        _ damage: (inout DamagedTrace) throws -> Void
    ) throws {
        var damaged = DamagedTrace(section)
        try damage(&damaged)
        let failure = try damaged.failure()
        #expect(failure?.alert == alert, sourceLocation: sourceLocation)
        #expect(failure?.record == record, sourceLocation: sourceLocation)
    }

    private func expectServerHello(
        _ alert: AlertDescription, sourceLocation: SourceLocation = #_sourceLocation,
        _ change: (inout ServerHello) throws -> Void
    ) throws {
        try expect(alert, at: 1, sourceLocation: sourceLocation) { damaged in
            try damaged.changeClear(1, ServerHello.self, change)
        }
    }

    private func expectFlight(
        _ alert: AlertDescription, in section: Int = 3, sourceLocation: SourceLocation = #_sourceLocation,
        _ change: (inout [HandshakeMessage]) throws -> Void
    ) throws {
        // Section 4 has early data before, section 7 a ChangeCipherSpec.
        let record = section == 4 || section == 7 ? 3 : 2
        try expect(alert, at: record, in: section, sourceLocation: sourceLocation) { damaged in
            try damaged.changeMessages(record, .serverHandshakeTraffic, change)
        }
    }

    private func expectHello(
        _ alert: AlertDescription, in section: Int = 3, sourceLocation: SourceLocation = #_sourceLocation,
        _ change: (inout ClientHello) throws -> Void
    ) throws {
        try expect(alert, at: 0, in: section, sourceLocation: sourceLocation) { damaged in
            try damaged.changeClear(0, ClientHello.self, change)
        }
    }

    // MARK: ClientHello

    @Test func aHelloThatCannotBeAnsweredIsRefused() throws {
        try expectHello(.illegalParameter) { $0.compressionMethods = [1, 0] }
        try expectHello(.protocolVersion) { $0.version = .ssl30 }
        try expectHello(.protocolVersion) { hello in hello.extensions.removeAll { $0.type == 43 } }
        for type: UInt16 in [10, 13, 51] {
            try expectHello(.missingExtension) { hello in hello.extensions.removeAll { $0.type == type } }
        }
        try expectHello(.illegalParameter) { $0.extensions += [.cookie([1]), .cookie([1])] }
        try expectHello(.illegalParameter) { hello in
            hello.extensions = hello.extensions.map { item in
                if case .keyShares(let shares) = item { .keyShares(shares + shares) } else { item }
            }
        }
    }

    @Test func sharedSecretsAreOfferedAsTheyHaveToBe() throws {
        try expectHello(.missingExtension, in: 4) { hello in hello.extensions.removeAll { $0.type == 45 } }
        try expectHello(.illegalParameter, in: 4) { $0.extensions.append(.other(type: 0x1a1a, body: [])) }
        try expect(.decryptError, at: 0, in: 4) { damaged in damaged.records[0].octets[516] ^= 1 }
        // What the binder covers.
        try expect(.decryptError, at: 0, in: 4) { damaged in damaged.records[0].octets[20] ^= 1 }
    }

    // MARK: ServerHello

    @Test func anAnswerThatDoesNotFitTheHelloIsRefused() throws {
        try expectServerHello(.illegalParameter) { $0.sessionID = [1] }
        try expectServerHello(.illegalParameter) { $0.cipherSuite = 0x1304 }
        try expectServerHello(.illegalParameter) { $0.cipherSuite = 0xc02f }
        try expectServerHello(.illegalParameter) { $0.compressionMethod = 1 }
        try expectServerHello(.protocolVersion) { $0.version = .ssl30 }
        try expectServerHello(.illegalParameter) { $0.extensions[1] = .selectedVersion(.tls12) }
        try expectServerHello(.protocolVersion) { $0.extensions.remove(at: 1) }
        try expectServerHello(.illegalParameter) { hello in
            hello.extensions.remove(at: 1)
            hello.random.replaceSubrange(24..<32, with: Array("DOWNGRD".utf8) + [1])
        }
        try expectServerHello(.missingExtension) { $0.extensions.remove(at: 0) }
        try expectServerHello(.unsupportedExtension) { $0.extensions.append(.other(type: 0x1a1a, body: [])) }
        try expectServerHello(.illegalParameter) { $0.extensions.append(.earlyData) }
        try expectServerHello(.unsupportedExtension) { $0.extensions.append(.selectedIdentity(0)) }
        try expectServerHello(.decodeError) { $0.extensions.append(.other(type: 43, body: [3])) }
    }

    @Test func aShareThatCannotBeUsedIsRefused() throws {
        try expectServerHello(.illegalParameter) {
            $0.extensions[0] = .keyShare(KeyShareEntry(group: .x25519, value: [1, 2, 3]))
        }
        try expectServerHello(.illegalParameter) {
            $0.extensions[0] = .keyShare(
                KeyShareEntry(group: .secp256r1, value: [4] + [UInt8](repeating: 1, count: 64)))
        }
        try expect(.decodeError, at: 1) { damaged in
            try damaged.changeClear(1, ServerHello.self) {
                $0.extensions[0] = .other(type: 51, body: [0, 29, 0, 0])
            }
        }
        // A point of small order: known from the server's private value, it is the client's share.
        try expect(.illegalParameter, at: 1) { damaged in
            try damaged.changeClear(0, ClientHello.self) { hello in
                hello.extensions = hello.extensions.map { item in
                    guard case .keyShares = item else { return item }
                    return .keyShares([KeyShareEntry(group: .x25519, value: [UInt8](repeating: 0, count: 32))])
                }
            }
        }
    }

    // MARK: HelloRetryRequest

    @Test func aRequestToComeAgainHasRules() throws {
        let change: (inout DamagedTrace, (inout ServerHello) -> Void) throws -> Void = { damaged, change in
            try damaged.changeClear(1, ServerHello.self, change)
        }
        try expect(.illegalParameter, at: 1, in: 5) { try change(&$0) { $0.extensions[0] = .selectedGroup(.x25519) } }
        try expect(.illegalParameter, at: 1, in: 5) {
            try change(&$0) { $0.extensions[0] = .selectedGroup(NamedGroup(rawValue: 30)) }
        }
        try expect(.illegalParameter, at: 1, in: 5) { try change(&$0) { $0.extensions.removeSubrange(0...1) } }
        try expect(.unsupportedExtension, at: 1, in: 5) {
            try change(&$0) { $0.extensions.append(.other(type: 0x2a2a, body: [])) }
        }
        // A second one.
        try expect(.unexpectedMessage, at: 3, in: 5) { $0.records[3].octets = $0.records[1].octets }
    }

    @Test func theSecondHelloIsTheFirstAgain() throws {
        let change: (inout DamagedTrace, (inout ClientHello) -> Void) throws -> Void = { damaged, change in
            try damaged.changeClear(2, ClientHello.self, change)
        }
        try expect(.illegalParameter, at: 2, in: 5) { try change(&$0) { $0.random[0] ^= 1 } }
        try expect(.illegalParameter, at: 2, in: 5) { try change(&$0) { $0.cipherSuites.removeLast() } }
        try expect(.missingExtension, at: 2, in: 5) {
            try change(&$0) { hello in hello.extensions.removeAll { $0.type == 44 } }
        }
        try expect(.illegalParameter, at: 2, in: 5) {
            try change(&$0) { hello in
                hello.extensions = hello.extensions.map { if case .cookie = $0 { .cookie([1]) } else { $0 } }
            }
        }
        try expect(.illegalParameter, at: 2, in: 5) {
            try change(&$0) { hello in
                hello.extensions = hello.extensions.map { if case .keyShares = $0 { .keyShares([]) } else { $0 } }
            }
        }
        try expect(.illegalParameter, at: 2, in: 5) { try change(&$0) { $0.extensions.insert(.earlyData, at: 0) } }
        try expect(.illegalParameter, at: 2, in: 5) { try change(&$0) { $0.extensions.swapAt(0, 1) } }
    }

    // MARK: The server's flight

    @Test func encryptedExtensionsAnswerWhatWasAsked() throws {
        func extended(by item: HelloExtension) -> (inout [HandshakeMessage]) throws -> Void {
            { messages in
                var body = try messages[0].parsed(EncryptedExtensions.read)
                body.extensions.append(item)
                messages[0] = body.message
            }
        }
        try expectFlight(.unsupportedExtension, extended(by: .other(type: 0x3a3a, body: [])))
        try expectFlight(.unsupportedExtension, extended(by: .earlyData))
        try expectFlight(.unsupportedExtension, extended(by: .applicationProtocols([[1]])))
        try expectFlight(.illegalParameter, extended(by: .other(type: 51, body: [])))
        try expectFlight(.illegalParameter, extended(by: .other(type: 43, body: [3, 4])))
    }

    @Test func theServerShowsACertificateAndSignsTheTranscript() throws {
        try expectFlight(.illegalParameter) { messages in
            var body = try messages[1].parsed(TLS13.Certificate.read)
            body.context = [1]
            messages[1] = body.message
        }
        try expectFlight(.decodeError) { $0[1] = TLS13.Certificate(entries: []).message }
        try expectFlight(.unsupportedExtension) { messages in
            var body = try messages[1].parsed(TLS13.Certificate.read)
            body.entries[0].extensions = [.other(type: 18, body: [])]
            messages[1] = body.message
        }
        try expectFlight(.decryptError) { messages in
            var body = try messages[2].parsed(CertificateVerify.read)
            body.signature[60] ^= 1
            messages[2] = body.message
        }
        // The signature covers the certificate.
        try expectFlight(.decryptError) { messages in
            var body = try messages[1].parsed(TLS13.Certificate.read)
            body.entries[0].certificate[100] ^= 1
            messages[1] = body.message
        }
        for scheme: UInt16 in [0x0401, 0x0403, 0x0807] {
            try expectFlight(.illegalParameter) { messages in
                var body = try messages[2].parsed(CertificateVerify.read)
                body.scheme = SignatureScheme(rawValue: scheme)
                messages[2] = body.message
            }
        }
        try expectFlight(.missingExtension, in: 6) { messages in
            messages[1] = TLS13.CertificateRequest(extensions: []).message
        }
    }

    @Test func messagesComeInTheirOrder() throws {
        for index in 0...2 { try expectFlight(.unexpectedMessage) { $0.remove(at: index) } }
        try expectFlight(.unexpectedMessage) { $0.insert($0[2], at: 2) }
        try expectFlight(.unexpectedMessage) { $0.append(KeyUpdate(isRequested: false).message) }
        try expectFlight(.unexpectedMessage) { $0.insert(KeyUpdate(isRequested: false).message, at: 0) }
        // A PSK stands for the certificate.
        try expectFlight(.unexpectedMessage, in: 4) {
            $0.insert(TLS13.CertificateRequest(extensions: [.signatureAlgorithms([.rsaPSSSHA256])]).message, at: 1)
        }
        try expect(.unexpectedMessage, at: 4) { damaged in
            damaged.records[4].octets = DamagedTrace.record(22, damaged.trace.messages[0])
        }
    }

    @Test func finishedIsAsLongAsTheHashAndRight() throws {
        try expectFlight(.decryptError) { messages in
            var body = try messages[3].parsed(TLS13.Finished.read)
            body.verifyData[0] ^= 1
            messages[3] = body.message
        }
        try expectFlight(.decodeError) { messages in
            messages[3] = TLS13.Finished(verifyData: [UInt8](repeating: 0, count: 12)).message
        }
        try expect(.decryptError, at: 3) { damaged in
            try damaged.change(3, .clientHandshakeTraffic) { content, _ in content[10] ^= 1 }
        }
    }

    // MARK: Records

    @Test func everyOctetOfAProtectedRecordCounts() throws {
        for record in [2, 3, 4, 5, 6, 7, 8] {
            try expect(.badRecordMAC, at: record) { $0.records[record].octets[12] ^= 1 }
        }
        // Under early keys.
        try expect(.badRecordMAC, at: 1, in: 4) { $0.records[1].octets[12] ^= 1 }
    }

    @Test func whatIsInsideHasATypeThatMayStandThere() throws {
        for type: UInt8 in [20, 24, 255] {
            try expect(.unexpectedMessage, at: 5) { damaged in
                try damaged.change(5, .clientApplicationTraffic) { $1 = type }
            }
        }
        try expect(.unexpectedMessage, at: 5) { damaged in
            try damaged.change(5, .clientApplicationTraffic) { content, type in (content, type) = ([0, 0, 0], 0) }
        }
        for type: UInt8 in [21, 22] {
            try expect(.unexpectedMessage, at: 5) { damaged in
                try damaged.change(5, .clientApplicationTraffic) { content, inner in (content, inner) = ([], type) }
            }
        }
    }

    @Test func lengthsHaveLimits() throws {
        try expect(.recordOverflow, at: 5) {
            $0.records[5].octets = DamagedTrace.record(23, [UInt8](repeating: 7, count: (1 << 14) + 257))
        }
        try expect(.recordOverflow, at: 0) {
            $0.records[0].octets = DamagedTrace.record(22, [UInt8](repeating: 7, count: (1 << 14) + 1))
        }
        // More inside than the limit, in a record that is not too long: by the hand of a sender that does not look.
        try expect(.recordOverflow, at: 5) { damaged in
            let plaintext = [UInt8](repeating: 7, count: (1 << 14) + 1) + [23]
            let keys = damaged.protection(.clientApplicationTraffic).keys
            let header: [UInt8] = [23, 3, 3, 0x40, 0x12]
            damaged.records[5].octets =
                header + (try AESGCM.seal(plaintext, key: keys.key, nonce: keys.iv, aad: header))
        }
    }

    @Test func whatIsInClearWhereKeysAreDueIsRefused() throws {
        for type: UInt8 in [21, 22] {
            try expect(.unexpectedMessage, at: 2) { $0.records[2].octets = DamagedTrace.record(type, [2, 40]) }
        }
        try expect(.unexpectedMessage, at: 0) { $0.records[0].octets = DamagedTrace.record(23, [1]) }
        try expect(.unexpectedMessage, at: 0) { $0.records[0].octets = DamagedTrace.record(24, [1]) }
    }

    @Test func changeCipherSpecIsDroppedWhereItMayStand() throws {
        let dummy = DamagedTrace.record(20, [1])
        for index in 1...3 {
            var damaged = DamagedTrace(3)
            for side in Role.allCases where index < 3 || side == .client {
                damaged.records.insert((side, dummy), at: index)
            }
            #expect(try damaged.failure() == nil)
        }
        try expect(.unexpectedMessage, at: 0) { $0.records.insert((.client, dummy), at: 0) }
        try expect(.unexpectedMessage, at: 4) { $0.records.insert((.client, dummy), at: 4) }
        try expect(.unexpectedMessage, at: 3) { $0.records.insert((.server, dummy), at: 3) }
        for content: [UInt8] in [[], [2], [1, 1]] {
            try expect(.unexpectedMessage, at: 2) { damaged in
                damaged.records.insert((.server, DamagedTrace.record(20, content)), at: 2)
            }
        }
    }

    @Test func nothingStandsBetweenThePartsOfAMessage() throws {
        try expect(.unexpectedMessage, at: 1) { damaged in
            let hello = damaged.trace.messages[0]
            damaged.records[0].octets = DamagedTrace.record(22, Array(hello.prefix(50)))
            damaged.records.insert((.client, DamagedTrace.record(20, [1])), at: 1)
        }
        // ServerHello with the beginning of the next message.
        try expect(.unexpectedMessage, at: 1) { damaged in
            damaged.records[1].octets = DamagedTrace.record(22, damaged.trace.messages[1] + [8, 0, 0])
        }
    }

    @Test func messagesMayBeCutAnywhere() throws {
        var damaged = DamagedTrace(3)
        let hello = damaged.trace.messages[0]
        damaged.records.remove(at: 0)
        for octet in hello.reversed() { damaged.records.insert((.client, DamagedTrace.record(22, [octet])), at: 0) }
        #expect(try damaged.failure() == nil)
    }

    // MARK: After the handshake

    @Test func earlyDataEndsWithItsMessage() throws {
        // Records of section 4: 0 ClientHello, 1 early data, 2 ServerHello, 3 the server's flight, 4 EndOfEarlyData, 5 Finished.
        try expect(.badRecordMAC, at: 4, in: 4) { $0.records.remove(at: 4) }
        try expect(.unexpectedMessage, at: 2, in: 4) { $0.records.insert($0.records.remove(at: 4), at: 2) }
        try expect(.unexpectedMessage, at: 4, in: 4) { damaged in
            try damaged.changeMessages(4, .clientEarlyTraffic, before: 1) { $0 += $0 }
        }
    }

    @Test func keysAreUpdatedInOneDirection() throws {
        var damaged = DamagedTrace(3)
        var old = damaged.protection(.clientApplicationTraffic)
        let update = try old.seal(InnerPlaintext(KeyUpdate(isRequested: true).message.bytes, typeCode: 22))
        var new = old.next
        damaged.records = Array(damaged.records.prefix(5))
        damaged.records.append((.client, update))
        damaged.records.append((.client, try new.seal(InnerPlaintext([1, 2, 3], typeCode: 23, padding: 9))))
        #expect(try damaged.failure() == nil)
        damaged.records.append((.client, try old.seal(InnerPlaintext([1], typeCode: 23))))
        #expect(try damaged.failure()?.alert == .badRecordMAC)

        for (body, alert): ([UInt8], AlertDescription) in [
            ([2], .illegalParameter), ([], .decodeError), ([0, 0], .decodeError),
        ] {
            try expect(alert, at: 5) { damaged in
                try damaged.change(5, .clientApplicationTraffic) { content, type in
                    (content, type) = (HandshakeMessage(.keyUpdate, body: body).bytes, 22)
                }
            }
        }
    }

    @Test func aTicketWithALongLifeOrWithMoreInItIsTaken() throws {
        // RFC 8446 section 4.6.1: a client keeps it for seven days, regardless of the lifetime.
        var damaged = DamagedTrace(3)
        try damaged.change(4, .serverApplicationTraffic) { content, _ in content[4] = 1 }
        #expect(try damaged.failure() == nil)
        // What is not known in a ticket is ignored.
        damaged = DamagedTrace(3)
        try damaged.changeMessages(4, .serverApplicationTraffic) { messages in
            var ticket = try messages[0].parsed(TLS13.NewSessionTicket.read)
            ticket.extensions.append(.other(type: 0x4a4a, body: [1]))
            messages[0] = ticket.message
        }
        #expect(try damaged.failure() == nil)
    }

    @Test func anAlertEndsItWithoutAFailure() throws {
        // A client that has failed on ServerHello has no keys.
        var damaged = DamagedTrace(3)
        damaged.records.insert((.client, DamagedTrace.record(21, [1, 47])), at: 2)
        damaged.records[3].octets[12] ^= 1
        #expect(try damaged.failure() == nil)
    }
}
