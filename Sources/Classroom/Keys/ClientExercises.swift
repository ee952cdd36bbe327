import Simulator
import TLSSim
import Trace

/// Lesson 10: mutual authentication.
extension Exercise {
    static let clients: [Exercise] = [
        Exercise(lesson: 10, number: 1, answer: .letters(through: "d")) { seed, key in
            let name = Array("alice".utf8)
            let clients = [ClientCertificate.good, .missing, .wrongAuthority, .copied]
            let readable = try Exercise.letters(of: clients) { client in
                let journal = try Visit.journal(seed) { $0.clientCertificate = client }
                return journal.sent().contains { $0.packet.bytes.contains(name) }
            }
            key.right = [.letters(readable)]
            key.because = Words(
                english: "In TLS 1.2 the client's certificate goes in clear. It names the client whether the server "
                    + "believes it or not.")
            key.hint = Words(
                english: "Ask for each client whether it sends a certificate, whose name stands in it, and whether "
                    + "it is encrypted.")
            key[.letters(["a"])] = Words(
                english: "A certificate that the server refuses has been on the wire before it is refused.")
            key[.letters([])] = Words(
                english: "In TLS 1.2 the client's Certificate is sent before ChangeCipherSpec. Nothing is encrypted "
                    + "yet.")
        },
        Exercise(lesson: 10, number: 2, answer: .sequence) { seed, key in
            let journal = try Visit.journal(seed) { $0.clientCertificate = .good }
            let types = try journal.typesBefore("tls.certificate_verify")
            key.right = [.sequence(types)]
            key.because = Words(
                english: "Everything from ClientHello to ClientKeyExchange is signed: both randoms, and the value "
                    + "from which the keys are made.")
            key.hint = Words(
                english: "The signature is over all handshake messages so far, of both sides. ChangeCipherSpec is no "
                    + "handshake message. The types of the messages stand in the lines with tls.handshake.type.")
            key[.sequence(types + [15])] = Words(english: "CertificateVerify cannot be under its own signature.")
            key[.sequence([11, 16])] = Words(
                english: "These are the client's own messages only, or some of them. The signature covers those of "
                    + "both sides.")
            key[.sequence([11])] = Words(
                english: "A signature over the certificate alone could be copied from another connection.")
        },
        Exercise(lesson: 10, number: 3, answer: .name) { seed, key in
            let journal = try Visit.journal(seed) {
                $0.suite = .ecdheECDSAAES128GCM
                $0.clientCertificate = .copied
            }
            let alert = try journal.alert(of: .server)
            key.right = [.named(alert)]
            key.because = Words(
                english: "The server sends \(alert): the signature does not fit the key in the copied certificate "
                    + "(RFC 5246 7.2.2).")
            key.hint = Words(
                english: "Find out which of the two fails: the check of the chain, or the check of the signature.")
            key[.named("bad_certificate"), .named("unknown_ca"), .named("certificate_unknown")] = Words(
                english: "The certificate is Alice's own, and the server trusts it. Something else fails.")
            key[.named("handshake_failure")] = Words(
                english: "That alert is for a client that sends no certificate. This one sends one.")
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
