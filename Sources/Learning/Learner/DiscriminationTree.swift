/// A tree that tells states apart (Kearns and Vazirani 1994). Each inner node has a word, each branch the answers to that word, and each leaf is
/// a state, which has an access word.
struct DiscriminationTree {
    private enum Node {
        case leaf(state: Int)
        case inner(word: [Letter], branches: [[Answer]: Int])
    }

    private var nodes = [Node.leaf(state: 0)]
    /// The node of each state.
    private var leaves = [0]
    /// A word that leads to each state. State 0 has the empty word.
    private(set) var access: [[Letter]] = [[]]

    /// The words of the inner nodes. For any two states one of them has different answers.
    var separatingWords: [[Letter]] {
        var words: [[Letter]] = []
        for case .inner(let word, _) in nodes where !words.contains(word) { words.append(word) }
        return words.sorted { $0.count < $1.count }
    }

    /// The state to which `word` leads. It is a new one if no state has the same answers.
    ///
    /// - Parameter answers: the answers to the second word, after the first.
    mutating func sift<Failure: Error>(
        _ word: [Letter], answers: ([Letter], [Letter]) throws(Failure) -> [Answer]
    ) throws(Failure) -> Int {
        var node = 0
        while true {
            switch nodes[node] {
            case .leaf(let state): return state
            case .inner(let suffix, let branches):
                let heard = try answers(word, suffix)
                if let next = branches[heard] {
                    node = next
                    continue
                }
                let leaf = add(word)
                var branches = branches
                branches[heard] = leaf
                nodes[node] = .inner(word: suffix, branches: branches)
                return access.count - 1
            }
        }
    }

    /// Parts a state in two: `word` leads to the new one, and `suffix` tells it from the old one.
    mutating func split(
        _ state: Int, from word: [Letter], by suffix: [Letter], old: [Answer], new: [Answer]
    ) {
        let node = leaves[state]
        nodes.append(.leaf(state: state))
        leaves[state] = nodes.count - 1
        let leaf = add(word)
        nodes[node] = .inner(word: suffix, branches: [old: leaves[state], new: leaf])
    }

    /// Adds the leaf of a new state, and returns its node.
    private mutating func add(_ word: [Letter]) -> Int {
        nodes.append(.leaf(state: access.count))
        leaves.append(nodes.count - 1)
        access.append(word)
        return nodes.count - 1
    }
}
