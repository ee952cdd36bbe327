import Crypto
import Testing
import Trace

@testable import TLSSim

/// Hellos as fuzzers of TLS 1.3 send them, and what a server has to say to each.
extension TLS13ServerFacingTests {
    private typealias Row = (what: String, AlertDescription?, (inout ClientHello) -> Void)

    private static func raw(_ type: UInt16, _ body: [UInt8]) -> (inout ClientHello) -> Void {
        replacing(.other(type: type, body: body))
    }

    private func check(_ pair: TLS13Pair, _ rows: [Row]) throws {
        for (what, expected, change) in rows {
            let said = try serversAlert(pair, change)
            #expect(said == expected, "\(what)")
        }
    }

    @Test func aServerReadsEachPartOfAHello() async throws {
        let many = (0..<4_000).map { HelloExtension.other(type: 0x4000 + UInt16($0), body: []) }
        let schemes = (0..<20_000).map { SignatureScheme(rawValue: 0x8000 + UInt16($0)) }
        let name = Array(Fixture.hostName.utf8)
        func names(_ type: UInt8, _ name: [UInt8]) -> [UInt8] {
            [0, UInt8(name.count + 3), type, 0, UInt8(name.count)] + name
        }
        try check(
            await pair(),
            [
                ("a version of the future alone", .protocolVersion, Self.raw(43, [2, 3, 5])),
                ("drafts alone", .protocolVersion, Self.raw(43, [4, 0x7f, 0x1c, 0x7f, 0x17])),
                ("no versions", .decodeError, Self.raw(43, [0])),
                ("half a version", .decodeError, Self.raw(43, [3, 3, 4, 3])),
                ("octets behind the versions", .decodeError, Self.raw(43, [2, 3, 4, 0])),
                ("an empty body for the versions", .decodeError, Self.raw(43, [])),
                ("an older legacy_version", nil, { $0.version = ProtocolVersion(rawValue: 0x0301) }),
                ("a newer legacy_version", nil, { $0.version = ProtocolVersion(rawValue: 0x0304) }),
                ("no compression method", .decodeError, { $0.compressionMethods = [] }),
                ("a second compression method", .illegalParameter, { $0.compressionMethods = [0, 1] }),
                ("null twice", .illegalParameter, { $0.compressionMethods = [0, 0] }),
                ("no suite", .decodeError, { $0.cipherSuites = [] }),
                ("suites of TLS 1.2 alone", .handshakeFailure, { $0.cipherSuites = [0xc02f, 0x002f] }),
                ("suites without a meaning", .handshakeFailure, { $0.cipherSuites = [0x0a0a, 0x1300, 0x1306] }),
                ("a session id of one octet", nil, { $0.sessionID = [1] }),
                ("a session id of 33 octets", .decodeError, { $0.sessionID = [UInt8](repeating: 1, count: 33) }),
                ("no scheme", .decodeError, Self.raw(13, [0, 0])),
                ("half a scheme", .decodeError, Self.raw(13, [0, 3, 8, 4, 8])),
                ("schemes that sign certificates only", .handshakeFailure, Self.raw(13, [0, 6, 4, 1, 5, 1, 2, 1])),
                ("20,000 schemes", nil, Self.replacing(.signatureAlgorithms(schemes + [.rsaPSSSHA256]))),
                ("4,000 extensions", nil, { $0.extensions += many }),
                ("a group twice in the list", nil, Self.replacing(.supportedGroups([.x25519, .x25519]))),
                ("no group", .decodeError, Self.raw(10, [0, 0])),
                ("no mode of secrets", .decodeError, Self.raw(45, [0])),
                ("an unknown mode of secrets", nil, Self.raw(45, [1, 9])),
                ("an empty list of names", .decodeError, Self.raw(0, [0, 0])),
                ("an empty name", .decodeError, Self.raw(0, names(0, []))),
                ("a name and octets behind it", .decodeError, Self.raw(0, names(0, name) + [0])),
                (
                    "an empty body for the cookie", .decodeError,
                    { $0.extensions.append(.other(type: 44, body: [0, 0])) }
                ),
                ("an empty list of protocols", .decodeError, { $0.extensions.append(.other(type: 16, body: [0, 0])) }),
                ("an empty protocol", .decodeError, { $0.extensions.append(.other(type: 16, body: [0, 1, 0])) }),
                ("early data with a body", .decodeError, { $0.extensions.append(.other(type: 42, body: [0])) }),
                ("a limit below 64", .illegalParameter, { $0.extensions.append(.recordSizeLimit(63)) }),
                ("a limit of 64", nil, { $0.extensions.append(.recordSizeLimit(64)) }),
                ("a limit of one octet", .decodeError, { $0.extensions.append(.other(type: 28, body: [1])) }),
                (
                    "groups without a meaning alone", .handshakeFailure,
                    { hello in
                        let group = NamedGroup(rawValue: 0x0a0a)
                        Self.replacing(.supportedGroups([group]))(&hello)
                        Self.replacing(.keyShares([KeyShareEntry(group: group, value: [0])]))(&hello)
                    }
                ),
            ])
    }

