import TLSSim
import Trace

/// What a signature key is good for, and what would open the recording instead.
public enum ForwardSecrecyFinding: Remark, Hashable {
    /// The Diffie–Hellman values of the recording.
    case publicValues(RecordedGroup)
    /// The server's signature over them verifies with the certificate.
    case signatureVerified(SignatureScheme)
    /// It does not.
    case signatureWrong(SignatureScheme)
    /// It was made in a way that is not implemented here.
    case signatureNotChecked(SignatureScheme)
    /// The key has nothing to decrypt.
    case nothingToDecrypt
    /// What would open the recording.
    case exponentNeeded(RecordedGroup)
    /// Ephemeral Diffie–Hellman on a curve.
    case ellipticCurve(RegisteredSuite)
    /// TLS 1.3.
    case tls13(RegisteredSuite)

    public func sentence(in language: Language) -> String {
        switch language {
        case .english: english
        }
    }

    private var english: String {
        switch self {
        case .publicValues(let group):
            """
            The key exchange was ephemeral Diffie–Hellman modulo a prime of \(group.bits) bits, \(Self.name(group)). The whole \
            of it is in the capture: the group, and each side's power of the generator.
            """
        case .signatureVerified(let scheme):
            """
            What the key did in this handshake: it signed both randoms and the server's parameters, and the signature \
            (\(scheme)) verifies with the certificate. Whoever holds the key can sign such parameters of his own from now on \
            and pass for the server. That is theft of an identity, for the future; it is no decryption of the past.
            """
        case .signatureWrong(let scheme):
            "The signature over the parameters (\(scheme)) does not verify with the certificate: the recording was altered."
        case .signatureNotChecked(let scheme):
            """
            What the key did in this handshake: it signed both randoms and the server's parameters. This signature is of the \
            scheme \(scheme), which is not verified here; that changes nothing in what follows.
            """
        case .nothingToDecrypt:
            """
            Nothing in this capture was ever encrypted with the stolen key or to it. Raising recorded numbers to its \
            exponents gives other numbers, none of which anybody used.
            """
        case .exponentNeeded(let group):
            """
            The premaster secret is g^(x·y) mod p. To compute it takes x, drawn by one side, or y, drawn by the other. They \
            were never sent, belong to no key file, and both sides should have forgotten them (RFC 7919 section 8.8). \
            \(Self.costOfExponent(group)) \
            \(group.isWithinReach ? "The stolen key does not open the recording; the group does." : "The recording stays closed.")
            """
        case .ellipticCurve(let suite):
            """
            \(suite) agrees on keys by ephemeral Diffie–Hellman on an elliptic curve. The certificate's key only signed the \
            server's point; the private scalars were drawn for this connection and forgotten. The stolen key opens nothing: \
            forward secrecy. The recording stays closed.
            """
        case .tls13(let suite):
            """
            This is TLS 1.3 (\(suite)), which has no RSA key transport at all. Keys come from ephemeral key shares, from a \
            key agreed earlier, or from both, and the certificate's key only signs; even the certificate is encrypted here. A \
            stolen certificate key opens nothing. The recording stays closed.
            """
        }
    }

    private static func name(_ group: RecordedGroup) -> String {
        group.name.map { "known as \($0)" } ?? "in a group of the server's own choice"
    }

    /// What finding x takes.
    private static func costOfExponent(_ group: RecordedGroup) -> String {
        let rating: String? =
            switch group.known?.codePoint {
            case 0x0100: "RFC 7919 (appendix A.1) rates this group as hard as a symmetric key of 103 bits."
            case 0x0101: "RFC 7919 (appendix A.2) rates this group as hard as a symmetric key of 125 bits."
            case 0x0102: "RFC 7919 (appendix A.3) rates this group as hard as a symmetric key of 150 bits."
            case 0x0103: "RFC 7919 (appendix A.4) rates this group as hard as a symmetric key of 175 bits."
            case 0x0104: "RFC 7919 (appendix A.5) rates this group as hard as a symmetric key of 192 bits."
            default: nil
            }
        let task = "To find one from the public values is the discrete logarithm modulo a prime of \(group.bits) bits"
        if let rating { return "\(task). \(rating)" }
        if group.isWithinReach { return "\(task), which anybody can take in this group, without any key." }
        return switch group.bits {
        case ...795: "\(task); logarithms of this size have been computed in public, 795 bits in 2019."
        case ...1024: "\(task), which is thought to be within the reach of states (Adrian and others, 2015)."
        default: "\(task)."
        }
    }
}
