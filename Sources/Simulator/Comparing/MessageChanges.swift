import Trace

/// How the messages of one handshake become those of another.
package struct MessageChanges: Sendable {
    /// Those of the first that the second does not have.
    package private(set) var dropped: [ComparedMessage] = []
    /// Those of the second that the first does not have.
    package private(set) var added: [ComparedMessage] = []
    /// Those that both have, at another place in the order; as the second has them.
    package private(set) var moved: [ComparedMessage] = []
    /// Those that both have, in clear in the first and encrypted in the second.
    package private(set) var encrypted: [ComparedMessage] = []
    /// Those that both have, encrypted in the first and in clear in the second.
    package private(set) var exposed: [ComparedMessage] = []

    /// From `first` to `second`. What keeps its place is a longest common subsequence.
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

    /// The pairs of places of a longest common subsequence.
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
