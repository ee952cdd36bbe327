import Crypto
import Testing
import Trace

@testable import TLSSim

/// What a server makes of a ClientHello.
///
/// docs/tls-bad-inputs.md lists what a TLS 1.2 endpoint must refuse, with the test of each.
struct ServerFacingBadHelloTests {
    /// The alert after a hello that `change` has had in hand; nil for one that is answered.
    private func answer(
        _ suite: CipherSuite? = nil, _ change: (inout ClientHello) -> Void
    ) async throws -> AlertDescription? {
        var client = try await RogueClient.facing(suite)
        try client.sayHello(change)
        #expect((client.answer == nil) == (client.error != nil))
        return client.alert
    }

    /// The alert after a ClientHello with these octets behind version and random.
    private func answer(_ rest: [UInt8]) async throws -> AlertDescription? {
        var client = try await RogueClient.facing()
        try client.sayHello(body: [3, 3] + [UInt8](repeating: 9, count: 32) + rest)
        return client.alert
    }

    /// The alert after a ClientHello with one extension of this type and body.
    private func answer(extension type: UInt16, _ body: [UInt8]) async throws -> AlertDescription? {
        let item = [UInt8(type >> 8), UInt8(type & 0xff), UInt8(body.count >> 8), UInt8(body.count & 0xff)] + body
        return try await answer([0, 0, 2, 0, 0x9c, 1, 0, UInt8(item.count >> 8), UInt8(item.count & 0xff)] + item)
    }

    private func version(_ raw: UInt16) async throws -> AlertDescription? {
        try await answer { $0.version = ProtocolVersion(rawValue: raw) }
    }

    /// SSL 3.0, TLS 1.0 and TLS 1.1 are not spoken.
    @Test func aClientHelloOfAnOlderVersionIsRefused() async throws {
        for raw: UInt16 in [0x0300, 0x0301, 0x0302, 0x0200, 0x0002, 0] {
            #expect(try await version(raw) == .protocolVersion)
        }
    }

    /// Any record version 3.x is accepted on the first ClientHello.
    @Test func anyRecordVersionOfTheFirstClientHelloIsAccepted() async throws {
        for minor: UInt8 in [0, 1, 2, 3, 4, 0x7f, 0xff] {
            var client = try await RogueClient.facing()
            let hello = client.goodHello().message
            try client.deliver(record(22, hello.bytes, version: 0x0300 | UInt16(minor)))
            #expect(client.error == nil && client.answer != nil)
        }
    }

    /// A higher version is answered with ours.
    @Test func aClientHelloOfAHigherVersionIsAnsweredWithOurs() async throws {
        for raw: UInt16 in [0x0304, 0x0305, 0x03ff, 0x0400, 0xffff] {
            var client = try await RogueClient.facing()
            try client.sayHello { $0.version = ProtocolVersion(rawValue: raw) }
            #expect(client.answer?.version == .tls12)
        }
        // The premaster secret then begins with the version that was offered (section 7.4.7.1).
        var client = try await RogueClient.facing(.rsaAES128GCM)
        try client.sayHello { $0.version = .tls13 }
        try client.exchangeKeys()
        try client.changeCipherSpec()
        try client.finish()
        #expect(client.parts.established)
    }

