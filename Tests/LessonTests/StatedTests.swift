import Render
import Testing
import Trace

@testable import Classroom

/// Numbers and names in sentences, held against what stands beside them, and against what the program has.
@Suite struct StatedTests {
    // MARK: Beside commands

    @Test(.disabled(if: CommandTests.isUpdating, "the documents are being rewritten"), arguments: Document.all)
    func aNumberBesideACommandIsPrintedThereOrHasARow(_ document: Document) throws {
        let ofLesson = try document.number.flatMap { PassageRow.ofLessons[$0] }
        let rows = ofLesson ?? PassageRow.ofPages[document.englishPath] ?? []
        for fault in document.faultsOfNumbers(rows: rows) { Issue.record("\(document.path): \(fault)") }
    }

    @Test func everyRowBelongsToADocument() throws {
        let lessons = try Document.lessons.compactMap { try $0.number }
        #expect(Set(PassageRow.ofLessons.keys).isSubset(of: lessons))
        #expect(Set(PassageRow.ofPages.keys).isSubset(of: Set(Document.all.map(\.path))))
    }

    /// Names that no command of a lesson prints, because other programs have them or because the reader is to look at them later.
    private static let names: [Int: Set<String>] = [
        1: ["swift run HandshakeSim …"],
        7: [
            "mallory.example.net", "SecPolicyCreateSSL(true, host)", "SecPolicyCreateBasicX509()",
            "SecTrustSetAnchorCertificates", "SecTrustSetAnchorCertificatesOnly(trust, false)", "credentialForTrust",
            "trust matrix --scenario homograph",
        ],
        8: ["trust pin FILE --pin SPARE --snippet nspinneddomains"],
        9: [
            "nscurl --ats-diagnostics", "NSRequiresCertificateTransparency", "NSAllowsArbitraryLoadsForMedia",
            "NSAllowsArbitraryLoadsInWebContent",
        ],
        10: [
            "URLAuthenticationChallenge", "protectionSpace.authenticationMethod",
            "NSURLAuthenticationMethodServerTrust",
            "NSURLAuthenticationMethodClientCertificate", "NSURLAuthenticationMethodHTTPBasic", "…HTTPDigest",
            "NSURLAuthenticationMethodNTLM", "…Negotiate", "URLCredential(identity:certificates:persistence:)",
        ],
        14: ["blind-data"],
        16: ["pow(x, -1, n)"],
        23: ["make release"],
        29: ["skip-finished"],
    ]

    @Test(
        .disabled(if: CommandTests.isUpdating, "the documents are being rewritten"),
        arguments: Document.translatedLessons)
    func aNameInCodeIsPrintedByACommand(_ document: Document) throws {
        let printed = Self.folded(document.printed)
        let lacking = Set(document.codeSpans).filter { span in
            let isCommand = Terminal.programs.contains(where: span.hasPrefix) || span.hasPrefix("-")
            let parts = span.split(separator: "…").map { Self.folded(String($0)) }
            return !isCommand && !parts.allSatisfy(printed.contains)
        }
        let number = try #require(try document.number)
        #expect(lacking == Self.names[number] ?? [], "\(document.path)")
    }

    /// What a sentence beside a command puts between quotation marks is what the command prints, but for these.
    private static let quoted: [String: Set<String>] = [
        "lessons/04-diffie-hellman/lesson.md": ["15 times"],
        "lessons/09-app-transport-security/lesson.md": ["A TLS error caused the secure connection to fail"],
        "lessons/10-mutual-authentication/lesson.md": ["this is Alice"],
        "lessons/18-loss-and-congestion/lesson.md": ["everything below"],
        "lessons/24-certificates-when-they-go-wrong/lesson.md": ["too early"],
        "lessons/26-how-long-to-wait/lesson.md": ["no loss yet"],
        "docs/ladder.md": ["CLOSE 1 OF 4", "the same value ✔"],
        "docs/museum.md": ["handshakesim.algorithms"],
        "docs/teaching.md": ["For teachers"],
        "lessons/04-diffie-hellman/lesson.zh.md": ["15 次"],
        "lessons/09-app-transport-security/lesson.zh.md": ["A TLS error caused the secure connection to fail"],
        "lessons/10-mutual-authentication/lesson.zh.md": ["这是 Alice"],
        "lessons/18-loss-and-congestion/lesson.zh.md": ["在此之前的全部"],
        "lessons/24-certificates-when-they-go-wrong/lesson.zh.md": ["太早"],
        "lessons/26-how-long-to-wait/lesson.zh.md": ["还没有丢失过"],
        "docs/teaching.zh.md": ["写给教师"],
    ]

