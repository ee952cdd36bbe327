import Misconceptions
import Render
import Testing
import Trace

@testable import Classroom
@testable import HandshakeSim

/// Lesson plans for a class.
@Suite struct PlanTests {
    private let lessons: [Lesson]

    init() throws { lessons = try Catalogue.lessons(in: .english) }

    /// The members of the steps of a plan.
    private func steps(_ minutes: Int, _ numbers: [Int]) throws -> [JSON] {
        let chosen = numbers.compactMap { number in lessons.first { $0.number == number } }
        let json = ClassPlan(minutes: minutes, lessons: chosen).json()
        guard case .array(let steps)? = json["steps"] else { return [] }
        return steps
    }

    private func number(_ json: JSON?) -> Int {
        guard case .integer(let number)? = json else { return -1 }
        return Int(number)
    }

    @Test(arguments: [30, 31, 45, 90, 240], [[1], [1, 2], [3, 4, 5], [6, 7, 8], [9], [13, 12, 11]])
    func stepsLieEndToEnd(_ minutes: Int, _ numbers: [Int]) throws {
        let steps = try steps(minutes, numbers)
        let ends = steps.map { (number($0["from"]), number($0["to"])) }
        #expect(ends.first?.0 == 0 && ends.last?.1 == minutes)
        for (a, b) in zip(ends, ends.dropFirst()) { #expect(a.1 == b.0) }
        #expect(ends.allSatisfy { (1...30).contains($0.1 - $0.0) })
        #expect(steps.contains { $0["ask"] != nil })
    }

    @Test func everyLessonHasAPlanWithRunsThatAreCommands() throws {
        for lesson in lessons {
            let steps = LessonPlans.steps(of: lesson)
            #expect(steps.contains { !$0.run.isEmpty }, "lesson \(lesson.number)")
            for step in steps where !step.run.isEmpty {
                #expect(throws: Never.self) { try HandshakeSim.parseAsRoot(HandshakeSim.completed(step.run)) }
            }
        }
    }

    @Test func plansNameOnlyTemplatesAndClaimsThatExist() {
        let known = Set(Templates(lessons: []).all.map(\.id))
        let claims = Set(Claim.all.map(\.number))
        for step in lessons.flatMap({ LessonPlans.steps(of: $0) }) {
            #expect(known.isSuperset(of: step.templates))
            #expect(claims.isSuperset(of: step.claims))
        }
    }

    @Test func thePlanOfTwoLessonsIsTheOneThatWasTried() throws {
        let ends = try steps(90, [1, 2]).map { number($0["to"]) }
        #expect(ends == [8, 25, 35, 50, 57, 62, 80, 90])
    }

    @Test func stepsThatDoNotFitAreNamed() throws {
        let few = ClassPlan(minutes: 30, lessons: lessons.filter { (1...6).contains($0.number) }).json()
        guard case .array(let left)? = few["left_out"] else {
            Issue.record("nothing is left out")
            return
        }
        let fifth = try #require(lessons.first { $0.number == 5 }.flatMap { LessonPlans.steps(of: $0).first })
        #expect(left.contains(.string(fifth.english.action)))
    }
}