    /// No common suite.
    @Test func aClientHelloWithoutACommonSuiteIsRefused() async throws {
        for suites: [UInt16] in [[0x1301, 0x1302], [0x0000], [0x00ff], [0x5600], [0x0a0a, 0xc009], [0x0004, 0x000a]] {
            #expect(try await answer { $0.cipherSuites = suites } == .handshakeFailure)
        }
        // Nor is one that the certificate's key cannot do, or that has no curve in common.
        #expect(try await answer { $0.cipherSuites = [0xc02b] } == .handshakeFailure)
        let curves = [NamedGroup(rawValue: 24), NamedGroup(rawValue: 30)]
        #expect(
            try await answer {
                $0.cipherSuites = [CipherSuite.ecdheRSAAES128GCM.codePoint]
                $0.extensions = [.supportedGroups(curves), .signatureAlgorithms(SignatureScheme.usual)]
            } == .handshakeFailure)
        // Unknown suites beside a known one are passed over, and without curves another key exchange is left.
        #expect(try await answer { $0.cipherSuites = [0xfafa, 0x5600, 0x009c, 0x1301] } == nil)
        #expect(
            try await answer {
                $0.extensions = [.supportedGroups(curves), .signatureAlgorithms(SignatureScheme.usual)]
            } == nil)
    }

    /// Cipher_suites empty, odd or overrunning.
    @Test func aClientHelloWithAMalformedListOfSuitesIsRefused() async throws {
        #expect(try await answer([0, 0, 0, 1, 0]) == .decodeError)
        #expect(try await answer([0, 0, 3, 0, 0x9c, 0, 1, 0]) == .decodeError)
        #expect(try await answer([0, 0xff, 0xfe, 0, 0x9c, 1, 0]) == .decodeError)
    }

    /// Compression list empty, or without null.
    @Test func aClientHelloWithoutNullCompressionIsRefused() async throws {
        #expect(try await answer([0, 0, 2, 0, 0x9c, 0]) == .decodeError)
        #expect(try await answer([0, 0, 2, 0, 0x9c, 9, 0]) == .decodeError)
        #expect(try await answer { $0.compressionMethods = [1] } == .illegalParameter)
        #expect(try await answer { $0.compressionMethods = Array(1...255) } == .illegalParameter)
        #expect(try await answer { $0.compressionMethods = [1, 64, 0] } == nil)
    }

    /// A session id longer than 32 octets; up to there any is accepted.
    @Test func aClientHelloWithTooLongASessionIDIsRefused() async throws {
        for count in [33, 255] {
            let id = [UInt8(count)] + [UInt8](repeating: 1, count: count)
            #expect(try await answer(id + [0, 2, 0, 0x9c, 1, 0]) == .decodeError)
        }
        for count in [0, 1, 16, 32] {
            #expect(try await answer { $0.sessionID = [UInt8](repeating: 1, count: count) } == nil)
        }
    }

    /// Cut off anywhere, or with octets behind the extensions.
    @Test func aClientHelloThatIsCutOffOrTooLongIsRefused() async throws {
        var client = try await RogueClient.facing()
        let body = client.goodHello().message.body
        // A hello that ends before its extensions is complete.
        let complete = 34 + 1 + 2 + 2 * CipherSuite.all.count + 2
        for count in body.indices {
            var other = client
            try other.sayHello(body: Array(body.prefix(count)))
            #expect(other.alert == (count == complete ? nil : .decodeError), "cut to \(count)")
        }
        #expect(try await answer([0, 0, 2, 0, 0x9c, 1, 0, 0, 0]) == nil)
        #expect(try await answer([0, 0, 2, 0, 0x9c, 1, 0, 0, 0, 9]) == .decodeError)
        try client.sayHello(body: body + [0])
        #expect(client.alert == .decodeError)
    }

    /// The extensions' length does not match, or an extension overruns the block.
    @Test func aClientHelloWhoseExtensionsOverrunIsRefused() async throws {
        for rest: [UInt8] in [
            [0], [0, 9, 0, 0], [0, 4, 0, 23, 0, 1], [0, 3, 0, 23, 0], [0, 2, 0, 23], [0xff, 0xff],
        ] {
            #expect(try await answer([0, 0, 2, 0, 0x9c, 1, 0] + rest) == .decodeError)
        }
    }

    /// Two extensions of one type: each can be read, the second has no business there.
    @Test func aClientHelloWithADoubledExtensionIsRefused() async throws {
        let twice: [UInt8] = [0, 0, 2, 0, 0x9c, 1, 0, 0, 8, 0, 23, 0, 0, 0, 23, 0, 0]
        #expect(try await answer(twice) == .illegalParameter)
        #expect(
            try await answer { $0.extensions += [.other(type: 0x1a1a, body: []), .other(type: 0x1a1a, body: [])] }
                == .illegalParameter)
        // One of an unknown type is passed over.
        #expect(try await answer { $0.extensions.append(.other(type: 0x1a1a, body: [1, 2])) } == nil)
    }

    /// Signature_algorithms empty, odd, or of another length than it says.
    @Test func aClientHelloWithMalformedSignatureAlgorithmsIsRefused() async throws {
        for body: [UInt8] in [[], [0], [0, 0], [0, 3, 4, 1, 5], [0, 4, 4, 1], [0, 2, 4, 1, 4, 1], [0, 1, 4]] {
            #expect(try await answer(extension: 13, body) == .decodeError)
        }
        // So with the other lists.
        for type: UInt16 in [10, 11, 16, 0] {
            for body: [UInt8] in [[], [0], [0, 0], [0, 5, 0, 23]] {
                #expect(try await answer(extension: type, body) == .decodeError, "extension \(type) \(body)")
            }
        }
    }

    /// Only signature algorithms that are not made, with DHE; RSA key transport needs none.
    @Test func aClientHelloWithoutACommonSignatureAlgorithmIsRefused() async throws {
        for schemes: [UInt16] in [[0x0101], [0x0201], [0x0403], [0x0807], [0x0809], [0xfafa]] {
            let extensions: [HelloExtension] = [.signatureAlgorithms(schemes.map(SignatureScheme.init))]
            for suite in [CipherSuite.dheRSAAES128GCM, .ecdheRSAAES128GCM] {
                let alert = try await answer(suite) {
                    $0.cipherSuites = [suite.codePoint]
                    $0.extensions = extensions
                }
                #expect(alert == .handshakeFailure)
            }
            #expect(try await answer { $0.extensions = extensions } == nil)
        }
        // Without the extension only SHA-1 would be left (RFC 9155 section 4).
        #expect(
            try await answer {
                $0.cipherSuites = [CipherSuite.dheRSAAES128GCM.codePoint]
                $0.extensions = []
            } == .handshakeFailure)
    }

    /// Extended_master_secret, or encrypt_then_mac, with a body.
    @Test func aFlagExtensionWithABodyIsRefused() async throws {
        #expect(try await answer(extension: 23, [7]) == .decodeError)
        #expect(try await answer(extension: 22, [0, 0]) == .decodeError)
        #expect(try await answer(extension: 23, []) == nil)
        #expect(try await answer(extension: 22, []) == nil)
    }

    /// Renegotiation_info that is not empty in the initial hello, or does not parse.
    @Test func aFilledRenegotiationInfoInTheFirstHelloIsRefused() async throws {
        #expect(try await answer(extension: 0xff01, [1, 9]) == .handshakeFailure)
        #expect(try await answer(extension: 0xff01, [12] + [UInt8](repeating: 1, count: 12)) == .handshakeFailure)
        for body: [UInt8] in [[], [1], [0, 0], [2, 9]] {
            #expect(try await answer(extension: 0xff01, body) == .decodeError)
        }
        // The signalling suite beside the extension is no contradiction (RFC 5746 section 3.6).
        #expect(try await answer { $0.cipherSuites.append(CipherSuite.emptyRenegotiationInfo) } == nil)
    }

    /// Only finite-field groups that are not ours, and only DHE suites.
    @Test func aClientHelloWithoutACommonFiniteFieldGroupIsRefused() async throws {
        for raw: UInt16 in [0x0101, 0x01fc, 0x01ff] {
            let alert = try await answer {
                $0.cipherSuites = [CipherSuite.dheRSAAES128GCM.codePoint]
                $0.extensions = [
                    .supportedGroups([NamedGroup(rawValue: raw)]), .signatureAlgorithms(SignatureScheme.usual),
                ]
            }
            #expect(alert == .insufficientSecurity)
        }
        // A client that names curves only leaves the choice of a field to the server (RFC 7919 section 4).
        let named = try await answer {
            $0.cipherSuites = [CipherSuite.dheRSAAES128GCM.codePoint]
            $0.extensions = [.supportedGroups([.x25519]), .signatureAlgorithms(SignatureScheme.usual)]
        }
        #expect(named == nil)
    }

    /// A length of 16 MB is refused before anything of it has come; the longest hello there can be is read.
    @Test func aMessageThatAnnouncesSixteenMegabytesIsRefusedAtOnce() async throws {
        for bytes: [UInt8] in [[1, 0xff, 0xff, 0xff], [1, 4, 0, 1], [16, 0xff, 0xff, 0xff], [99, 0x80, 0, 0]] {
            var client = try await RogueClient.facing()
            try client.deliver(record(22, bytes))
            #expect(client.alert == .decodeError)
        }
        var client = try await RogueClient.facing()
        var hello = client.goodHello()
        hello.sessionID = [UInt8](repeating: 5, count: 32)
        hello.cipherSuites = [0x009c] + [UInt16](repeating: 0x3a3a, count: 32_766)
        hello.compressionMethods = Array(0...254)
        let room = 65_535 - 4 - HelloExtension.signatureAlgorithms(SignatureScheme.usual).octets.count
        hello.extensions = [
            .signatureAlgorithms(SignatureScheme.usual),
            .other(type: 21, body: [UInt8](repeating: 0, count: room)),
        ]
        #expect(hello.message.body.count == 131_396)
        let bytes = hello.message.bytes
        for start in stride(from: 0, to: bytes.count, by: 1 << 14) {
            try client.deliver(record(22, Array(bytes[start..<min(start + 1 << 14, bytes.count)])))
        }
        #expect(client.error == nil && client.answer != nil)
    }

    /// An SSLv2 hello, HTTP, SSH, and records of another major version.
    @Test func whatIsNoTLSHelloIsRefused() async throws {
        let version2: [UInt8] = [0x80, 46, 1, 3, 3, 0, 21, 0, 0, 0, 16] + [UInt8](repeating: 7, count: 37)
        for octets in [version2, Array("GET / HTTP/1.1\r\n\r\n".utf8), Array("SSH-2.0-OpenSSH\r\n".utf8)] {
            var client = try await RogueClient.facing()
            try client.deliver(octets)
            #expect(client.alert == .unexpectedMessage)
        }
        for version: UInt16 in [0x0200, 0x0002, 0x0400, 0xfefd] {
            var client = try await RogueClient.facing()
            try client.deliver(record(22, [1, 0, 0, 0], version: version))
            #expect(client.alert == .protocolVersion)
        }
    }

    /// TLS_FALLBACK_SCSV below 1.2 is inappropriate; at 1.2 nothing is amiss.
    @Test func aFallbackBelowOurVersionIsRefused() async throws {
        for raw: UInt16 in [0x0301, 0x0302] {
            let alert = try await answer {
                $0.version = ProtocolVersion(rawValue: raw)
                $0.cipherSuites.append(CipherSuite.fallback)
            }
            #expect(alert == .inappropriateFallback)
        }
        #expect(try await answer { $0.cipherSuites.append(CipherSuite.fallback) } == nil)
    }

    /// Values that are out of range in an extension that could be read.
    @Test func aValueOutOfRangeInAnExtensionIsRefused() async throws {
        for code: UInt8 in [0, 5, 255] { #expect(try await answer(extension: 1, [code]) == .illegalParameter) }
        #expect(try await answer(extension: 1, [1]) == nil)
        #expect(try await answer(extension: 1, []) == .decodeError)
        #expect(try await answer(extension: 1, [1, 1]) == .decodeError)
        let name = [UInt8]("a.example".utf8)
        let entry = [UInt8(0), 0, UInt8(name.count)] + name
        #expect(try await answer(extension: 0, [0, UInt8(entry.count)] + entry) == nil)
        #expect(try await answer(extension: 0, [0, UInt8(2 * entry.count)] + entry + entry) == .illegalParameter)
        #expect(try await answer(extension: 0, [0, 4, 0, 0, 1, 0]) == .illegalParameter)
    }

    /// Point formats without the only one left, beside curves (RFC 8422 section 5.1.2).
    @Test func aClientHelloWithoutUncompressedPointsIsRefused() async throws {
        for formats: [UInt8] in [[1], [2], [1, 2], [255]] {
            #expect(try await answer { $0.extensions[2] = .ecPointFormats(formats) } == .illegalParameter)
            // Also where no suite with a curve would come of it, and for curves that are not ours.
            #expect(
                try await answer(.rsaAES128GCM) { $0.extensions[2] = .ecPointFormats(formats) } == .illegalParameter)
            #expect(
                try await answer {
                    $0.extensions[1] = .supportedGroups([NamedGroup(rawValue: 24)])
                    $0.extensions[2] = .ecPointFormats(formats)
                } == .illegalParameter)
        }
        #expect(try await answer { $0.extensions[2] = .ecPointFormats([1, 0]) } == nil)
        // The rule is about clients that name curves. Another key exchange is as good as ever for the others.
        for groups: [HelloExtension] in [[], [.supportedGroups([.finiteFields[0]])]] {
            let extensions = groups + [.ecPointFormats([1]), .signatureAlgorithms(SignatureScheme.usual)]
            #expect(try await answer { $0.extensions = extensions } == nil)
            #expect(
                try await answer(.ecdheRSAAES128GCM) { $0.extensions = extensions } == .illegalParameter)
        }
    }

    /// No supported_groups: P-256, which a client that does not name its curves will know best.
    @Test func aClientThatNamesNoCurvesGetsP256() async throws {
        for suite in [CipherSuite.ecdheRSAAES128GCM, .ecdheECDSAChaCha20] {
            var client = try await RogueClient.facing(suite)
            try client.sayHello { $0.extensions.remove(at: 1) }
            guard case .curve(let params) = client.exchange?.params else {
                Issue.record("\(suite): no curve")
                continue
            }
            #expect(params.curve == .secp256r1)
        }
        // A client that names some gets the server's favourite of them.
        var client = try await RogueClient.facing(.ecdheRSAAES128GCM)
        try client.sayHello()
        guard case .curve(let params) = client.exchange?.params else {
            Issue.record("no curve")
            return
        }
        #expect(params.curve == .x25519)
    }
}

extension HelloExtension {
    /// The extension as it is on the wire.
    var octets: [UInt8] {
        var item = self
        var writer = ByteWriter()
        item.code(in: .clientHello, with: &writer)
        return writer.bytes
    }
}
