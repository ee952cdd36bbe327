/// An index of certificates by their length and their last eight octets. These octets belong to the signature, so they hardly
/// ever agree by chance. Hashing a whole certificate would take longer than comparing two certificates.
///
/// A sender can make the octets agree on purpose. Then whole certificates are hashed, so that no certificate is compared with all
/// others.
struct OctetIndex: Sendable {
    private struct Key: Hashable, Sendable {
        let count: Int
        let end: UInt64

        init(_ octets: [UInt8]) {
            count = octets.count
            end = octets.suffix(8).reduce(0) { $0 << 8 | UInt64($1) }
        }
    }

    /// The largest number of certificates with the same length and end that are compared octet for octet.
    static let mostCompared = 4

    private var places: [Key: [Int]] = [:]
    /// The places of further certificates with the same length and end, by all their octets.
    private var crowded: [[UInt8]: Int] = [:]

    /// Adds the certificate `octets`, which is at `place`.
    mutating func insert(_ place: Int, for octets: [UInt8]) {
        let key = Key(octets)
        if places[key, default: []].count < OctetIndex.mostCompared {
            places[key, default: []].append(place)
        } else {
            crowded[octets] = place
        }
    }

    /// The places at which the certificate `octets` may be. If it was added, one of them is its place.
    func candidates(for octets: [UInt8]) -> [Int] {
        guard let list = places[Key(octets)] else { return [] }
        guard list.count == OctetIndex.mostCompared, let place = crowded[octets] else { return list }
        return list + [place]
    }
}
