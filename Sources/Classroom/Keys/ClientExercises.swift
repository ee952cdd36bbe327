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
                    + "believes it or not.",
                chinese: "在 TLS 1.2 中，客户端的证书是明文发送的。不管服务器信不信，它都说出了客户端是谁。")
            key.hint = Words(
                english: "Ask for each client whether it sends a certificate, whose name stands in it, and whether "
                    + "it is encrypted.",
                chinese: "对每个客户端问一问：它是否发送证书，里面是谁的名称，证书是否加密。")
            key[.letters(["a"])] = Words(
                english: "A certificate that the server refuses has been on the wire before it is refused.",
                chinese: "服务器拒绝的证书，在拒绝之前已经经过线路。")
            key[.letters([])] = Words(
                english: "In TLS 1.2 the client's Certificate is sent before ChangeCipherSpec. Nothing is encrypted "
                    + "yet.",
                chinese: "在 TLS 1.2 中，客户端的 Certificate 在 ChangeCipherSpec 之前发送，那时还没有加密。")
        },
        Exercise(lesson: 10, number: 2, answer: .sequence) { seed, key in
            let journal = try Visit.journal(seed) { $0.clientCertificate = .good }
            let types = try journal.typesBefore("tls.certificate_verify")
            key.right = [.sequence(types)]
            key.because = Words(
                english: "Everything from ClientHello to ClientKeyExchange is signed: both randoms, and the value "
                    + "from which the keys are made.",
                chinese: "从 ClientHello 到 ClientKeyExchange 的一切都在签名之下：两个随机数，以及得到密钥所用的值。")
            key.hint = Words(
                english: "The signature is over all handshake messages so far, of both sides. ChangeCipherSpec is no "
                    + "handshake message. The types of the messages stand in the lines with tls.handshake.type.",
                chinese: "签名覆盖到此为止双方的所有握手消息。ChangeCipherSpec 不是握手消息。消息的类型在有 tls.handshake.type 的各行里。")
            key[.sequence(types + [15])] = Words(
                english: "CertificateVerify cannot be under its own signature.",
                chinese: "CertificateVerify 不可能在自己的签名之下。")
            key[.sequence([11, 16])] = Words(
                english: "These are the client's own messages only, or some of them. The signature covers those of "
                    + "both sides.",
                chinese: "这只是客户端自己的消息，或其中的一些。签名覆盖双方的消息。")
            key[.sequence([11])] = Words(
                english: "A signature over the certificate alone could be copied from another connection.",
                chinese: "只对证书的签名，可以从别的连接复制过来。")
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
                    + "(RFC 5246 7.2.2).",
                chinese: "服务器发送 \(alert)：签名与复制来的证书中的公钥不符（RFC 5246 7.2.2）。")
            key.hint = Words(
                english: "Find out which of the two fails: the check of the chain, or the check of the signature.",
                chinese: "找出两者之中哪一个没有通过：检查证书链，还是检查签名。")
            key[.named("bad_certificate"), .named("unknown_ca"), .named("certificate_unknown")] = Words(
                english: "The certificate is Alice's own, and the server trusts it. Something else fails.",
                chinese: "证书是 Alice 自己的，服务器信任它。没有通过的是别的检查。")
            key[.named("handshake_failure")] = Words(
                english: "That alert is for a client that sends no certificate. This one sends one.",
                chinese: "那个警报用于不发送证书的客户端。这个客户端发送了证书。")
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
