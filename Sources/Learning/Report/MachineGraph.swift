import Trace

/// A machine as a graph in the language of Graphviz.
package struct MachineGraph {
    private let view: MachineView
    private let title: String
    private let language: Language

    /// A graph with that title, in a language.
    package init(_ view: MachineView, title: Words, in language: Language = .english) {
        self.view = view
        self.title = title.sentence(in: language)
        self.language = language
    }

    /// The text: the good handshake as a heavy line from top to bottom, and the letters that stay or end in the box of their state.
    package var text: String {
        var lines = ["digraph machine {", "  label=\(quoted([title]));", "  rankdir=TB;", "  node [shape=box];"]
        for state in view.states {
            let start = Words(english: "1  start", chinese: "1  开始")
            var words = [state.number == 1 ? say(start) : "\(state.number)"]
            for group in state.loops { words.append(line(MachineView.Group.stays, group)) }
            words += state.limits.map { say($0.words) }
            for group in state.ends { words.append(line(MachineView.Group.ends, group)) }
            lines.append("  s\(state.number) [label=\(quoted(words)), penwidth=\(state.isOnPath ? 2 : 1)];")
        }
        for state in view.states {
            for move in state.moves {
                let label = quoted(["\(say(move.letter)) / \(say(move.answer))"])
                let weight = move.isStep ? ", penwidth=3, weight=10" : ""
                lines.append("  s\(state.number) -> s\(move.target) [label=\(label)\(weight)];")
            }
        }
        return (lines + ["}"]).joined(separator: "\n") + "\n"
    }

    private func line(_ head: Words, _ group: MachineView.Group) -> String {
        say(MachineView.Group.line(head, "\(group.letters.listed) / \(group.answer)"))
    }

    private func say(_ words: some Wording) -> String { words.sentence(in: language) }

    /// Lines as a string of Graphviz, each kept to the left.
    private func quoted(_ lines: [String]) -> String {
        let escaped = lines.map { $0.map { "\"\\".contains($0) ? "\\\($0)" : String($0) }.joined() }
        return "\"" + escaped.joined(separator: "\\l") + (lines.count > 1 ? "\\l" : "") + "\""
    }
}
