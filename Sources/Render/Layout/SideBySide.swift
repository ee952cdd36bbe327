/// Two runs of one script, step by step beside each other: in two columns where there is room for them, else one above the other
/// within each step.
package struct SideBySide: Sendable {
    /// A numbered step in both runs.
    package struct Step: Sendable {
        /// What happens, in words.
        let caption: String
        /// The lines of either run.
        let left: [String]
        let right: [String]

        /// What happens, in words, and the lines of either run.
        package init(_ caption: String, left: [String], right: [String]) {
            self.caption = caption
            self.left = left
            self.right = right
        }
    }

    private let left: String
    private let right: String
    private let heads: String
    private let steps: [Step]
    private let pen: Pen

    /// Before every line of a run, below the step's number.
    private static let indent = 4
    /// The columns of a label such as "WRONG" before a row, where the runs stand above each other.
    package static let labels = 9

    /// A comparison.
    ///
    /// - Parameters:
    ///   - left: what the first run is called, in a word.
    ///   - right: what the second run is called, in a word.
    ///   - heads: the line over the lines of a run that says what is in its columns.
    package init(
        left: String, right: String, heads: String, steps: [Step], style: PageStyle = .plain, ascii: Bool = false
    ) {
        self.left = left
        self.right = right
        self.heads = heads
        self.steps = steps
        pen = Pen(style, ascii: ascii)
    }

    /// The widest line of either run.
    private var width: Int {
        ([heads] + steps.flatMap { $0.left + $0.right }).map { Text.width(pen.legible($0)) }.max() ?? 0
    }

    /// How many columns the two-column form takes.
    package var columnsForTwo: Int { SideBySide.indent + 2 * width + 3 }

    /// The comparison in the columns of its style, if its lines allow it; each line is ended by a line feed.
    ///
    /// - Parameter columns: another width than that of the style.
    package func text(columns: Int? = nil) -> String {
        pen.draw(columns ?? pen.columns >= columnsForTwo ? besideEachOther() : aboveEachOther())
    }

    private func besideEachOther() -> [Line] {
        func row(_ left: Line, _ right: Line) -> Line {
            let indent = String(repeating: " ", count: SideBySide.indent)
            return (indent + left.padded(to: width)) + Line(" \(pen.ascii ? "|" : "│") ", .faint) + right
        }
        var lines = [
            row(Line(left, .bad), Line(right, .good)), row(Line(heads, .strong), Line(heads, .strong)), Line(),
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
        func rows(_ label: String, _ tone: Tone, _ rows: [String]) -> [Line] {
            (rows.isEmpty ? ["\(pen.dash)"] : rows).enumerated().map { index, row in
                ("  " + Line(index == 0 ? label : "", tone)).padded(to: SideBySide.labels) + pen.legible(row)
            }
        }
        var lines = [Line().padded(to: SideBySide.labels) + Line(heads, .strong), Line()]
        for (index, step) in steps.enumerated() {
            lines += caption(step, index)
            if step.left == step.right {
                lines += rows("both", .faint, step.left)
            } else {
                lines += rows(left, .bad, step.left) + rows(right, .good, step.right)
            }
            lines.append(Line())
        }
        return lines
    }

    private func caption(_ step: Step, _ index: Int) -> [Line] {
        let number = Text.pad("\(index + 1).", to: SideBySide.indent)
        return Text.wrap(pen.legible(step.caption), to: min(pen.columns, Text.columns) - SideBySide.indent).enumerated()
            .map {
                Line($0 == 0 ? number : String(repeating: " ", count: SideBySide.indent), .faint) + $1
            }
    }
}
