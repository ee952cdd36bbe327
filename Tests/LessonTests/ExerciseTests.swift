import Render
import TestSupport
import Testing
import Trace

@testable import Classroom

extension Assessment {
    /// Whether the answer is right.
    var isRight: Bool { if case .right = self { true } else { false } }
}

/// The keys of the exercises, under seeds that no lesson has.
@Suite struct ExerciseTests {
    @Test func everyExerciseOfALessonHasAKey() throws {
        for document in Document.lessons {
            let lesson = try document.lesson
            let known = Exercise.all.filter { $0.lesson == lesson.number }.map(\.number)
            #expect(known == lesson.tasks.map(\.number), "lesson \(lesson.number)")
        }
    }

    @Test(arguments: Exercise.all.indices, seeds(2))
    func theKeyIsAcceptedAndAnotherAnswerIsRefused(_ index: Int, _ seed: UInt64) throws {
        let exercise = Exercise.all[index]
        let solution = try exercise.solution(seed: seed)
        let key = try #require(solution.right.first)
        for answer in solution.right {
            let isRight = try solution.assess(exercise.form.read(answer.text)).isRight
            #expect(isRight, "\(answer.text) is a key of \(exercise.lesson).\(exercise.number), seed \(seed)")
        }
        let wrong = ExerciseTests.wrongAnswers(exercise.form).filter { wrong in
            !solution.right.contains(wrong)
        }
        #expect(!wrong.isEmpty && !solution.because.english.isEmpty)
        for answer in wrong + solution.slips.map(\.answer) {
            guard case .wrong(let hint) = solution.assess(answer) else {
                Issue.record("\(answer.text) is accepted in \(exercise.lesson).\(exercise.number), seed \(seed)")
                continue
            }
            let words = hint.english
            #expect(words.count > 20)
            // A letter, a yes or a 2 stands in any sentence.
            if key.text.count > 3 { #expect(!words.contains(key.text), "\(words)") }
        }
    }

    /// What is right under no seed, or under few.
    private static func wrongAnswers(_ form: AnswerForm) -> [Answer] {
        switch form.kind {
        case .number: [.number(987_654_321_012), .number(7_777)]
        case .time: [.time(.microseconds(123)), .time(.seconds(99_999))]
        case .hex: [.octets([]), .octets([1, 2, 3, 4])]
        case .digest: [.octets([UInt8](repeating: 0, count: 32))]
        case .yes: [.yes(true), .yes(false)]
        case .letters: [.letters([]), .letters(["a"]), .letters(["b"]), .letters(["c"])]
        case .sequence: [.sequence([]), .sequence([1, 2, 3])]
        case .numbers: [.numbers([]), .numbers([7])]
        case .name: [.name("unexpectedmessage")]
        case .letter: [.letters(["a", "b"])]
        case .order: [.order(["a"])]
        case .parts: [.parts([nil])]
        case .claim: [.claim("")]
        }
    }

    @Test func theNumbersOfMostExercisesDependOnTheSeed() throws {
        for (lesson, number) in [(1, 1), (1, 3), (1, 4), (2, 1), (2, 3), (3, 4), (8, 3)] {
            let exercise = try #require(Exercise.numbered(number, ofLesson: lesson))
            let keys = try Set(seeds(2).map { try exercise.solution(seed: $0).right.first })
            #expect(keys.count == 2, "\(lesson).\(number)")
        }
    }

    // MARK: Forms

    @Test(
        arguments: [
            ("3862058030", 3_862_058_030), ("0xe632542e", 3_862_058_030), ("0XE632542E", 3_862_058_030),
            (" 3 862 058 030 ", 3_862_058_030), ("3,862,058,030", 3_862_058_030), ("ACK=3862058030", 3_862_058_030),
            ("<ACK=17>", 17), ("908 octets", 908), ("0", 0), ("0d", 13), ("0D", 13),
        ] as [(String, UInt64)])
    func aNumberIsReadInManyForms(_ text: String, _ number: UInt64) throws {
        #expect(try AnswerForm.number.read(text) == .number(number))
    }

    @Test func otherFormsAreReadInManyWays() throws {
        for text in ["30", "30.0", "30.0 ms", "0.03 s", "30000us"] {
            #expect(try AnswerForm.time.read(text) == .time(.milliseconds(30)))
        }
        for text in ["da1aaad9", "DA 1A AA D9", "0xda1aaad9", "da:1a:aa:d9", "0xda 0x1a 0xaa 0xd9"] {
            #expect(try AnswerForm.octets.read(text) == .octets([0xda, 0x1a, 0xaa, 0xd9]))
        }
        for text in ["bd", "B D", "d, b", "b and d", "b or d", "b,d."] {
            #expect(try AnswerForm.letters(through: "d").read(text) == .letters(["b", "d"]))
        }
        #expect(try AnswerForm.letters(through: "d").read("none") == .letters([]))
        for text in ["yes", "Y", "Yes."] { #expect(try AnswerForm.yesOrNo.read(text) == .yes(true)) }
        for text in ["no", "N"] { #expect(try AnswerForm.yesOrNo.read(text) == .yes(false)) }
        for text in ["2 3", "3, 2", "{2, 3}", "2 and 3"] {
            #expect(try AnswerForm.numbers.read(text) == .numbers([2, 3]))
        }
        #expect(try AnswerForm.sequence.read("1, 2, 0x0b") == .sequence([1, 2, 11]))
        let names = try ["FIN-WAIT-1", "fin wait 1", "FinWait1", "fin_wait_1"].map { try AnswerForm.name.read($0) }
        #expect(Set(names).count == 1)
        let zeros = [UInt8](repeating: 0, count: 32)
        for text in ["AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=", String(repeating: "00", count: 32)] {
            #expect(try AnswerForm.digest.read(text) == .octets(zeros))
        }
    }

    /// What learners write as a page prints it, or as people say it.
    @Test(arguments: [(2, 4, "A and B"), (2, 4, "c"), (4, 1, "0d"), (4, 1, "13"), (5, 1, "b or c")])
    func aRightAnswerIsNotRefusedForItsForm(_ lesson: Int, _ number: Int, _ text: String) throws {
        let exercise = try #require(Exercise.numbered(number, ofLesson: lesson))
        #expect(try exercise.solution(seed: 8).assess(exercise.form.read(text)).isRight)
    }

    @Test func aTimeMayBeGivenInWholeMilliseconds() throws {
        let solution = try #require(Exercise.numbered(3, ofLesson: 2)).solution(seed: 8)
        let right = try #require(solution.right.first)
        guard case .time(let span) = right else { return #expect(Bool(false), "\(right) is no time") }
        let whole = span.microseconds / 1000
        for text in ["\(whole)", right.text] {
            #expect(try solution.assess(AnswerForm.time.read(text)).isRight, "\(text)")
        }
        for text in ["\(whole - 1)", "\(whole + 2)", "\(whole).9"] where text != right.text {
            #expect(try !solution.assess(AnswerForm.time.read(text)).isRight, "\(text) for \(right.text)")
        }
    }

    @Test(arguments: [(2, 4, "a"), (2, 4, "a, b, c"), (4, 1, "0c"), (5, 1, "b")])
    func aWrongAnswerIsNotTakenForItsForm(_ lesson: Int, _ number: Int, _ text: String) throws {
        let exercise = try #require(Exercise.numbered(number, ofLesson: lesson))
        #expect(try !exercise.solution(seed: 8).assess(exercise.form.read(text)).isRight)
    }

    @Test(
        arguments: [
            (AnswerForm.number, ["", "  ", "ten", "-1", "0x", "1.5", "99999999999999999999999", "+1", "0x+1"]),
            (.time, ["", "soon", "1.2.3", "-3", "1e9", "9999999999999999"]), (.octets, ["", "0xz", "abc", "0x"]),
            (.digest, ["", "AAAA", "00"]), (.yesOrNo, ["", "perhaps"]), (.letters(through: "c"), ["", "d", "1", "é"]),
            (.sequence, ["", "one two"]), (.numbers, ["", "x", ","]), (.name, ["", "?"]),
        ] as [(AnswerForm, [String])])
    func whatIsNoAnswerIsAnErrorThatNamesTheForm(_ form: AnswerForm, _ texts: [String]) {
        for text in texts + [String(repeating: "1", count: 5_000)] where form != .name || text.count < 5_000 {
            #expect(throws: AnswerError.self, "\(text.prefix(20)) as \(form)") { try form.read(text) }
        }
        let error = #expect(throws: AnswerError.self) { try form.read("") }
        #expect(error?.description.contains("The answer is ") == true)
    }

    @Test func damagedAnswersNeverTrap() {
        forEachSeed(300) { _, random in
            let octets = (0..<Int.random(in: 0...40, using: &random)).map { _ in
                UInt8.random(in: 0...255, using: &random)
            }
            let text = String(decoding: octets, as: UTF8.self)
            for form in [
                AnswerForm.number, .time, .octets, .digest, .yesOrNo, .letters(through: "d"), .sequence, .name,
            ] {
                _ = try? form.read(text)
            }
        }
    }
}
