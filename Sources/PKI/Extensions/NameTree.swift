/// Subtrees of names, kept as a tree of labels. The search for the subtree of a name takes time in proportion to the labels of
/// the name, however many subtrees there are.
struct NameTree: Sendable {
    /// The names that a subtree contains.
    enum Scope: Sendable {
        /// The name and all below it.
        case subtree
        /// Only the names below it.
        case below
        /// Only the name.
        case itself
    }

    /// A label's place in the tree. The marks are those of the subtrees of each scope that begin there.
    private struct Node: Sendable {
        var children: [[UInt8]: Int] = [:]
        var subtree: Int?
        var below: Int?
        var itself: Int?
        /// The mark of the first subtree that begins at a child.
        var subtreeOfChild: Int?
    }

    private var nodes = [Node()]

    /// Adds a subtree.
    ///
    /// - Parameters:
    ///   - path: the labels of its base, the topmost first.
    ///   - mark: the value that a search returns. Of several subtrees of one scope at one place the first keeps its mark.
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

    /// The mark of a subtree that a name is within; nil if there is none.
    func mark(covering path: [[UInt8]]) -> Int? {
        var place = 0
        for label in path {
            if let mark = nodes[place].subtree ?? nodes[place].below { return mark }
            guard let child = nodes[place].children[label] else { return nil }
            place = child
        }
        return nodes[place].subtree ?? nodes[place].itself
    }

    /// The mark of a subtree that begins one label below a name; nil if there is none.
    func mark(ofChildOf path: [[UInt8]]) -> Int? {
        var place = 0
        for label in path {
            guard let child = nodes[place].children[label] else { return nil }
            place = child
        }
        return nodes[place].subtreeOfChild
    }
}
