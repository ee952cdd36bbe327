import TLSSim
import Trace

/// How the keys follow from the premaster secret, and what proves them.
package enum DerivedKeysFinding: Remark, Hashable {
    case masterSecret(extended: Bool)
    case keyBlock
    case finishedVerified(Role)
    case finishedWrong(Role)
    case finishedMissing(Role)
    case nothingProved

    package var english: String {
        switch self {
        case .masterSecret(true):
            """
            The master secret follows by the PRF from the premaster secret and the hash of all handshake messages up to \
            ClientKeyExchange, which were recorded too (RFC 7627 section 4). The extended master secret binds the keys to this \
            handshake. It does not protect against a thief with a recording.
            """
        case .masterSecret(false):
            """
            The master secret follows by the PRF from the premaster secret and the two randoms, which were sent in clear \
            (RFC 5246 section 8.1).
            """
        case .keyBlock: "The master secret and the randoms make the keys of both directions (RFC 5246 section 6.3)."
        case .finishedVerified(let side):
            """
            The \(side)'s Finished decrypts, and its verify_data is right for these keys and this handshake. This proves that these are \
            the keys of the connection.
            """
        case .finishedWrong(let side):
            "The \(side)'s first protected record does not decrypt to the right Finished under these keys."
        case .finishedMissing(let side): "The \(side)'s Finished is not in the recording."
        case .nothingProved:
            """
            Neither side's Finished could be verified. So nothing proves that these are the keys. The recording is incomplete or \
            damaged.
            """
        }
    }
}
