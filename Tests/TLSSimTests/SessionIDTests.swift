import Crypto
import Testing
import Trace

@testable import TLSSim

/// A session ID that leads to no session need not have been meant as one.
@Suite struct SessionIDTests {
    /// What the server has to say about resumption when it gets a hello with a session ID that it has not given out.
    private func notes(on extensions: [HelloExtension], sessionID: [UInt8]) async throws -> [ResumptionNote] {
        let server = try await Revisit(.rsaAES128GCM, .name, tracing: true).server
        let hello = ClientHello(
            random: [UInt8](repeating: 1, count: 32), sessionID: sessionID,
            cipherSuites: [CipherSuite.rsaAES128GCM.codePoint],
            extensions: [.serverName(Fixture.hostName), .renegotiationInfo([])] + extensions)
        let message = hello.message.bytes
        var endpoint = TLSEndpoint(server)
        var random = SeededRandomSource(seed: 1)
        let record = [22, 3, 1, UInt8(message.count >> 8), UInt8(message.count & 0xff)] + message
        return endpoint.handle(.bytes(record), using: &random).compactMap { output in
            if case .note(.resumption(let note)) = output { note } else { nil }
        }
    }

    /// curl's first visit: a client that speaks TLS 1.3 fills the field (RFC 8446 appendix D.4).
    @Test func aClientThatAlsoSpeaksTLS13OffersNoSessionByFillingTheField() async throws {
        let versions = HelloExtension.other(type: 43, body: [4, 3, 4, 3, 3])
        let notes = try await notes(on: [versions], sessionID: [UInt8](repeating: 2, count: 32))
        #expect(notes == [.unknownSessionID(offersTLS13: true)])
        let note = try #require(notes.first)
        #expect(note.cite == .rfc(8446, "D.4"))
        #expect(note.sentence(in: .english).contains("need not offer a session"))
    }

    @Test(arguments: [[], [2, 3, 3], [3, 4], [], [0xff]] as [[UInt8]])
    func withoutTLS13AnUnknownSessionWasMeant(versions: [UInt8]) async throws {
        let extensions = versions.isEmpty ? [] : [HelloExtension.other(type: 43, body: versions)]
        let notes = try await notes(on: extensions, sessionID: [UInt8](repeating: 2, count: 32))
        #expect(notes == [.unknownSessionID(offersTLS13: false)])
    }

    @Test func anEmptySessionIDIsNoReasonToSayAnything() async throws {
        #expect(try await notes(on: [], sessionID: []).isEmpty)
    }
}
