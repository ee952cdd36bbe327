import Crypto
import PKI
import Testing
import Trace

@testable import TLSSim

/// What a side says of the messages that it reads.
struct ReadingTests {
    private func notes(_ outcome: Pair.Outcome, wrote principal: Principal) -> [Note?] {
        (outcome.outputs[principal] ?? []).compactMap { output in
            if case .wrote(_, let note) = output { .some(note) } else { nil }
        }
    }

    private func notes(_ outcome: Pair.Outcome, readBy principal: Principal) -> [Note?] {
        (outcome.outputs[principal] ?? []).compactMap { output in
            if case .read(_, let note) = output { .some(note) } else { nil }
        }
    }

    /// What a note says where its writer knows more than its message tells.
    private func asRead(_ note: Note?) -> Note? {
        switch note {
        case .clientAuthentication(.certificateRequest(let authorities, _)):
            .clientAuthentication(.certificateRequest(authorities: authorities, required: nil))
        case .clientAuthentication(.noClientCertificate): .clientAuthentication(.noClientCertificate(hasOne: nil))
        case .traffic(.alert(let name, _)): .traffic(.peerAlert(name, fatal: true))
        default: note
        }
    }

    private func compare(_ outcome: Pair.Outcome) {
        for (writer, reader) in [(Principal.client, Principal.server), (.server, .client)] {
            let written = notes(outcome, wrote: writer)
            #expect(written.map(asRead) == notes(outcome, readBy: reader))
            #expect(!written.isEmpty && !written.contains(nil))
        }
    }

    @Test(arguments: CipherSuite.live)
    func theReaderSaysWhatTheWriterSays(suite: CipherSuite) async throws {
        var pair = try await Pair.able(suite, tracing: true)
        compare(await pair.run())
    }

    @Test func clientsWithAndWithoutACertificateAreExplained() async throws {
        for identity in [try await Fixture.shared.client(.rsa), nil] {
            var pair = try await Mutual.pair(identity: identity, required: false, tracing: true)
            compare(await pair.run())
        }
    }

    @Test(arguments: Revisit.Way.allCases)
    func resumedSessionsAreExplained(way: Revisit.Way) async throws {
        var revisit = try await Revisit(.rsaAES128GCM, way, tracing: true)
        compare(await revisit.visit())
        compare(await revisit.visit())
    }

    /// A record with several messages has the note of the first; the others follow.
    @Test func everyMessageOfARecordIsExplained() async throws {
        var pair = try await Pair.able(.ecdheRSAAES128GCM, tracing: true)
        let outcome = await pair.run { index, _, octets in
            guard index == 1 else { return octets }
            return record(22, records(in: octets).flatMap { $0.dropFirst(5) })
        }
        #expect(outcome.isComplete, "\(outcome.errors)")
        let steps = (outcome.outputs[.client] ?? []).compactMap { output -> String? in
            switch output {
            case .read(_, let note): note?.step
            case .note(let note): note.step
            default: nil
            }
        }
        #expect(
            steps.prefix(4) == [
                "tls.server_hello", "tls.certificate", "tls.server_key_exchange", "tls.server_hello_done",
            ])
    }

    @Test func aFatalAlertIsNamed() async throws {
        var pair = try await Pair.able(.rsaAES128GCM, tracing: true)
        let outcome = await pair.run { index, _, octets in
            index == 2 ? octets.dropLast() + [(octets.last ?? 0) ^ 1] : octets
        }
        let alert = try #require(outcome.alerts[.server])
        #expect(notes(outcome, readBy: .client).last == .traffic(.peerAlert(alert, fatal: true)))
    }
}
