import Trace

// The sentences about names and passwords in HTTP.

extension PasswordExchange.Scene: Remark {
    package var english: String {
        switch self {
        case .basic:
            "Base 64 is no encryption: without TLS, or behind an interceptor, the password can be read (RFC 7617 section 4)."
        case .digest:
            "The password is not sent. H(A1) is the SHA-256 of user, realm and password, H(A2) that of method and path. The response is "
                + "the SHA-256 of both with the nonces between them (RFC 7616 section 3.4.1). An interceptor can try passwords against "
                + "the response, and can ask for Basic in its place."
        case .repeats:
            "The delegate gives the same password each time, and the server asks each time. The program stops after four tries; an app "
                + "would not stop. A server may lock the account meanwhile."
        case .counts:
            "previousFailureCount is 1 when the delegate is asked again: this password was wrong. It cancels, and asks the user."
        }
    }
}

/// The sentences before and after the exchanges.
package enum PasswordNote: Remark {
    case introduction
    case others

    package var english: String {
        switch self {
        case .introduction:
            "A password is asked for in HTTP, behind the handshake. TLS knows nothing of it, and a 401 ends no connection. "
                + "The delegate gets the challenge through the same method as the one about the server's certificate."
        case .others:
            "NTLM and Negotiate (Kerberos) use the same status and the same fields, with several messages one after the other on one "
                + "connection (RFC 4559). They are not run here. None of the four is a kind of TLS authentication."
        }
    }
}
