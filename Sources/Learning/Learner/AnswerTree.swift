/// What a peer has answered so far: a tree with an edge for each letter that was sent. The learner and the tests share it, so that no question
/// is asked twice.
package struct AnswerTree: Hashable, Sendable {
    private struct Node: Hashable, Sendable {
        var answer: Answer
        var children: [Letter: Int] = [:]
    }

    /// Node 0 is the beginning of a connection; its answer means nothing.
    private var nodes = [Node(answer: .silence)]

    /// An empty tree.
    package init() {}

    /// The answers to a word as far as they are known. Behind an answer that closes the connection each answer is ``Answer/gone``.
    package func known(_ word: [Letter]) -> [Answer] {
        var answers: [Answer] = []
        var node = 0
        for letter in word {
            if answers.last?.isClosed == true {
                answers.append(.gone)
                continue
            }
            guard let child = nodes[node].children[letter] else { break }
            answers.append(nodes[child].answer)
            node = child
        }
        return answers
    }

    /// Keeps the answers to a word. An answer that is known already stays as it is; the caller has compared them.
    package mutating func keep(_ word: [Letter], _ answers: [Answer]) {
        var node = 0
        for (letter, answer) in zip(word, answers) {
            if let child = nodes[node].children[letter] {
                node = child
            } else {
                nodes.append(Node(answer: answer))
                nodes[node].children[letter] = nodes.count - 1
                node = nodes.count - 1
            }
            if answer.isClosed { return }
        }
    }

    /// Replaces the first answer of a word that is not as it was kept. What was kept behind it is forgotten.
    package mutating func correct(_ word: [Letter], _ answers: [Answer]) {
        var node = 0
        for (letter, answer) in zip(word, answers) {
            guard let child = nodes[node].children[letter] else { break }
            guard nodes[child].answer == answer else {
                nodes[node].children[letter] = nil
                break
            }
            node = child
        }
        keep(word, answers)
    }
}
