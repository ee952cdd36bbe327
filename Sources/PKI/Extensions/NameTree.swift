/// Subtrees of names, kept as a tree of labels: whether a name is within one of them costs as much as the name is long,
/// however many subtrees there are.
struct NameTree: Sendable {
    /// The part of a tree that is meant.
    enum Scope: Sendable {
        /// The name and all below it.
        case subtree
        /// Only the names below it.
        case below
        /// Only the name.
        case itself
    }

    private struct Node: Sendable {
        var children: [[UInt8]: Int] = [:]
        var subtree: Int?
        var below: Int?
        var itself: Int?
        /// The first subtree that begins at a child.
        var subtreeOfChild: Int?
    }

    private var nodes = [Node()]

    /// Takes in a subtree.
    ///
    /// - Parameter mark: the value that a search returns. Of several marks at one place the first stays.
    mutating func insert(_ path: [[UInt8]], _ scope: Scope, mark: Int) {
        var place = 0
        for (index, label) in path.enumerated() {
            if index == path.count - 1, scope == .subtree, nodes[place].subtreeOfChild == nil {
                nodes[place].subtreeOfChild = mark
            }
            if let child = nodes[place].children[label] {
                place = child
            } else {
                nodes[place].children[label] = nodes.count
                place = nodes.count
                nodes.append(Node())
            }
        }
        switch scope {
        case .subtree: nodes[place].subtree = nodes[place].subtree ?? mark
        case .below: nodes[place].below = nodes[place].below ?? mark
        case .itself: nodes[place].itself = nodes[place].itself ?? mark
        }
    }

    /// The mark of a subtree that a name is within.
    func mark(covering path: [[UInt8]]) -> Int? {
        var place = 0
        for label in path {
            if let mark = nodes[place].subtree ?? nodes[place].below { return mark }
            guard let child = nodes[place].children[label] else { return nil }
            place = child
        }
        return nodes[place].subtree ?? nodes[place].itself
    }

    /// The mark of a subtree that begins one label below a name.
    func mark(ofChildOf path: [[UInt8]]) -> Int? {
        var place = 0
        for label in path {
            guard let child = nodes[place].children[label] else { return nil }
            place = child
        }
        return nodes[place].subtreeOfChild
    }
}
