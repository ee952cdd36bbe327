/// The places of certificates, by their length and their last octets: those belong to the signature and hardly ever agree. To hash all
/// of a certificate takes longer than to compare two.
///
/// A sender can make them agree on purpose. Then the whole certificate is hashed, so that none is compared with all others.
struct OctetIndex: Sendable {
    private struct Key: Hashable, Sendable {
        let count: Int
        let end: UInt64

        init(_ octets: [UInt8]) {
            count = octets.count
            end = octets.suffix(8).reduce(0) { $0 << 8 | UInt64($1) }
        }
    }

    /// The most certificates that are compared with one.
    static let mostCompared = 4

    private var places: [Key: [Int]] = [:]
    /// Those that agree with more others than are compared.
    private var crowded: [[UInt8]: Int] = [:]

    /// Takes in that `octets` are at `place`.
    mutating func insert(_ place: Int, for octets: [UInt8]) {
        let key = Key(octets)
        if places[key, default: []].count < OctetIndex.mostCompared {
            places[key, default: []].append(place)
        } else {
            crowded[octets] = place
        }
    }

    /// The places among which `octets` are, if they are at any.
    func candidates(for octets: [UInt8]) -> [Int] {
        guard let list = places[Key(octets)] else { return [] }
        guard list.count == OctetIndex.mostCompared, let place = crowded[octets] else { return list }
        return list + [place]
    }
}
