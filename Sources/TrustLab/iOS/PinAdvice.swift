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

    package var chinese: String {
        switch self {
        case .expired(let time): "它已在 \(CivilTime.text(time)) 过期。不要锁定它。"
        case .leafCertificate(let until, let days):
            "锁定这张证书，下次续签时就会失效，用同一个密钥也一样。最晚是 \(CivilTime.text(until))，还有 \(days) 天。"
        case .leafKey:
            "锁定这个公钥，用同一个密钥续签时不受影响；密钥一换就失效，而许多服务器每次续签都换密钥。"
        case .intermediate(let label, let until):
            """
            锁定 \(label)，CA 改用另一张中间证书签发时就会失效，而 CA 哪一天都可能这样做。这个锁定值到 \(CivilTime.text(until)) 为止。\
            它接受这个 CA 的每个客户的证书。
            """
        case .root(let label, let until):
            """
            锁定 \(label) 维持得最久，到 \(CivilTime.text(until)) 为止。它接受下面每个 CA 的每个客户的证书。这时只有名称检查在保护连接。
            """
        case .needsSpare:
            "如果只有一个锁定值，那个密钥一旦丢失或更换，所有已安装的应用都会连不上。再造一个密钥，不要放在服务器上，并且也锁定它。"
        }
    }
}
