import Render

/// The text of a lesson's exercise without the marks of Markdown: the question and its choices.
struct ExerciseWording {
    /// The heading of the exercise.
    let title: String
    /// The question: a line for each paragraph, and for each line of a code block.
    let ask: String
    /// The text of each choice, by its letter in the lesson.
    let choices: [String: String]

    /// The text of an exercise, with `seed` in its commands.
    init(_ task: Lesson.Task, seed: UInt64) {
        title = task.title
        var paragraphs: [String] = []
        var choices: [String: String] = [:]
        var isCode = false
        var isOpen = false
        var letter: String?
        for line in task.markdown(seed: seed).split(separator: "\n", omittingEmptySubsequences: false).dropFirst() {
            if line.hasPrefix("```") {
                isCode.toggle()
                isOpen = false
            } else if isCode {
                paragraphs.append(String(line))
            } else if line.isEmpty {
                isOpen = false
                letter = nil
            } else if let match = line.wholeMatch(of: /- ([a-z]): (.*)/) {
                letter = String(match.1)
                choices[String(match.1)] = ExerciseWording.plain(match.2)
            } else if let last = letter, let begun = choices[last], line.hasPrefix("  ") {
                choices[last] = Text.joined(lines: [
                    begun[...], ExerciseWording.plain(line.drop { $0 == " " })[...],
                ])
            } else if isOpen, let last = paragraphs.popLast() {
                paragraphs.append(Text.joined(lines: [last[...], ExerciseWording.plain(line.drop { $0 == " " })[...]]))
            } else {
                paragraphs.append(ExerciseWording.plain(line))
                isOpen = true
            }
        }
        ask = paragraphs.joined(separator: "\n")
        self.choices = choices
    }

    /// The text without the marks of Markdown for code, emphasis and links.
    private static func plain(_ text: Substring) -> String {
        text.replacing(/\[([^\]]*)\]\([^)]*\)/) { $0.1 }.replacing("`", with: "").replacing("**", with: "")
            .replacing(/\*([^*]+)\*/) { $0.1 }.description
    }
}
