/// The program through which a person reads what is longer than the window, as git has it.
package struct Pager: Sendable {
    private let command: String

    /// The reader's pager: what PAGER says, less where it says nothing; nil where it is "cat" or empty.
    ///
    /// - Parameter variable: the value of an environment variable by its name; the program's own by default.
    package init?(variable: (String) -> String? = Terminal.environmentVariable) {
        let wish = variable("PAGER") ?? "less"
        guard !wish.isEmpty, wish != "cat" else { return nil }
        command = wish
    }

    /// Shows `text` a screen at a time.
    ///
    /// - Returns: whether a pager took the text; if none could be started, the caller has to print it.
    package func show(_ text: String) -> Bool {
        // Without these, less shows escape codes as text and stays when all fits on a screen. The reader's own wish counts more.
        setenv("LESS", "FRX", 0)
        setenv("LV", "-c", 0)
        guard let pipe = popen(command, "w") else { return false }
        // A reader who leaves before the end closes the pipe; that is no fault.
        let before = signal(SIGPIPE, SIG_IGN)
        defer { signal(SIGPIPE, before) }
        var octets = Array(text.utf8)
        let count = octets.count
        octets.withUnsafeMutableBufferPointer { buffer in
            _ = fwrite(buffer.baseAddress, 1, count, pipe)
        }
        // 127: the shell has found no such program.
        let status = pclose(pipe)
        return (status >> 8) & 0xff != 127
    }
}
