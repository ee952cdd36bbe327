import Trace

/// Two runs of one script, step by step: in two columns where the page is wide enough, else one run above the other within
/// each step.
package struct SideBySide: Sendable {
    /// A numbered step in both runs.
    package struct Step: Sendable {
        /// What happens, in words.
        let caption: Words
        /// The lines of the first run.
        let left: [String]
        /// The lines of the second run.
        let right: [String]

        /// What happens, in words, and the lines of each run.
        package init(_ caption: Words, left: [String], right: [String]) {
            self.caption = caption
            self.left = left
            self.right = right
        }
    }

    private let left: Words
    private let right: Words
    private let heads: Words
    private let steps: [Step]
    private let pen: Pen

    /// The indent of every line of a run. The step's number stands in these columns.
    private static let indent = 4
    /// The columns of a label such as "WRONG" before a row, where one run stands above the other.
    package static let labels = 9

    /// A comparison.
    ///
    /// - Parameters:
    ///   - left: the name of the first run, in a word.
    ///   - right: the name of the second run, in a word.
    ///   - heads: the heads of the columns of a run.
    package init(left: Words, right: Words, heads: Words, steps: [Step], style: PageStyle = .plain) {
        self.left = left
        self.right = right
        self.heads = heads
        self.steps = steps
        pen = Pen(style)
    }

    /// The widest line of either run.
    private var width: Int {
        ([pen.say(heads)] + steps.flatMap { $0.left + $0.right }).map { Text.width(pen.legible($0)) }.max() ?? 0
    }

    /// How many columns the two-column form takes.
    package var columnsForTwo: Int { SideBySide.indent + 2 * width + 3 }

    /// The lines of the comparison, each ended by a line feed. A line of a run is not wrapped: it may be wider than the page.
    ///
    /// - Parameter columns: the width that decides on the form; nil for the width of the style.
    package func text(columns: Int? = nil) -> String {
        pen.draw(columns ?? pen.columns >= columnsForTwo ? besideEachOther() : aboveEachOther())
    }

    private func besideEachOther() -> [Line] {
        func row(_ left: Line, _ right: Line) -> Line {
            let indent = String(repeating: " ", count: SideBySide.indent)
            return (indent + left.padded(to: width)) + Line(" │ ", .faint) + right
        }
        var lines = [
            row(Line(pen.say(left), .bad), Line(pen.say(right), .good)),
            row(Line(pen.say(heads), .strong), Line(pen.say(heads), .strong)), Line(),
        ]
        for (index, step) in steps.enumerated() {
            lines += caption(step, index)
            for place in 0..<max(step.left.count, step.right.count) {
                func cell(_ rows: [String]) -> Line {
                    Line(rows.indices.contains(place) ? pen.legible(rows[place]) : "")
                }
                lines.append(row(cell(step.left), cell(step.right)))
            }
            lines.append(Line())
        }
        return lines
    }

    private func aboveEachOther() -> [Line] {
        func rows(_ rows: [String], labelled label: Words, _ tone: Tone) -> [Line] {
            (rows.isEmpty ? ["\(pen.dash)"] : rows).enumerated().map { index, row in
                ("  " + Line(index == 0 ? pen.say(label) : "", tone)).padded(to: SideBySide.labels) + pen.legible(row)
            }
        }
        var lines = [Line().padded(to: SideBySide.labels) + Line(pen.say(heads), .strong), Line()]
        for (index, step) in steps.enumerated() {
            lines += caption(step, index)
            if step.left == step.right {
                lines += rows(step.left, labelled: Words(english: "both", chinese: "两者"), .faint)
            } else {
                lines += rows(step.left, labelled: left, .bad) + rows(step.right, labelled: right, .good)
            }
            lines.append(Line())
        }
        return lines
    }

    private func caption(_ step: Step, _ index: Int) -> [Line] {
        let number = Text.pad("\(index + 1).", to: SideBySide.indent)
        return Text.wrap(pen.legible(pen.say(step.caption)), to: min(pen.columns, Text.columns) - SideBySide.indent)
            .enumerated()
            .map {
                Line($0 == 0 ? number : String(repeating: " ", count: SideBySide.indent), .faint) + $1
            }
    }
}
