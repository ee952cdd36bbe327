import Crypto
import TLSSim
import TestRecording
import TestSupport
import Testing
import Trace

@testable import Explain

/// Connections of OpenSSL, compared with what tshark reads in them.
@Suite struct TLSOpenSSLTests {
    @Test func hellosCertificatesAndAlertsAreThoseThatTsharkFinds() async throws {
        let clients = [
            ["-tls1_2", "-servername", "www.example.com", "-alpn", "h2,http/1.1"], ["-tls1_3"],
            ["-tls1_2", "-cipher", "ALL:@SECLEVEL=0"], ["-tls1_2", "-verify_return_error", "-verify", "2"],
            ["-tls1_3", "-verify_return_error", "-verify", "2"], ["-tls1_3", "-groups", "P-521:X25519"],
        ]
        let recording = try await OpenSSLRecording.make(server: ["-groups", "X25519:P-256"], clients: clients)
        let ended = try TLSRecording(recording.capture).connections().sorted { $0.number < $1.number }
        #expect(ended.count == clients.count)
        let fields = [
            "tcp.stream", "tls.handshake.type", "tls.handshake.ciphersuite", "tls.handshake.extensions_supported_group",
            "tls.handshake.sig_hash_alg", "tls.handshake.extensions_server_name", "tls.handshake.ja3",
            "tls.handshake.certificate", "tls.alert_message.desc",
        ]
        let frames = try await TemporaryDirectory.use { directory in
            let file = try directory.write(recording.capture, to: "tls.pcapng")
            return try await Tshark.frames(of: file, fields)
        }
        for (index, connection) in ended.enumerated() {
            let own = frames.filter { $0["tcp.stream"] == ["\(index)"] }
            let json = try #require(connection.tls.json)
            let hello = try #require(own.first { $0["tls.handshake.type"].contains("1") })
            #expect(json.at("offered", "frame") == .number(hello.number))
            func numbers(_ field: String) -> [UInt16] {
                hello[field].compactMap { UInt16($0.replacing("0x", with: ""), radix: $0.hasPrefix("0x") ? 16 : 10) }
            }
            #expect(
                json.at("offered", "suites")?.strings
                    == numbers("tls.handshake.ciphersuite").map { RegisteredSuite($0).word })
            let groups = json.at("offered", "groups")?.strings
            #expect(
                groups
                    == numbers("tls.handshake.extensions_supported_group").map { NamedGroup(rawValue: $0).name })
            let schemes = json.at("offered", "signature_schemes")?.strings
            #expect(schemes == numbers("tls.handshake.sig_hash_alg").map { SignatureScheme(rawValue: $0).name })
            #expect(json.at("offered", "ja3") == .string(hello["tls.handshake.ja3"].first ?? ""))
            let name = hello["tls.handshake.extensions_server_name"].first
            #expect(json.at("offered", "sni") == name.map { .string($0) })
            let certificates = own.flatMap { $0["tls.handshake.certificate"] }
            let digests = try certificates.map {
                Hex.string(HashAlgorithm.sha256.hash(try #require(Hex.octets($0.replacing(":", with: "")))))
            }
            #expect(connection.tls.serverChain.map { Hex.string(HashAlgorithm.sha256.hash($0.der)) } == digests)
            let alerts = own.flatMap { frame in frame["tls.alert_message.desc"].map { (frame.number, $0) } }
            let inClear = connection.tls.talk?.alerts.filter { !$0.isEncrypted } ?? []
            #expect(inClear.map(\.frame) == alerts.map(\.0))
            #expect(inClear.map { "\($0.name?.rawValue ?? 255)" } == alerts.map(\.1))
            let isRefused = clients[index].contains("-verify_return_error")
            #expect(connection.findings.map(\.code).contains("tls.unknown_ca") == isRefused)
            #expect(
                connection.findings.map(\.code).contains("tls.hello_retry") == clients[index].contains("P-521:X25519"))
        }
    }

    @Test(arguments: ["AES128-GCM-SHA256", "AES256-SHA"])
    func theServersRSAKeyOpensAConnectionWithKeyTransport(cipher: String) async throws {
        let recording = try await OpenSSLRecording.make(server: ["-tls1_2", "-cipher", cipher])
        var secrets = SecretsStore()
        secrets.add(try recording.key)
        let ended = try #require(try TLSRecording(recording.capture).connections(secrets).first)
        #expect(ended.tls.json?.at("opened", "by") == .string("rsa_key"))
        let request = Array(OpenSSLRecording.request.utf8)
        #expect(ended.tls.talk?.client.plaintext?.digest == HashAlgorithm.sha256.hash(request))
        let answer = try #require(ended.tls.talk?.server.plaintext)
        #expect(answer.octets > OpenSSLRecording.page.utf8.count)
    }

    /// Each reason for which an RSA key opens nothing is said of its own case.
    @Test func anRSAKeyThatOpensNothingIsToldWhy() async throws {
        let recording = try await OpenSSLRecording.make(server: ["-tls1_2", "-cipher", "AES128-GCM-SHA256"])
        let passages = try #require(recording.connections.first).map { ($0.fromClient, $0.octets) }
        func reason(_ key: RSAPrivateKey, _ change: (inout [UInt8]) -> Void = { _ in }) throws -> TLSClosed? {
            var secrets = SecretsStore()
            secrets.add(key)
            let changed = passages.map { fromClient, octets in
                var octets = octets
                if fromClient { change(&octets) }
                return (fromClient, octets)
            }
            let capture = PacketMaker.capture(PacketMaker().datagrams(changed))
            let ended = try #require(try TLSRecording(capture).connections(secrets).first)
            return TLSClosed(try #require(ended.tls.talk), secrets)
        }
        // A ClientKeyExchange of 258 octets: the length of the ciphertext, and 256 octets.
        let exchange: [UInt8] = [16, 0, 1, 2, 1, 0]
        let own = try recording.key
        var random = SeededRandomSource(seed: 1)
        #expect(try reason(own) == nil)
        #expect(try reason(RSAPrivateKey.generate(bits: 2_048, using: &random)) == .otherKey)
        let damaged = try reason(own) { octets in
            if let place = octets.firstRange(of: exchange) { octets[place.upperBound + 200] ^= 1 }
        }
        #expect(damaged == .noPremaster)
        let unread = try reason(own) { octets in
            if let place = octets.firstRange(of: exchange) { octets[place.lowerBound + 4] = 2 }
        }
        #expect(unread == .noKeyExchange)
    }
}
