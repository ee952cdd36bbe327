import Trace

/// The parts of this machine that some commands need: programs, UTF-8, TUN devices.
package enum Machine {
    /// The file that a shell would start for the name of a program; nil if there is no such file.
    ///
    /// - Parameter path: the folders, separated by colons as in PATH.
    package static func program(_ name: String, path: String? = Terminal.environmentVariable("PATH")) -> String? {
        // An empty entry of PATH is the current folder (POSIX.1 section 8.3). It is skipped: a program that lies there by chance is
        // not the program that is meant.
        (path ?? "").split(separator: ":").lazy.map { "\($0)/\(name)" }.first { access($0, X_OK) == 0 }
    }

    /// The files of that name in folders that need not be in PATH, such as those of Homebrew on macOS; the better ones first.
    package static func programsOutsidePath(_ name: String) -> [String] {
        OperatingSystem.programFolders.map { "\($0)/\(name)" }.filter { access($0, X_OK) == 0 }
    }

    /// What a program writes to standard output. Its standard input is empty, and its standard error is that of this process.
    ///
    /// - Parameter path: the program's file.
    /// - Returns: nil if the program cannot be started.
    package static func output(of path: String, _ arguments: [String]) -> String? {
        let command = ([path] + arguments).map(\.shellWord).joined(separator: " ") + " </dev/null"
        guard let pipe = popen(command, "r") else { return nil }
        var octets: [UInt8] = []
        var part = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = fread(&part, 1, part.count, pipe)
            guard count > 0 else { break }
            octets += part.prefix(count)
        }
        _ = pclose(pipe)
        return String(decoding: octets, as: UTF8.self)
    }

    /// Whether the locale encodes text in UTF-8. The first of LC_ALL, LC_CTYPE and LANG that is not empty decides (POSIX.1 section
    /// 8.2).
    package static func writesUTF8(variable: (String) -> String? = Terminal.environmentVariable) -> Bool {
        let said = ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap(variable).first { !$0.isEmpty } ?? ""
        let letters = said.lowercased()
        return letters.contains("utf-8") || letters.contains("utf8")
    }

    /// Whether this program could attach to a TUN device.
    package enum TUN: Sendable, CaseIterable {
        /// The driver is there, and this user may open it.
        case usable
        /// The driver is there, but this user may not open it.
        case forbidden
        /// The kernel has no TUN driver, or a container hides it.
        case absent
        /// The system is not Linux: macOS has no such devices.
        case notLinux
    }

    /// Whether this program could attach to a TUN device.
    package static var tun: TUN { OperatingSystem.tun }
}
