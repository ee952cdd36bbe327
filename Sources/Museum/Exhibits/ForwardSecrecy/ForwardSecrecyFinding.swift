import Recordings
import TLSSim
import Trace

/// What a signature key is good for, and what would open the recording instead.
package enum ForwardSecrecyFinding: Remark, Hashable {
    case publicValues(RecordedGroup)
    case signatureVerified(SignatureScheme)
    case signatureWrong(SignatureScheme)
    case signatureNotChecked(SignatureScheme)
    case nothingToDecrypt
    case exponentNeeded(RecordedGroup)
    case ellipticCurve(RegisteredSuite)
    case tls13(RegisteredSuite)

    package var english: String {
        switch self {
        case .publicValues(let group):
            """
            The key exchange was ephemeral Diffie–Hellman modulo a prime of \(group.bits) bits, \(Self.name(group)). The capture \
            contains all of it: the group, and each side's public value.
            """
        case .signatureVerified(let scheme):
            """
            In this handshake the key signed both randoms and the server's parameters. The signature (\(scheme)) verifies with the \
            certificate. From now on the thief can sign such parameters of his own and pose as the server. That is a theft of identity, \
            for the future. It decrypts nothing of the past.
            """
        case .signatureWrong(let scheme):
            "The signature over the parameters (\(scheme)) does not verify with the certificate: the recording was altered."
        case .signatureNotChecked(let scheme):
            """
            In this handshake the key signed both randoms and the server's parameters. The signature uses the scheme \(scheme), which is \
            not verified here. That changes nothing in what follows.
            """
        case .nothingToDecrypt:
            """
            Nothing in this capture was encrypted with the stolen key or to it. To raise recorded numbers to its exponents gives other \
            numbers, which were never used.
            """
        case .exponentNeeded(let group):
            """
            The premaster secret is g^(x·y) mod p. To compute it, the thief needs x, which one side drew, or y, which the other side \
            drew. They were never sent and are in no key file, and both sides should have deleted them (RFC 7919 section 8.8). \
            \(Self.costOfExponent(group)) \
            \(group.isWithinReach ? "The stolen key does not decrypt the recording, but the weak group does."
                : "The recording cannot be decrypted.")
            """
        case .ellipticCurve(let suite):
            """
            \(suite) agrees on keys by ephemeral Diffie–Hellman on an elliptic curve. The certificate's key only signed the server's \
            point. The private scalars were drawn for this connection and deleted. So the stolen key decrypts nothing. This is forward \
            secrecy. The recording cannot be decrypted.
            """
        case .tls13(let suite):
            """
            This is TLS 1.3 (\(suite)), which has no RSA key transport. The keys come from ephemeral key shares, from a key agreed \
            earlier, or from both. The certificate's key only signs, and even the certificate is encrypted. So a stolen certificate key \
            decrypts nothing. The recording cannot be decrypted.
            """
        }
    }

    private static func name(_ group: RecordedGroup) -> String {
        group.name.map { "known as \($0)" } ?? "in a group of the server's own choice"
    }

    /// How hard it is to find x or y in the group.
    private static func costOfExponent(_ group: RecordedGroup) -> String {
        let ratings: [UInt16: (appendix: String, bits: Int)] = [
            0x0100: ("A.1", 103), 0x0101: ("A.2", 125), 0x0102: ("A.3", 150), 0x0103: ("A.4", 175),
            0x0104: ("A.5", 192),
        ]
        let task = "To find x or y from the public values is a discrete logarithm modulo a prime of \(group.bits) bits"
        if let (appendix, bits) = group.known?.codePoint.flatMap({ ratings[$0] }) {
            return "\(task). RFC 7919 (appendix \(appendix)) rates this group as hard as a symmetric key of "
                + "\(bits) bits."
        }
        if group.isWithinReach { return "\(task). In this group anyone can compute it, without any key." }
        return switch group.bits {
        case ...795: "\(task). Logarithms of this size have been computed in public, 795 bits in 2019."
        case ...1024: "\(task). States can probably compute it (Adrian and others, 2015)."
        default: "\(task)."
        }
    }
}
