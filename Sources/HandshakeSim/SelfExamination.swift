import LiveIO
import Render
import Trace

/// The parts of this machine that some commands need besides the program: terminal, other programs, TUN devices.
struct SelfExamination {
    /// The width of the terminal in columns; nil if the output does not go to a terminal.
    let columns: Int?
    /// Whether text is written in UTF-8.
    let writesUTF8: Bool
    /// Each program that is installed.
    let programs: [Program: Sighting]
    /// Whether a TUN device can be used.
    let tun: Machine.TUN

    /// Where a program was found.
    struct Sighting {
        /// The path of its file.
        let path: String
        /// What it answers when it is asked for its version; nil if it was not asked.
        var answer: String?
        /// Whether a shell would start it for its name.
        var isInPath = true
    }

    /// A program that some of the commands need.
    enum Program: CaseIterable {
        case browser, tshark, openssl, xxd

        /// How to install the program.
        var source: String {
            switch self {
            case .browser: "Debian: apt-get install xdg-utils"
            case .tshark: "Debian: apt-get install tshark; macOS: brew install wireshark"
            case .openssl: "Debian: apt-get install openssl; macOS: brew install openssl"
            case .xxd: "Debian: apt-get install xxd; macOS: brew install vim"
            }
        }

        /// Whether the program will do; its name alone does not say so for openssl.
        func suffices(_ sighting: Sighting) -> Bool {
            switch self {
            case .browser, .tshark, .xxd: true
            case .openssl: sighting.answer.map(OpenSSLVersion.suffices) ?? false
            }
        }

        /// Looks for the program: first where a shell would find it, then in folders that need not be in PATH.
        func sighting() -> Sighting? {
            let named = Machine.program(name).map { look(at: $0, isInPath: true) }
            if let named, suffices(named) { return named }
            return Machine.programsOutsidePath(name).lazy.map { look(at: $0, isInPath: false) }.first(where: suffices)
                ?? named
        }

        private func look(at path: String, isInPath: Bool) -> Sighting {
            Sighting(
                path: path, answer: self == .openssl ? Machine.output(of: path, ["version"]) : nil, isInPath: isInPath)
        }

        /// The name of the executable file.
        var name: String {
            switch self {
            case .browser: Browser.opener
            case .tshark: "tshark"
            case .openssl: "openssl"
            case .xxd: "xxd"
            }
        }
    }

    /// The findings, in the order of the report.
    var findings: [MachineNote] {
        [.terminal(columns: columns), .text(utf8: writesUTF8)]
            + Program.allCases.map { .program($0, programs[$0]) } + [.tun(tun)]
    }

    /// The report: each finding, its purpose, and how to install what is missing.
    var report: Report {
        var report = Report([.heading(MachineNote.title)])
        for note in findings {
            report.add(.text("\(note.english) \(note.englishBackground)", indent: 2, head: note.isAsNeeded ? "✔" : "·"))
        }
        let missing = findings.filter { !$0.isAsNeeded }.count
        report.add(.space, .text(MachineNote.summary(missing: missing, of: findings.count)))
        return report
    }
}

extension SelfExamination {
    /// Examines this machine.
    init() {
        columns = Terminal.standard.width
        writesUTF8 = Machine.writesUTF8()
        programs = Dictionary(
            uniqueKeysWithValues: Program.allCases.compactMap { program in
                program.sighting().map { (program, $0) }
            })
        tun = Machine.tun
    }
}

/// A finding about one thing that this machine has or lacks.
enum MachineNote: Remark {
    /// The width of the terminal in columns; nil if there is no terminal.
    case terminal(columns: Int?)
    case text(utf8: Bool)
    /// A program, and where it was found; nil if it is not installed.
    case program(SelfExamination.Program, SelfExamination.Sighting?)
    case tun(Machine.TUN)

    /// Whether the commands that need this thing will work.
    var isAsNeeded: Bool {
        switch self {
        case .terminal(let columns): columns.map { $0 >= 80 } ?? true
        case .text(let utf8): utf8
        case .program(let program, let sighting): sighting.map { $0.isInPath && program.suffices($0) } ?? false
        case .tun(let tun): tun == .usable
        }
    }

    var english: String {
        switch self {
        case .terminal(let columns?) where columns < 80:
            "The terminal has \(columns) columns. Tables and pictures want 80: make the window wider."
        case .terminal(let columns?): "The terminal has \(columns) columns."
        case .terminal(nil):
            "The output goes to no terminal. COLUMNS and --columns say how wide it is; without them it is \(Text.columns) wide."
        case .text(utf8: true): "Text is written in UTF-8."
        case .text(utf8: false):
            "LC_ALL, LC_CTYPE and LANG do not name UTF-8. Arrows may look like other letters: set LANG=C.UTF-8."
        case .program(let program, let sighting?) where !program.suffices(sighting):
            "\(sighting.path.legible) is \(Self.firstLine(sighting.answer)), not OpenSSL \(OpenSSLVersion.needed) or newer (\(program.source); then its folder has to be first in PATH)."
        case .program(_, let sighting?) where !sighting.isInPath:
            "\(sighting.path.legible) is there, and PATH does not lead to it. Put its folder first in PATH."
        case .program(_, let sighting?): "\(sighting.path.legible) is there."
        case .program(let program, nil): "\(program.name) is missing (\(program.source))."
        case .tun(.usable): "TUN devices can be opened."
        case .tun(.forbidden): "TUN devices are here, and this user may not open them."
        case .tun(.absent): "There is no /dev/net/tun: this kernel has no TUN driver, or a container hides it."
        case .tun(.notLinux): "This system has no TUN devices as Linux has them."
        }
    }

    var englishBackground: String {
        switch self {
        case .terminal: "Every command prints its text there."
        case .text: "The story draws its arrows with letters of UTF-8."
        case .program(.browser, _):
            "'serve --open' opens the page with it. A page of --html can be opened from the browser as well."
        case .program(.tshark, _):
            "It reads the captures of --pcap, as Wireshark does. The tests compare its reading with ours."
        case .program(.openssl, _):
            "The commands that '--detail messages' prints compute the same values with it. The tests need it."
        case .program(.xxd, _): "The same printed commands turn hexadecimal digits into octets with it."
        case .tun: "'tcp tun' puts this TCP on a network device. It needs such a device, and the rights of root."
        }
    }

    /// The first line of what a program answers: a stranger's text.
    private static func firstLine(_ answer: String?) -> String {
        let line = (answer ?? "").split(whereSeparator: \.isNewline).first.map { String($0.prefix(60)).legible }
        return line ?? "a program that does not tell its version"
    }

    /// The heading of the report.
    static let title = "What this machine has for HandshakeSim"

    /// The conclusion of the report.
    static func summary(missing: Int, of count: Int) -> String {
        let story = "The story, the pages, the lessons and the attacks need nothing but the program."
        guard missing > 0 else { return "All \(count) are as they should be. \(story)" }
        return "\(story) For \(missing) of \(count), the line with a dot says what does not work without it."
    }
}
