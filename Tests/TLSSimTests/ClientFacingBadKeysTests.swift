import Crypto
import PKI
import Testing
import Trace

@testable import TLSSim

/// What a client makes of a server's key exchange and of the end of the handshake.
struct ClientFacingBadKeysTests {
    private static let signed: [CipherSuite] = [.dheRSAAES128GCM, .ecdheRSAAES128GCM, .ecdheECDSAChaCha20]

    /// A server whose next message is ServerKeyExchange.
    private func beforeKeys(
        _ suite: CipherSuite, groupPolicy: DHEKeyExchange.GroupPolicy = .init()
    ) async throws -> RogueServer {
        var server = try await RogueServer.facing(suite, groupPolicy: groupPolicy)
        try server.sayHello()
        try server.showCertificate()
        return server
    }

    /// ServerKeyExchange missing, doubled, or present in RSA key transport.
    @Test func aServerKeyExchangeMissingDoubledOrUncalledForIsRefused() async throws {
        for suite in Self.signed {
            var missing = try await beforeKeys(suite)
            try missing.endFlight()
            #expect(missing.alert == .unexpectedMessage)
            var doubled = try await beforeKeys(suite)
            try doubled.offerKey()
            try doubled.offerKey()
            #expect(doubled.alert == .unexpectedMessage)
        }
        var other = try await beforeKeys(.dheRSAAES128GCM)
        let message = try other.keyExchange().message
        var rsa = try await beforeKeys(.rsaAES128GCM)
        try rsa.say(message)
        #expect(rsa.alert == .unexpectedMessage)
    }

    /// A signature that is wrong, over other randoms, or over other parameters.
    @Test(arguments: signed)
    func aServerKeyExchangeWithAWrongSignatureIsRefused(suite: CipherSuite) async throws {
        let server = try await beforeKeys(suite)
        let foreign = try await { () async throws -> ServerKeyExchange in
            var other = try await RogueServer.facing(suite, seed: 2)
            try other.sayHello()
            return try other.keyExchange()
        }()
        let changes: [(String, (inout ServerKeyExchange) -> Void)] = [
            ("an octet", { $0.signature[20] ^= 1 }), ("the last octet", { $0.signature[$0.signature.count - 1] ^= 1 }),
            ("an octet less", { $0.signature.removeLast() }), ("an octet more", { $0.signature.append(0) }),
            ("none", { $0.signature = [] }), ("zero", { $0.signature = [UInt8](repeating: 0, count: 256) }),
            ("r = s = 0", { $0.signature = [0x30, 6, 2, 1, 0, 2, 1, 0] }),
            ("of another handshake", { $0.signature = foreign.signature }),
            ("all of another handshake", { $0 = foreign }),
            ("other parameters", { $0.params = foreign.params }),
        ]
        for (name, change) in changes {
            var other = server
            try other.offerKey(change)
            #expect(other.alert == .decryptError, "\(name)")
        }
        // A random that was changed on the way is noticed here too.
        var changed = try await RogueServer.facing(suite)
        try changed.sayHello()
        let heard = try #require(changed.answer)
        var again = try await RogueServer.facing(suite)
        try again.sayHello { hello in
            hello = heard
            hello.random[3] ^= 1
        }
        try again.showCertificate()
        let signed = try changed.keyExchange()
        try again.offerKey { $0 = signed }
        #expect(again.alert == .decryptError)
    }

    /// Signed with an algorithm that was not offered, or of another kind than the key.
    @Test(arguments: signed)
    func aServerKeyExchangeSignedWithAnUnofferedAlgorithmIsRefused(suite: CipherSuite) async throws {
        let server = try await beforeKeys(suite)
        var schemes: [UInt16] = [0, 0x0101, 0x0201, 0x0203, 0x0301, 0x0402, 0x0807, 0x0809, 0xffff]
        schemes.append(contentsOf: suite.keyExchange == .ecdheECDSA ? [0x0401, 0x0804] : [0x0403, 0x0603])
        for scheme in schemes {
            var other = server
            try other.offerKey { $0.scheme = SignatureScheme(rawValue: scheme) }
            #expect(other.alert == .illegalParameter, "\(scheme)")
        }
        // All that were offered and fit the key are accepted.
        for scheme in SignatureScheme.usual where scheme.keyAlgorithm == suite.keyExchange.certifiedAlgorithm {
            var other = server
            let message = try other.keyExchange(scheme: scheme)
            try other.offerKey { $0 = message }
            #expect(other.error == nil, "\(scheme)")
        }
    }

