import Crypto
import TestSupport
import Testing
import Trace

@testable import TLSSim

@Suite struct CodecTests {
    private func randomHello(_ random: inout SplitMix64) -> ClientHello {
        var extensions: [HelloExtension] = []
        if random.next() % 2 == 0 { extensions.append(.serverName("host\(random.next() % 1000).example")) }
        if random.next() % 2 == 0 {
            extensions.append(.supportedGroups((0...random.next() % 5).map { _ in .init(rawValue: random.short()) }))
        }
        if random.next() % 2 == 0 {
            extensions.append(
                .signatureAlgorithms((0...random.next() % 9).map { _ in .init(rawValue: random.short()) }))
        }
        if random.next() % 2 == 0 { extensions.append(.extendedMasterSecret) }
        if random.next() % 2 == 0 { extensions.append(.encryptThenMAC) }
        if random.next() % 2 == 0 { extensions.append(.maxFragmentLength(1 + UInt8(random.next() % 4))) }
        if random.next() % 2 == 0 { extensions.append(.ecPointFormats([0])) }
        if random.next() % 2 == 0 { extensions.append(.sessionTicket(random.octets(Int(random.next() % 50)))) }
        if random.next() % 2 == 0 {
            extensions.append(
                .applicationProtocols((0...random.next() % 3).map { _ in random.octets(1 + Int(random.next() % 9)) }))
        }
        if random.next() % 2 == 0 {
            extensions.append(.statusRequest(StatusRequest(responders: random.octets(Int(random.next() % 9)))))
        }
        if random.next() % 2 == 0 { extensions.append(.renegotiationInfo(random.octets(Int(random.next() % 24)))) }
        if random.next() % 2 == 0 {
            extensions.append(.other(type: 0x4a4a, body: random.octets(Int(random.next() % 40))))
        }
        return ClientHello(
            version: ProtocolVersion(rawValue: random.short()), random: random.octets(32),
            sessionID: random.octets(Int(random.next() % 33)),
            cipherSuites: (0...random.next() % 30).map { _ in random.short() },
            compressionMethods: random.octets(1 + Int(random.next() % 3)), extensions: extensions)
    }

    /// Writes and reads, with fields and without, and compares values and coverage.
    private func roundTrip<Body: HandshakeBody>(
        _ body: Body, _ read: (inout ByteReader) throws(ParseError) -> Body
    ) throws {
        let octets = body.message.body
        var reader = ByteReader(octets)
        let back = try read(&reader)
        #expect(back == body)
        #expect(reader.fields.coverExactly(0..<octets.count))
        var silent = ByteReader(octets, recording: false)
        #expect(try read(&silent) == body)
        #expect(silent.fields.isEmpty)
        // Cut anywhere, it is an error that names a field, or else a shorter message that means something.
        for count in 0..<octets.count {
            var cut = ByteReader(Array(octets.prefix(count)))
            do {
                let shorter = try read(&cut)
                #expect(shorter != body)
            } catch {
                #expect(!error.field.isEmpty && error.offset <= count)
            }
        }
    }

    @Test func hellosAreReadBackAsTheyWereWritten() {
        forEachSeed(60) { _, random in
            let hello = randomHello(&random)
            try roundTrip(hello, ClientHello.read)
            let answer = ServerHello(
                version: hello.version, random: hello.random, sessionID: hello.sessionID, cipherSuite: random.short(),
                compressionMethod: 0,
                extensions: [
                    .serverName(nil), .extendedMasterSecret, .renegotiationInfo([]), .other(type: 9, body: [1]),
                ])
            try roundTrip(answer, ServerHello.read)
        }
    }

    @Test func otherMessagesAreReadBackAsTheyWereWritten() {
        forEachSeed(30) { _, random in
            let chain = (0..<random.next() % 4).map { _ in random.octets(1 + Int(random.next() % 60)) }
            try roundTrip(CertificateMessage(chain: chain), CertificateMessage.read)
            func value(_ random: inout SplitMix64) -> [UInt8] { random.octets(1 + Int(random.next() % 40)) }
            let params = ServerDHParams(p: value(&random), g: value(&random), ys: value(&random))
            let exchange = ServerKeyExchange(
                params: .finiteField(params), scheme: .init(rawValue: random.short()), signature: value(&random))
            try roundTrip(exchange) { reader throws(ParseError) in
                try ServerKeyExchange.read(from: &reader, kind: .dheRSA)
            }
            let curve = ServerECDHParams(curve: .init(rawValue: random.short()), point: value(&random))
            let onCurve = ServerKeyExchange(
                params: .curve(curve), scheme: .init(rawValue: random.short()), signature: value(&random))
            try roundTrip(onCurve) { reader throws(ParseError) in
                try ServerKeyExchange.read(from: &reader, kind: .ecdheRSA)
            }
            try roundTrip(ClientKeyExchange.point(value(&random))) { reader throws(ParseError) in
                try ClientKeyExchange.read(from: &reader, kind: .ecdheECDSA)
            }
            let request = CertificateRequest(
                certificateTypes: [.rsaSign, .ecdsaSign],
                schemes: (0...random.next() % 9).map { _ in .init(rawValue: random.short()) },
                authorities: (0..<random.next() % 3).map { _ in value(&random) })
            try roundTrip(request, CertificateRequest.read)
            try roundTrip(
                CertificateVerify(scheme: .init(rawValue: random.short()), signature: value(&random)),
                CertificateVerify.read)
            try roundTrip(CertificateStatus(response: value(&random)), CertificateStatus.read)
            try roundTrip(
                NewSessionTicket(lifetimeHint: UInt32(random.short()), ticket: value(&random)), NewSessionTicket.read)
            try roundTrip(ClientKeyExchange.publicValue(value(&random))) { reader throws(ParseError) in
                try ClientKeyExchange.read(from: &reader, kind: .dheRSA)
            }
            try roundTrip(ClientKeyExchange.encryptedPremasterSecret(value(&random))) { reader throws(ParseError) in
                try ClientKeyExchange.read(from: &reader, kind: .rsa)
            }
            try roundTrip(Finished(verifyData: random.octets(12)), Finished.read)
            try roundTrip(ServerHelloDone(), ServerHelloDone.read)
        }
    }

