import Crypto
import TestSupport
import Testing
import Trace
import TrustSim

@testable import TLSSim

@Suite("Wrong messages end in the alert the RFC names")
struct BadInputTests {
    // MARK: What the server receives

    /// The alert a fresh server answers these octets with; nil if it does not fail.
    private func serverAlert(_ octets: [UInt8]) async throws -> AlertDescription? {
        let fixture = try await Fixture.shared.get()
        var pair = Pair(fixture)
        for output in pair.handle(.bytes(octets), by: .server) {
            if case .failed(_, let alert) = output {
                #expect(pair.server.state == "Failed")
                return alert
            }
        }
        return nil
    }

    private func hello(_ change: (inout ClientHello) -> Void = { _ in }) -> [UInt8] {
        var hello = ClientHello(
            random: [UInt8](repeating: 7, count: 32), cipherSuites: CipherSuite.all.map(\.codePoint),
            extensions: [
                .serverName(Fixture.hostName), .signatureAlgorithms(SignatureScheme.all), .renegotiationInfo([]),
            ])
        change(&hello)
        return record(22, hello.message.bytes)
    }

    /// A ClientHello whose body is given octet by octet.
    private func rawHello(_ body: [UInt8]) -> [UInt8] {
        record(22, HandshakeMessage(.clientHello, body: body).bytes)
    }

    private let start: [UInt8] = [3, 3] + [UInt8](repeating: 9, count: 32)

    @Test("A correct ClientHello is answered, whatever the version in its record (appendix E.1)")
    func accepted() async throws {
        #expect(try await serverAlert(hello()) == nil)
        for version: UInt16 in [0x0300, 0x0301, 0x0302, 0x0303, 0x0304, 0x03ff] {
            var octets = hello()
            octets[2] = UInt8(version & 0xff)
            #expect(try await serverAlert(octets) == nil)
        }
        // A version above ours is answered with ours.
        #expect(try await serverAlert(hello { $0.version = ProtocolVersion(rawValue: 0x0304) }) == nil)
        #expect(try await serverAlert(hello { $0.version = ProtocolVersion(rawValue: 0x03ff) }) == nil)
        // Unknown suites, extensions and compressions are passed over.
        #expect(try await serverAlert(hello { $0.cipherSuites.insert(0xfafa, at: 0) }) == nil)
        #expect(try await serverAlert(hello { $0.extensions.append(.other(type: 0x1a1a, body: [1, 2])) }) == nil)
        #expect(try await serverAlert(hello { $0.compressionMethods = [1, 0] }) == nil)
    }

    @Test("Versions below 1.2 get protocol_version")
    func versions() async throws {
        for version: UInt16 in [0x0300, 0x0301, 0x0302, 0x0200] {
            let octets = hello { $0.version = ProtocolVersion(rawValue: version) }
            #expect(try await serverAlert(octets) == .protocolVersion)
        }
    }

    @Test("Nothing in common gets handshake_failure")
    func nothingInCommon() async throws {
        #expect(try await serverAlert(hello { $0.cipherSuites = [0x1301, 0xc009] }) == .handshakeFailure)
        let onlyECDSA = hello {
            $0.cipherSuites = [CipherSuite.dheRSAAES128GCM.codePoint]
            $0.extensions = [.signatureAlgorithms([SignatureScheme(rawValue: 0x0403)])]
        }
        #expect(try await serverAlert(onlyECDSA) == .handshakeFailure)
        let withVerifyData = hello { $0.extensions = [.renegotiationInfo([1, 2, 3])] }
        #expect(try await serverAlert(withVerifyData) == .handshakeFailure)
        let foreignGroups = hello {
            $0.cipherSuites = [CipherSuite.dheRSAAES128GCM.codePoint]
            $0.extensions.append(.supportedGroups([NamedGroup(rawValue: 0x01fc)]))
        }
        #expect(try await serverAlert(foreignGroups) == .insufficientSecurity)
    }

