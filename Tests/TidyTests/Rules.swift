/// What a file must be like, beyond what the compiler and swift-format see to.
enum Rules {
    /// From so many lines on a file has to be one concept that is as long as that.
    static let longest = 400

    /// Files that are longer, each with its concept.
    static let longFiles: [String: String] = [
        "Sources/Classroom/Plans/LessonPlans.swift": "the plan of a lesson, in two languages",
        "Sources/Classroom/Templates/OpeningTemplates.swift": "questions about opening, in two languages",
        "Sources/Explain/Diagnoses/CaptureDiagnosis.swift": "what is wrong with a capture, in two languages",
        "Sources/Explain/Diagnoses/TLSDiagnosis.swift": "what is wrong with a handshake, in two languages",
        "Sources/Misconceptions/Claims/ArticleClaims.swift": "claims of one subject, in two languages",
        "Sources/Misconceptions/Claims/CertificateClaims.swift": "claims of one subject, in two languages",
        "Sources/Misconceptions/Claims/RandomClaims.swift": "claims of one subject, in two languages",
        "Sources/Render/Ladder/Narrator.swift": "how an event is told",
        "Sources/TLSSim/Common/Notes/TLSError.swift": "why a connection ends, in two languages",
        "Sources/TrustLab/ATS/ATSNote.swift": "what each requirement has found, in two languages",
        "Sources/TrustLab/Doctor/ChainProblem.swift": "what is wrong with a chain, in two languages",
        "Sources/TrustLab/Doctor/Remedy.swift": "remedies and their prices, in two languages",
    ]

    /// The most Swift files in a folder of Sources: about as many as the eye takes in.
    static let crowd = 25

    /// Names that say nothing about what is in a file.
    static let emptyNames = ["Utils", "Util", "Helpers", "Helper", "Manager", "Common", "Misc", "Placeholder"]

    /// Ways to crash on purpose. Bad input gets an error instead.
    static let traps = ["try!", "as!", "fatalError("]

    static func length(_ file: SourceFile) -> [Finding] {
        guard file.length > longest, longFiles[file.path] == nil else { return [] }
        return [file.finding(longest, "\(file.length) lines, more than \(longest)")]
    }

    /// Folders of Sources with too many Swift files.
    static func crowds(_ files: [SourceFile]) -> [Finding] {
        let folders = Dictionary(grouping: files.filter { $0.target != nil }, by: \.folder)
        return folders.keys.sorted().compactMap { folder in
            guard let count = folders[folder]?.count, count > crowd else { return nil }
            return Finding(path: folder, line: 0, rule: "\(count) files in one folder, more than \(crowd)")
        }
    }

    /// Targets in which things happen by themselves, and are waited for. All others are pure: they are handed what has happened.
    static let waiting: Set<String> = ["SecondVerifier", "LiveIO", "HandshakeSim"]

    /// Words of concurrency in a pure target.
    static func concurrency(_ file: SourceFile) -> [Finding] {
        let words = ["async", "await", "actor"]
        guard let target = file.target, !waiting.contains(target), words.contains(where: file.mentions) else {
            return []
        }
        return file.code.enumerated().flatMap { index, line in
            words.filter { isWord($0, in: line) }
                .map { file.finding(index, "\($0) in \(target), which waits for nothing") }
        }
    }

    /// Comments about persons who are none: the subject of a sentence is the thing that does it.
    static func voice(_ file: SourceFile) -> [Finding] {
        guard file.target != nil, ["obody", "omebody", "hoever"].contains(where: file.mentions) else { return [] }
        return file.lines.enumerated().flatMap { index, line -> [Finding] in
            guard let start = line.range(of: "//") else { return [] }
            let comment = line[start.upperBound...].lowercased()
            return ["nobody", "somebody", "whoever"].filter { isWord($0, in: comment) }
                .map { file.finding(index, "\"\($0)\" in a comment: say what does it") }
        }
    }

    /// Sentences that a program prints about persons who are none, or that a reader whose first language is another stumbles over.
    static func printedVoice(_ file: SourceFile) -> [Finding] {
        let words = ["nobody", "somebody", "anybody", "everybody", "whoever"]
        guard file.target != nil, ["obody", "ybody", "hoever"].contains(where: file.mentions) else { return [] }
        return zip(file.lines, file.code).enumerated().flatMap { index, texts -> [Finding] in
            let (line, code) = texts
            // What stands on a line and not in its code is a literal or a comment, and comments have a rule of their own.
            let text = (line.range(of: "// ").map { line[..<$0.lowerBound] } ?? line[...]).lowercased()
            return words.filter { isWord($0, in: text) && !isWord($0, in: code.lowercased()) }
                .map { file.finding(index, "\"\($0)\" in a sentence: say what does it") }
        }
    }

