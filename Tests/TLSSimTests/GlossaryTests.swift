import Crypto
import PKI
import TestSupport
import Testing
import Trace

@testable import TLSSim

/// Every field has a sentence that is true where it stands.
struct GlossaryTests {
    private func sentences(_ outputs: [Principal: [Output]]) -> [FieldSentence] {
        outputs.flatMap { who, outputs in
            outputs.flatMap { output -> [FieldSentence] in
                switch output {
                case .wrote(let record, _): Glossary.tls.sentences(of: record.message, from: who)
                case .read(let record, _):
                    Glossary.tls.sentences(of: record.message, from: who == .client ? .server : .client)
                default: []
                }
            }
        }
    }

    private func faults(_ sentences: [FieldSentence]) -> Set<String> { Set(sentences.flatMap(\.faults)) }

    @Test(arguments: CipherSuite.all)
    func everyFieldOfEverySuiteHasASentence(suite: CipherSuite) async throws {
        for encryptThenMAC in [false, true] {
            var pair = try await Pair.able(suite, encryptThenMAC: encryptThenMAC, tracing: true)
            let found = sentences(await pair.run().outputs)
            #expect(Set(found.map(\.name)).count > 50)
            #expect(faults(found).isEmpty)
        }
    }

    @Test func everyFieldOfClientsCertificatesStaplingResumptionAndAlertsHasASentence() async throws {
        var found: [FieldSentence] = []
        let fixture = try await Fixture.shared.get()
        for kind in [KeyAlgorithm.rsa, .ecdsa] {
            var pair = try await Mutual.pair(identity: try await Fixture.shared.client(kind), tracing: true)
            found += sentences(await pair.run().outputs)
        }
        var stapling = Pair(
            suites: [.rsaAES128GCM], requestsStatus: true, ocspResponse: [0x30, 0x03, 0x0a, 0x01, 0x03], tracing: true,
            fixture)
        found += sentences(await stapling.run().outputs)
        for way in Revisit.Way.allCases {
            var revisit = try await Revisit(.rsaAES128GCM, way, tracing: true)
            for _ in 0..<2 { found += sentences(await revisit.visit().outputs) }
        }
        for (index, octet) in [(0, 9), (1, 5), (2, 5), (2, 100), (3, 60)] {
            var pair = try await Pair.able(.rsaAES128GCM, tracing: true)
            let outcome = await pair.run { flight, _, octets in
                guard flight == index, octets.indices.contains(octet) else { return octets }
                var octets = octets
                octets[octet] ^= 0xff
                return octets
            }
            found += sentences(outcome.outputs)
        }
        let names = Set(found.map(\.name))
        #expect(names.isSuperset(of: ["tls.handshake.ocsp_response", "tls.alert_message.desc"]))
        #expect(faults(found).isEmpty)
        // The same field is a wish of the client and an answer of the server.
        let status = found.filter { $0.name == "tls.handshake.extensions_status_request_type" }
        #expect(Set(status.map(\.sentence)).count == 2)
    }

    /// Extensions that our own hellos do not carry, in hellos of others.
    @Test func everyFieldOfEveryExtensionHasASentence() {
        let extensions: [HelloExtension] = [
            .serverName("www.example.com"), .maxFragmentLength(1), .statusRequest(StatusRequest()),
            .supportedGroups([.x25519]), .ecPointFormats([0]), .signatureAlgorithms([.ecdsaSHA256]),
            .applicationProtocols([Array("h2".utf8)]), .encryptThenMAC, .extendedMasterSecret,
            .sessionTicket([1, 2]), .renegotiationInfo([]), .other(type: 0x1234, body: [1, 2, 3]),
        ]
        let hello = ClientHello(
            random: [UInt8](repeating: 7, count: 32), sessionID: [1], cipherSuites: [0x009c], extensions: extensions)
        #expect(faults(sentences(of: hello.message.bytes, .tls12, .client)).isEmpty)
    }