    /// Of decoders, endpoints and the dissector.
    @Test func randomOctetsTrapNone() async throws {
        let fixture = try await Fixture.shared.get()
        forEachSeed(400) { _, random in
            let octets = random.octets(Int(random.next() % 300))
            for read in Self.readers {
                var reader = ByteReader(octets)
                try? read(&reader)
            }
            var pair = Pair(tracing: true, fixture)
            _ = pair.handle(.start, by: .client)
            // Raw noise, then noise in well-formed records of every type.
            _ = pair.handle(.bytes(octets), by: .server)
            _ = pair.handle(.bytes(octets), by: .client)
            for type: UInt8 in 20...23 {
                var other = Pair(tracing: true, fixture)
                _ = other.handle(.start, by: .client)
                _ = other.handle(.bytes(record(type, octets)), by: .server)
                _ = other.handle(.bytes(record(type, octets)), by: .client)
            }
            for type in HandshakeType.allCases {
                var other = Pair(tracing: true, fixture)
                _ = other.handle(.start, by: .client)
                let message = record(22, HandshakeMessage(type, body: octets).bytes)
                let outputs = other.handle(.bytes(message), by: .server)
                #expect(outputs.contains { if case .failed = $0 { true } else { false } })
            }
        }
    }

    private static let readers: [@Sendable (inout ByteReader) throws -> Void] = [
        { _ = try ClientHello.read(from: &$0) }, { _ = try ServerHello.read(from: &$0) },
        { _ = try CertificateMessage.read(from: &$0) },
        { _ = try ServerKeyExchange.read(from: &$0, kind: .dheRSA) },
        { _ = try ServerKeyExchange.read(from: &$0, kind: .ecdheRSA) },
        { _ = try ClientKeyExchange.read(from: &$0, kind: .ecdheRSA) },
        { _ = try CertificateRequest.read(from: &$0) }, { _ = try CertificateVerify.read(from: &$0) },
        { _ = try CertificateStatus.read(from: &$0) }, { _ = try NewSessionTicket.read(from: &$0) },
        { _ = try ClientKeyExchange.read(from: &$0, kind: .rsa) },
        { _ = try ClientKeyExchange.read(from: &$0, kind: .dheRSA) }, { _ = try Finished.read(from: &$0) },
    ]

    @Test func contentLongerThanARecordGoesOutInSeveral() async throws {
        let fixture = try await Fixture.shared.get()
        var pair = Pair(suites: [.dheRSAAES128GCM], fixture)
        var flights: [[UInt8]] = []
        var sent = false
        let content = [UInt8](repeating: 0x61, count: 40_000)
        var received: [UInt8] = []
        // Drives the pair by hand, so that the first data is long.
        var queue: [(Principal, Input)] = [(.client, .start)]
        while !queue.isEmpty {
            let (principal, input) = queue.removeFirst()
            for output in pair.handle(input, by: principal) {
                switch output {
                case .bytes(let octets):
                    if sent { flights.append(octets) }
                    queue.append((principal == .client ? .server : .client, .bytes(octets)))
                case .judge: queue.insert((principal, .verdict(fixture.verdict)), at: 0)
                case .established where principal == .client:
                    sent = true
                    queue.append((.client, .send(content)))
                case .plaintext(let octets): received += octets
                default: break
                }
            }
        }
        #expect(received == content)
        let lengths = records(in: flights.flatMap { $0 }).map { $0.count - 5 - 8 - 16 }
        #expect(lengths == [16_384, 16_384, 7_232])
    }
}

extension SplitMix64 {
    mutating func short() -> UInt16 { UInt16(truncatingIfNeeded: next()) }
}