    /// Shares of every group, damaged: illegal_parameter, whatever is wrong with them (sections 4.2.8.1 and 4.2.8.2).
    @Test func aServerLooksAtEachShare() async throws {
        let groups: [NamedGroup] = [.x25519, .secp256r1, .secp384r1, .x25519MLKEM768, NamedGroup(rawValue: 0x0100)]
        let p = FiniteFieldGroup.ffdhe2048.p
        func octets(_ number: Integer) -> [UInt8] { number.bigEndian(count: 256) ?? [] }
        for group in groups {
            let pair = try await self.pair { client, server in
                (client.groups, client.shares) = ([group], [group])
                server.groups = [group]
            }
            func sending(_ change: @escaping (inout [UInt8]) -> Void) -> (inout ClientHello) -> Void {
                return { hello in
                    guard var share = hello.keyShares?.first else { return }
                    change(&share.value)
                    Self.replacing(.keyShares([share]))(&hello)
                }
            }
            var rows: [Row] = [
                ("as it is", nil, sending { _ in }),
                ("an octet less", .illegalParameter, sending { $0.removeLast() }),
                ("an octet more", .illegalParameter, sending { $0.append(0) }),
                ("one octet", .illegalParameter, sending { $0 = [0] }),
                ("nothing", .decodeError, sending { $0 = [] }),
            ]
            switch group {
            case .x25519:
                rows.append(("the highest bit is not looked at", nil, sending { $0[31] |= 0x80 }))
                rows.append(("one", .illegalParameter, sending { $0 = [1] + [UInt8](repeating: 0, count: 31) }))
            case .x25519MLKEM768:
                rows.append(("a coefficient above q", .illegalParameter, sending { ($0[0], $0[1]) = (0xff, 0xff) }))
                rows.append(
                    (
                        "the curve's half is zero", .illegalParameter,
                        sending { $0.replaceSubrange(1184..., with: [UInt8](repeating: 0, count: 32)) }
                    ))
            case .secp256r1, .secp384r1:
                let size = group == .secp256r1 ? 32 : 48
                rows += [
                    ("compressed", .illegalParameter, sending { $0 = [2] + $0[1...size] }),
                    ("hybrid form", .illegalParameter, sending { $0[0] = 6 }),
                    ("beside the curve", .illegalParameter, sending { $0[2 * size] ^= 1 }),
                    ("zeros", .illegalParameter, sending { $0 = [4] + [UInt8](repeating: 0, count: 2 * size) }),
                    ("0xff", .illegalParameter, sending { $0 = [4] + [UInt8](repeating: 0xff, count: 2 * size) }),
                ]
            default:
                rows += [
                    ("0", .illegalParameter, sending { $0 = octets(0) }),
                    ("1", .illegalParameter, sending { $0 = octets(1) }),
                    ("p - 1", .illegalParameter, sending { $0 = octets(p - 1) }),
                    ("p", .illegalParameter, sending { $0 = octets(p) }),
                    ("zeros before it", .illegalParameter, sending { $0 = [0] + $0 }),
                ]
            }
            try check(pair, rows.map { ("\(group.name): \($0.what)", $0.1, $0.2) })
        }
    }

