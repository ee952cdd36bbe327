import Foundation
import Testing

/// The rules find what they are meant to find, and leave alone what is right.
@Suite struct RuleTests {
    /// The lines that a rule complains about in a text.
    private func lines(
        _ rule: (SourceFile) -> [Finding], in text: String, at path: String = "Sources/TLSSim/Sample.swift"
    ) -> [Int] {
        rule(SourceFile(path: path, text: text)).map(\.line)
    }

    /// A package of a few targets.
    private func package(_ targets: [String: [String]]) throws -> PackageDescription {
        let list = targets.map { name, needs in
            let quoted = needs.map { "\"\($0)\"" }.joined(separator: ",")
            return #"{"name": "\#(name)", "path": "Sources/\#(name)", "target_dependencies": [\#(quoted)]}"#
        }
        let text = #"{"targets": [\#(list.joined(separator: ","))]}"#
        return try JSONDecoder().decode(PackageDescription.self, from: Data(text.utf8))
    }

    @Test func arrows() throws {
        let text = """
            import Trace
            public import TCPSim
            @testable import struct Foundation.Date
            // import Glibc
            let text = "import Glibc"
            #if canImport(Glibc)
                import Glibc
            #endif
            """
        let package = try package(["TLSSim": ["Trace", "PKI"], "Trace": [], "LiveIO": ["Trace", "TCPSim"]])
        func findings(in text: String, of target: String) -> [Int] {
            lines({ Arrows.examine($0, in: package) }, in: text, at: "Sources/\(target)/Sample.swift")
        }
        #expect(findings(in: text, of: "TLSSim") == [2, 3, 7])
        #expect(findings(in: text, of: "Trace") == [1, 2, 3, 7])
        #expect(findings(in: text, of: "LiveIO") == [3])
        #expect(findings(in: "", of: "Unheard") == [1])

        let file = SourceFile(path: "Sources/TLSSim/Sample.swift", text: text)
        #expect(Arrows.idle([file], in: package).map(\.rule) == ["TLSSim imports PKI nowhere"])
    }

    @Test func sentencesAreFoundOutsideOfTopics() {
        let text = """
            let words = "no sentence"
            let words = "One of them." // "Not this one."
            Row("name", english: "By language.")
            Row(
                english:
                    "By language, "
                    + "to the end.", "Not by language.")
            Row(""\"
                Over several \\
                lines.
                ""\", english: ""\"
                By language.
                ""\")
            Row(
                english: .init(
                    goal: "By language, with a label.",
                    ask: "By language, to the end.")
            )
            let words = "Not by language."
            Row(english: "By language.", chinese: "按语言。")
            Row(
                english: "By language.",
                chinese:
                    "按语言。")
            Row(
                english: .init(
                    ask: "By language, to the end."),
                chinese: .init(
                    ask: "按语言，直到末尾。"))
            let words = "不按语言。"
            let words = text + "。"
            """
        #expect(lines(Sentences.examine, in: text) == [2, 11, 19, 30])
        #expect(lines(Sentences.examine, in: text + "\nvar english: String { \"\" }") == [])
        #expect(lines(Sentences.examine, in: text, at: "Sources/JSONLines/Sample.swift") == [])
    }

