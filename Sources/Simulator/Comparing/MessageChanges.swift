import Trace

/// What changes from the messages of a first handshake to those of a second.
package struct MessageChanges: Sendable {
    /// The messages that only the first handshake has.
    package private(set) var dropped: [ComparedMessage] = []
    /// The messages that only the second handshake has.
    package private(set) var added: [ComparedMessage] = []
    /// The messages that both have, but at another place in the order; as they are in the second.
    package private(set) var moved: [ComparedMessage] = []
    /// The messages that are in clear in the first and encrypted in the second; as they are in the second.
    package private(set) var encrypted: [ComparedMessage] = []
    /// The messages that are encrypted in the first and in clear in the second; as they are in the second.
    package private(set) var exposed: [ComparedMessage] = []

    /// The changes from `first` to `second`. The messages that keep their place are a longest common subsequence.
    init(from first: [ComparedMessage], to second: [ComparedMessage]) {
        let kept = Self.commonSubsequence(first, second)
        let left = Set(kept.map(\.0))
        var rest = second.indices.filter { index in !kept.contains { $0.1 == index } }
        var pairs = kept
        for index in first.indices where !left.contains(index) {
            if let place = rest.firstIndex(where: { second[$0].isSame(as: first[index]) }) {
                let other = rest.remove(at: place)
                moved.append(second[other])
                pairs.append((index, other))
            } else {
                dropped.append(first[index])
            }
        }
        added = rest.map { second[$0] }
        for (old, new) in pairs.sorted(by: { $0.1 < $1.1 }) {
            if second[new].isEncrypted, !first[old].isEncrypted { encrypted.append(second[new]) }
            if !second[new].isEncrypted, first[old].isEncrypted { exposed.append(second[new]) }
        }
    }

    /// A longest common subsequence, as pairs of an index in `first` and an index in `second`.
    private static func commonSubsequence(
        _ first: [ComparedMessage], _ second: [ComparedMessage]
    ) -> [(Int, Int)] {
        var lengths = [[Int]](repeating: [Int](repeating: 0, count: second.count + 1), count: first.count + 1)
        for i in first.indices.reversed() {
            for j in second.indices.reversed() {
                lengths[i][j] =
                    first[i].isSame(as: second[j])
                    ? lengths[i + 1][j + 1] + 1 : max(lengths[i + 1][j], lengths[i][j + 1])
            }
        }
        var pairs: [(Int, Int)] = []
        var (i, j) = (0, 0)
        while i < first.count, j < second.count {
            if first[i].isSame(as: second[j]) {
                pairs.append((i, j))
                (i, j) = (i + 1, j + 1)
            } else if lengths[i + 1][j] >= lengths[i][j + 1] {
                i += 1
            } else {
                j += 1
            }
        }
        return pairs
    }
}
