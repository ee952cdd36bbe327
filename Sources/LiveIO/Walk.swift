import Render

/// Shows a ladder one step at a time, at the reader's pace.
public enum Walk {
    /// Prints the steps, waiting for a key after each; without a keyboard or a screen it prints them all.
    public static func show(_ ladder: Ladder, on terminal: Terminal = .standard) {
        print(ladder.header, terminator: "")
        var isWaiting = terminal.isInteractive
        if isWaiting { print("  (any key: next step; q: quit; a: all the rest)\n") }
        for step in ladder.steps {
            print(step.text, terminator: "")
            guard isWaiting else { continue }
            switch terminal.waitForKey() {
            case .character("q"), .escape: return
            case .character("a"), .none: isWaiting = false
            default: break
            }
        }
        print(ladder.epilogue, terminator: "")
    }
}
