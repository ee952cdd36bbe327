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
