import Crypto
import PKI
import Testing
import Trace

@testable import TLSSim

/// What comes beside or after the handshake of TLS 1.3: limits of records, late requests for a certificate, numbers without a meaning.
@Suite struct TLS13LateTests {
    // MARK: RFC 8449

    @Test func recordsKeepToTheLimitOfTheirReader() async throws {
        let word = [UInt8](repeating: 5, count: 1000)
        for (client, server) in [(UInt16(64), UInt16(300)), (300, 64), (16_385, 16_385)] {
            var pair = try await TLS13Pair.able {
                ($0.common.recordSizeLimit, $1.common.recordSizeLimit) = (client, server)
                ($0.common.paddingMultiple, $1.common.paddingMultiple) = (50, 1)
            }
            pair.perform(.start, at: .client)
            pair.perform(.send(word), at: .client)
            pair.perform(.send(word), at: .server)
            #expect(pair.outcome.isComplete, "\(pair.outcome.errors)")
            #expect(pair.outcome.plaintext == [.server: word, .client: word])
            for (side, octets) in pair.outcome.flights {
                for record in records(in: octets) where record.first == 23 {
                    let limit = Int(side == .client ? server : client)
                    #expect(record.count - 5 - 16 <= limit, "\(side)")
                }
            }
        }
    }

    /// Only one side speaks of it: then there is no limit.
    @Test func aLimitThatIsNotAnsweredIsNone() async throws {
        for side in Role.allCases {
            var pair = try await TLS13Pair.able {
                if side == .client { $0.common.recordSizeLimit = 64 } else { $1.common.recordSizeLimit = 64 }
            }
            pair.perform(.start, at: .client)
            pair.perform(.send([UInt8](repeating: 5, count: 500)), at: .client)
            pair.perform(.send([UInt8](repeating: 5, count: 500)), at: .server)
            #expect(pair.outcome.isComplete, "\(pair.outcome.errors)")
            #expect(pair.outcome.plaintext[side]?.count == 500)
        }
    }

    @Test func aRecordOverTheLimitIsAnOverflow() throws {
        let secret = TrafficSecret([UInt8](repeating: 1, count: 32), hash: .sha256)
        for (count, padding, isRefused) in [(63, 0, false), (64, 0, true), (60, 3, false), (60, 4, true)] {
            var writing = TrafficProtection(.aes128GCM, secret)
            var reading = IncomingRecords(of: .client)
            reading.startReading(with: TrafficProtection(.aes128GCM, secret))
            reading.limitPlaintext(to: 64)
            let record = try writing.seal(
                InnerPlaintext([UInt8](repeating: 7, count: count), typeCode: 23, padding: padding))
            if isRefused {
                #expect(throws: TLSError.recordOverflow(length: 65, limit: 64)) { _ = try reading.read(record) }
            } else {
                #expect(try reading.read(record).octets.count == count)
            }
        }
        #expect(TLSError.recordOverflow(length: 65, limit: 64).alert == .recordOverflow)
    }

