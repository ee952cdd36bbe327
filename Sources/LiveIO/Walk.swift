import Render
import Trace

/// Shows a ladder one step at a time, at the reader's pace.
package enum Walk {
    /// Prints the steps, and waits for a key after each. If there is no keyboard or no screen, it prints all steps.
    ///
    /// - Parameter journal: the run, if the reader is asked what comes next; nil to ask nothing.
    package static func show(
        _ ladder: Ladder, predicting journal: Journal? = nil, on terminal: Terminal = .standard
    ) {
        var browser = StepBrowser(ladder, predicting: journal)
        func show(_ text: String) { print(terminal.showable(text), terminator: "") }
        guard terminal.isInteractive else { return show(ladder.text) }
        show(browser.start)
        while !browser.isOver {
            guard let command = command(on: terminal) else { return }
            show(browser.go(command))
        }
    }

    /// The command of the reader, from the next key; nil to quit.
    private static func command(on terminal: Terminal) -> StepBrowser.Command? {
        switch terminal.waitForKey() {
        case .character("q"), .escape: nil
        case .character("a"), .none: .rest
        case .character("b"), .left, .up: .back
        case .character("1"): .predict(1)
        case .character("2"): .predict(2)
        case .character("3"): .predict(3)
        case .character("4"): .predict(4)
        case .character("n"): .nextChapter
        case .character("p"): .previousChapter
        case .character("g"): .first
        case .character("?"), .character("h"): .help
        case .character("/"): .find(words(on: terminal))
        default: .forward
        }
    }

    /// A line of words, shown while it is typed; empty if the reader cancels with the escape key.
    private static func words(on terminal: Terminal) -> String {
        var words = ""
        terminal.write("/")
        while true {
            switch terminal.waitForKey() {
            case .character(let character):
                words.append(character)
                terminal.write(String(character))
            case .backspace:
                guard words.popLast() != nil else { continue }
                terminal.write("\u{8} \u{8}")
            case .enter:
                terminal.write("\n")
                return words
            case .escape, .none:
                terminal.write("\n")
                return ""
            default: continue
            }
        }
    }
}