    /// The client's answer to signed parameters.
    private func answer(_ params: ServerDHParams, to server: RogueServer) throws -> AlertDescription? {
        var other = server
        other.params = .finiteField(params)
        try other.offerKey()
        return other.alert
    }

    /// Dh_Ys 0, 1, p - 1, p or more; zeros in front of a good one are no fault.
    @Test func aServersPublicValueOutOfRangeIsRefused() async throws {
        let server = try await beforeKeys(.dheRSAAES128GCM)
        let p = FiniteFieldGroup.ffdhe2048.p
        func params(_ ys: [UInt8]) -> ServerDHParams { .init(p: p.bigEndian, g: [2], ys: ys) }
        for ys in [[0], [1], [0, 1], (p - 1).bigEndian, p.bigEndian, (p + 5).bigEndian, [1] + p.bigEndian]
            as [[UInt8]]
        {
            #expect(try answer(params(ys), to: server) == .handshakeFailure)
        }
        #expect(try answer(params([]), to: server) == .decodeError)
        for ys in [[2], [0, 0, 2], (p - 2).bigEndian] as [[UInt8]] {
            #expect(try answer(params(ys), to: server) == nil)
        }
        // Zeros in front of p and g are no fault either.
        #expect(try answer(.init(p: [0] + p.bigEndian, g: [0, 2], ys: [0, 4]), to: server) == nil)
    }

    /// Dh_g 0, 1 or p - 1; dh_p even, zero, no safe prime, small or huge.
    @Test func aGroupThatIsNoSafePrimeGroupOrTooSmallIsRefused() async throws {
        let server = try await beforeKeys(.dheRSAAES128GCM)
        let p = FiniteFieldGroup.ffdhe2048.p
        for g in [[0], [1], (p - 1).bigEndian, p.bigEndian, (p + 1).bigEndian] as [[UInt8]] {
            #expect(try answer(.init(p: p.bigEndian, g: g, ys: [4]), to: server) == .illegalParameter)
        }
        for modulus in [[0], [1], (p - 1).bigEndian, [UInt8](repeating: 0xff, count: 8_192)] as [[UInt8]] {
            #expect(try answer(.init(p: modulus, g: [2], ys: [4]), to: server) == .illegalParameter)
        }
        #expect(try answer(.init(p: (p - 2).bigEndian, g: [2], ys: [4]), to: server) == .insufficientSecurity)
        for small in [FiniteFieldGroup.toy23, .toy32, .toySmooth62, .toySmooth512] {
            let params = ServerDHParams(p: small.p.bigEndian, g: small.g.bigEndian, ys: [4])
            #expect(try answer(params, to: server) == .insufficientSecurity)
        }
        // The limit is a policy, and the policy can be stricter.
        let strict = try await beforeKeys(.dheRSAAES128GCM, groupPolicy: .init(minimumBits: 3072))
        #expect(try answer(.init(p: p.bigEndian, g: [2], ys: [4]), to: strict) == .insufficientSecurity)
    }

