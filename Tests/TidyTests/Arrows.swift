/// Which module may import which.
///
/// The arrows are those of Package.swift. What stands here is only what Package.swift cannot say: which system modules a
/// target may import, and which arrows must not be drawn there.
enum Arrows {
    /// What a target may import besides the dependencies that Package.swift declares for it. A target that is not named
    /// imports nothing else: no Foundation, no C library, no sockets.
    ///
    /// Foundation is left out where it can be: the whole of it doubles the size of a program that has all in it.
    static let systemModules: [String: Set<String>] = [
        // The only target with file descriptors and a real clock.
        "LiveIO": ["Synchronization", "Dispatch", "Glibc", "Darwin", "MachO"],
        // Locks for what the requests of browsers share.
        "HandshakeSim": ["Synchronization"],
        // Locks for what processors share that the program hands in; it starts no threads.
        "Simulator": ["Synchronization"],
        // What a host remembers for all of its connections is asked for by several.
        "Museum": ["Synchronization"],
    ]

    /// Files that may import more than their target, each with the reason.
    static let exceptions: [String: (imports: Set<String>, reason: String)] = [
        "Sources/LiveIO/Trust/ATSPropertyList.swift": (
            ["FoundationEssentials", "Foundation"], "Apple's decoder reads property lists, binary ones too"
        ),
        "Sources/SecondVerifier/LibraryVerifier.swift": (
            ["FoundationEssentials", "Foundation"], "X509 has Foundation.Date"
        ),
        "Sources/Museum/Exhibits/Logjam/Logjam.swift": (
            ["Synchronization"], "what is worked out once for a prime may be asked for by several threads"
        ),
        "Sources/Trace/Events/Once.swift": (
            ["Synchronization"], "what is worked out once may be asked for by several threads"
        ),
        "Sources/TrustLab/Scenarios/TrustMemory.swift": (
            ["Synchronization"],
            "what a task remembers is shared by those that it starts; it ends with the work that it is for"
        ),
    ]

    /// What a target may not reach through its dependencies, whatever Package.swift declares.
    static let walls: [(target: String, reaches: Reach, reason: String)] = [
        ("Trace", .only([]), "what can be said about a run knows no protocol"),
        ("Crypto", .only(["CGMP"]), "arithmetic knows no protocol"),
        ("Capture", .only(["Trace"]), "a capture holds packets of any protocol"),
        ("Render", .only(["Trace", "Capture", "CWeb"]), "a new way to show a run cannot touch protocol code"),
        ("TCPSim", .only(["Trace"]), "TCP knows no cryptography"),
        ("TCPHost", .only(["Trace", "TCPSim"]), "TCP knows no cryptography"),
        ("PKI", .only(["Trace", "Crypto", "CGMP"]), "a certificate knows neither TLS nor iOS"),
        ("TLSSim", .noneOf(["TCPSim", "TCPHost", "Simulator"]), "TLS sees a stream of octets"),
        ("Simulator", .noneOf(["LiveIO"]), "a simulation has no clock"),
        ("Classroom", .noneOf(["LiveIO", "CLessons"]), "a key comes from a run and never from a text"),
    ]

    /// A rule about the targets that can be reached from one.
    enum Reach {
        case only(Set<String>)
        case noneOf(Set<String>)

        func offenders(among reached: Set<String>) -> Set<String> {
            switch self {
            case .only(let allowed): reached.subtracting(allowed)
            case .noneOf(let forbidden): reached.intersection(forbidden)
            }
        }
    }

    /// The letters with which a line begins that imports something.
    private static let starts = Set("@fipu".utf8)

    /// The module that a line imports: "Trace" for `@testable import struct Trace.Field`.
    static func module(importedBy line: String) -> String? {
        guard let first = line.utf8.first(where: { $0 != UInt8(ascii: " ") }), starts.contains(first) else {
            return nil
        }
        var words = line.split(separator: " ").map(String.init)[...]
        let before: Set<String> = ["public", "package", "internal", "fileprivate", "private", "unsafe"]
        while let word = words.first, word.hasPrefix("@") || before.contains(word) { words = words.dropFirst() }
        guard words.first == "import" else { return nil }
        words = words.dropFirst()
        let kinds: Set<String> = ["struct", "class", "enum", "protocol", "typealias", "func", "let", "var"]
        if let word = words.first, kinds.contains(word) { words = words.dropFirst() }
        return words.first.map { String($0.prefix { $0 != "." && $0 != ";" }) }
    }

    /// Imports that are neither declared in Package.swift nor allowed above.
    static func examine(_ file: SourceFile, in package: PackageDescription) -> [Finding] {
        guard let target = file.target else { return [] }
        guard let declared = package[target] else { return [file.finding(0, "Package.swift has no target \(target)")] }
        let allowed = declared.modules
            .union(systemModules[target] ?? [])
            .union(exceptions[file.path]?.imports ?? [])
        return file.code.enumerated().compactMap { index, line in
            guard let module = module(importedBy: line), !allowed.contains(module) else { return nil }
            return file.finding(index, "\(target) must not import \(module)")
        }
    }

    /// Modules of this package that a test imports and that Package.swift does not declare for its target. If such a module changes, a build
    /// may keep the old objects of the test, and it crashes where a value has got another layout.
    static func undeclared(_ file: SourceFile, in package: PackageDescription) -> [Finding] {
        let folder = file.path.split(separator: "/").prefix(2).joined(separator: "/")
        guard let target = package.targets.first(where: { $0.path == folder }) else { return [] }
        return file.code.enumerated().compactMap { index, line in
            guard let module = module(importedBy: line), package[module] != nil, !target.modules.contains(module) else {
                return nil
            }
            return file.finding(index, "Package.swift does not declare \(module) for \(target.name)")
        }
    }

    /// Dependencies that Package.swift declares for a target of Sources and that no file of it imports.
    static func idle(_ files: [SourceFile], in package: PackageDescription) -> [Finding] {
        var imported: [String: Set<String>] = [:]
        for file in files {
            guard let target = file.target else { continue }
            imported[target, default: []].formUnion(file.code.compactMap(module(importedBy:)))
        }
        return imported.keys.sorted().flatMap { target in
            (package[target]?.modules ?? []).subtracting(imported[target] ?? []).sorted().map { module in
                Finding(path: "Package.swift", line: 1, rule: "\(target) imports \(module) nowhere")
            }
        }
    }

    /// Dependencies of Package.swift that a wall forbids. Circles need no rule: SwiftPM refuses them.
    static func climbs(in package: PackageDescription) -> [Finding] {
        walls.flatMap { wall in
            guard package[wall.target] != nil else {
                return [Finding(path: "Package.swift", line: 1, rule: "no target \(wall.target) for a wall")]
            }
            return wall.reaches.offenders(among: package.reach(of: wall.target)).sorted().map {
                Finding(path: "Package.swift", line: 1, rule: "\(wall.target) must not reach \($0): \(wall.reason)")
            }
        }
    }
}
