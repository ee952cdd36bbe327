import Simulator
import TLSSim
import Trace

/// Lesson 10: mutual authentication.
extension Exercise {
    static let clients: [Exercise] = [
        Exercise(10, 1, .letters(through: "d")) { seed in
            let name = Array("alice".utf8)
            var readable: Set<Character> = []
            for (letter, client) in zip("abcd", [ClientCertificate.good, .missing, .wrongAuthority, .copied]) {
                let journal = try Visit.journal(seed) { $0.clientCertificate = client }
                if journal.packets.contains(where: { $0.bytes.contains(name) }) { readable.insert(letter) }
            }
            return Solution(
                .letters(readable), because: ClientHint.inClear, hint: ClientHint.whatIsSent,
                slips: [
                    (.letters(["a"]), ClientHint.refusedTooLate), (.letters([]), ClientHint.notYetEncrypted),
                ])
        },
        Exercise(10, 2, .sequence) { seed in
            let journal = try Visit.journal(seed) { $0.clientCertificate = .good }
            let types = try journal.typesBefore("tls.certificate_verify")
            return Solution(
                .sequence(types), because: ClientHint.signedMessages, hint: ClientHint.fromTheBeginning,
                slips: [
                    (.sequence(types + [15]), ClientHint.notItself),
                    (.sequence([11, 16]), ClientHint.bothSides), (.sequence([11]), ClientHint.notTheCertificateAlone),
                ])
        },
        Exercise(10, 3, .name) { seed in
            let journal = try Visit.journal(seed) {
                $0.suite = .ecdheECDSAAES128GCM
                $0.clientCertificate = .copied
            }
            let alert = try journal.alert(of: .server)
            return Solution(
                .named(alert), because: ClientHint.alertSent(alert), hint: ClientHint.whichProofFails,
                slips: [
                    (.named("bad_certificate"), ClientHint.certificateIsGood),
                    (.named("unknown_ca"), ClientHint.certificateIsGood),
                    (.named("certificate_unknown"), ClientHint.certificateIsGood),
                    (.named("handshake_failure"), ClientHint.thatIsForNone),
                ])
        },
    ]
}

extension Journal {
    /// Every packet that was put on the wire.
    fileprivate var packets: [Packet] {
        events.compactMap { event in
            if case .sent(let packet, _) = event.kind { return packet }
            return nil
        }
    }

    /// The types of the handshake messages that were written before the first of that step.
    fileprivate func typesBefore(_ step: String) throws(ExerciseError) -> [UInt64] {
        guard let end = events.firstIndex(where: { $0.step == step }) else { throw .noStep(step) }
        return events[..<end].flatMap { event -> [UInt64] in
            guard case .wrote(let message) = event.kind else { return [] }
            return message.panes.compactMap { $0.fields.first(named: "tls.handshake.type")?.number }
        }
    }
}
