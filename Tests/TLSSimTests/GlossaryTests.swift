import Crypto
import PKI
import TestSupport
import Testing
import Trace

@testable import TLSSim

/// Every field has a sentence.
struct GlossaryTests {
    private func names(_ fields: [Field]) -> Set<String> {
        Set(fields.flatMap { [$0.name] + $0.bits.map(\.name) + names($0.children) })
    }

    private func names(_ outcome: Pair.Outcome) -> Set<String> {
        let outputs = (outcome.outputs[.client] ?? []) + (outcome.outputs[.server] ?? [])
        return Set(
            outputs.flatMap { output -> [String] in
                switch output {
                case .wrote(let record, _), .read(let record, _):
                    record.message.panes.flatMap { names($0.fields) }
                default: []
                }
            })
    }

    private func unexplained(_ names: Set<String>) -> [String] { names.filter { Glossary.tls[$0] == nil }.sorted() }

    @Test(arguments: CipherSuite.all)
    func everyFieldOfEverySuiteHasASentence(suite: CipherSuite) async throws {
        for encryptThenMAC in [false, true] {
            var pair = try await Pair.able(suite, encryptThenMAC: encryptThenMAC, tracing: true)
            let found = names(await pair.run())
            #expect(found.count > 50)
            #expect(unexplained(found).isEmpty)
        }
    }

    @Test func everyFieldOfClientsCertificatesStaplingResumptionAndAlertsHasASentence() async throws {
        var found: Set<String> = []
        let fixture = try await Fixture.shared.get()
        for kind in [KeyAlgorithm.rsa, .ecdsa] {
            var pair = try await Mutual.pair(identity: try await Fixture.shared.client(kind), tracing: true)
            found.formUnion(names(await pair.run()))
        }
        var stapling = Pair(
            suites: [.rsaAES128GCM], requestsStatus: true, ocspResponse: [0x30, 0x03, 0x0a, 0x01, 0x03], tracing: true,
            fixture)
        found.formUnion(names(await stapling.run()))
        for way in Revisit.Way.allCases {
            var revisit = try await Revisit(.rsaAES128GCM, way, tracing: true)
            for _ in 0..<2 { found.formUnion(names(await revisit.visit())) }
        }
        for (index, octet) in [(0, 9), (1, 5), (2, 5), (2, 100), (3, 60)] {
            var pair = try await Pair.able(.rsaAES128GCM, tracing: true)
            let outcome = await pair.run { flight, _, octets in
                guard flight == index, octets.indices.contains(octet) else { return octets }
                var octets = octets
                octets[octet] ^= 0xff
                return octets
            }
            found.formUnion(names(outcome))
        }
        #expect(found.contains("tls.handshake.ocsp_response") && found.contains("tls.alert_message.desc"))
        #expect(unexplained(found).isEmpty)
    }

    /// Extensions that our own hellos do not carry, in hellos of others.
    @Test func everyFieldOfEveryExtensionHasASentence() throws {
        let extensions: [HelloExtension] = [
            .serverName("www.example.com"), .maxFragmentLength(1), .statusRequest(StatusRequest()),
            .supportedGroups([.x25519]), .ecPointFormats([0]), .signatureAlgorithms([.ecdsaSHA256]),
            .applicationProtocols([Array("h2".utf8)]), .encryptThenMAC, .extendedMasterSecret,
            .sessionTicket([1, 2]), .renegotiationInfo([]), .other(type: 0x1234, body: [1, 2, 3]),
        ]
        let hello = ClientHello(
            random: [UInt8](repeating: 7, count: 32), sessionID: [1], cipherSuites: [0x009c], extensions: extensions)
        var reader = ByteReader(hello.message.body)
        _ = try ClientHello.read(from: &reader)
        #expect(unexplained(names(reader.fields)).isEmpty)
    }

    /// Every field of the traces of RFC 8448, and of what does not stand there.
    @Test func everyFieldOfTLS13HasASentence() throws {
        var messages = RFC8448.all.flatMap(\.messages)
        let random = [UInt8](repeating: 7, count: 32)
        messages.append(
            ClientHello(
                random: random, cipherSuites: [0x1301],
                extensions: [
                    .signatureAlgorithmsCert([.ecdsaSHA256]), .certificateAuthorities([[1]]), .postHandshakeAuth,
                    .earlyData, .cookie([1]),
                ]
            ).message.bytes)
        messages.append(
            TLS13.Certificate(
                context: [1], entries: [.init([2], extensions: [.certificateStatus(CertificateStatus(response: [3]))])]
            ).message.bytes)
        messages.append(KeyUpdate(isRequested: true).message.bytes)
        var found: Set<String> = []
        for octets in messages {
            var joiner = HandshakeJoiner()
            joiner.append(octets)
            let next = try joiner.next()
            let message = try #require(next)
            var reader = ByteReader(message.body)
            _ = try message.type?.readBody(from: &reader, keyExchange: nil, version: .tls13)
            found.formUnion(names(reader.fields))
        }
        #expect(found.count > 40)
        #expect(unexplained(found).isEmpty)
        let named = Set(TLS13FieldNote.allCases.map(\.rawValue))
        // Two extensions say all by being there, and have no octet.
        #expect(named.subtracting(found) == ["tls.early_data", "tls.handshake.post_handshake_auth"])
    }

    @Test func everySentenceIsASentence() {
        let all: [any Remark] =
            RecordFieldNote.allCases.map { $0 as any Remark } + HelloFieldNote.allCases.map { $0 as any Remark }
            + HandshakeFieldNote.allCases.map { $0 as any Remark } + TLS13FieldNote.allCases.map { $0 as any Remark }
        for note in all {
            let sentence = note.sentence(in: .english)
            #expect(sentence.last == "." && sentence.first.map { $0.isUppercase || $0.isNumber } == true)
        }
    }
}
