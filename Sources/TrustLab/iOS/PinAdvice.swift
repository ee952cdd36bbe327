import PKI
import Trace

/// Advice on a pin: what breaks it when certificates are renewed.
package enum PinAdvice: Hashable, Sendable, Remark {
    /// The certificate has expired. The value is its last second of validity, in seconds since 1970.
    case expired(Int64)
    case leafCertificate(until: Int64, days: Int64)
    case leafKey
    case intermediate(label: String, until: Int64)
    case root(label: String, until: Int64)
    case needsSpare

    package var english: String {
        switch self {
        case .expired(let time): "It expired at \(CivilTime.text(time)). Do not pin it."
        case .leafCertificate(let until, let days):
            "A pin on this certificate breaks at the next renewal, even with the same key. The latest time is "
                + "\(CivilTime.text(until)), in \(counted(days, "day"))."
        case .leafKey:
            "A pin on this key survives a renewal with the same key. It breaks when the key changes, and many servers make a new key for "
                + "each renewal."
        case .intermediate(let label, let until):
            "A pin on \(label) breaks when the authority issues from another intermediate. The authority may do that on any day. The pin "
                + "ends at \(CivilTime.text(until)). It accepts the certificate of every customer of that authority."
        case .root(let label, let until):
            "A pin on \(label) lasts longest, until \(CivilTime.text(until)). It accepts the certificate of every customer of every "
                + "authority below. Then only the name check protects the connection."
        case .needsSpare:
            "With only one pin, every installed app is locked out when that key is lost or replaced. Make a second key, keep it away from "
                + "the server, and pin it as well."
        }
    }
}