    /// A secret that is not taken spares a hello nothing (section 9.2).
    @Test func aHelloWhoseSecretIsNotTakenHasToBeWhole() async throws {
        let pair = try await self.pair { client, _ in
            client.externalPSK = TLS13.ExternalPSK(identity: [1, 2, 3], key: [4, 5, 6])
        }
        try check(
            pair,
            [
                ("whole", nil, { _ in }), ("no schemes", .missingExtension, Self.without(13)),
                (
                    "no exchange", .missingExtension,
                    { hello in
                        Self.without(51)(&hello)
                        Self.without(10)(&hello)
                    }
                ),
            ])
    }

    /// RFC 7507 section 3: a hello of an older version with the mark of a fallback, to a server that could do better. In a hello of the
    /// best version the mark says nothing.
    @Test func aFallbackBelowTLS13IsRefused() async throws {
        for (versions, expected) in [
            (nil, AlertDescription.inappropriateFallback), ([.tls12], .inappropriateFallback), ([.tls13], nil),
            ([ProtocolVersion(rawValue: 0x7f1c)], .inappropriateFallback),
        ] as [([ProtocolVersion]?, AlertDescription?)] {
            let (error, alert) = try await answer(to: versions, isFallback: true)
            #expect(alert == expected, "\(String(describing: versions))")
            #expect(error?.alert == expected)
        }
    }

    /// What a server of both versions does not speak is named as the client has named it; a number of GREASE is no version.
    @Test func aServerNamesAVersionThatWasOffered() async throws {
        for (versions, named) in [([0x0a0a, 0x0305], 0x0305), ([0x0302, 0x0301], 0x0302), ([0x7a7a], 0x7a7a)]
            as [(
                [UInt16], UInt16
            )]
        {
            let (error, alert) = try await answer(to: versions.map { ProtocolVersion(rawValue: $0) })
            #expect(error == .unsupportedVersion(ProtocolVersion(rawValue: named)) && alert == .protocolVersion)
        }
    }

    /// Why a server of both versions refuses a hello with that list of versions, nil for none; nil where it takes it.
    private func answer(
        to versions: [ProtocolVersion]?, isFallback: Bool = false
    ) async throws -> (TLSError?, AlertDescription?) {
        let identity = try await Fixture.shared.get().pki.identity
        let older = Server.Configuration(identity: identity, arithmetic: .live)
        let pair = try await self.pair()
        var (client, random) = (pair.client, pair.random)
        var octets: [UInt8] = []
        for case .bytes(let sent) in client.handle(.start, using: &random) { octets += sent }
        var reader = ByteReader(Array(octets.dropFirst(9)))
        var hello = try ClientHello.read(from: &reader)
        hello.cipherSuites += [0xc02f] + (isFallback ? [CipherSuite.fallback] : [])
        if let versions { Self.replacing(.supportedVersions(versions))(&hello) } else { Self.without(43)(&hello) }
        var server = TLSEndpoint(server: .both(older, TLS13.ServerConfiguration(sharing: older)))
        for case .failed(let error, let alert) in server.handle(.bytes(record(22, hello.message.bytes)), using: &random)
        {
            return (error, alert)
        }
        return (nil, nil)
    }

    // MARK: ChangeCipherSpec

    /// The record without a meaning has its time and its form (section 5); many of it are a flood.
    @Test func aDummyHasItsTimeAndItsForm() async throws {
        let dummy = record(20, [1])
        let pair = try await self.pair()
        var (client, random) = (pair.client, pair.random)
        func said(_ server: Machine<TLS13>, _ octets: [UInt8]) -> AlertDescription? {
            var (server, random) = (server, pair.random)
            return refusal(in: server.handle(.bytes(octets), using: &random))
        }
        #expect(said(pair.server, dummy) == .unexpectedMessage)
        var hello: [UInt8] = []
        for case .bytes(let octets) in client.handle(.start, using: &random) { hello += octets }
        // Half a hello, then a dummy: nothing stands between the parts of a message.
        let halves = record(22, Array(hello[5..<50])) + dummy + record(22, Array(hello[50...]))
        #expect(said(pair.server, halves) == .unexpectedMessage)
        var server = pair.server
        for case .bytes(let octets) in server.handle(.bytes(hello), using: &random) {
            _ = client.handle(.bytes(octets), using: &random)
        }
        for content in [[], [0], [2], [1, 1]] as [[UInt8]] {
            #expect(said(server, record(20, content)) == .unexpectedMessage, "\(content)")
        }
        let many = [[UInt8]](repeating: dummy, count: TLSEndpoint.idleLimit).flatMap(\.self)
        #expect(said(server, many) == nil)
        #expect(said(server, many + dummy) == .unexpectedMessage)
        // And sealed it is none.
        var writing = try #require(client.writing)
        let sealed = try writing.seal(InnerPlaintext([1], typeCode: 20))
        #expect(said(server, sealed) == .unexpectedMessage)
    }

