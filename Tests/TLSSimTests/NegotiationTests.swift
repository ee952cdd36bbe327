import Crypto
import Testing
import Trace

@testable import TLSSim

/// What the hellos settle besides suite and keys.
struct NegotiationTests {
    // MARK: Application protocol

    /// The server's first protocol that the client offers is spoken; with none in common there is no connection.
    @Test func theServersFirstCommonProtocolIsSpoken() async throws {
        var revisit = try await Revisit(.ecdheRSAAES128GCM, .ticket)
        revisit.client.applicationProtocols = ["h2", "http/1.1"]
        revisit.server.applicationProtocols = ["http/1.1", "h2"]
        let outcome = await revisit.visit()
        #expect(outcome.parameters(.client)?.applicationProtocol == "http/1.1")
        #expect(outcome.parameters(.server)?.applicationProtocol == "http/1.1")
        // It belongs to the connection, not to the session (RFC 7301 section 3.1).
        revisit.client.applicationProtocols = ["h2"]
        let again = await revisit.visit()
        #expect(again.isResumed == true && again.parameters(.client)?.applicationProtocol == "h2")
        revisit.client.applicationProtocols = ["imap"]
        #expect(revisit.answer().alert == .noApplicationProtocol)
        revisit.client.session = nil
        #expect(revisit.answer().alert == .noApplicationProtocol)
        revisit.server.applicationProtocols = []
        let silent = await revisit.visit()
        #expect(silent.isComplete && silent.parameters(.client)?.applicationProtocol == nil)
    }

