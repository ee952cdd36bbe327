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
        var source: Words {
            switch self {
            case .browser:
                Words(english: "Debian: apt-get install xdg-utils", chinese: "Debian：apt-get install xdg-utils")
            case .tshark:
                Words(
                    english: "Debian: apt-get install tshark; macOS: brew install wireshark",
                    chinese: "Debian：apt-get install tshark；macOS：brew install wireshark")
            case .openssl:
                Words(
                    english: "Debian: apt-get install openssl; macOS: brew install openssl",
                    chinese: "Debian：apt-get install openssl；macOS：brew install openssl")
            case .xxd:
                Words(
                    english: "Debian: apt-get install xxd; macOS: brew install vim",
                    chinese: "Debian：apt-get install xxd；macOS：brew install vim")
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
            let words = Words(english: note.englishText, chinese: note.chineseText)
            report.add(.text(words, indent: 2, head: note.isAsNeeded ? "✔" : "·"))
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
            "\(sighting.path.legible) is \(Self.firstLine(sighting.answer) ?? "a program that does not tell its version"), not OpenSSL \(OpenSSLVersion.needed) or newer (\(program.source.english); then its folder has to be first in PATH)."
        case .program(_, let sighting?) where !sighting.isInPath:
            "\(sighting.path.legible) is there, and PATH does not lead to it. Put its folder first in PATH."
        case .program(_, let sighting?): "\(sighting.path.legible) is there."
        case .program(let program, nil): "\(program.name) is missing (\(program.source.english))."
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

    var chinese: String {
        switch self {
        case .terminal(let columns?) where columns < 80:
            "终端有 \(columns) 列。表格和图需要 80 列：把窗口调宽。"
        case .terminal(let columns?): "终端有 \(columns) 列。"
        case .terminal(nil):
            "输出不在终端上。宽度由 COLUMNS 和 --columns 指定，没有它们就是 \(Text.columns) 列。"
        case .text(utf8: true): "文本用 UTF-8 写出。"
        case .text(utf8: false):
            "LC_ALL、LC_CTYPE 和 LANG 都没有指定 UTF-8。箭头可能显示成别的字符：设置 LANG=C.UTF-8。"
        case .program(let program, let sighting?) where !program.suffices(sighting):
            "\(sighting.path.legible)："
                + (Self.firstLine(sighting.answer).map { "它的回答是 \($0)" } ?? "这个程序没有说出自己的版本")
                + "，不是 OpenSSL \(OpenSSLVersion.needed) 或更新的版本（\(program.source.chinese)；然后把它的目录放在 PATH 的最前面）。"
        case .program(_, let sighting?) where !sighting.isInPath:
            "\(sighting.path.legible)：文件存在，但 PATH 中没有它的目录。把它的目录放在 PATH 的最前面。"
        case .program(_, let sighting?): "\(sighting.path.legible)：存在。"
        case .program(let program, nil): "缺少 \(program.name)（\(program.source.chinese)）。"
        case .tun(.usable): "可以打开 TUN 设备。"
        case .tun(.forbidden): "这里有 TUN 设备，但这个用户不能打开。"
        case .tun(.absent): "没有 /dev/net/tun：这个内核没有 TUN 驱动程序，或者容器把它藏起来了。"
        case .tun(.notLinux): "这个系统没有 Linux 那样的 TUN 设备。"
        }
    }

    var chineseBackground: String {
        switch self {
        case .terminal: "每个命令都把文字输出到那里。"
        case .text: "叙述中的箭头是用 UTF-8 的字符画的。"
        case .program(.browser, _):
            "'serve --open' 用它打开页面。--html 写出的页面也可以在浏览器里打开。"
        case .program(.tshark, _):
            "它读取 --pcap 写出的抓包文件，与 Wireshark 一样。测试拿它的读法与我们的比较。"
        case .program(.openssl, _):
            "'--detail messages' 打印的命令用它算出同样的值。测试需要它。"
        case .program(.xxd, _): "这些打印出来的命令用它把十六进制数字变成字节。"
        case .tun: "'tcp tun' 把这个 TCP 接到网络设备上。它需要这样的设备和 root 权限。"
        }
    }

    /// The first line of what a program answers: a stranger's text; nil if there is none.
    private static func firstLine(_ answer: String?) -> String? {
        (answer ?? "").split(whereSeparator: \.isNewline).first.map { String($0.prefix(60)).legible }
    }

    /// The heading of the report.
    static let title = Words(
        english: "What this machine has for HandshakeSim", chinese: "这台机器为 HandshakeSim 准备了什么")

    /// The conclusion of the report.
    static func summary(missing: Int, of count: Int) -> Words {
        let story = Words(
            english: "The story, the pages, the lessons and the attacks need nothing but the program.",
            chinese: "叙述、页面、课程和攻击只需要这个程序。")
        guard missing > 0 else {
            return Words(
                english: "All \(count) are as they should be. \(story.english)",
                chinese: "\(count) 项全都符合要求。\(story.chinese)")
        }
        return Words(
            english:
                "\(story.english) For \(missing) of \(count), the line with a dot says what does not work without it.",
            chinese: "\(story.chinese)\(count) 项中有 \(missing) 项不符合，带点的那一行说明没有它什么不能用。")
    }
}