    @Test func wallsStandWhateverIsBetween() throws {
        func rules(_ targets: [String: [String]]) throws -> [String] {
            Arrows.climbs(in: try package(targets)).map(\.rule).filter { $0.contains("must not") }
        }
        #expect(try rules(["Render": ["Trace", "Capture"], "Capture": ["Trace"], "Trace": []]) == [])
        #expect(
            try rules(["Render": ["Capture"], "Capture": ["TLSSim"], "TLSSim": []]) == [
                "Capture must not reach TLSSim: a capture holds packets of any protocol",
                "Render must not reach TLSSim: a new way to show a run cannot touch protocol code",
            ])
        #expect(
            try rules(["TLSSim": ["Between"], "Between": ["TCPSim"], "TCPSim": []]) == [
                "TLSSim must not reach TCPSim: TLS sees a stream of octets"
            ])
        #expect(Arrows.climbs(in: try package([:])).count == Arrows.walls.count)
    }

    @Test func dependenciesAreReadFromTheirDescription() throws {
        let text = """
            {"targets": [{"name": "A", "path": "Sources/A", "product_dependencies": ["Crypto", "X509"],
            "target_dependencies": ["B"]}, {"name": "B", "path": "Sources/B"}]}
            """
        let package = try JSONDecoder().decode(PackageDescription.self, from: Data(text.utf8))
        #expect(package["A"]?.modules == ["SwiftCrypto", "X509", "B"])
        #expect(package["B"]?.modules == [])
        #expect(package.reach(of: "A") == ["B"])
    }

    @Test func traps() {
        let text = #"""
            let a = try! f()
            let b = c as! D
            guard let e else { fatalError("\(e)") }
            // try! is only spoken of
            let sentence = "try! and \(has!) as! too"
            let long = """
                try! inside
                """
            let has = x.alias!, raw = #"as! ""#, f = try! g()
            """#
        #expect(lines(Rules.traps, in: text) == [1, 2, 3, 9])
    }

    @Test func places() {
        let text = "let a = 1\nwithoutActuallyEscaping(f) { $0 }\n// withoutActuallyEscaping(f)"
        #expect(lines(Rules.places, in: text) == [2])
    }

    @Test func leftovers() {
        let text = ["// TO" + "DO later", "let a = 1", "/// FIX" + "ME", "\"/home" + "/me\"", "at /work" + "/main"]
        #expect(lines(Rules.leftovers, in: text.joined(separator: "\n")) == [1, 3, 4, 5])
    }

    @Test func lengthsAndNames() {
        let long = String(repeating: "let a = 1\n", count: 400)
        #expect(lines(Rules.length, in: long) == [])
        #expect(lines(Rules.length, in: long + "let b = 2\n") == [401])
        #expect(lines(Rules.name, in: "", at: "Sources/TLSSim/ByteUtils.swift") == [1])
        #expect(lines(Rules.name, in: "", at: "Sources/TLSSim/Record.swift") == [])
    }

    @Test func budgets() {
        func room(of lines: Int) -> [Finding] {
            Budget.examine(
                [SourceFile(path: "Sources/TCPHost/A.swift", text: String(repeating: "let a = 1\n", count: lines))],
                ["TCPHost": 10])
        }
        #expect(room(of: 10) == [])
        #expect(room(of: 11).map(\.path) == ["Sources/TCPHost"])
        // A budget that is far from what is there allows growth that was not asked for.
        #expect(Budget.examine([SourceFile(path: "Sources/TCPHost/A.swift", text: "")], ["TCPHost": 1_000]).count == 1)
        #expect(Budget.examine([SourceFile(path: "Sources/Cellar/A.swift", text: "let a = 1")], [:]).count == 1)
    }

    @Test func docstrings() {
        let text = """
            /// Explained.
            package struct A {
                package let b: Int
                /// Explained.
                @discardableResult
                package mutating func c() -> Int { 0 }
                let hidden = 1
                package private(set) var d = 1
                private var e: Int { public_(1) }
            }
            /// Explained.
            package enum F {
                case g
                /// Explained.
                case h
                func i() {
                    switch self {
                    case .g: break
                    }
                }
            }
            package protocol J {
                func k()
                /// Explained.
                var l: Int { get }
            }
            enum Hidden {
                case open
            }
            extension A {
                package init() {}
                package static let n = 1
                package func hash(into hasher: inout Hasher) {}
                package func k() {}
                package let l = 1
            }
            /// Explained.
            package enum O: Hashable, Remark {
                case p
                package static let q = 1
            }
            /// Explained.
            package enum R {
                case s
            }
            extension R: Remark {}
            """
        let core = text.replacing("package", with: "public")
        func found(_ text: String, in room: String) -> [Int] {
            lines(Docstrings.examine, in: text, at: "Sources/\(room)/Sample.swift")
        }
        #expect(found(core, in: "TLSSim") == [3, 8, 13, 22, 23, 31, 32, 33, 34, 35, 39, 40, 44])
        // Above the cores the types say what they are for; and a sentence in the file says what a case means.
        #expect(found(text + "\npackage struct T {}", in: "Render") == [22, 47])
        #expect(
            found(core + "\nextension R { public var english: String { \"\" } }", in: "TLSSim") == [
                3, 8, 22, 23, 31, 32, 33, 34, 35, 40,
            ])
    }

    @Test func access() {
        let text = """
            public struct A {
                package let text = "public key"  // public
                static public func b() {}
                @inlinable public init() {}
            }
            """
        #expect(lines(Rules.access, in: text, at: "Sources/Render/Sample.swift") == [1, 3, 4])
        #expect(lines(Rules.access, in: text, at: "Sources/TCPSim/Sample.swift") == [])
    }

    @Test func crowds() {
        func folder(_ count: Int) -> [SourceFile] {
            (0..<count).map { SourceFile(path: "Sources/TLSSim/Common/F\($0).swift", text: "") }
        }
        #expect(Rules.crowds(folder(Rules.crowd)) == [])
        #expect(Rules.crowds(folder(Rules.crowd + 1)).map(\.path) == ["Sources/TLSSim/Common"])
    }

    @Test func concurrency() {
        let text = """
            func a() async -> Int { 0 }
            let b = await a()
            // await
            let awaited = asynchronous
            actor Stage {}
            """
        #expect(lines(Rules.concurrency, in: text) == [1, 2, 5])
        #expect(lines(Rules.concurrency, in: text, at: "Sources/LiveIO/Sample.swift") == [])
    }

    @Test func voice() {
        let text = """
            /// Nobody knows.
            // for whoever asks
            let nobody = "somebody"  // antibody
            """
        #expect(lines(Rules.voice, in: text) == [1, 2])
    }

    @Test func printedWords() {
        let text = #"""
            /// Nobody knows.
            let nobody = "Somebody knows."
            print("nobody", nobody)
            let text = """
                Whoever asks gets an answer.
                """
            """#
        #expect(lines(Rules.printedVoice, in: text) == [2, 5])
    }

    @Test func testNames() {
        let text = """
            @Suite struct A {
                @Test func aSentence() {}
                @Test("A sentence") func a() {}
                @Test(
                    "A sentence", arguments: [1])
                func b(_: Int) {}
                @Test(arguments: ["x"]) func c(_: String) {}
                @Test func row12() {}
                @Test(
                    arguments: ["x"])
                func rowsAreRead(_: String) {}
            }
            @Suite("B") struct B {}
            """
        #expect(lines(Rules.testNames, in: text, at: "Tests/TLSSimTests/Sample.swift") == [3, 4, 8, 13])
    }

    @Test func defaultsInNotes() {
        let text = """
            extension Note: Remark {
                package var english: String {
                    switch self {
                    case .a: "default: a"
                    case .b(let note): note.sentence(in: .english)
                    default: "b"
                    }
                }
                private func englishSum(
                    _ a: Int
                ) -> String {
                    switch a {
                    default: "c"
                    }
                }
                var number: Int {
                    switch self {
                    default: 1
                    }
                }
                package var chinese: String {
                    switch self {
                    case .b(let note): note.sentence(in: .chinese)
                    default: "b"
                    }
                }
                private func chineseSize(_ bits: Int) -> String {
                    switch bits {
                    case ...795: "d"
                    default: "e"
                    }
                }
            }
            """
        #expect(lines(Notes.examine, in: text) == [5, 6, 13, 23, 24])
        #expect(lines(Notes.examine, in: text.replacing("var english:", with: "var other:")) == [])
    }

    @Test func aFindingNamesItsPlace() {
        let file = SourceFile(path: "Sources/TLSSim/Sample.swift", text: "let a = 1\nlet b = try! f()")
        #expect(
            Rules.traps(file).map(\.description) == [
                "Sources/TLSSim/Sample.swift:2: try! crashes: throw an error"
            ])
    }
}