    @Test("Lists and lengths that are wrong get decode_error")
    func malformedHello() async throws {
        let cases: [(String, [UInt8])] = [
            ("no suites", start + [0, 0, 0, 1, 0]),
            ("odd suites", start + [0, 0, 3, 0, 0x9c, 0, 1, 0]),
            ("no compression", start + [0, 0, 2, 0, 0x9c, 0]),
            ("session id of 33", start + [33] + [UInt8](repeating: 1, count: 33) + [0, 2, 0, 0x9c, 1, 0]),
            ("octets after the extensions", start + [0, 0, 2, 0, 0x9c, 1, 0, 0, 0, 9]),
            ("extensions longer than the message", start + [0, 0, 2, 0, 0x9c, 1, 0, 0, 9, 0, 0]),
            ("extension overruns the block", start + [0, 0, 2, 0, 0x9c, 1, 0, 0, 4, 0, 23, 0, 1]),
            ("EMS with a body", start + [0, 0, 2, 0, 0x9c, 1, 0, 0, 5, 0, 23, 0, 1, 7]),
            ("EMS twice", start + [0, 0, 2, 0, 0x9c, 1, 0, 0, 8, 0, 23, 0, 0, 0, 23, 0, 0]),
            ("no signature algorithms", start + [0, 0, 2, 0, 0x9c, 1, 0, 0, 6, 0, 13, 0, 2, 0, 0]),
            ("odd signature algorithms", start + [0, 0, 2, 0, 0x9c, 1, 0, 0, 9, 0, 13, 0, 5, 0, 3, 4, 1, 5]),
            ("empty body", []),
        ]
        for (name, body) in cases {
            #expect(try await serverAlert(rawHello(body)) == .decodeError, "\(name)")
        }
        let complete = Array(hello().dropFirst(9))
        for count in 0..<complete.count where count != 41 + 2 + 2 * CipherSuite.all.count - 4 {
            let alert = try await serverAlert(rawHello(Array(complete.prefix(count))))
            // Cut off just before its extensions a hello is complete: they are optional.
            #expect(alert == .decodeError || (alert == nil && isBeforeExtensions(count)), "cut to \(count)")
        }
    }

    private func isBeforeExtensions(_ count: Int) -> Bool {
        count == 34 + 1 + 2 + 2 * CipherSuite.all.count + 2
    }

    @Test("Compression without null gets illegal_parameter")
    func compression() async throws {
        #expect(try await serverAlert(hello { $0.compressionMethods = [1] }) == .illegalParameter)
    }

    @Test("Messages that have no place get unexpected_message")
    func unexpected() async throws {
        for type: UInt8 in [0, 2, 4, 11, 12, 13, 14, 15, 16, 20, 99] {
            let octets = record(22, HandshakeMessage(typeCode: type, body: []).bytes)
            #expect(try await serverAlert(octets) == .unexpectedMessage, "type \(type)")
        }
        #expect(try await serverAlert(hello() + hello()) == .unexpectedMessage)
        #expect(try await serverAlert(hello() + record(20, [1])) == .unexpectedMessage)
        #expect(try await serverAlert(record(20, [1])) == .unexpectedMessage)
        #expect(try await serverAlert(record(23, [1])) == .unexpectedMessage)
        #expect(try await serverAlert(record(24, [1])) == .unexpectedMessage)
        #expect(try await serverAlert(record(22, [])) == .unexpectedMessage)
        #expect(try await serverAlert(record(21, [])) == .unexpectedMessage)
        #expect(try await serverAlert(Array("GET / HTTP/1.1\r\n\r\n".utf8)) == .unexpectedMessage)
        #expect(try await serverAlert(record(22, [1, 0, 0, 50, 3]) + record(20, [1])) == .unexpectedMessage)
    }

    @Test("Lengths over the limits are refused without being waited for")
    func limits() async throws {
        #expect(try await serverAlert([22, 3, 1, 0x40, 0x01]) == .recordOverflow)
        #expect(try await serverAlert([22, 3, 1, 0xff, 0xff]) == .recordOverflow)
        #expect(try await serverAlert(record(22, [1, 0xff, 0xff, 0xff])) == .decodeError)
    }

