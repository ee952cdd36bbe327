import Foundation
import TestSupport
import Testing

@testable import LiveIO

/// A terminal without a window: what is typed at one end is what a program reads at the other.
private final class PseudoTerminal {
    let controller: Int32
    let program: Int32

    init(columns: UInt16) throws {
        controller = open("/dev/ptmx", O_RDWR | O_NOCTTY)
        try #require(controller >= 0)
        program = try PseudoTerminal.otherEnd(of: controller)
        try #require(program >= 0)
        var size = winsize(ws_row: 24, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
        try #require(ioctl(program, UInt(TIOCSWINSZ), &size) == 0)
    }

    /// Opens the end of the program that runs in the window.
    private static func otherEnd(of controller: Int32) throws -> Int32 {
        #if canImport(Darwin)
            try #require(grantpt(controller) == 0 && unlockpt(controller) == 0)
            return open(try #require(ptsname(controller)), O_RDWR | O_NOCTTY)
        #else
            // Swift's Glibc module has no grantpt: these are the requests behind it, TIOCSPTLCK and TIOCGPTN.
            var locked: Int32 = 0
            var number: UInt32 = 0
            try #require(ioctl(controller, 0x4004_5431, &locked) == 0)
            try #require(ioctl(controller, 0x8004_5430, &number) == 0)
            return open("/dev/pts/\(number)", O_RDWR | O_NOCTTY)
        #endif
    }

    var terminal: Terminal { Terminal(input: program, output: program) }

    func type(_ octets: [UInt8]) { _ = write(controller, octets, octets.count) }

    /// Types once a program reads keys. Before that the terminal itself acts on some: backspace, Ctrl-D.
    func typeWhenAsked(_ octets: [UInt8]) {
        let (program, controller) = (program, controller)
        Thread.detachNewThread {
            var attributes = termios()
            repeat {
                usleep(1000)
                guard tcgetattr(program, &attributes) == 0 else { return }
            } while attributes.c_lflag & tcflag_t(ICANON) != 0
            _ = write(controller, octets, octets.count)
        }
    }

    /// The bits that say whether the terminal works by lines, shows what is typed and makes signals of Ctrl-C.
    var modes: tcflag_t {
        var attributes = termios()
        tcgetattr(program, &attributes)
        return attributes.c_lflag
    }

    deinit {
        close(program)
        close(controller)
    }
}

@Suite struct TerminalTests {
    @Test func aWindowHasAWidth() throws {
        let window = try PseudoTerminal(columns: 97)
        defer { withExtendedLifetime(window) {} }
        #expect(window.terminal.showsOutput)
        #expect(window.terminal.isInteractive)
        #expect(window.terminal.width == 97)
        // Kept until its width is read: a closed descriptor may be another test's the next moment.
        let silent = try PseudoTerminal(columns: 0)
        defer { withExtendedLifetime(silent) {} }
        #expect(silent.terminal.width == nil, "a window that does not say how wide it is")
    }

    @Test func aPipeIsNoTerminal() throws {
        let pipe = Pipe()
        let terminal = Terminal(
            input: pipe.fileHandleForReading.fileDescriptor, output: pipe.fileHandleForWriting.fileDescriptor)
        #expect(!terminal.showsOutput)
        #expect(!terminal.isInteractive)
        #expect(terminal.width == nil)
        #expect(!terminal.usesColor { _ in nil })
        #expect(terminal.waitForKey() == .none, "at once: nobody is there to press one")
    }

    @Test(
        arguments: [
            ([:], true), (["NO_COLOR": ""], true), (["NO_COLOR": "0"], false), (["NO_COLOR": "1"], false),
            (["TERM": "dumb"], false), (["TERM": "xterm-256color"], true),
        ] as [([String: String], Bool)])
    func colourIsTheUsersChoice(environment: [String: String], expected: Bool) throws {
        let window = try PseudoTerminal(columns: 80)
        defer { withExtendedLifetime(window) {} }
        #expect(window.terminal.usesColor { environment[$0] } == expected)
    }

    @Test(
        arguments: [
            (Array(" ".utf8), .character(" ")), (Array("q".utf8), .character("q")), ([0x0d], .enter), ([0x1b], .escape),
            (Array("\u{1b}[A".utf8), .up), (Array("\u{1b}[D".utf8), .left), (Array("\u{1b}OC".utf8), .right),
            ([0x7f], .backspace), ([0x08], .backspace), ([0x04], .none),
        ] as [([UInt8], Terminal.Key)])
    func aKeyIsReadWithoutReturn(octets: [UInt8], key: Terminal.Key) throws {
        let window = try PseudoTerminal(columns: 80)
        defer { withExtendedLifetime(window) {} }
        let before = window.modes
        window.typeWhenAsked(octets)
        #expect(window.terminal.waitForKey() == key)
        #expect(window.modes == before, "the terminal is as it was")
    }

    @Test func keysTypedAheadAreNotLost() throws {
        let window = try PseudoTerminal(columns: 80)
        defer { withExtendedLifetime(window) {} }
        window.type(Array("ab\u{1b}[Bc".utf8))
        let keys = (0..<4).map { _ in window.terminal.waitForKey() }
        #expect(keys == [.character("a"), .character("b"), .down, .character("c")])
    }

    @Test(
        arguments: [
            ([:], false), (["LANG": "en_US.UTF-8"], false), (["LANG": "C.utf8"], false), (["LANG": "C"], true),
            (["LANG": "de_DE.ISO-8859-1"], true), (["LANG": "en_US.UTF-8", "LC_ALL": "C"], true),
            (["LANG": "C", "LC_CTYPE": "en_US.UTF-8"], false), (["LC_ALL": "", "LANG": "en_US.UTF-8"], false),
        ] as [([String: String], Bool)])
    func theLocaleSaysWhatATerminalCanShow(environment: [String: String], expected: Bool) throws {
        let window = try PseudoTerminal(columns: 80)
        defer { withExtendedLifetime(window) {} }
        #expect(window.terminal.isLimitedToASCII { environment[$0] } == expected)
        let pipe = Pipe()
        let other = Terminal(input: window.program, output: pipe.fileHandleForWriting.fileDescriptor)
        #expect(!other.isLimitedToASCII { environment[$0] }, "what goes to a file keeps its octets")
    }

    /// A long task is counted after a moment, and the line is gone when it ends.
    @Test func aLongTaskIsCounted() throws {
        let window = try PseudoTerminal(columns: 80)
        defer { withExtendedLifetime(window) {} }
        let line = ProgressLine("site", of: 9, unit: "pages", on: window.terminal, pause: 20)
        line.advance()
        line.advance()
        var text = ""
        // A terminal holds only some kilobytes, and then the program waits: what is written is read at once.
        func readUntil(_ end: String) throws {
            var octets = [UInt8](repeating: 0, count: 4_096)
            while !text.contains(end) {
                let count = read(window.controller, &octets, octets.count)
                try #require(count > 0)
                text += String(decoding: octets.prefix(count), as: UTF8.self)
            }
        }
        try readUntil(" s")
        line.end(saying: "9 pages are there.")
        try readUntil("there.")
        #expect(text.contains(/site: 2 of 9 pages, [0-9]+ s/), "\(text)")
        #expect(text.contains("\r\u{1b}[K9 pages are there."), "\(text)")
    }

    /// The task of a command that fails lets go of its line. Then the line is gone, and the error stands alone.
    @Test func aTaskThatFailsLeavesNoLine() throws {
        let window = try PseudoTerminal(columns: 80)
        defer { withExtendedLifetime(window) {} }
        var text = ""
        var octets = [UInt8](repeating: 0, count: 4_096)
        func readMore() throws {
            let count = read(window.controller, &octets, octets.count)
            try #require(count > 0)
            text += String(decoding: octets.prefix(count), as: UTF8.self)
        }
        var line: ProgressLine? = ProgressLine("site", on: window.terminal, pause: 20)
        while !text.contains(" s") { try readMore() }
        weak let held = line
        line = nil
        while !text.hasSuffix("\r\u{1b}[K") { try readMore() }
        #expect(held == nil)
    }

    /// A line that is wider than the window cannot be taken away. So it is cut.
    @Test func aLongTaskTellsInWordsHowFarItIs() throws {
        let window = try PseudoTerminal(columns: 20)
        defer { withExtendedLifetime(window) {} }
        let line = ProgressLine("explore", unit: "states", on: window.terminal, pause: 20)
        line.tell("123456 states, depth 7")
        var (text, octets) = ("", [UInt8](repeating: 0, count: 4_096))
        while !text.contains(" st") {
            let count = read(window.controller, &octets, octets.count)
            try #require(count > 0)
            text += String(decoding: octets.prefix(count), as: UTF8.self)
        }
        line.end()
        #expect(text.contains("\u{1b}[Kexplore: 123456 sta") && !text.contains("stat"), "\(text)")
    }

    @Test func aShortTaskIsSilentAndSoIsAPipe() throws {
        let window = try PseudoTerminal(columns: 80)
        defer { withExtendedLifetime(window) {} }
        _ = ProgressLine.during("short") { 1 }
        let line = ProgressLine("short", on: window.terminal)
        line.end()
        _ = fcntl(window.controller, F_SETFL, O_NONBLOCK)
        var octet: UInt8 = 0
        #expect(read(window.controller, &octet, 1) < 0, "nothing was written")
    }
}
