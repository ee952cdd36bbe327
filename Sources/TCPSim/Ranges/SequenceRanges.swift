/// Ranges of sequence numbers that do not overlap, each with a content.
///
/// The other side decides how many ranges there are and in which order they come. So they are kept in a balanced tree (Adams,
/// "Efficient sets: a balancing act", 1993; the bounds are those of Hirai and Yamamoto, 2011). The cost of a step is the
/// logarithm of their number. A node never changes after it is made, so copies of a connection share the nodes.
///
/// "Before" on the circle of numbers is an order only for numbers less than 2^31 apart. Windows of at most 2^30 octets ensure
/// that.
struct SequenceRanges<Content: Hashable & Sendable>: Sendable {
    /// The numbers from `first` up to and not including `end`.
    struct Range: Hashable, Sendable {
        let first: SequenceNumber
        let end: SequenceNumber
        /// The order in which several ranges are reported: the range with the highest rank comes first.
        let rank: Int
        let content: Content

        /// How many numbers the range has.
        var count: Int { end - first }
    }

    private var root: Node?

    /// The number of ranges.
    var count: Int { root?.count ?? 0 }
    /// Whether there are no ranges.
    var isEmpty: Bool { root == nil }
    /// The range with the lowest numbers; nil if there are no ranges.
    var first: Range? { Node.leftmost(root) }
    /// The range with the highest numbers; nil if there are no ranges.
    var last: Range? { Node.rightmost(root) }

    /// The last range that begins at `number` or before; nil if there is none.
    func range(atOrBefore number: SequenceNumber) -> Range? {
        var found: Range?
        var node = root
        while let here = node {
            Work.count()
            if here.range.first <= number {
                found = here.range
                node = here.right
            } else {
                node = here.left
            }
        }
        return found
    }

    /// The first range that begins after `number`; nil if there is none.
    func range(after number: SequenceNumber) -> Range? {
        var found: Range?
        var node = root
        while let here = node {
            Work.count()
            if number < here.range.first {
                found = here.range
                node = here.left
            } else {
                node = here.right
            }
        }
        return found
    }

    /// The first range that has a number in common with the numbers from `first` up to and not including `end`; nil if there is
    /// none.
    func firstOverlapping(_ first: SequenceNumber, _ end: SequenceNumber) -> Range? {
        if let before = range(atOrBefore: first), first < before.end { return before }
        guard let after = range(after: first), after.first < end else { return nil }
        return after
    }

    /// Inserts a range, which must not overlap any other.
    mutating func insert(_ range: Range) { root = Node.inserting(range, into: root) }

    /// Removes the range that begins at `number`. Without such a range nothing happens.
    mutating func remove(at number: SequenceNumber) { root = Node.removing(number, from: root) }

    /// The ranges in the order of their numbers.
    var elements: [Range] {
        var list: [Range] = []
        list.reserveCapacity(count)
        Node.visit(root) { list.append($0) }
        return list
    }

    /// The `limit` ranges with the highest ranks, the highest first.
    func highestRanked(atMost limit: Int) -> [Range] {
        var best: [Range] = []
        if limit > 0 { Node.collect(root, atMost: limit, into: &best) }
        return best
    }
}

/// Two values are equal if they have the same ranges. The shapes of their trees are not compared.
extension SequenceRanges: Hashable {
    static func == (left: SequenceRanges, right: SequenceRanges) -> Bool {
        if left.root === right.root { return true }
        return left.count == right.count && left.elements == right.elements
    }

    func hash(into hasher: inout Hasher) {
        hasher.combine(count)
        Node.visit(root) { hasher.combine($0) }
    }
}

extension SequenceRanges {
    /// A node of the tree: a range, the ranges before it and the ranges after it.
    private final class Node: Sendable {
        let range: Range
        let left: Node?
        let right: Node?
        /// The number of ranges in this subtree.
        let count: Int
        /// The highest rank in this subtree.
        let rank: Int

        init(_ left: Node?, _ range: Range, _ right: Node?) {
            self.range = range
            self.left = left
            self.right = right
            count = (left?.count ?? 0) + (right?.count ?? 0) + 1
            rank = max(range.rank, left?.rank ?? .min, right?.rank ?? .min)
        }

        static func leftmost(_ node: Node?) -> Range? {
            var node = node
            while let next = node?.left {
                Work.count()
                node = next
            }
            return node?.range
        }

        static func rightmost(_ node: Node?) -> Range? {
            var node = node
            while let next = node?.right {
                Work.count()
                node = next
            }
            return node?.range
        }

        static func visit(_ node: Node?, _ body: (Range) -> Void) {
            guard let node else { return }
            Work.count()
            visit(node.left, body)
            body(node.range)
            visit(node.right, body)
        }

        static func inserting(_ range: Range, into node: Node?) -> Node {
            guard let node else { return Node(nil, range, nil) }
            Work.count()
            return range.first < node.range.first
                ? balanced(inserting(range, into: node.left), node.range, node.right)
                : balanced(node.left, node.range, inserting(range, into: node.right))
        }

        static func removing(_ number: SequenceNumber, from node: Node?) -> Node? {
            guard let node else { return nil }
            Work.count()
            if number == node.range.first { return joined(node.left, node.right) }
            return number < node.range.first
                ? balanced(removing(number, from: node.left), node.range, node.right)
                : balanced(node.left, node.range, removing(number, from: node.right))
        }

        /// The tree of two subtrees whose common node is removed.
        private static func joined(_ left: Node?, _ right: Node?) -> Node? {
            guard let left else { return right }
            guard let right else { return left }
            if left.count > right.count, let last = rightmost(left) {
                return balanced(removing(last.first, from: left), last, right)
            }
            guard let first = leftmost(right) else { return left }
            return balanced(left, first, removing(first.first, from: right))
        }

        /// Collects the ranges with the highest ranks in `best`, which is sorted by rank. Subtrees whose ranks are too low are
        /// skipped.
        static func collect(_ node: Node?, atMost limit: Int, into best: inout [Range]) {
            guard let node, best.count < limit || best[limit - 1].rank < node.rank else { return }
            Work.count()
            let place = best.firstIndex { $0.rank < node.range.rank } ?? best.count
            if place < limit {
                best.insert(node.range, at: place)
                if best.count > limit { best.removeLast() }
            }
            let isLeftFirst = (node.left?.rank ?? .min) > (node.right?.rank ?? .min)
            collect(isLeftFirst ? node.left : node.right, atMost: limit, into: &best)
            collect(isLeftFirst ? node.right : node.left, atMost: limit, into: &best)
        }

        // MARK: Balance

        /// The weight of a subtree: one more than the number of its ranges. No side of a node weighs more than three times the
        /// other.
        private static func weight(_ node: Node?) -> Int { (node?.count ?? 0) + 1 }

        /// A node with these parts, rotated if one side has become too heavy.
        private static func balanced(_ left: Node?, _ range: Range, _ right: Node?) -> Node {
            if weight(right) > 3 * weight(left), let right {
                guard weight(right.left) >= 2 * weight(right.right), let middle = right.left else {
                    return Node(Node(left, range, right.left), right.range, right.right)
                }
                return Node(
                    Node(left, range, middle.left), middle.range, Node(middle.right, right.range, right.right))
            }
            if weight(left) > 3 * weight(right), let left {
                guard weight(left.right) >= 2 * weight(left.left), let middle = left.right else {
                    return Node(left.left, left.range, Node(left.right, range, right))
                }
                return Node(Node(left.left, left.range, middle.left), middle.range, Node(middle.right, range, right))
            }
            return Node(left, range, right)
        }
    }
}