    /// Names of tests that are not sentences in camel case: display names, and numbers of a list.
    static func testNames(_ file: SourceFile) -> [Finding] {
        guard file.path.hasPrefix("Tests/") else { return [] }
        return file.code.enumerated().compactMap { index, line in
            let text = line.drop { $0 == " " }
            guard text.hasPrefix("@") || text.hasPrefix("func row") else { return nil }
            for digit in 0...9 where text.hasPrefix("func row\(digit)") || text.hasPrefix("@Test func row\(digit)") {
                return file.finding(index, "a number is no name")
            }
            guard text.hasPrefix("@") else { return nil }
            let next = index + 1 < file.code.count ? file.code[index + 1].drop { $0 == " " } : ""
            for mark in ["@Test(", "@Suite("] where text.hasPrefix(mark) {
                let rest = text.dropFirst(mark.count)
                guard !rest.hasPrefix("\""), !(rest.isEmpty && next.hasPrefix("\"")) else {
                    return file.finding(index, "a display name: the function's name says it")
                }
            }
            return nil
        }
    }

    static func name(_ file: SourceFile) -> [Finding] {
        guard emptyNames.contains(where: { file.name.hasSuffix($0) }) else { return [] }
        return [file.finding(0, "the name says nothing about what is in the file")]
    }

    static func traps(_ file: SourceFile) -> [Finding] {
        guard file.target != nil, traps.contains(where: file.mentions) else { return [] }
        return file.code.enumerated().flatMap { index, line in
            traps.filter { holds(line, $0) }.map { file.finding(index, "\($0) crashes: throw an error") }
        }
    }

    /// What the compiler makes of a source with the length of its path: the same commit has to give the same program in each folder.
    static func places(_ file: SourceFile) -> [Finding] {
        guard file.target != nil, file.mentions("withoutActuallyEscaping(") else { return [] }
        return file.code.enumerated().filter { holds($1, "withoutActuallyEscaping(") }
            .map { file.finding($0.offset, "withoutActuallyEscaping depends on the folder: take an escaping closure") }
    }

    /// The targets of the hot paths, and those that show their types. The compiler inlines across targets what is public and nothing
    /// else: with `package` in its place TCP is slower by a sixth.
    static let hotPaths: Set<String> = ["Trace", "Crypto", "TCPSim", "TCPHost", "PKI", "TLSSim"]

    /// There is no library product, so that elsewhere `package` is as visible as a declaration need be.
    static func access(_ file: SourceFile) -> [Finding] {
        guard let target = file.target, !hotPaths.contains(target), file.mentions("public") else { return [] }
        return file.code.enumerated().compactMap { index, line in
            isWord("public", in: line) ? file.finding(index, "public: package will do, as there is no library") : nil
        }
    }

    /// Work that was put off, and paths of one person's machine.
    static func leftovers(_ file: SourceFile) -> [Finding] {
        // In parts, so that this file passes its own examination.
        let marks = ["TO" + "DO", "FIX" + "ME", "XX" + "X:"]
        let paths = ["/Users" + "/", "/home" + "/", "/work" + "/", "/tmp/" + "wt", "C:" + "\\Users"]
        guard (marks + paths).contains(where: file.mentions) else { return [] }
        return file.lines.enumerated().flatMap { index, line -> [Finding] in
            marks.filter { holds(line, $0) }.map { file.finding(index, "\($0): do it, or leave it") }
                + paths.filter { holds(line, $0) }.map { file.finding(index, "a path of one machine: \($0)") }
        }
    }

    /// Whether `word` is in `line`, with no letter or digit beside it.
    private static func isWord(_ word: String, in line: String) -> Bool {
        line.contains(word) && line.split { !($0.isLetter || $0.isNumber || $0 == "_") }.contains { $0 == word }
    }

    /// Whether `text` is in `line` and does not go on from a word before it ("has!" is not "as!").
    private static func holds(_ line: String, _ text: String) -> Bool {
        line.ranges(of: text).contains { range in
            guard range.lowerBound > line.startIndex else { return true }
            let before = line[line.index(before: range.lowerBound)]
            return !(before.isLetter || before.isNumber || before == "_")
        }
    }
}
