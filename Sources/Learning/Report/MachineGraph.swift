/// A machine as a graph in the language of Graphviz.
package struct MachineGraph {
    private let view: MachineView
    private let title: String

    /// A graph with that title.
    package init(_ view: MachineView, title: String) {
        self.view = view
        self.title = title
    }

    /// The text: the good handshake as a heavy line from top to bottom, and the letters that stay or end in the box of their state.
    package var text: String {
        var lines = ["digraph machine {", "  label=\(quoted([title]));", "  rankdir=TB;", "  node [shape=box];"]
        for state in view.states {
            var words = [state.number == 1 ? "1  start" : "\(state.number)"]
            for group in state.loops { words.append("stays: " + list(group)) }
            for limit in state.limits { words.append("\(limit.letter.name): at most \(limit.most) in a row") }
            for group in state.ends { words.append("ends: " + list(group)) }
            lines.append("  s\(state.number) [label=\(quoted(words)), penwidth=\(state.isOnPath ? 2 : 1)];")
        }
        for state in view.states {
            for move in state.moves {
                let label = quoted(["\(move.letter.name) / \(move.answer.text)"])
                let weight = move.isStep ? ", penwidth=3, weight=10" : ""
                lines.append("  s\(state.number) -> s\(move.target) [label=\(label)\(weight)];")
            }
        }
        return (lines + ["}"]).joined(separator: "\n") + "\n"
    }

    private func list(_ group: MachineView.Group) -> String {
        "\(group.letters.map(\.name).joined(separator: ", ")) / \(group.answer.text)"
    }

    /// Lines as a string of Graphviz, each kept to the left.
    private func quoted(_ lines: [String]) -> String {
        let escaped = lines.map { $0.map { "\"\\".contains($0) ? "\\\($0)" : String($0) }.joined() }
        return "\"" + escaped.joined(separator: "\\l") + (lines.count > 1 ? "\\l" : "") + "\""
    }
}
