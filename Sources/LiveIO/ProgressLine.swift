import Dispatch
import Synchronization

/// A line on the terminal that says how far a long task is: its name, the parts that are done or other words, the seconds.
///
/// It goes to standard error, and only if this is a terminal. It comes after a second, and is gone when the task ends or is interrupted.
package final class ProgressLine: Sendable {
    private struct State {
        var done = 0
        /// What is said of the task in place of its parts; nil for the parts.
        var words: String?
        /// Takes the line away when Ctrl-C ends the program.
        var guardian: Interruption?
        var isShown = false
        var hasEnded = false
    }

    private let state = Mutex(State())
    private let task: String
    private let total: Int?
    private let unit: String?
    private let pause: Int
    private let terminal: Terminal
    private let start = ContinuousClock.now
    private let timer = DispatchQueue(label: "progress")

    /// Begins a task.
    ///
    /// - Parameters:
    ///   - task: its name.
    ///   - total: the number of its parts; nil if it is not known.
    ///   - unit: the name of the parts, in the plural; nil for a task without parts.
    ///   - pause: the milliseconds before the line comes, and between two forms of it.
    package init(
        _ task: String, of total: Int? = nil, unit: String? = nil, on terminal: Terminal = .standardError,
        pause: Int = 1_000
    ) {
        (self.task, self.total, self.unit, self.pause) = (task, total, unit, pause)
        self.terminal = terminal
        if terminal.showsOutput { wait() }
    }

    /// Shows the line after the pause, and goes on. The timer does not keep the line: a task that fails lets go of it, and so it ends.
    private func wait() {
        timer.asyncAfter(deadline: .now() + .milliseconds(pause)) { [weak self] in
            guard let self, show() else { return }
            wait()
        }
    }

    /// - Returns: whether the task goes on.
    private func show() -> Bool {
        state.withLock { state in
            guard !state.hasEnded else { return false }
            let seconds = (ContinuousClock.now - start).components.seconds
            let parts = unit.map { "\(state.done)\(total.map { " of \($0)" } ?? "") \($0)" }
            let told = (state.words ?? parts).map { $0 + ", " } ?? ""
            if !state.isShown { state.guardian = Interruption { [weak self] in self?.clear() } }
            terminal.write("\r\u{1b}[K" + fitted("\(task): \(told)\(seconds) s"))
            state.isShown = true
            return true
        }
    }

    /// The beginning of a text that fits on a line: a longer one could not be taken away.
    private func fitted(_ text: String) -> String {
        let room = (terminal.width ?? text.count + 1) - 1
        return String(text.prefix(max(0, room)))
    }

    /// Counts a part that is done.
    package func advance() { state.withLock { $0.done += 1 } }

    /// Says how far the task is, where it has no parts to count.
    package func tell(_ words: String) { state.withLock { $0.words = words } }

    /// Takes the line away: the program ends.
    private func clear() {
        state.withLock { state in
            if state.isShown, !state.hasEnded { terminal.write("\r\u{1b}[K") }
            state.hasEnded = true
        }
    }

    /// Ends the task: the line goes. In its place comes a line that stays, if there is something to say.
    package func end(saying words: String? = nil) {
        state.withLock { state in
            guard !state.hasEnded else { return }
            state.hasEnded = true
            if state.isShown { terminal.write("\r\u{1b}[K") }
            state.guardian = nil
            if let words, terminal.showsOutput { terminal.write(words + "\n") }
        }
    }

    deinit { end() }

    /// Does the work of a task without parts.
    package static func during<Result>(_ task: String, _ work: () throws -> Result) rethrows -> Result {
        let progress = ProgressLine(task)
        defer { progress.end() }
        return try work()
    }
}