    // MARK: The client's flight

    @Test func aServerTakesNothingButTheClientsFinished() async throws {
        let plain = try await pair()
        let finished = TLS13.Finished(verifyData: [UInt8](repeating: 0, count: 32)).message.bytes
        var rows: [(what: String, AlertDescription?, (type: UInt8, content: [UInt8]))] = [
            ("empty data", .unexpectedMessage, (23, [])), ("an empty alert", .unexpectedMessage, (21, [])),
            ("half an alert", .decodeError, (21, [2])), ("two alerts in one", .decodeError, (21, [2, 10, 2, 10])),
            ("an empty message record", .unexpectedMessage, (22, [])),
            ("Finished of 48 octets", .decodeError, (22, [20, 0, 0, 48] + [UInt8](repeating: 0, count: 48))),
            ("an empty Finished", .decodeError, (22, [20, 0, 0, 0])),
            ("Finished of 4 MB", .decodeError, (22, [20, 64, 0, 0])),
            ("a heartbeat", .unexpectedMessage, (24, [1])), ("type 0xff", .unexpectedMessage, (0xff, [1])),
            ("an alert of the peer", nil, (21, [2, 40])), ("one at level warning", nil, (21, [1, 80])),
            ("Finished twice", .unexpectedMessage, (22, finished + finished)),
        ]
        for type in [0, 1, 2, 3, 4, 5, 6, 8, 11, 12, 13, 14, 15, 16, 22, 24, 67, 254, 255] as [UInt8] {
            rows.append(("message \(type)", .unexpectedMessage, (22, [type, 0, 0, 0])))
        }
        for (what, expected, message) in rows {
            let said = try serversAlert(plain, saying: [message])
            #expect(said == expected, "\(what)")
        }
    }

    @Test func aServerReadsEachPartOfAClientsCertificate() async throws {
        let strict = try await TLS13Pair.able(
            { client, server in
                client.isCompatible = false
                server.clientAuthentication = .required()
            }, client: .rsa)
        let identity = try await Fixture.shared.client(.rsa)
        var stapled = TLS13.Certificate(entries: identity.chain.map { TLS13.Certificate.Entry($0) })
        let chain = stapled
        stapled.entries[0].extensions = [.other(type: 0x2a2a, body: [])]
        func proof(_ scheme: UInt16, _ signature: [UInt8]) -> [UInt8] {
            CertificateVerify(scheme: SignatureScheme(rawValue: scheme), signature: signature).message.bytes
        }
        let rows: [(what: String, AlertDescription?, [[UInt8]])] = [
            ("an empty certificate", .decodeError, [[11, 0, 0, 9, 0, 0, 0, 5, 0, 0, 0, 0, 0]]),
            ("octets behind the list", .decodeError, [[11, 0, 0, 5, 0, 0, 0, 0, 0]]),
            ("the form of TLS 1.2", .decodeError, [CertificateMessage(chain: identity.chain).message.bytes]),
            ("an extension that was not asked for", .unsupportedExtension, [stapled.message.bytes]),
            ("no signature", .decryptError, [chain.message.bytes, proof(0x0804, [])]),
            ("a scheme of another kind of key", .illegalParameter, [chain.message.bytes, proof(0x0403, [1])]),
            ("SHA-1", .illegalParameter, [chain.message.bytes, proof(0x0201, [1])]),
            ("a scheme without a meaning", .illegalParameter, [chain.message.bytes, proof(0x0a0a, [1])]),
            ("octets behind the signature", .decodeError, [chain.message.bytes, [15, 0, 0, 5, 8, 4, 0, 0, 0]]),
        ]
        for (what, expected, messages) in rows {
            let said = try serversAlert(strict, saying: messages.map { (type: 22, content: $0) })
            #expect(said == expected, "\(what)")
        }
    }
}
