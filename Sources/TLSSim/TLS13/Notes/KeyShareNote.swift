import Trace

/// What there is to say about the exchange: the shares, and the secret that they make.
public enum KeyShareNote: StepNote, Hashable {
    case share(Role, NamedGroup)
    case spareShare(NamedGroup)
    case sharedSecret(Role, NamedGroup)

    public var reference: (step: String, cite: Citation) {
        switch self {
        case .share(.client, _): ("tls.calc.client_share", .rfc(8446, "4.2.8"))
        case .share(.server, _): ("tls.calc.server_share", .rfc(8446, "4.2.8"))
        case .spareShare: ("tls.calc.client_share", .rfc(8446, "4.2.9"))
        case .sharedSecret: ("tls.calc.shared_secret", .rfc(8446, "7.4"))
        }
    }

    public var english: String {
        switch self {
        case .share(let side, .x25519MLKEM768):
            """
            The \(side) makes two keys, one of ML-KEM-768 and one of X25519, and sends both public halves in one share of 1,216 \
            octets. A quantum computer would break X25519. No attack on ML-KEM is known, but it is young. An attacker has to \
            break both.
            """
        case .share(let side, let group):
            """
            The \(side) draws a private value and computes its public value in \(group.name). The private value serves this \
            connection only. Then it is deleted. Forward secrecy depends on this deletion.
            """
        case .spareShare(let group):
            """
            The client draws a private value and computes its public value in \(group.name). It is for a server that does not take the \
            secret that is offered and makes a full handshake. If the server takes the secret, this value enters no key.
            """
        case .sharedSecret(let side, .x25519MLKEM768):
            """
            \(side == .client ? "The client decrypts the secret of ML-KEM that the server has encrypted to it."
                : "The server draws a secret and encrypts it to the client's key of ML-KEM.") \
            Behind it stands the shared secret of X25519. Both enter the key schedule as one value of 64 octets.
            """
        case .sharedSecret(let side, let group):
            """
            The \(side) combines its private value with the other side's share in \(group.name). Both sides compute the same value; \
            it never crosses the wire. Without a pre-shared key it is the only secret that enters the key schedule.
            """
        }
    }
}
