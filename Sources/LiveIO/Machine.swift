/// The machine on which this program runs, as far as some commands need more of it than others.
package enum Machine {
    /// The file that a shell would start for the name of a program; nil where there is none.
    ///
    /// - Parameter path: the folders, separated by colons, as PATH has them.
    package static func program(_ name: String, path: String? = Terminal.environmentVariable("PATH")) -> String? {
        // An empty entry of PATH is the current folder (POSIX.1 section 8.3); a program that lies there by chance is not the one meant.
        (path ?? "").split(separator: ":").lazy.map { "\($0)/\(name)" }.first { access($0, X_OK) == 0 }
    }

    /// Whether text is written in UTF-8: of three variables the first that says something decides (POSIX.1 section 8.2).
    package static func writesUTF8(variable: (String) -> String? = Terminal.environmentVariable) -> Bool {
        let said = ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap(variable).first { !$0.isEmpty } ?? ""
        let letters = said.lowercased()
        return letters.contains("utf-8") || letters.contains("utf8")
    }

    /// Whether a TUN device could be attached to.
    package enum TUN: Sendable, CaseIterable {
        /// It could: the driver is there, and this user may open it.
        case usable
        /// The driver is there, and this user may not open it.
        case forbidden
        /// This kernel has no driver for it, or hides it.
        case absent
        /// macOS has no such devices.
        case notLinux
    }

    /// Whether a TUN device could be attached to.
    package static var tun: TUN { OperatingSystem.tun }
}