    @Test func aLimitBelowSixtyFourIsRefused() throws {
        #expect(throws: TLSError.tls13(.recordSizeLimitTooSmall(63))) {
            try [HelloExtension.recordSizeLimit(63)].checkRecordSizeLimit()
        }
        try [HelloExtension.recordSizeLimit(64)].checkRecordSizeLimit()
        // A larger one than TLS 1.3 has is no error: a later version may have it.
        #expect([HelloExtension.recordSizeLimit(65_535)].recordSizeLimit == 16_385)
        #expect(TLS13Violation.recordSizeLimitTooSmall(63).alert == .illegalParameter)
    }

    // MARK: Late requests

    private func latePair(
        _ kind: KeyAlgorithm? = .ecdsa, _ change: (inout TLS13.ServerConfiguration) -> Void = { _ in }
    ) async throws -> TLS13Pair {
        var pair = try await TLS13Pair.able(
            {
                $0.offersPostHandshakeAuth = true
                change(&$1)
            }, client: kind)
        pair.perform(.start, at: .client)
        return pair
    }

    @Test func theClientShowsItsCertificateLater() async throws {
        for kind in [KeyAlgorithm.rsa, .ecdsa] {
            var pair = try await latePair(kind)
            for word in 1...3 as ClosedRange<UInt8> {
                // The base of Finished is the secret in force.
                if word == 2 { pair.updateKeys(of: .client, request: true) }
                pair.askLate()
                pair.perform(.send([word]), at: .client)
                pair.perform(.send([word]), at: .server)
            }
            #expect(pair.outcome.errors.isEmpty, "\(pair.outcome.errors)")
            #expect(pair.outcome.plaintext == [.server: [1, 2, 3], .client: [1, 2, 3]])
            #expect(pair.outcome.authenticated.count == 3)
            for peer in pair.outcome.authenticated {
                guard case .judged = peer else {
                    Issue.record("\(peer)")
                    continue
                }
            }
        }
    }

    @Test func aClientWithoutACertificateDeclines() async throws {
        var pair = try await latePair(nil)
        pair.askLate()
        #expect(pair.outcome.authenticated == [.anonymous])
        var strict = try await latePair(nil) { $0.clientAuthentication = .requested() }
        strict.askLate()
        #expect(strict.outcome.authenticated == [.anonymous])
    }

    /// Without the extension the server does not ask; a client that did not offer it refuses.
    @Test func aRequestThatWasNotOfferedForIsUnexpected() async throws {
        var pair = try await TLS13Pair.able()
        pair.perform(.start, at: .client)
        let count = pair.outcome.flights.count
        pair.askLate()
        #expect(pair.outcome.flights.count == count)
        #expect(pair.outcome.authenticated.isEmpty)
        let asking = TLS13.CertificateRequest(context: [1], extensions: [.signatureAlgorithms([.ecdsaSHA256])])
        var client = pair.client
        let record = try #require(try pair.server.sealing(InnerPlaintext(asking.message.bytes, typeCode: 22)))
        let outputs = client.handle(.bytes(record), using: &pair.random)
        let error = TLSError.unexpected(message: "CertificateRequest", awaiting: "Traffic")
        #expect(outputs.contains(.failed(error, alert: .unexpectedMessage)))
    }

    // MARK: RFC 8701

    @Test func numbersWithoutAMeaningArePassedOver() async throws {
        for seed in 0..<8 as Range<UInt64> {
            for shares in [[NamedGroup.x25519], []] {
                var pair = try await TLS13Pair.able { client, server in
                    client.sendsGREASE = true
                    client.shares = shares
                    client.applicationProtocols = ["h2"]
                    server.applicationProtocols = ["h2"]
                }
                pair.random = SeededRandomSource(seed: seed)
                let outcome = pair.run()
                #expect(outcome.isComplete, "\(outcome.errors)")
                #expect(outcome.established[.client]?.applicationProtocol == "h2")
            }
        }
    }

    @Test func theNumbersAreThoseOfTheRFC() {
        var random = SeededRandomSource(seed: 3)
        let plain = ClientHello(
            random: [], sessionID: [], cipherSuites: [0x1301],
            extensions: [
                .supportedVersions([.tls13]), .pskKeyExchangeModes([.pskWithDHE]), .supportedGroups([.x25519]),
            ])
        let numbers = Set((0..<16).map { UInt16($0 << 4 | 0xa) * 0x0101 })
        for _ in 0..<50 {
            let hello = GREASE(using: &random).added(to: plain)
            #expect(hello.cipherSuites.count == 2 && numbers.contains(hello.cipherSuites[0]))
            #expect(hello.extensions.count == 5)
            let types = [hello.extensions.first?.type, hello.extensions.last?.type].compactMap(\.self)
            #expect(Set(types).count == 2 && numbers.isSuperset(of: types))
            #expect(numbers.contains(hello.supportedVersions?.first?.rawValue ?? 0))
            #expect(numbers.contains(hello.supportedGroups?.first?.rawValue ?? 0))
            let modes: [UInt8] = [0x0b, 0x2a, 0x49, 0x68, 0x87, 0xa6, 0xc5, 0xe4]
            #expect(modes.contains(hello.pskModes?.first?.rawValue ?? 0))
        }
    }
}
