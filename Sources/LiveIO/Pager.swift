/// The program that shows a long text a screen at a time. Its choice follows the same rules as in git.
package struct Pager: Sendable {
    private let command: String

    /// The reader's pager: the command in PAGER, or less if PAGER is not set. Nil if PAGER is "cat" or empty.
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
        // Without these variables, less shows escape codes as text, and does not end by itself if the text fits on a screen. Values
        // that the reader has set stay.
        setenv("LESS", "FRX", 0)
        setenv("LV", "-c", 0)
        // Without a locale, less shows each octet of a character that is not ASCII as a number. The text is UTF-8, whatever the locale says.
        setenv("LESSCHARSET", "utf-8", 0)
        guard let pipe = popen(command, "w") else { return false }
        // A reader who ends the pager early closes the pipe. That is not an error.
        let before = signal(SIGPIPE, SIG_IGN)
        defer { signal(SIGPIPE, before) }
        var octets = Array(text.utf8)
        let count = octets.count
        octets.withUnsafeMutableBufferPointer { buffer in
            _ = fwrite(buffer.baseAddress, 1, count, pipe)
        }
        // The shell ends with 127 if it has not found the program.
        let status = pclose(pipe)
        return (status >> 8) & 0xff != 127
    }
}
