import Crypto

/// A label of the key schedule, without its prefix "tls13 " (RFC 8446 sections 7.1 to 7.5). The labels of named secrets stand in the rows of
/// ``SecretDerivation``.
///
/// A label says what a secret is for. Secrets that are derived from the same secret and messages differ only by their labels: "c" gives the
/// client's secret and "s" the server's.
struct ScheduleLabel: Hashable, Sendable, ExpressibleByStringLiteral {
    let rawValue: String

    init(stringLiteral value: String) { rawValue = value }

    /// Derives the salt of the next secret of the main line.
    static let derived: ScheduleLabel = "derived"
    /// Derives the key of a traffic secret (section 7.3).
    static let key: ScheduleLabel = "key"
    /// Derives the IV of a traffic secret (section 7.3).
    static let iv: ScheduleLabel = "iv"
    /// Derives finished_key, the key of the MAC in Finished or in a binder (section 4.4.4).
    static let finished: ScheduleLabel = "finished"
    /// Derives the traffic secret of the next generation (section 7.2).
    static let trafficUpdate: ScheduleLabel = "traffic upd"
    /// Derives an exported value in the second step of an exporter (section 7.5).
    static let exported: ScheduleLabel = "exporter"
}

extension HKDF {
    /// HKDF-Expand-Label with a label of the key schedule; `count` nil gives as many octets as the hash. It cannot fail: the labels are
    /// known, a context in the key schedule has at most 255 octets, and no output is longer than a digest.
    static func expand(
        _ secret: HMAC, _ label: ScheduleLabel, context: [UInt8] = [], count: Int? = nil
    ) -> [UInt8] {
        let octets = try? expandLabel(
            secret, label: label.rawValue, context: context, count: count ?? secret.hash.outputLength)
        return octets ?? []
    }
}

extension HashAlgorithm {
    /// As many zeros as the hash has octets. They stand in place of a secret that does not exist (RFC 8446 section 7.1).
    var zeros: [UInt8] { [UInt8](repeating: 0, count: outputLength) }
}
