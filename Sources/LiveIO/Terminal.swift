/// The window a person sits at, if there is one.
package struct Terminal: Sendable {
    private let input: Int32
    private let output: Int32

    /// The terminal of this program.
    package static let standard = Terminal(input: STDIN_FILENO, output: STDOUT_FILENO)

    /// The same for what is no result, such as progress, and goes to standard error.
    package static let standardError = Terminal(input: STDIN_FILENO, output: STDERR_FILENO)

    /// A terminal on other descriptors, such as a pseudo-terminal.
    package init(input: Int32, output: Int32) {
        self.input = input
        self.output = output
    }

    /// Whether what is written is seen by a person, and does not go into a file or another program.
    package var showsOutput: Bool { isatty(output) == 1 }

    /// Whether a person can be asked: input comes from a terminal, and the question would be seen.
    package var isInteractive: Bool { isatty(input) == 1 && showsOutput }

    /// The width of the window in columns; nil where there is no window, or it does not say.
    package var width: Int? { window.flatMap { $0.ws_col > 0 ? Int($0.ws_col) : nil } }

    /// The height of the window in lines; nil where there is no window, or it does not say.
    package var height: Int? { window.flatMap { $0.ws_row > 0 ? Int($0.ws_row) : nil } }

    private var window: winsize? {
        var size = winsize()
        return showsOutput && ioctl(output, UInt(TIOCGWINSZ), &size) == 0 ? size : nil
    }

    /// Whether to write in colour: only to a terminal that can show it, and never against the user's wish.
    ///
    /// NO_COLOR with any value but the empty one means no (https://no-color.org).
    /// - Parameter variable: the value of an environment variable by its name; the program's own by default.
    package func usesColor(variable: (String) -> String? = Terminal.environmentVariable) -> Bool {
        if let wish = variable("NO_COLOR"), !wish.isEmpty { return false }
        if variable("TERM") == "dumb" { return false }
        return showsOutput
    }

    /// The value of an environment variable of this program.
    package static func environmentVariable(_ name: String) -> String? {
        getenv(name).map { String(cString: $0) }
    }

    /// Writes characters at once, without a line feed.
    package func write(_ text: String) {
        fflush(nil)
        let octets = Array(text.utf8)
        _ = octets.withUnsafeBytes { OperatingSystem.write(output, $0) }
    }

    /// A key, as far as a reader who pages through a run needs to tell keys apart.
    package enum Key: Hashable, Sendable {
        /// A key that writes an ASCII character; space is one of them.
        case character(Character)
        /// Return or enter.
        case enter
        /// The escape key.
        case escape
        /// The key that takes the last character back.
        case backspace
        /// An arrow key.
        case up, down, left, right
        /// Any other key.
        case other
        /// No key will ever come: input is no terminal, or has ended. A program must go on without asking.
        case none
    }

    /// Waits until a key is pressed, without the need to press return after it, and without showing it.
    ///
    /// For that the terminal is taken out of its line mode, and put back whatever happens. Ctrl-C and Ctrl-Z are read as
    /// characters for that reason: the terminal is put back first and the signal raised then, so that it has its usual
    /// effect and leaves no broken shell.
    /// - Returns: the key; ``Key/none`` at once where standard input is not a terminal.
    package func waitForKey() -> Key {
        while true {
            switch readSequence() {
            case [0x03]: raise(SIGINT)
            case [0x1a]: raise(SIGTSTP)
            case let octets: return Key(octets)
            }
        }
    }

    /// What one press of a key sends: one octet, or several for an arrow. Empty at the end of input.
    private func readSequence() -> [UInt8] {
        var saved = termios()
        guard isatty(input) == 1, tcgetattr(input, &saved) == 0 else { return [] }
        var raw = saved
        raw.c_lflag &= ~tcflag_t(ICANON | ECHO | ISIG)
        // A read waits for one octet, for as long as it takes.
        withUnsafeMutableBytes(of: &raw.c_cc) { characters in
            characters[Int(VMIN)] = 1
            characters[Int(VTIME)] = 0
        }
        // TCSADRAIN keeps what was typed ahead.
        guard tcsetattr(input, TCSADRAIN, &raw) == 0 else { return [] }
        defer { tcsetattr(input, TCSADRAIN, &saved) }

        guard let first = readOctet() else { return [] }
        var sequence = [first]
        // The escape key sends one octet, an arrow three that start with the same one: only a moment's silence tells them
        // apart. A terminal sends the three at once.
        while sequence[0] == 0x1b, sequence.count < 3, isMoreComing(), let next = readOctet() { sequence.append(next) }
        return sequence
    }

    private func readOctet() -> UInt8? {
        var octet: UInt8 = 0
        while true {
            let count = read(input, &octet, 1)
            if count < 0 && errno == EINTR { continue }
            return count == 1 ? octet : nil
        }
    }

    private func isMoreComing() -> Bool {
        var descriptor = pollfd(fd: input, events: Int16(POLLIN), revents: 0)
        return poll(&descriptor, 1, 30) > 0
    }
}

extension Terminal.Key {
    /// The key that sends `octets`, by the codes of ECMA-48 and of the VT100.
    init(_ octets: [UInt8]) {
        switch octets {
        case [], [0x04]: self = .none
        case [0x0a], [0x0d]: self = .enter
        case [0x08], [0x7f]: self = .backspace
        case [0x1b]: self = .escape
        case [0x1b, 0x5b, 0x41], [0x1b, 0x4f, 0x41]: self = .up
        case [0x1b, 0x5b, 0x42], [0x1b, 0x4f, 0x42]: self = .down
        case [0x1b, 0x5b, 0x43], [0x1b, 0x4f, 0x43]: self = .right
        case [0x1b, 0x5b, 0x44], [0x1b, 0x4f, 0x44]: self = .left
        case let octets where octets.count == 1 && (0x20..<0x7f).contains(octets[0]):
            self = .character(Character(UnicodeScalar(octets[0])))
        default: self = .other
        }
    }
}