    @Test(.disabled(if: CommandTests.isUpdating, "the documents are being rewritten"), arguments: Document.all)
    func whatASentenceBesideACommandQuotesIsPrinted(_ document: Document) {
        // A line of an output ends between two Han characters as well.
        let space = document.language == .chinese ? "" : " "
        func words(_ text: String) -> String { Document.words(text.lowercased()).joined(separator: space) }
        let printed = words(document.printed)
        var lacking: Set<String> = []
        // What begins with ">" is a sentence of the article that the lesson is about.
        for passage in document.passages where !passage.text.hasPrefix(">") {
            for match in passage.text.replacing(/`[^`]*`/, with: "").matches(of: /"([^"]+)"|“([^”]+)”/) {
                let quoted = String(match.output.1 ?? match.output.2 ?? "")
                if !printed.contains(words(quoted)) { lacking.insert(quoted) }
            }
        }
        #expect(lacking == Self.quoted[document.path] ?? [], "\(document.path)")
    }

    // MARK: What the program has

    /// The guide for teachers names the exercises whose key is another one under another seed.
    @Test func theGuideNamesTheExercisesWithNumbersOfTheirOwn() throws {
        let guide = try #require(Document("docs/teaching.md")).prose.joined(separator: " ")
        let list = try #require(guide.firstMatch(of: /numbers of their own are ([^A-Z]*)\./)).output.1
        var named: Set<String> = []
        for match in list.matches(of: /(\d+)\.(\d)(?: to \d+\.(\d))?/) {
            let first = try #require(Int(match.output.2))
            let last = try match.output.3.map { try #require(Int($0)) } ?? first
            for number in first...max(first, last) { named.insert("\(match.output.1).\(number)") }
        }
        let own = try Exercise.all.filter { try $0.solution(seed: 4_711).right != $0.solution(seed: 4_712).right }
        #expect(named == Set(own.map { "\($0.lesson).\($0.number)" }))
    }

    @Test func theREADMESaysWhichLessonsAreAboutTLS13() throws {
        let readme = try #require(Document("README.md")).prose.joined(separator: " ")
        let said = try #require(
            readme.firstMatch(of: /Lessons\s+3 to (\d+) are about TLS 1.2, and (\d+) to (\d+) about TLS 1.3/))
        let lessons = try Document.lessons.filter { lesson in
            let commands = lesson.quotations.map(\.command).filter { $0.hasPrefix("HandshakeSim") }
            return commands.count { $0.contains("tls13") } * 2 > commands.count
        }.compactMap { try $0.number }
        #expect(lessons.map(String.init) == ["11", "12", "13"])
        #expect([said.output.1, said.output.2, said.output.3] == ["10", "11", "13"])
    }

    /// How long a build takes is said at two places.
    @Test func theREADMEAndTheGuideToInstallingSayTheSameMinutes() throws {
        let readme = try #require(Document("README.md")).prose.joined(separator: " ")
        let guide = try #require(Document("docs/install.md")).prose.joined(separator: " ")
        let said = try #require(
            readme.firstMatch(
                of: /`make run` takes (\w+) minutes, and the first `make test`, .*?, ([\w-]+): (\w+) to build, (\w+) to/
            ))
        #expect(guide.contains("installs GMP where it is missing. The first time: \(said.output.1) minutes"))
        #expect(guide.contains("The first time: \(said.output.2) minutes, of them \(said.output.3) to build"))
        let minutes = ["four": 4, "seven": 7, "eight": 8, "fifteen": 15]
        let parts = try [said.output.2, said.output.3, said.output.4].map { try #require(minutes[String($0)]) }
        #expect(parts[0] == parts[1] + parts[2])
    }

    // MARK: The judge

    @Test func theJudgeFindsWhatIsNotSo() {
        func faults(_ sentence: String, _ rows: [PassageRow] = []) -> [String] {
            let block = ["```console", "$ HandshakeSim --mss 500", "  3 small segments of 1,460 octets at 20.0", "```"]
            let lines = ["The two sides.", "", "## One", "", sentence, ""] + block + ["", "## Two", "", "Nine."]
            return Document(path: "sample", text: lines.joined(separator: "\n")).faultsOfNumbers(rows: rows)
        }
        #expect(faults("Three segments of 1460 octets, after 20 ms (RFC 9293 §3.4, lesson 12, `99`).").isEmpty)
        #expect(faults("Three octets.").count == 1)
        #expect(faults("Four segments of 1461 octets, after 21 ms.").count == 3)
        #expect(faults("Four letters.", [.init("Four letters", .counted("m"))]).isEmpty)
        #expect(faults("Three letters.", [.init("Three letters", .counted("m"))]).count == 1)
        #expect(faults("Five words.", [.init("Five words", .elsewhere)]).count == 1)
        #expect(faults("Five words.", [.init("Five words", .enumerated)]).isEmpty)
        #expect(faults("Six words.", [.init("Five words", .enumerated)]).count == 2)
        // In a translation the figures are looked up, and what a row of the English document explains is explained.
        func chinese(_ sentence: String, _ rows: [PassageRow] = []) -> [String] {
            let block = ["```console", "$ HandshakeSim --mss 500", "  3 个小报文段，共 1,460 字节，20.0", "```"]
            let lines = ["## 一", "", sentence, ""] + block
            return Document(path: "sample.zh.md", text: lines.joined(separator: "\n")).faultsOfNumbers(rows: rows)
        }
        #expect(chinese("三个报文段，共 1460 字节，20 ms 之后（RFC 9293 §3.4，第 12 课，练习 4，`99`）。").isEmpty)
        #expect(chinese("共 1461 字节，21 ms 之后。").count == 2)
        #expect(chinese("一共 5 个词。", [.init("Five words", .enumerated)]).isEmpty)
    }

    private static func folded(_ text: String) -> String {
        text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }
}

extension Document {
    /// The lesson's number; nil for another document.
    fileprivate var number: Int? {
        get throws { path.hasPrefix("lessons/") ? try lesson.number : nil }
    }
}