    @Test("Alerts are read strictly; a fatal one is answered with silence")
    func alerts() async throws {
        #expect(try await serverAlert(record(21, [1])) == .decodeError)
        #expect(try await serverAlert(record(21, [2, 40, 0])) == .decodeError)
        #expect(try await serverAlert(record(21, [3, 40])) == .illegalParameter)
        let fixture = try await Fixture.shared.get()
        var pair = Pair(fixture)
        let outputs = pair.handle(.bytes(record(21, [2, 40])), by: .server)
        #expect(outputs.contains(.failed(.peerAlert(.handshakeFailure), alert: nil)))
        #expect(!outputs.contains { if case .bytes = $0 { true } else { false } })
        // Warnings are put up with, up to a bound.
        var flooded = Pair(fixture)
        let flood = (0..<40).flatMap { _ in record(21, [1, 90]) }
        let flooding = flooded.handle(.bytes(flood), by: .server)
        #expect(flooding.contains { if case .failed(.flood, .unexpectedMessage?) = $0 { true } else { false } })
    }

    // MARK: In the middle of a handshake

    /// Runs a handshake in which one flight is changed; what the receiver of that flight answers.
    private func alert(
        _ suite: CipherSuite, flight: Int, _ change: @escaping ([UInt8]) -> [UInt8]
    ) async throws -> (alert: AlertDescription?, error: TLSError?) {
        let fixture = try await Fixture.shared.get()
        var pair = Pair(suites: [suite], fixture)
        let outcome = await pair.run { index, _, octets in index == flight ? change(octets) : octets }
        let victim: Principal = flight % 2 == 0 ? .server : .client
        return (outcome.alerts[victim], outcome.errors[victim])
    }

    private func changing(
        _ type: HandshakeType, _ change: @escaping (inout [UInt8]) -> Void
    ) -> ([UInt8]) -> [UInt8] {
        { octets in
            records(in: octets).flatMap { whole -> [UInt8] in
                guard whole[0] == 22, whole.count > 9, whole[5] == type.rawValue else { return whole }
                var body = Array(whole.dropFirst(9))
                change(&body)
                return record(22, HandshakeMessage(type, body: body).bytes)
            }
        }
    }

    @Test("A server flight with a message missing, doubled or swapped gets unexpected_message")
    func serverFlightOrder() async throws {
        for suite in [CipherSuite.rsaAES128GCM, .dheRSAAES128GCM] {
            let count = suite.keyExchange == .rsa ? 3 : 4
            for index in 0..<count {
                let doubled = try await alert(suite, flight: 1) { octets in
                    var list = records(in: octets)
                    list.insert(list[index], at: index)
                    return list.flatMap { $0 }
                }
                #expect(doubled.alert == .unexpectedMessage, "\(suite) doubled \(index): \(doubled)")
                guard index < count - 1 else { continue }
                let missing = try await alert(suite, flight: 1) { octets in
                    var list = records(in: octets)
                    list.remove(at: index)
                    return list.flatMap { $0 }
                }
                #expect(missing.alert == .unexpectedMessage, "\(suite) missing \(index): \(missing)")
                let swapped = try await alert(suite, flight: 1) { octets in
                    var list = records(in: octets)
                    list.swapAt(index, index + 1)
                    return list.flatMap { $0 }
                }
                #expect(swapped.alert == .unexpectedMessage, "\(suite) swapped \(index): \(swapped)")
            }
        }
    }

    @Test("A client flight out of order gets unexpected_message")
    func clientFlightOrder() async throws {
        for suite in [CipherSuite.rsaAES128GCM, .dheRSAAES128GCM] {
            // ClientKeyExchange, ChangeCipherSpec, Finished.
            for order in [[1, 2], [0, 2], [1, 0, 2], [0, 0, 1, 2], [0, 1, 1, 2]] {
                let result = try await alert(suite, flight: 2) { octets in
                    let list = records(in: octets)
                    return order.flatMap { list[$0] }
                }
                // Without ChangeCipherSpec the encrypted Finished is read as if it were in clear.
                let expected: [AlertDescription?] =
                    order == [0, 2] ? [.unexpectedMessage, .decodeError] : [.unexpectedMessage, .badRecordMAC]
                #expect(expected.contains(result.alert), "\(suite) \(order): \(result)")
            }
        }
    }

    @Test("ChangeCipherSpec with another content")
    func changeCipherSpecContent() async throws {
        for content: [UInt8] in [[0], [2], [1, 1]] {
            let result = try await alert(.rsaAES128GCM, flight: 2) { octets in
                var list = records(in: octets)
                list[1] = record(20, content)
                return list.flatMap { $0 }
            }
            #expect(result.alert == .unexpectedMessage)
        }
    }

