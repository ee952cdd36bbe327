import Foundation
import Testing

/// No text changes in one language and is forgotten in the other: the ledger of the project, and then the rule with each fault that it is for.
@Suite struct TranslationTests {
    private func expectNone(_ findings: [Finding], sourceLocation: SourceLocation = #_sourceLocation) {
        let list = findings.prefix(200).map(\.description).joined(separator: "\n")
        #expect(findings.isEmpty, "\(findings.count) places\n\(list)", sourceLocation: sourceLocation)
    }

    @Test func whatChangesInEnglishChangesInChinese() throws {
        let (places, missing) = try Translations.ofProject()
        #expect(places.count > 7_000, "the places were found")
        #expect(Set(places.map(\.place)).count == places.count, "no two places have one name")
        var entries = try Translations.read()
        if let update = ProcessInfo.processInfo.environment["UPDATE_TRANSLATIONS"].flatMap(Translations.Update.init) {
            entries = Translations.updated(entries, places, update)
            try Translations.write(entries)
        }
        expectNone(missing)
        expectNone(Translations.examine(places, entries))
        #expect(try Translations.text(of: entries) == Translations.text(of: Translations.read()))
    }

    // MARK: The rule

    private static let note = """
        enum Note: Remark {
            case one, two(Int)
            var english: String {
                switch self {
                case .one: "One."
                case .two(let count): "Two \\(count)."
                }
            }
            var chinese: String {
                switch self {
                case .one: "一。"
                case .two(let count): "二 \\(count)。"
                }
            }
        }
        """

    private func source(_ text: String) -> TranslatedSource {
        TranslatedSource(SourceFile(path: "Sources/TLSSim/Sample.swift", text: text))
    }

    private func names(_ text: String) -> [String] { source(text).places.map(\.name) }
    private func rules(_ text: String) -> [String] { source(text).findings.map { "\($0.line) \($0.rule)" } }

    /// What is found where the ledger is that of `note`.
    private func findings(_ changes: KeyValuePairs<String, String>) -> [String] {
        let places = source(Self.changed(changes)).places
        return Translations.examine(places, ledger).map(\.rule)
    }

    private static func changed(_ changes: KeyValuePairs<String, String>) -> String {
        changes.reduce(note) { $0.replacing($1.key, with: $1.value) }
    }

    private var ledger: Translations.Entries { Translations.updated([:], source(Self.note).places, .translated) }

    @Test func aPlaceIsACaseOfAPropertyInBothLanguages() {
        #expect(names(Self.note) == ["english.one", "english.two"])
        #expect(rules(Self.note) == [])
        #expect(findings([:]) == [])
    }

