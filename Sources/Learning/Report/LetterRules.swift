import TLSSim
import Trace

extension Letter {
    /// What the RFC says about a message of this kind that comes out of its place, or that is to be ignored.
    func rule(in version: ProtocolVersion) -> (words: Words, cite: Citation) {
        version == .tls13 ? ruleOfTLS13 : ruleOfTLS12
    }

    private var ruleOfTLS12: (words: Words, cite: Citation) {
        switch self {
        case .clientHello, .clientHelloDHE, .clientHelloRSA, .clientHelloWithoutShare:
            (
                Words(
                    english:
                        "A ClientHello in the middle of a handshake is an unexpected message. On an open connection the server renegotiates, or refuses with no_renegotiation.",
                    chinese: "握手中间的 ClientHello 是意外的消息。在打开的连接上，服务器重新协商，或者用 no_renegotiation 拒绝。"), .rfc(5746, "4.4")
            )
        case .helloRequest:
            (
                Words(
                    english:
                        "A client in a handshake ignores a HelloRequest. On an open connection it may refuse with the warning no_renegotiation.",
                    chinese: "握手中的客户端忽略 HelloRequest。在打开的连接上，它可以用警告 no_renegotiation 拒绝。"), .rfc(5246, "7.4.1.1")
            )
        case .changeCipherSpec:
            (
                Words(
                    english:
                        "ChangeCipherSpec comes directly before Finished, when the keys are there. Before that it is an unexpected message.",
                    chinese: "密钥准备好之后，ChangeCipherSpec 紧接在 Finished 之前到来。在此之前，它是意外的消息。"), .rfc(5246, "7.1")
            )
        case .finished:
            (
                Words(
                    english:
                        "Finished comes directly behind ChangeCipherSpec. In another place it is an unexpected message.",
                    chinese: "Finished 紧接在 ChangeCipherSpec 之后到来。在别的地方，它是意外的消息。"),
                .rfc(5246, "7.4.9")
            )
        case .wrongFinished:
            (
                Words(
                    english: "A Finished with a wrong verify_data is a fatal error: decrypt_error.",
                    chinese: "verify_data 不对的 Finished 是致命错误：decrypt_error。"),
                .rfc(5246, "7.4.9")
            )
        case .data:
            (
                Words(
                    english: "Application data before both Finished have come is an unexpected message.",
                    chinese: "在双方的 Finished 都到来之前，应用数据是意外的消息。"),
                .rfc(5246, "7.4.9")
            )
        case .warning:
            (
                Words(
                    english: "The receiver of a warning may go on. The RFC sets no limit to their number.",
                    chinese: "收到警告的一方可以继续。RFC 没有限制警告的次数。"),
                .rfc(5246, "7.2.2")
            )
        case .closeNotify:
            (
                Words(
                    english: "close_notify is answered with close_notify, and the connection ends.",
                    chinese: "close_notify 的回应也是 close_notify，连接随之结束。"),
                .rfc(5246, "7.2.1")
            )
        case .emptyCertificate, .certificate, .clientKeyExchange, .serverHello, .serverKeyExchange, .certificateRequest,
            .serverHelloDone, .newSessionTicket, .helloRetryRequest, .encryptedExtensions, .certificateVerify,
            .keyUpdate:
            (
                Words(
                    english: "A handshake message out of its order is a fatal error: unexpected_message.",
                    chinese: "次序不对的握手消息是致命错误：unexpected_message。"),
                .rfc(5246, "7.4")
            )
        }
    }

    private var ruleOfTLS13: (words: Words, cite: Citation) {
        switch self {
        case .clientHello, .clientHelloDHE, .clientHelloRSA, .clientHelloWithoutShare:
            (
                Words(
                    english:
                        "A ClientHello at any other time than the first, or after a HelloRetryRequest, ends the connection: unexpected_message.",
                    chinese: "ClientHello 只能是第一条消息，或者在 HelloRetryRequest 之后；在其他时候，它使连接结束：unexpected_message。"),
                .rfc(8446, "4.1.2")
            )
        case .changeCipherSpec:
            (
                Words(
                    english:
                        "A ChangeCipherSpec in clear is dropped from the first ClientHello to the peer's Finished. At any other time it is an unexpected message.",
                    chinese: "从第一个 ClientHello 到对方的 Finished，明文的 ChangeCipherSpec 都丢弃。在其他时候，它是意外的消息。"), .rfc(8446, "5")
            )
        case .finished, .wrongFinished:
            (
                Words(
                    english: "A Finished that does not verify ends the connection: decrypt_error.",
                    chinese: "没有通过验证的 Finished 使连接结束：decrypt_error。"), .rfc(8446, "4.4.4")
            )
        case .data:
            (
                Words(
                    english: "Application data before the peer's Finished is an unexpected message.",
                    chinese: "在对方的 Finished 之前，应用数据是意外的消息。"),
                .rfc(8446, "4.4.4")
            )
        case .warning:
            (
                Words(
                    english:
                        "user_canceled is no error by itself, and close_notify should follow. The level is ignored.",
                    chinese: "user_canceled 本身不是错误，之后应当有 close_notify。级别不予理会。"),
                .rfc(8446, "6.1")
            )
        case .closeNotify:
            (
                Words(
                    english: "close_notify ends the sender's direction. The other direction may go on.",
                    chinese: "close_notify 结束发送方的方向。另一个方向可以继续。"),
                .rfc(8446, "6.1")
            )
        case .keyUpdate:
            (
                Words(
                    english:
                        "A KeyUpdate before Finished is an unexpected message. Behind it, one that asks for it is answered with another.",
                    chinese: "Finished 之前的 KeyUpdate 是意外的消息。在它之后，要求更新的 KeyUpdate 会得到另一个 KeyUpdate 的回应。"),
                .rfc(8446, "4.6.3")
            )
        case .emptyCertificate, .certificate, .clientKeyExchange, .helloRequest, .serverHello, .helloRetryRequest,
            .encryptedExtensions, .serverKeyExchange, .certificateRequest, .certificateVerify, .serverHelloDone,
            .newSessionTicket:
            (
                Words(
                    english: "A handshake message out of its order is a fatal error: unexpected_message.",
                    chinese: "次序不对的握手消息是致命错误：unexpected_message。"),
                .rfc(8446, "4")
            )
        }
    }
}
