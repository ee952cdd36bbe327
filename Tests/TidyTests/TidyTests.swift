import TestSupport
import Testing

/// The order of the house, kept by a machine.
@Suite struct TidyTests {
    @Test func modulesImportWhatTheArrowsAllow() throws {
        expectNone(try Project.swiftFiles(in: "Sources").flatMap(Arrows.examine))
    }

    @Test func exceptionsAreStillNeeded() throws {
        let files = try Project.swiftFiles(in: "Sources")
        for (path, exception) in Arrows.exceptions.sorted(by: { $0.key < $1.key }) {
            let imported = Set(
                files.filter { $0.path == path }.flatMap { $0.code.compactMap(Arrows.module(importedBy:)) })
            #expect(exception.imports.isSubset(of: imported), "\(path) no longer needs its exception")
        }
        for path in Rules.longFiles.keys.sorted() {
            #expect(files.contains { $0.path == path && $0.length > Rules.longest }, "\(path) is not that long")
        }
    }

    @Test func filesAreShortAndNamedForWhatTheyHold() throws {
        let files = try Project.swiftFiles(in: "Sources") + Project.swiftFiles(in: "Tests")
        #expect(files.count > 30, "the files were found")
        expectNone(files.flatMap(Rules.length))
        expectNone(files.flatMap(Rules.name))
    }

    @Test func nothingCrashesOnPurpose() throws {
        expectNone(try Project.swiftFiles(in: "Sources").flatMap(Rules.traps))
    }

    @Test func nothingIsLeftOver() throws {
        expectNone(try Project.texts().flatMap(Rules.leftovers))
    }

    @Test func publicDeclarationsAreExplained() throws {
        let files = try Project.swiftFiles(in: "Sources")
        let requirements = Docstrings.requirements(of: files)
        let remarks = Docstrings.remarks(of: files)
        expectNone(files.flatMap { Docstrings.examine($0, requirements: requirements, remarks: remarks) })
    }

    private func expectNone(_ findings: [Finding], sourceLocation: SourceLocation = #_sourceLocation) {
        let list = findings.map(\.description).joined(separator: "\n")
        #expect(findings.isEmpty, "\(list)", sourceLocation: sourceLocation)
    }
}

/// The rules find what they are meant to find, and leave alone what is right.
@Suite struct RuleTests {
    /// The lines that a rule complains about in a text.
    private func lines(
        _ rule: (SourceFile) -> [Finding], in text: String, at path: String = "Sources/TLSSim/Sample.swift"
    ) -> [Int] {
        rule(SourceFile(path: path, text: text)).map(\.line)
    }

    @Test func arrows() {
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
        #expect(lines(Arrows.examine, in: text) == [2, 3, 7])
        #expect(lines(Arrows.examine, in: text, at: "Sources/Trace/Sample.swift") == [1, 2, 3, 7])
        #expect(lines(Arrows.examine, in: "", at: "Sources/Unheard/Of.swift") == [1])
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

    @Test func docstrings() {
        let text = """
            /// Explained.
            public struct A {
                public let b: Int
                /// Explained.
                @discardableResult
                public mutating func c() -> Int { 0 }
                let hidden = 1
                public private(set) var d = 1
                private var e: Int { public_(1) }
            }
            /// Explained.
            public enum F {
                case g
                /// Explained.
                case h
                func i() {
                    switch self {
                    case .g: break
                    }
                }
            }
            public protocol J {
                func k()
                /// Explained.
                var l: Int { get }
            }
            enum Hidden {
                case open
            }
            extension A {
                public init() {}
                public static let n = 1
                public func hash(into hasher: inout Hasher) {}
                public func k() {}
                public let l = 1
            }
            /// Explained.
            public enum O: Hashable, Remark {
                case p
                public static let q = 1
            }
            /// Explained.
            public enum R {
                case s
            }
            extension R: Remark {}
            """
        let file = SourceFile(path: "Sources/TLSSim/Sample.swift", text: text)
        let requirements = Docstrings.requirements(of: [file])
        #expect(requirements == ["func k", "var l"])
        #expect(Docstrings.remarks(of: [file]) == ["R"])
        let found = lines({ Docstrings.examine($0, requirements: requirements, remarks: ["R"]) }, in: text)
        #expect(found == [3, 8, 13, 22, 23, 31, 32, 40])
    }

    @Test func aFindingNamesItsPlace() {
        let file = SourceFile(path: "Sources/TLSSim/Sample.swift", text: "import Trace\nimport TCPSim")
        #expect(
            Arrows.examine(file).map(\.description) == [
                "Sources/TLSSim/Sample.swift:2: TLSSim must not import TCPSim"
            ])
    }
}