    @Test func whiteSpaceAndCommentsAreNoChange() {
        #expect(findings([": \"One.\"": ":\n            // Why.\n            \"One.\""]) == [])
        let long = "\"\"\"\n            Two \\\n            words.\n            \"\"\""
        let other = "\"\"\"\n            Two words.\n            \"\"\""
        #expect(
            source(Self.changed(["\"One.\"": long])).places.first?.digests
                == source(Self.changed(["\"One.\"": other])).places.first?.digests)
    }

    @Test func englishThatChangesAloneIsFound() {
        let stale =
            "english.one: the English of Sources/TLSSim/Sample.swift#english.one has changed; its Chinese has not"
        #expect(findings(["One.": "The one."]) == [stale])
        // What is interpolated is said, too.
        #expect(findings(["Two \\(count).": "Two \\(count + 1)."]).count == 1)
        // A new name does not hide it.
        #expect(
            findings(["One.": "The one.", ".one:": ".first:"]) == [
                "english.first: the English of Sources/TLSSim/Sample.swift#english.first has changed; its Chinese has not",
                "english.one: an entry in the ledger, and no such place",
            ])
    }

    @Test func aLedgerThatIsBehindIsFound() {
        #expect(
            findings(["One.": "The one.", "一。": "一个。"]) == ["english.one: the ledger does not have this Chinese yet"])
        #expect(findings(["一。": "一个。"]) == ["english.one: the ledger does not have this Chinese yet"])
        #expect(
            findings([".one:": ".first:"]) == [
                "english.first: a place without an entry in the ledger",
                "english.one: an entry in the ledger, and no such place",
            ])
    }

    @Test func whatHasNoChineseIsFound() {
        #expect(
            rules("extension A { var englishTitle: String { \"A title\" } }") == [
                "1 englishTitle has no Chinese beside it"
            ])
        #expect(
            rules("protocol A {\n    var englishTitle: String { get }\n}") == [
                "2 englishTitle has no Chinese beside it"
            ])
        #expect(rules(Self.changed(["        case .one: \"一。\"\n": ""])) == ["5 english.one has no Chinese beside it"])
        #expect(rules("let rows = [Row(\"a.b\", english: \"A row.\")]") == ["1 a.b has no Chinese beside it"])
        // What hands on the words of another one says nothing, and what both languages share has no place.
        #expect(rules("extension A { var englishTitle: String { title.english } }") == [])
        #expect(names("extension A { var english: String { \"A\" }; var chinese: String { english } }") == [])
    }

    @Test func updatesWriteWhatIsTranslated() {
        func updated(_ changes: KeyValuePairs<String, String>, _ update: Translations.Update) -> [String] {
            let places = source(Self.changed(changes)).places
            return Translations.examine(places, Translations.updated(ledger, places, update)).map(\.rule)
        }
        let both: KeyValuePairs = ["One.": "The one.", "一。": "一个。"]
        #expect(updated(both, .translated) == [])
        #expect(updated([".one:": ".first:"], .translated) == [])
        #expect(updated(["One.": "The one."], .translated).count == 1)
        #expect(updated(["One.": "The one.", ".one:": ".first:"], .translated).count == 1)
        #expect(updated(["One.": "The one."], .all) == [])
        #expect(updated(["One.": "The one.", ".one:": ".first:"], .all) == [])
    }

    @Test func theLedgerHasALineForEachPlace() throws {
        let text = try Translations.text(of: ledger)
        #expect(text.hasPrefix("{\n  \"Sources/TLSSim/Sample.swift#english.one\": [\""))
        #expect(text.split(separator: "\n").count == 4)
        #expect(try Translations.entries(of: Data(text.utf8)) == ledger)
        #expect(Translation.digest(of: "abc") == "ba7816bf8f01")
    }

    // MARK: Places

    @Test func rowsAreNamedByTheirIdOrTheirFunction() {
        let text = """
            static let rows = [
                Row("tls.random 1.3", .rfc(8446, "4"), english: "A row.", chinese: "一行。"),
                Row(4, englishTitle: "A title", chineseTitle: "标题"),
                Claim(7, truth: Words(english: "A truth.", chinese: "真话。")),
            ]
            func told(english: String, chinese: String) -> [Words] {
                let name = isFirst ? Words(english: "A name: \\(f("a", b))", chinese: "名称") : Words(english: a, chinese: b)
                return [name, Words(english: "The end.", chinese: "完。")] + rest.map { Words(english: "Rest.", chinese: "其余。") }
            }
            """
        #expect(names(text) == ["tls.random 1.3", "rows.1", "7.truth", "told.1", "told.2", "told.3"])
        #expect(rules(text) == [])
    }

    @Test func casesMayStandTogetherInOneLanguage() {
        let text = """
            extension A {
                var english: String {
                    switch self {
                    case .a(.b), .c: "One."
                    case .d where isNew: "Two."
                    case .d: "Three."
                    }
                }
                var chinese: String {
                    switch self {
                    case .a(.b): "一。"
                    case .c: "一个。"
                    case .d where isNew: "二。"
                    case .d: "三。"
                    }
                }
            }
            """
        #expect(names(text) == ["english.a.b.c", "english.d", "english.d 2"])
        let other = source(text.replacing("一个。", with: "一只。")).places
        #expect(zip(source(text).places, other).map { $0.digests == $1.digests } == [false, true, true])
    }

    @Test func namesOfCasesAreWordsToo() {
        let text = """
            enum A: String, Wording {
                case one = "number one", two
                var english: String { rawValue }
                var chinese: String {
                    switch self {
                    case .one: "第一"
                    case .two: "二"
                    }
                }
            }
            """
        #expect(names(text) == ["english.one", "english.two"])
        let other = source(text.replacing("number one", with: "the first")).places
        #expect(zip(source(text).places, other).map { $0.digests == $1.digests } == [false, true])
    }

    @Test func chineseMayStandBesideWhatIsCalledAfterNoLanguage() {
        let text = """
            enum A: String {
                case one = "number one"
                var name: Words { Words(english: rawValue, chinese: chineseName) }
                private var chineseName: String {
                    switch self {
                    case .one: "第一"
                    }
                }
                private static func share(_ count: Int) -> String { "\\(count) parts" }
                private static func chineseShare(_ count: Int) -> String { "\\(count) 份" }
                static let all = [(1, "a part", "一份"), (2, "two parts", "两份")]
            }
            """
        #expect(names(text) == ["all.1", "all.2", "chineseName.one", "chineseShare"])
        for (english, place) in [("a part", 0), ("number one", 2), ("(count) parts", 3)] {
            let other = source(text.replacing(english, with: "another")).places
            let isSame = zip(source(text).places, other).map { $0.digests == $1.digests }
            #expect(isSame == (0..<4).map { $0 != place })
        }
    }

    @Test func aDocumentIsComparedHeadingByHeading() {
        let english = """
            # Lesson 1: `SYN`

            Its number is `1000`, and `0x1a2b` follows.

            ```console
            $ HandshakeSim
            # Output
            ```
            ## Story

            Told.
            """
        let chinese = english.replacing("Lesson 1: `SYN`", with: "第 1 课：`SYN`").replacing("Story", with: "故事")
            .replacing("Told.", with: "讲完了。")
        func found(_ one: String, _ two: String) -> (places: [Translation], findings: [Finding]) {
            TranslatedText.document(
                SourceFile(path: "lessons/1/lesson.md", text: one),
                SourceFile(path: "lessons/1/lesson.zh.md", text: two),
                at: "lessons/1/lesson.md")
        }
        let (places, findings) = found(english, chinese)
        #expect(places.map(\.name) == ["Lesson 1: `SYN`", "Story"])
        #expect(findings == [])
        // Other numbers in code and other outputs are no other text.
        let rerun = found(
            english.replacing("1000", with: "99").replacing("Output", with: "Other"),
            chinese.replacing("1000", with: "99"))
        #expect(rerun.places.map(\.digests) == places.map(\.digests))
        let changed = found(english.replacing("Told.", with: "Told again."), chinese).places
        #expect(zip(places, changed).map { $0.digests == $1.digests } == [true, false])

        #expect(found(english + "\n## End\n", chinese).findings.map(\.line) == [12])
        #expect(found(english, chinese + "\n## 完\n").findings.map(\.line) == [12])
        #expect(found(english, chinese.replacing("## 故事", with: "### 故事")).findings.map(\.line) == [9])
        let alone = TranslatedText.document(SourceFile(path: "README.md", text: english), nil, at: "README.md")
        #expect(alone.findings.map(\.rule) == ["it has no Chinese beside it, README.zh.md"])
    }

    @Test func wordsOfThePageAreComparedByTheirKeys() {
        let english =
            "export const wordsEnglish = {\n  \"a.b\": \"A {c}: \\\"d\\\"\", \"e\": \"E\" + \"F\",\n  \"g\": \"G\",\n};"
        let chinese = "export const wordsChinese = {\n  \"a.b\": \"甲 {c}\", \"e\": \"乙\",\n};"
        func found(_ one: String) -> (places: [Translation], findings: [Finding]) {
            TranslatedText.words(
                SourceFile(path: "web/words.en.js", text: one), SourceFile(path: "web/words.zh.js", text: chinese))
        }
        let (places, findings) = found(english)
        #expect(places.map(\.place) == ["web/words.en.js#a.b", "web/words.en.js#e"])
        #expect(findings.map(\.description) == ["web/words.en.js:3: g has no Chinese beside it"])
        let changed = found(english.replacing("\"F\"", with: "\"H\"")).places
        #expect(zip(places, changed).map { $0.digests == $1.digests } == [true, false])
    }
}
