import Simulator
import TLSSim
import Trace

/// Lesson 10: mutual authentication.
extension Exercise {
    static let clients: [Exercise] = [
        Exercise(lesson: 10, number: 1, answer: .letters(through: "d")) { seed in
            let name = Array("alice".utf8)
            let clients = [ClientCertificate.good, .missing, .wrongAuthority, .copied]
            let readable = try Exercise.letters(of: clients) { client in
                let journal = try Visit.journal(seed) { $0.clientCertificate = client }
                return journal.sent().contains { $0.packet.bytes.contains(name) }
            }
            return Solution(
                .letters(readable), because: ClientHint.inClear, hint: .whatIsSent,
                slips: [
                    (.letters(["a"]), .refusedTooLate), (.letters([]), .notYetEncrypted),
                ])
        },
        Exercise(lesson: 10, number: 2, answer: .sequence) { seed in
            let journal = try Visit.journal(seed) { $0.clientCertificate = .good }
            let types = try journal.typesBefore("tls.certificate_verify")
            return Solution(
                .sequence(types), because: ClientHint.signedMessages, hint: .fromTheBeginning,
                slips: [
                    (.sequence(types + [15]), .notItself),
                    (.sequence([11, 16]), .bothSides), (.sequence([11]), .notTheCertificateAlone),
                ])
        },
        Exercise(lesson: 10, number: 3, answer: .name) { seed in
            let journal = try Visit.journal(seed) {
                $0.suite = .ecdheECDSAAES128GCM
                $0.clientCertificate = .copied
            }
            let alert = try journal.alert(of: .server)
            return Solution(
                .named(alert), because: ClientHint.alertSent(alert), hint: .whichProofFails,
                slips: [
                    (.named("bad_certificate"), .certificateIsGood),
                    (.named("unknown_ca"), .certificateIsGood),
                    (.named("certificate_unknown"), .certificateIsGood),
                    (.named("handshake_failure"), .thatIsForNone),
                ])
        },
    ]
}

extension Journal {
    /// The types of the handshake messages that were written before the first event with the step id `step`.
    fileprivate func typesBefore(_ step: String) throws(ExerciseError) -> [UInt64] {
        guard let end = events.firstIndex(where: { $0.step == step }) else { throw .noStep(step) }
        return events[..<end].flatMap(\.writtenTypes)
    }
}
