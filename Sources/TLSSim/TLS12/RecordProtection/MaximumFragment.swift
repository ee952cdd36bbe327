/// A limit below 2^14 octets for the plaintext of records, for clients with little memory (RFC 6066 section 4).
public enum MaximumFragment: UInt8, Hashable, Sendable, CaseIterable {
    /// 2^9 octets.
    case octets512 = 1
    /// 2^10 octets.
    case octets1024 = 2
    /// 2^11 octets.
    case octets2048 = 3
    /// 2^12 octets.
    case octets4096 = 4

    /// The longest plaintext of a record, in octets.
    public var octets: Int { 256 << Int(rawValue) }

    /// The limit of so many octets; nil if it is none of the four.
    public init?(octets: Int) {
        guard let limit = Self.allCases.first(where: { $0.octets == octets }) else { return nil }
        self = limit
    }
}
