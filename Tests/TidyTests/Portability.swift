import Foundation

/// What builds or runs on Linux and not on a Mac. Each of these rules is kept on Linux.
enum Portability {
    // MARK: Names of one system

    /// Names that Glibc's module has and Darwin's has not, or not as the same type.
    static let linuxNames: Set<String> = [
        "AF_PACKET", "CLOCK_BOOTTIME", "Glibc", "MSG_MORE", "MSG_NOSIGNAL", "O_PATH", "O_TMPFILE", "POLLRDHUP",
        "SOCK_CLOEXEC", "SOCK_NONBLOCK", "TCP_INFO", "TCP_KEEPIDLE", "TCP_QUICKACK", "TCP_USER_TIMEOUT", "accept4",
        "epoll_create1", "epoll_ctl", "epoll_wait", "eventfd", "getauxval", "gettid", "inotify_init1", "mallinfo",
        "mallinfo2", "malloc_trim", "memfd_create", "pipe2", "prctl", "program_invocation_name", "secure_getenv",
        "signalfd", "strchrnul", "timerfd_create",
    ]
    /// Names that Darwin's module has and Glibc's has not.
    static let darwinNames: Set<String> = [
        "Darwin", "MachO", "SO_NOSIGPIPE", "_NSGetExecutablePath", "kqueue", "kevent", "malloc_zone_statistics",
    ]
    /// Files that Linux has and macOS has not. macOS has programs in other folders: a program is called by its name.
    static let linuxPaths = ["\"/proc/", "\"/dev/pts", "\"/dev/net/", "\"/dev/shm", "\"/sys/", "\"/usr/bin/"]

    /// What is true of one operating system alone stands in a condition that asks for the system. In Sources the conditions stand in one
    /// file of a target; others may only import the system's module, whose name differs.
    static func systems(_ file: SourceFile) -> [Finding] {
        let marks = ["#if", "SOCK_"] + linuxNames + darwinNames + linuxPaths
        guard !file.path.hasPrefix("Tests/TidyTests/"), marks.contains(where: file.mentions) else { return [] }
        let isApart = file.target != nil && file.name != "OperatingSystem" && file.path.hasSuffix(".swift")
        var conditions = Conditions()
        return file.code.indices.flatMap { index -> [Finding] in
            let code = file.code[index].drop { $0 == " " }
            let next = index + 1 < file.code.count ? file.code[index + 1].drop { $0 == " " } : ""
            if code.hasPrefix("#") {
                conditions.read(code)
                let asks = code.hasPrefix("#if os(") || code.hasPrefix("#if canImport(") && !next.hasPrefix("import ")
                return isApart && asks ? [file.finding(index, "it belongs into OperatingSystem.swift")] : []
            }
            let words =
                names(in: code).filter { linuxNames.contains($0) || darwinNames.contains($0) }
                + (code.contains("SOCK_") && code.contains(".rawValue") ? ["SOCK_….rawValue"] : [])
                + paths(in: file.lines[index])
            guard !words.isEmpty, !code.hasPrefix("import ") else { return [] }
            return words.compactMap { word in
                let isHere = darwinNames.contains(word) ? conditions.areDarwins : conditions.areLinuxs
                if isApart, !word.contains("\"") {
                    return file.finding(index, "\(word) belongs into OperatingSystem.swift")
                }
                return isHere ? nil : file.finding(index, "\(word) is not on every system")
            }
        }
    }

    /// The conditions of the preprocessor, or of Swift, in which a line stands.
    private struct Conditions {
        private var open: [String] = []

        /// Whether the lines here are for Linux alone.
        var areLinuxs: Bool {
            open.contains {
                $0.contains("os(Linux)") || $0.contains("Glibc") || $0.contains("__GLIBC__") || $0 == "not macOS"
            }
        }
        /// Whether the lines here are for macOS alone.
        var areDarwins: Bool {
            open.contains {
                $0.contains("Darwin") || $0.contains("os(macOS)") || $0.contains("__APPLE__") || $0 == "not Linux"
            }
        }

