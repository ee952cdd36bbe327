import Trace

/// What there is to say about a connection in use and its end.
public enum TrafficNote: StepNote, Hashable {
    /// That many octets of application data are sent under that cipher.
    case applicationData(octets: Int, BulkCipher)
    /// This side will send no more; whether it is the first to say so.
    case closeNotify(first: Bool)
    /// A fatal alert is sent because of that error.
    case alert(AlertDescription, because: TLSError)
    /// The other side sends an alert, fatal or as a warning.
    case peerAlert(AlertDescription, fatal: Bool)
    /// A new handshake inside the connection is declined.
    case noRenegotiation

    /// The stable id of the step, and the rule that is applied.
    public var reference: (step: String, cite: Citation) {
        switch self {
        case .applicationData: ("tls.application_data", .rfc(5246, "10"))
        case .closeNotify: ("tls.close_notify", .rfc(5246, "7.2.1"))
        case .alert, .peerAlert: ("tls.alert", .rfc(5246, "7.2.2"))
        case .noRenegotiation: ("tls.no_renegotiation", .rfc(5246, "7.2.2"))
        }
    }

    /// What is sent or said, and what it means for the connection.
    public var english: String {
        switch self {
        case .applicationData(let octets, let cipher):
            """
            \(counted(octets, "octet")) of application data, encrypted and authenticated with \(cipher.algorithm)\
            \(cipher.mac.map { " and HMAC-\($0.name)" } ?? "") under this direction's own \(cipher.mac == nil ? "key" : "keys"). Each \
            side counts the records itself, and the \(cipher.mac == nil ? "tag" : "MAC") covers the number, so a dropped, repeated or \
            reordered record fails to verify.
            """
        case .closeNotify(let first):
            first
                ? """
                "I will send no more." The alert is protected, so an attacker cannot forge an early end of the data. Anyone on the \
                path can forge a bare FIN of TCP.
                """
                : "The answer to the other side's close_notify. It proves that the data of this direction is complete, too."
        case .alert(let name, let error):
            "A fatal alert, \(name), ends the connection: \(error.english)."
        case .peerAlert(let name, true): "The other side ends the connection with the fatal alert \(name)."
        case .peerAlert(let name, false): "The other side warns with the alert \(name). The connection can go on."
        case .noRenegotiation:
            "This side declines a new handshake inside the connection, with a warning. The connection goes on."
        }
    }
}

extension Alert {
    /// What there is to say about the alert for the side that reads it, which has said close_notify before or has not.
    func note(answering: Bool) -> TrafficNote {
        switch name {
        case .closeNotify: .closeNotify(first: !answering)
        case .noRenegotiation where level == .warning: .noRenegotiation
        default: .peerAlert(name, fatal: level == .fatal)
        }
    }
}
