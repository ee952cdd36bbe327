import Crypto
import TLSSim
import Trace

/// What a search for the server's exponent gives, without any key.
package enum ExponentSearchFinding: Remark, Hashable {
    case found(bits: Int)
    /// The search is not possible; the reason.
    case infeasible(DiscreteLogarithmError)
    case notDiffieHellman(RegisteredSuite)
    /// The parameters are not those of a usable group; the reason.
    case groupUnusable(String)

    package var english: String {
        switch self {
        case .found(let bits):
            """
            A search found the server's exponent, \(bits) bits long: g^x mod p is dh_Ys. From this exponent and the client's public value \
            the attacker computes the premaster secret, exactly like the server. No key file was needed.
            """
        case .infeasible(let error): "The exponent cannot be searched for: \(error). The recording cannot be decrypted."
        case .notDiffieHellman(let suite):
            "\(suite) uses no finite-field Diffie–Hellman: there is no such exponent to find."
        case .groupUnusable(let why): "The parameters make no usable group: \(why)."
        }
    }
}
