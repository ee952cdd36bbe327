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
                        "A ClientHello in the middle of a handshake is an unexpected message. On an open connection the server renegotiates, or refuses with no_renegotiation."
                ), .rfc(5746, "4.4")
            )
        case .helloRequest:
            (
                Words(
                    english:
                        "A client in a handshake ignores a HelloRequest. On an open connection it may refuse with the warning no_renegotiation."
                ), .rfc(5246, "7.4.1.1")
            )
        case .changeCipherSpec:
            (
                Words(
                    english:
                        "ChangeCipherSpec comes directly before Finished, when the keys are there. Before that it is an unexpected message."
                ), .rfc(5246, "7.1")
            )
        case .finished:
            (
                Words(
                    english:
                        "Finished comes directly behind ChangeCipherSpec. In another place it is an unexpected message."
                ),
                .rfc(5246, "7.4.9")
            )
        case .wrongFinished:
            (
                Words(english: "A Finished with a wrong verify_data is a fatal error: decrypt_error."),
                .rfc(5246, "7.4.9")
            )
        case .data:
            (
                Words(english: "Application data before both Finished have come is an unexpected message."),
                .rfc(5246, "7.4.9")
            )
        case .warning:
            (
                Words(english: "The receiver of a warning may go on. The RFC sets no limit to their number."),
                .rfc(5246, "7.2.2")
            )
        case .closeNotify:
            (
                Words(english: "close_notify is answered with close_notify, and the connection ends."),
                .rfc(5246, "7.2.1")
            )
        case .emptyCertificate, .certificate, .clientKeyExchange, .serverHello, .serverKeyExchange, .certificateRequest,
            .serverHelloDone, .newSessionTicket, .helloRetryRequest, .encryptedExtensions, .certificateVerify,
            .keyUpdate:
            (
                Words(english: "A handshake message out of its order is a fatal error: unexpected_message."),
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
                        "A ClientHello at any other time than the first, or after a HelloRetryRequest, ends the connection: unexpected_message."
                ), .rfc(8446, "4.1.2")
            )
        case .changeCipherSpec:
            (
                Words(
                    english:
                        "A ChangeCipherSpec in clear is dropped from the first ClientHello to the peer's Finished. At any other time it is an unexpected message."
                ), .rfc(8446, "5")
            )
        case .finished, .wrongFinished:
            (Words(english: "A Finished that does not verify ends the connection: decrypt_error."), .rfc(8446, "4.4.4"))
        case .data:
            (
                Words(english: "Application data before the peer's Finished is an unexpected message."),
                .rfc(8446, "4.4.4")
            )
        case .warning:
            (
                Words(
                    english:
                        "user_canceled is no error by itself, and close_notify should follow. The level is ignored."),
                .rfc(8446, "6.1")
            )
        case .closeNotify:
            (
                Words(english: "close_notify ends the sender's direction. The other direction may go on."),
                .rfc(8446, "6.1")
            )
        case .keyUpdate:
            (
                Words(
                    english:
                        "A KeyUpdate before Finished is an unexpected message. Behind it, one that asks for it is answered with another."
                ), .rfc(8446, "4.6.3")
            )
        case .emptyCertificate, .certificate, .clientKeyExchange, .helloRequest, .serverHello, .helloRetryRequest,
            .encryptedExtensions, .serverKeyExchange, .certificateRequest, .certificateVerify, .serverHelloDone,
            .newSessionTicket:
            (
                Words(english: "A handshake message out of its order is a fatal error: unexpected_message."),
                .rfc(8446, "4")
            )
        }
    }
}