    @Test("What the server may not choose")
    func serverHelloChoices() async throws {
        let suite = CipherSuite.dheRSAAES128GCM
        func send(_ change: @escaping (inout ServerHello) -> Void) async throws -> AlertDescription? {
            try await alert(
                suite, flight: 1,
                changing(.serverHello) { body in
                    var reader = ByteReader(body)
                    guard var hello = try? ServerHello.read(from: &reader) else { return }
                    change(&hello)
                    body = hello.message.body
                }
            ).alert
        }
        #expect(try await send { $0.version = .tls11 } == .protocolVersion)
        #expect(try await send { $0.version = .tls13 } == .protocolVersion)
        #expect(try await send { $0.cipherSuite = CipherSuite.rsaAES128GCM.codePoint } == .illegalParameter)
        #expect(try await send { $0.cipherSuite = 0x00ff } == .illegalParameter)
        #expect(try await send { $0.compressionMethod = 1 } == .illegalParameter)
        #expect(try await send { $0.extensions.append(.extendedMasterSecret) } == .unsupportedExtension)
        #expect(try await send { $0.extensions.append(.applicationProtocols([[104]])) } == .unsupportedExtension)
        #expect(try await send { $0.extensions = [.renegotiationInfo([1])] } == .handshakeFailure)
        #expect(try await send { $0.random[3] ^= 1 } == .decryptError)
    }

    @Test("Certificates and parameters that are not what they should be")
    func certificateAndParameters() async throws {
        let suite = CipherSuite.dheRSAAES128GCM
        #expect(try await alert(suite, flight: 1, changing(.certificate) { $0 = [0, 0, 0] }).alert == .decodeError)
        func exchange(_ change: @escaping (inout ServerKeyExchange) -> Void) async throws -> AlertDescription? {
            try await alert(
                suite, flight: 1,
                changing(.serverKeyExchange) { body in
                    var reader = ByteReader(body)
                    guard var exchange = try? ServerKeyExchange.read(from: &reader, kind: .dheRSA) else { return }
                    change(&exchange)
                    body = exchange.message.body
                }
            ).alert
        }
        #expect(try await exchange { $0.signature[20] ^= 1 } == .decryptError)
        func params(_ change: @escaping (inout ServerDHParams) -> Void) -> (inout ServerKeyExchange) -> Void {
            { exchange in
                guard case .finiteField(var params) = exchange.params else { return }
                change(&params)
                exchange.params = .finiteField(params)
            }
        }
        #expect(try await exchange(params { $0.ys[9] ^= 1 }) == .decryptError)
        #expect(try await exchange { $0.scheme = SignatureScheme(rawValue: 0x0403) } == .illegalParameter)
        #expect(try await exchange { $0.scheme = SignatureScheme(rawValue: 0x0201) } == .illegalParameter)
        #expect(try await exchange { $0.signature.removeLast() } == .decryptError)
        #expect(try await exchange(params { $0.ys = [] }) == .decodeError)
    }

    @Test("Signed parameters out of range: dh_Ys, dh_g, dh_p (RFC 7919 sections 3 and 5.1)")
    func signedParameters() async throws {
        let fixture = try await Fixture.shared.get()
        let chain = try #require(fixture.verdict.chain)
        let client = [UInt8](repeating: 1, count: 32)
        let server = [UInt8](repeating: 2, count: 32)
        var random = SeededRandomSource(seed: 5)
        func verify(_ params: ServerDHParams) throws -> TLSError? {
            let signed = signedOctets(client, server, .finiteField(params))
            let signature = try PKCS1v15.sign(
                signed, hash: .sha256, with: fixture.pki.serverKey, blindedBy: &random)
            let message = ServerKeyExchange(
                params: .finiteField(params), scheme: .rsaPKCS1SHA256, signature: signature)
            let terms = ClientTerms(
                peer: chain, schemes: SignatureScheme.all, groupPolicy: .init(), curves: [], arithmetic: .lesson,
                clientRandom: client, serverRandom: server)
            do {
                _ = try DHEKeyExchange.verify(message, params, terms)
                return nil
            } catch {
                return error
            }
        }
        let group = FiniteFieldGroup.ffdhe2048
        let p = group.p.bigEndian
        func params(_ y: Integer) -> ServerDHParams { .init(p: p, g: [2], ys: y.bigEndian) }
        #expect(try verify(params(2)) == nil)
        #expect(try verify(.init(p: p, g: [2], ys: [0, 0, 2])) == nil)
        for y in [Integer(0), 1, group.p - 1, group.p, group.p + 5] {
            let octets = y == 0 ? [UInt8(0)] : y.bigEndian
            let error = try verify(.init(p: p, g: [2], ys: octets))
            #expect(error == .publicValueOutOfRange("dh_Ys"))
            #expect(error?.alert == .handshakeFailure)
        }
        for g in [Integer(1), group.p - 1] {
            #expect(try verify(.init(p: p, g: g.bigEndian, ys: [4]))?.alert == .illegalParameter)
        }
        let even = (group.p - 1).bigEndian
        #expect(try verify(.init(p: even, g: [2], ys: [4]))?.alert == .illegalParameter)
        let composite = (group.p - 2).bigEndian
        #expect(try verify(.init(p: composite, g: [2], ys: [4]))?.alert == .insufficientSecurity)
        #expect(try verify(.init(p: [23], g: [5], ys: [4]))?.alert == .insufficientSecurity)
    }