    /// A client refuses a protocol that it did not offer, two at once, and an answer to nothing.
    @Test func aProtocolThatWasNotOfferedIsRefused() async throws {
        for (offered, answer, alert) in [
            (["h2", "x"], ["h2"], nil), (["h2"], ["x"], .illegalParameter),
            (["h2", "x"], ["h2", "x"], .illegalParameter),
            ([], ["h2"], .unsupportedExtension),
        ] as [([String], [String], AlertDescription?)] {
            #expect(
                try await clientAlert([.applicationProtocols(answer.map { Array($0.utf8) })]) {
                    $0.applicationProtocols = offered
                } == alert)
        }
    }

    /// The alert of a client that gets a ServerHello with these extensions.
    private func clientAlert(
        _ extensions: [HelloExtension], random: [UInt8] = [UInt8](repeating: 1, count: 32),
        _ change: (inout Client.Configuration) -> Void = { _ in }
    ) async throws -> AlertDescription? {
        var revisit = try await Revisit(.rsaAES128GCM, nil)
        change(&revisit.client)
        var pair = revisit.pair()
        _ = pair.handle(.start, by: .client)
        let answer = ServerHello(
            random: random, cipherSuite: CipherSuite.rsaAES128GCM.codePoint, extensions: extensions)
        return pair.handle(.bytes(record(22, answer.message.bytes)), by: .client).alert
    }

    // MARK: Fragments

    /// An agreed limit holds for every record of both sides, and for the session.
    @Test(arguments: MaximumFragment.allCases)
    func anAgreedLimitHoldsForEveryRecordAndTheSession(limit: MaximumFragment) async throws {
        for way in Revisit.Way.allCases {
            var revisit = try await Revisit(.dheRSAAES128GCM, way, tracing: true)
            revisit.client.maximumFragment = limit
            for isResumed in [false, true] {
                let outcome = await revisit.visit()
                #expect(outcome.isComplete && outcome.isResumed == isResumed)
                #expect(outcome.parameters(.server)?.maximumFragment == limit)
                #expect(outcome.parameters(.client)?.maximumFragment == limit)
                for flight in outcome.flights {
                    for record in records(in: flight.octets) { #expect(record.count <= 5 + 8 + limit.octets + 16) }
                }
            }
            // The limit is the session's: with another there is no resuming.
            revisit.client.maximumFragment = nil
            #expect(revisit.answer().isFull)
        }
    }

    /// A limit that does not exist is refused, and so is an answer that was not asked for.
    @Test func aLimitThatDoesNotExistIsRefused() async throws {
        let revisit = try await Revisit(.rsaAES128GCM, nil)
        for code: UInt8 in [0, 5, 255] {
            let hello = ClientHello(
                random: [UInt8](repeating: 1, count: 32), cipherSuites: [CipherSuite.rsaAES128GCM.codePoint],
                extensions: [.maxFragmentLength(code)])
            var random = SeededRandomSource(seed: 1)
            var server = TLSEndpoint(revisit.server)
            #expect(server.handle(.bytes(record(22, hello.message.bytes)), using: &random).alert == .illegalParameter)
            #expect(
                try await clientAlert([.maxFragmentLength(code)]) { $0.maximumFragment = .octets512 }
                    == .illegalParameter)
        }
        #expect(try await clientAlert([.maxFragmentLength(2)]) { $0.maximumFragment = .octets512 } == .illegalParameter)
        #expect(try await clientAlert([.maxFragmentLength(1)]) { $0.maximumFragment = .octets512 } == nil)
        #expect(try await clientAlert([.maxFragmentLength(1)]) == .unsupportedExtension)
    }

    /// Whoever breaks an agreed limit gets record_overflow.
    @Test func aRecordOverAnAgreedLimitIsRefused() async throws {
        var revisit = try await Revisit(.rsaAES128GCM, nil, tracing: true)
        revisit.client.maximumFragment = .octets512
        for (count, alert) in [(512, nil), (513, .recordOverflow)] as [(Int, AlertDescription?)] {
            var pair = revisit.pair()
            let outputs = await pair.runHandshake()
            var block: [UInt8] = []
            for case .learned(Knowledge.keyBlock, _, let value) in outputs[.client] ?? [] { block = value }
            // A client of our own would keep to the limit, so its records are made here, under its keys.
            var layer = RecordLayer()
            layer.startWriting(
                with: RecordProtection(
                    .aesGCM(keyLength: 16),
                    keys: DirectionKeys(macKey: [], key: Array(block[..<16]), fixedIV: Array(block[32..<36]))))
            _ = try layer.seal(.handshake, [UInt8](repeating: 0, count: 16))  // its Finished
            let sealed = try layer.seal(.applicationData, [UInt8](repeating: 7, count: count)).flatMap(\.wire)
            #expect(pair.handle(.bytes(sealed), by: .server).alert == alert)
        }
    }

    /// Records may be cut anywhere: at one octet, at seven, at the ends of messages.
    @Test(arguments: [1, 7, 50, 0, -1, .max])
    func recordsMayBeCutAnywhere(limit: Int) async throws {
        var revisit = try await Revisit(.dheRSAAES128GCM, .ticket, tracing: true)
        revisit.client.recordLimit = limit
        revisit.server.recordLimit = limit
        let effective = max(1, min(limit, 16_384))
        for isResumed in [false, true] {
            let outcome = await revisit.visit()
            #expect(outcome.isComplete && outcome.isResumed == isResumed, "\(limit): \(outcome.errors)")
            for flight in outcome.flights {
                for record in records(in: flight.octets) { #expect(record.count <= 5 + 8 + max(2, effective) + 16) }
            }
        }
    }

    // MARK: Names and versions

    /// A host that the certificate is not for is refused by a strict server only.
    @Test func onlyAStrictServerRefusesAnotherHost() async throws {
        var revisit = try await Revisit(.rsaAES128GCM, nil)
        revisit.server.strictServerName = true
        #expect(revisit.answer().isFull)
        revisit.client.hostName = "other.example.com"
        #expect(revisit.answer().alert == .unrecognizedName)
        revisit.server.strictServerName = false
        #expect(revisit.answer().isFull)
        // An address may not stand in the extension; to name nothing is no offence.
        revisit.server.strictServerName = true
        for address in ["192.0.2.1", "2001:db8::1"] {
            revisit.client.hostName = address
            #expect(revisit.client.serverName == nil)
            #expect(revisit.answer().isFull)
        }
    }

    /// TLS_FALLBACK_SCSV below our version is inappropriate, at it or above it means nothing (RFC 7507).
    @Test func aFallbackIsInappropriateBelowOurVersionOnly() async throws {
        let revisit = try await Revisit(.rsaAES128GCM, nil)
        for (version, signals, alert) in [
            (0x0302, true, .inappropriateFallback), (0x0301, true, .inappropriateFallback),
            (0x0302, false, .protocolVersion), (0x0303, true, nil), (0x0304, true, nil),
        ] as [(UInt16, Bool, AlertDescription?)] {
            let hello = ClientHello(
                version: ProtocolVersion(rawValue: version), random: [UInt8](repeating: 1, count: 32),
                cipherSuites: [CipherSuite.rsaAES128GCM.codePoint] + (signals ? [CipherSuite.fallback] : []))
            var random = SeededRandomSource(seed: 1)
            var server = TLSEndpoint(revisit.server)
            let outputs = server.handle(.bytes(record(22, hello.message.bytes)), using: &random)
            #expect(outputs.alert == alert, "\(version)")
            #expect(outputs.isFull == (alert == nil))
        }
    }

    /// The sign of a TLS 1.3 server is what a client that offers 1.2 must expect; ours never makes it.
    @Test func theDowngradeSentinelIsExpectedAndNeverMade() async throws {
        let sign = Array("DOWNGRD".utf8)
        for last: UInt8 in [0, 1] {
            let random = [UInt8](repeating: 2, count: 24) + sign + [last]
            #expect(try await clientAlert([], random: random) == nil)
            #expect(ServerHello(random: random, cipherSuite: 0).downgradeSentinel == (last == 1))
        }
        #expect(ServerHello(random: [UInt8](repeating: 2, count: 32), cipherSuite: 0).downgradeSentinel == nil)
    }

    /// No renegotiation_info from the server is put up with; one that is not empty is not.
    @Test func aServerWithoutRenegotiationInfoIsAccepted() async throws {
        #expect(try await clientAlert([]) == nil)
        #expect(try await clientAlert([.renegotiationInfo([])]) == nil)
        #expect(try await clientAlert([.renegotiationInfo([1])]) == .handshakeFailure)
    }
}