        mutating func read(_ line: Substring) {
            if line.hasPrefix("#if") {
                open.append(String(line))
            } else if line.hasPrefix("#elseif") || line.hasPrefix("#elif") {
                if !open.isEmpty { open[open.count - 1] = String(line) }
            } else if line.hasPrefix("#else"), let last = open.popLast() {
                open.append(
                    last.contains("Linux") || last.contains("Glibc")
                        ? "not Linux" : last.contains("macOS") || last.contains("Darwin") ? "not macOS" : "")
            } else if line.hasPrefix("#endif") {
                _ = open.popLast()
            }
        }
    }

    private static func names(in code: Substring) -> [String] {
        code.split { !($0.isLetter || $0.isNumber || $0 == "_") }.map(String.init)
    }

    private static func paths(in line: String) -> [String] {
        guard line.contains("\"/"), !line.drop(while: { $0 == " " }).hasPrefix("//") else { return [] }
        return linuxPaths.filter { line.contains($0) && !(($0 == "\"/usr/bin/") && line.contains("\"/usr/bin/env\"")) }
    }

    // MARK: Names newer than the oldest macOS

    /// Names that came with macOS 26; Package.swift says `.macOS(.v15)`. On Linux they are there, so that no build there finds them.
    static let newNames = [
        "InlineArray", "Observations", "SwiftCrypto.MLDSA", "SwiftCrypto.MLKEM", "SwiftCrypto.SHA3_",
        "SwiftCrypto.XWing", "Task.immediate", "UTF8Span", "utf8.span", "utf8Span",
    ]

    /// New names in a function that is not marked `@available(macOS 26, *)`.
    static func availability(_ file: SourceFile) -> [Finding] {
        guard !file.path.hasPrefix("Tests/TidyTests/"), newNames.contains(where: file.mentions) else { return [] }
        return file.code.indices.flatMap { index -> [Finding] in
            let line = file.code[index]
            let words = newNames.filter(line.contains)
            guard !words.isEmpty else { return [] }
            // A function ends where a line stands as far to the left as it does.
            let depth = line.prefix { $0 == " " }.count
            let start =
                file.code[...index].lastIndex { $0.contains("func ") && $0.prefix { $0 == " " }.count < depth } ?? index
            let attributes = file.code[..<start].suffix(2).filter { $0.drop { $0 == " " }.hasPrefix("@") }
            let isAsked = (attributes + file.code[start...index]).contains { $0.contains("available(macOS ") }
            return isAsked ? [] : words.map { file.finding(index, "\($0) is newer than the macOS of Package.swift") }
        }
    }

    // MARK: Names that Apple has too

    /// Types of ours for which Foundation brings one of the same name on a Mac, from CarbonCore or Security: there both would be meant.
    static let appleNames: Set<String> = [
        "Category", "Component", "Method", "Point", "Rect", "SecCertificate", "SecKey", "SecPolicy", "SecTrust",
        "Style",
    ]

    /// Such types in a file that imports Foundation. One that stands behind a point is another type's own.
    static func homonyms(_ file: SourceFile) -> [Finding] {
        guard file.code.contains(where: { Arrows.module(importedBy: $0) == "Foundation" }),
            appleNames.contains(where: file.mentions)
        else { return [] }
        return file.code.enumerated().flatMap { index, line in
            appleNames.intersection(names(in: line[...])).sorted().filter { name in
                line.range(of: "(^|[^.A-Za-z0-9_])\(name)\\b", options: .regularExpression) != nil
            }.map { file.finding(index, "on a Mac Foundation has a type \($0) of its own") }
        }
    }

    // MARK: Names that differ in capitals alone

    /// Paths of which another differs in capitals alone: on most Macs both are one file.
    static func capitals(_ paths: [String]) -> [Finding] {
        let groups = Dictionary(grouping: paths) { $0.lowercased() }
        return groups.values.filter { $0.count > 1 }.map { $0.sorted() }.sorted { $0[0] < $1[0] }.map {
            Finding(path: $0[0], line: 0, rule: "on most Macs the same file as \($0[1...].joined(separator: ", "))")
        }
    }
}
