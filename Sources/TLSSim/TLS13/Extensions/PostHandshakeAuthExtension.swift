import Trace

/// post_handshake_auth: the client can be asked for a certificate after the handshake, too; always empty (RFC 8446 section
/// 4.2.6).
enum PostHandshakeAuthExtension {
    static let name = "tls.handshake.post_handshake_auth"
    static let rule = Citation.rfc(8446, "4.2.6")
}