    /// A point that is none, a curve that was not offered or is not named.
    @Test(arguments: [
        CipherSuite.ecdheRSAAES128GCM, .ecdheECDSAChaCha20,
    ])
    func aServersPointThatIsNoneOrOnAnUnofferedCurveIsRefused(suite: CipherSuite) async throws {
        let server = try await beforeKeys(suite)
        for (curve, points) in BadPoints.byCurve {
            for (name, point) in points {
                var other = server
                other.params = .curve(ServerECDHParams(curve: curve, point: point))
                try other.offerKey()
                try other.endFlight()
                #expect(other.alert == .illegalParameter, "\(curve): \(name)")
            }
        }
        for raw: UInt16 in [0, 24, 25, 30, 0x0100, 0xff01] {
            var other = server
            other.params = .curve(
                ServerECDHParams(curve: NamedGroup(rawValue: raw), point: [4] + [UInt8](repeating: 1, count: 64)))
            try other.offerKey()
            #expect(other.alert == .illegalParameter)
        }
        for type: UInt8 in [0, 1, 2, 4, 255] {
            var other = server
            other.params = .curve(
                ServerECDHParams(curve: .x25519, point: [UInt8](repeating: 9, count: 32), curveType: type))
            try other.offerKey()
            #expect(other.alert == .illegalParameter)
        }
        // An empty point is below the vector's least length.
        var empty = server
        empty.params = .curve(ServerECDHParams(curve: .x25519, point: []))
        try empty.offerKey()
        #expect(empty.alert == .decodeError)
    }

    /// ChangeCipherSpec missing, early in every state (CVE-2014-0224), doubled, or not exactly 01.
    @Test(arguments: Setting.exchanges)
    func aServersChangeCipherSpecOutOfPlaceOrMalformedIsRefused(suite: CipherSuite) async throws {
        var server = try await RogueServer.facing(suite)
        func early(_ server: RogueServer) throws {
            var other = server
            try other.changeCipherSpec()
            #expect(other.alert == .unexpectedMessage, "in \(server.client.state)")
        }
        try early(server)
        try server.sayHello()
        try early(server)
        try server.showCertificate()
        try early(server)
        try server.offerKey()
        try early(server)
        try server.endFlight()
        var missing = server
        try missing.finish()
        #expect(missing.alert == .unexpectedMessage)
        for content: [UInt8] in [[0], [2], [1, 1], [0, 1]] {
            var other = server
            try other.changeCipherSpec(content)
            #expect(other.alert == .unexpectedMessage)
        }
        try server.changeCipherSpec()
        var inClear = server
        try inClear.deliver(record(20, [1]))
        #expect(inClear.alert == .badRecordMAC)
        try early(server)
        try server.finish()
        #expect(server.parts.established)
        try early(server)
    }

    /// A handshake message split over the ChangeCipherSpec.
    @Test func aServersMessageSplitOverTheChangeCipherSpecIsRefused() async throws {
        var server = try await RogueServer.facing(.rsaAES128GCM)
        try server.agreeOnKeys()
        let finished = try server.finished().bytes
        for count in 1..<finished.count {
            var other = server
            try other.send(.handshake, Array(finished.prefix(count)))
            try other.changeCipherSpec()
            #expect(other.alert == .unexpectedMessage)
        }
    }

    /// Finished wrong in any octet, zero, or a reflection of ours; of another length.
    @Test(arguments: Setting.exchanges)
    func aServersWrongFinishedIsRefused(suite: CipherSuite) async throws {
        var server = try await RogueServer.facing(suite)
        try server.agreeOnKeys()
        try server.changeCipherSpec()
        for index in 0..<12 {
            var other = server
            try other.finish { $0[index] ^= 4 }
            #expect(other.alert == .decryptError)
        }
        let reflection = try #require(server.clientFinished).body
        for data in [reflection, [UInt8](repeating: 0, count: 12)] {
            var other = server
            try other.finish { $0 = data }
            #expect(other.alert == .decryptError)
        }
        for count in [0, 1, 11, 13, 36] {
            var other = server
            try other.finish { data in data = (0..<count).map { $0 < data.count ? data[$0] : 0 } }
            #expect(other.alert == .decodeError)
        }
    }

    /// Extended master secret agreed on, but not used; used, it is.
    @Test(arguments: Setting.exchanges)
    func anExtendedMasterSecretAgreedOnButNotUsedIsNoticed(suite: CipherSuite) async throws {
        for keepsItsWord in [false, true] {
            var server = try await RogueServer.facing(suite, extended: true)
            server.keepsItsWord = keepsItsWord
            try server.agreeOnKeys()
            try server.changeCipherSpec()
            try server.finish()
            #expect(server.parts.established == keepsItsWord)
            #expect(server.alert == (keepsItsWord ? nil : .badRecordMAC))
        }
    }
}
