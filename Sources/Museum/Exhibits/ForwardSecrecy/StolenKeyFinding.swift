import TLSSim
import Trace

/// Whether the stolen key is that of the certificate in the recording.
package enum StolenKeyFinding: Remark, Hashable {
    case fits(bits: Int)
    /// The stolen key is not the one in the certificate; the bits of both moduli.
    case doesNotFit(certificateBits: Int, keyBits: Int)
    /// No RSA key can be read from the certificate; the reason.
    case certificateUnreadable(String)
    case noCertificate

    package var english: String {
        switch self {
        case .fits(let bits):
            "The key fits: its modulus of \(bits) bits is the modulus in the server's certificate."
        case .doesNotFit(let certificateBits, let keyBits):
            """
            The key does not fit: the certificate in the capture has another modulus. The certificate's has \
            \(certificateBits) bits, the key's \(keyBits).
            """
        case .certificateUnreadable(let why):
            "No RSA key can be taken from the server's certificate in the capture: \(why)."
        case .noCertificate:
            "The capture has no certificate of the server, so there is nothing to compare the key with."
        }
    }
}