    @Test("dh_Yc out of range or empty")
    func clientPublicValue() async throws {
        let p = FiniteFieldGroup.ffdhe2048.p
        func answer(_ octets: [UInt8]) async throws -> AlertDescription? {
            try await alert(
                .dheRSAAES128GCM, flight: 2,
                changing(.clientKeyExchange) { $0 = ClientKeyExchange.publicValue(octets).message.body }
            ).alert
        }
        #expect(try await answer([]) == .decodeError)
        for y in [[0], [1], (p - 1).bigEndian, p.bigEndian, (p + 2).bigEndian] as [[UInt8]] {
            #expect(try await answer(y) == .handshakeFailure)
        }
    }

    @Test(
        "Whatever is wrong with an RSA premaster secret, the server answers bad_record_mac at Finished and nothing before"
    )
    func noBleichenbacherOracle() async throws {
        let fixture = try await Fixture.shared.get()
        let key = fixture.pki.serverKey
        var random = SeededRandomSource(seed: 3)
        let size = key.publicKey.size
        func block(_ change: (inout [UInt8]) -> Void) throws -> [UInt8] {
            var em: [UInt8] = [0, 2] + random.nonZeroOctets(size - 51) + [0, 3, 3] + random.octets(46)
            change(&em)
            return try key.publicKey.rsaep(Integer(bigEndian: em)).bigEndian(count: size) ?? []
        }
        let ciphertexts: [(String, [UInt8])] = [
            ("block type 1", try block { $0[1] = 1 }),
            (
                "first octet not zero",
                try block {
                    $0[0] = 1; $0[1] = 2
                }
            ),
            ("no zero", try block { $0[size - 49] = 5 }),
            ("zero too early", try block { $0[5] = 0 }),
            ("zero in the padding", try block { $0[100] = 0 }),
            ("wrong version", try block { $0[size - 48] = 2 }),
            ("premaster one octet short", try block { $0[size - 48] = 0 }),
            ("all zero", [UInt8](repeating: 0, count: size)),
            ("modulus", key.publicKey.n.bigEndian),
            ("above the modulus", [UInt8](repeating: 0xff, count: size)),
            ("short", [1, 2, 3]),
            ("empty", []),
        ]
        for (name, ciphertext) in ciphertexts {
            let result = try await alert(
                .rsaAES128GCM, flight: 2,
                changing(.clientKeyExchange) {
                    $0 = ClientKeyExchange.encryptedPremasterSecret(ciphertext).message.body
                })
            #expect(result.alert == .badRecordMAC, "\(name): \(result)")
        }
    }

    @Test("An RSA ClientKeyExchange whose inner length is wrong does not parse")
    func clientKeyExchangeLength() async throws {
        for change: (inout [UInt8]) -> Void in [{ $0[1] ^= 1 }, { $0.removeLast() }, { $0.append(0) }, { $0 = [] }] {
            let copy = change
            let result = try await alert(.rsaAES128GCM, flight: 2, changing(.clientKeyExchange) { copy(&$0) })
            #expect(result.alert == .decodeError)
        }
    }
}
