import Render
import Synchronization

/// The terminal through which a person uses this program, if there is one.
package struct Terminal: Hashable, Sendable {
    private let input: Int32
    private let output: Int32

    /// The terminal of this program.
    package static let standard = Terminal(input: STDIN_FILENO, output: STDOUT_FILENO)

    /// The terminal for output that is not a result, such as progress: it goes to standard error.
    package static let standardError = Terminal(input: STDIN_FILENO, output: STDERR_FILENO)

    /// A terminal on other descriptors, such as a pseudo-terminal.
    package init(input: Int32, output: Int32) {
        self.input = input
        self.output = output
    }

    /// Whether output goes to a terminal, where a person sees it, and not into a file or another program.
    package var showsOutput: Bool { isatty(output) == 1 }

    /// Whether a person can be asked: input comes from a terminal, and the question would be seen.
    package var isInteractive: Bool { isatty(input) == 1 && showsOutput }

    /// The width of the window in columns; nil if output goes to no terminal, or the terminal does not say.
    package var width: Int? { window.flatMap { $0.ws_col > 0 ? Int($0.ws_col) : nil } }

    /// The height of the window in lines; nil if output goes to no terminal, or the terminal does not say.
    package var height: Int? { window.flatMap { $0.ws_row > 0 ? Int($0.ws_row) : nil } }

    private var window: winsize? {
        var size = winsize()
        return showsOutput && ioctl(output, UInt(TIOCGWINSZ), &size) == 0 ? size : nil
    }

    /// Whether to write in colour: only to a terminal that can show colour, and not if the user forbids it.
    ///
    /// NO_COLOR with any value but the empty one forbids colour (https://no-color.org).
    /// - Parameter variable: the value of an environment variable by its name; the program's own by default.
    package func usesColor(variable: (String) -> String? = Terminal.environmentVariable) -> Bool {
        if let wish = variable("NO_COLOR"), !wish.isEmpty { return false }
        if variable("TERM") == "dumb" { return false }
        return showsOutput
    }

    /// Whether only ASCII can be shown: output goes to a terminal, and the locale names another character set than UTF-8. Without a locale
    /// nothing is known of the terminal; nearly every one has UTF-8.
    ///
    /// - Parameter variable: the value of an environment variable by its name; the program's own by default.
    package func isLimitedToASCII(variable: (String) -> String? = Terminal.environmentVariable) -> Bool {
        // The first of these variables that is set decides (POSIX.1-2017 section 8.2).
        let locale = ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap(variable).first { !$0.isEmpty }
        guard let locale, showsOutput else { return false }
        return !["UTF-8", "UTF8"].contains { locale.uppercased().contains($0) }
    }

    /// `text` as the terminal can show it: as it is, or in ASCII. What goes to a file or another program stays as it is.
    package func showable(_ text: String) -> String {
        switch Self.wish.withLock({ $0 }) {
        case .none: isLimitedToASCII() ? Text.ascii(text) : text
        case .ascii(let keepsWide): output == STDOUT_FILENO ? Text.ascii(text, keepsWide: keepsWide) : text
        }
    }

    /// What the user wishes for standard output beyond what the terminal says of itself.
    package enum Wish: Sendable {
        /// Nothing.
        case none
        /// ASCII alone (`--ascii`), and wide characters if the language has them.
        case ascii(keepsWide: Bool)
    }

    private static let wish = Mutex(Wish.none)

    /// Heeds a wish for everything that goes to standard output from now on.
    package static func heed(_ wish: Wish) { Self.wish.withLock { $0 = wish } }

    /// The value of an environment variable of this program.
    package static func environmentVariable(_ name: String) -> String? {
        getenv(name).map { String(cString: $0) }
    }

    /// Writes characters immediately, without a line feed.
    package func write(_ text: String) {
        fflush(nil)
        let octets = Array(showable(text).utf8)
        _ = octets.withUnsafeBytes { OperatingSystem.write(output, $0) }
    }

    /// A key. Only the keys that a reader needs to page through a run are distinguished.
    package enum Key: Hashable, Sendable {
        /// A key that writes an ASCII character; space is one of them.
        case character(Character)
        /// Return or enter.
        case enter
        /// The escape key.
        case escape
        /// The key that deletes the last character.
        case backspace
        /// An arrow key.
        case up, down, left, right
        /// Any other key.
        case other
        /// No key will come: input is not a terminal, or has ended. The program must go on without asking.
        case none
    }

    /// Waits until a key is pressed. The key needs no return after it, and is not shown.
    ///
    /// The terminal leaves its line mode for that, and is restored in every case. Ctrl-C and Ctrl-Z are therefore read as
    /// characters: first the terminal is restored, then the signal is raised. So the signal has its usual effect, and the shell finds
    /// the terminal in order.
    /// - Returns: the key; ``Key/none`` immediately if standard input is not a terminal.
    package func waitForKey() -> Key {
        while true {
            switch readSequence() {
            // kill, and not raise: the signal of raise goes to the own thread, in which the system's default action for it may be blocked.
            case [0x03]: kill(getpid(), SIGINT)
            case [0x1a]:
                kill(getpid(), SIGTSTP)
                // The signal may reach another thread first. Until the process stops, the terminal must stay as it was found.
                _ = poll(nil, 0, 100)
            case let octets: return Key(octets)
            }
        }
    }

    /// The octets that one press of a key sends: one, or several for an arrow. Empty at the end of input.
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
        // The escape key sends one octet. An arrow sends three, at once, and the first is the same octet. Only a moment of silence
        // distinguishes them.
        while sequence[0] == 0x1b, sequence.count < 3, OperatingSystem.isReadable(input, within: 30),
            let next = readOctet()
        { sequence.append(next) }
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
}

extension Terminal.Key {
    /// The key that sends `octets`, according to the codes of ECMA-48 and the VT100.
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