    /// Each extension in each message that may contain it, with an empty body, as far as such a body can be read.
    @Test func everyExtensionHasSentencesWhereverItMayStand() throws {
        var count = 0
        for type in (0...UInt16.max).compactMap({ ExtensionType(rawValue: $0) }) {
            for place in ExtensionPlace.allCases {
                guard let item = type.row.blank(in: place) else { continue }
                var block = [item]
                var writer = ByteWriter()
                ExtensionBlock.code(&block, in: place, with: &writer)
                var reader = ByteReader(writer.bytes)
                var read: [HelloExtension] = []
                guard (try? ExtensionBlock.code(&read, in: place, with: &reader)) != nil, read == block else {
                    continue
                }
                count += 1
                let isNew = type.row.places.contains(place)
                let sender = [.clientHello, .certificate].contains(place) ? "client" : "server"
                let found = Glossary.tls.sentences(
                    of: reader.fields, at: Place(isNew ? "1.3" : "1.2", sender, place.name))
                for field in found { #expect(field.meanings.count == 1, "\(field.name) of \(type) in \(place)") }
            }
        }
        #expect(count > 20)
    }

    /// What is said of a message that stands alone in a record.
    private func sentences(of message: [UInt8], _ version: ProtocolVersion, _ sender: Principal) -> [FieldSentence] {
        var dissector = Dissector()
        dissector.version = version
        let wire = [22, 3, 3, UInt8(message.count >> 8 & 0xff), UInt8(message.count & 0xff)] + message
        let record = Record(
            type: .handshake, version: .tls12, wire: wire, plaintext: message, encrypted: false, stream: 0..<wire.count)
        return Glossary.tls.sentences(of: dissector.message(of: record), from: sender)
    }

    /// Every field of the traces of RFC 8448, and of what does not stand there.
    @Test func everyFieldOfTLS13HasASentence() {
        var messages: [(Principal, [UInt8])] = RFC8448.all.flatMap { trace in
            trace.lines("message").map { line in
                (line.words.first == "client" ? .client : .server, trace.octets(line.words.last))
            }
        }
        let random = [UInt8](repeating: 7, count: 32)
        let hello = ClientHello(
            random: random, cipherSuites: [0x0a0a, 0x00ff, 0x1301, 0xc02f],
            extensions: [
                .supportedVersions([.tls13, .tls12]), .signatureAlgorithmsCert([.ecdsaSHA256]),
                .certificateAuthorities([[1]]), .postHandshakeAuth, .earlyData, .cookie([1]), .maxFragmentLength(1),
                .keyShares([KeyShareEntry(group: .x25519MLKEM768, value: [1])]),
                .supportedGroups([NamedGroup(rawValue: 0x0a0a), .x25519MLKEM768]), .ecPointFormats([0]),
                .sessionTicket([1]), .encryptThenMAC, .extendedMasterSecret, .recordSizeLimit(64),
            ])
        messages.append((.client, hello.message.bytes))
        messages.append(
            (
                .server,
                ServerHello(
                    random: random, cipherSuite: 0x1301,
                    extensions: [
                        .selectedVersion(.tls13), .keyShare(KeyShareEntry(group: .x25519MLKEM768, value: [1])),
                        .selectedIdentity(0),
                    ]
                ).message.bytes
            ))
        messages.append(
            (
                .server,
                ServerHello(
                    random: ServerHello.helloRetryRequestRandom, cipherSuite: 0x1301,
                    extensions: [.selectedVersion(.tls13), .selectedGroup(.x25519MLKEM768), .cookie([1])]
                ).message.bytes
            ))
        messages.append(
            (
                .server,
                EncryptedExtensions(extensions: [
                    .supportedGroups([.x25519]), .earlyData, .maxFragmentLength(1), .recordSizeLimit(64),
                    .applicationProtocols([Array("h2".utf8)]),
                ]).message.bytes
            ))
        messages.append(
            (
                .server,
                TLS13.CertificateRequest(
                    context: [1], extensions: [.signatureAlgorithms([.ecdsaSHA256]), .certificateAuthorities([[1]])]
                ).message.bytes
            ))
        for (sender, extensions) in [
            (Principal.client, []), (.server, [HelloExtension.certificateStatus(CertificateStatus(response: [3]))]),
        ] {
            messages.append(
                (sender, TLS13.Certificate(context: [1], entries: [.init([2], extensions: extensions)]).message.bytes))
            messages.append((sender, KeyUpdate(isRequested: true).message.bytes))
            messages.append((sender, CertificateVerify(scheme: .ecdsaSHA256, signature: [1]).message.bytes))
        }
        var found = messages.flatMap { sentences(of: $0.1, .tls13, $0.0) }
        // RFC 8449 counts the type and the zeros in TLS 1.3 only.
        let older = ClientHello(random: random, cipherSuites: [0xc02f], extensions: [.recordSizeLimit(64)])
        found += sentences(of: older.message.bytes, .tls12, .client)
        #expect(faults(found).isEmpty)
        let told = Set(found.flatMap { $0.meanings.map(\.key) })
        let keys = (Glossary.tls13 + .inherited).all.map(\.key)
        // These do not stand in handshake messages.
        let outside = keys.filter {
            $0.hasPrefix("tls.record.") || $0.contains("alert") || $0.contains("change_cipher")
        }
        #expect(Set(keys).subtracting(outside).subtracting(told).isEmpty)
        // One list holds suites of both versions, and what is no suite.
        let suites = Set(found.filter { $0.name == "tls.handshake.ciphersuite" }.map(\.sentence))
        #expect(suites.count == 4)
        // A server that speaks TLS 1.2 only reads the hello of a client that speaks both as what it is.
        let offered = sentences(of: hello.message.bytes, .tls12, .client).filter { $0.name == "tls.handshake.version" }
        #expect(offered.allSatisfy { $0.sentence.contains("supported_versions") && $0.cite == .rfc(8446, "4.1.2") })
    }

    /// Handshakes of TLS 1.3 with what can be configured, and their alerts.
    @Test func everyFieldOfHandshakesOfTLS13HasASentence() async throws {
        var found: [FieldSentence] = []
        func run(
            client: KeyAlgorithm? = nil, flip: (flight: Int, place: Int)? = nil,
            _ change: (inout TLS13.ClientConfiguration, inout TLS13.ServerConfiguration) -> Void = { _, _ in }
        ) async throws {
            var pair = try await TLS13Pair.able(
                { client, server in
                    change(&client, &server)
                    client.common.tracing = true
                    server.common.tracing = true
                }, client: client)
            pair.flip = flip
            for (role, message) in pair.run().messages {
                found += Glossary.tls.sentences(of: message, from: Principal(role))
            }
        }
        try await run { client, server in
            client.sendsGREASE = true
            client.requestsStatus = true
            client.offersPostHandshakeAuth = true
            server.ocspResponse = [0x30, 0x03, 0x0a, 0x01, 0x03]
        }
        try await run(client: .ecdsa) { _, server in server.clientAuthentication = .required(authorities: []) }
        for place in [9, 43, 60, 120] { try await run(flip: (0, place)) }
        for place in [9, 60, 160, 300] { try await run(flip: (1, place)) }
        #expect(Set(found.map(\.name)).isSuperset(of: ["tls.alert_message.desc", "tls.handshake.ocsp_response"]))
        #expect(faults(found).isEmpty)
    }

    @Test func everySentenceIsASentence() {
        for meaning in Glossary.tls.all {
            let sentence = meaning.note.english
            #expect(sentence.last == "." && sentence.first.map { $0.isUppercase || $0.isNumber } == true)
        }
    }
}
