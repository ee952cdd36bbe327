import Misconceptions
import Render
import TestSupport
import Testing
import Trace

@testable import Classroom
@testable import HandshakeSim

/// Questions about claims of the clinic, and what a quiz says about an answer.
@Suite struct ClaimQuestionTests {
    private let claims = Templates(lessons: []).all.filter { $0.topic == "claim" }

    @Test(arguments: 1...20)
    func drawnClaimsHaveTheThreeVerdictsEquallyOften(_ seed: UInt64) {
        let drawn = Questions.drawn(from: claims, count: 9, seed: seed, isNamed: false)
        for verdict in Claim.Verdict.allCases { #expect(drawn.count { $0.verdict == verdict } == 3, "\(verdict)") }
        #expect(Set(drawn.map(\.id)).count == 9)
        // Where a verdict has no more claims, the draw goes on with the others.
        let most = Questions.drawn(from: claims, count: claims.count, seed: seed, isNamed: false)
        #expect(Set(most.map(\.id)) == Set(claims.map(\.id)))
    }

    /// A hint and a feedback name the run that decides. Each wrong verdict has its own feedback.
    @Test func eachClaimHasItsHintAndItsFeedback() async throws {
        var memory = RunMemory()
        var sentences: Set<String> = []
        for template in claims {
            let question = try await memory.question(of: template, item: "q", seed: 7)
            let number = try #require(template.id.split(separator: ".").last.flatMap { Int($0) })
            let command = try #require(Claim.numbered(number)?.runs.first?.command)
            #expect(question.hint.contains(command), "\(template.id)")
            #expect(question.slips.count == 2 && question.slips.allSatisfy { $0.feedback.contains(command) })
            for slip in question.slips { #expect(sentences.insert(slip.feedback).inserted, "\(template.id)") }
            #expect(question.mark(question.right[0]).verdict == .right)
        }
    }

    @Test func aQuizTellsTheAnswerAndWhyAfterAWrongOne() async throws {
        var memory = RunMemory()
        let template = try #require(Templates(lessons: []).named("tcp.ack-of-syn"))
        let question = try await memory.question(of: template, item: "q", seed: 7)
        let told = question.report(on: question.mark("17")).text(style: .plain)
        #expect(told.contains("Right is \(question.right[0]).") && told.contains(question.because.prefix(20)))
    }

    /// The secret of a toy exchange is none of the public values beside it.
    @Test(arguments: seeds(8))
    func noPublicValueIsTheSecret(_ seed: UInt64) async throws {
        var memory = RunMemory()
        let template = try #require(Templates(lessons: []).named("dh.toy-secret"))
        let question = try await memory.question(of: template, item: "q", seed: seed)
        let values = question.shown.flatMap { $0.content.split(separator: "\n") }.filter { $0.hasPrefix("Y") }
        for value in values { #expect(!value.hasSuffix(" = \(question.right[0])"), "\(seed): \(value)") }
    }

    /// The key of lesson 14, exercise 4 is what the exhibits come to.
    @Test(arguments: seeds(2))
    func theKeyOfTheBlindAttackerFollowsFromItsRuns(_ seed: UInt64) throws {
        let solution = try #require(Exercise.numbered(4, ofLesson: 14)).solution(seed: seed)
        #expect(solution.right == [.letters(["a", "b", "c", "e"])])
    }

    @Test func anExerciseIsFoundByTheNumberThatAPlanPrints() async throws {
        let shown = try await BuiltProgram.run(["lesson", "1", "--check", "1.2"])
        let byNumber = try await BuiltProgram.run(["lesson", "1", "--check", "2"])
        #expect(shown.status == 0 && shown.standardOutput == byNumber.standardOutput)
        let other = try await BuiltProgram.run(["lesson", "2", "--check", "1.2"])
        #expect(other.status == 64 && other.standardError.contains("Exercise 1.2 belongs to lesson 1"))
        let neither = try await BuiltProgram.run(["lesson", "1", "--check", "1.2.3"])
        #expect(neither.status == 64)
    }

    /// The commands of a plan can be pasted in the order in which they are printed.
    @Test func aPlanSaysHowToMakeThePapers() async throws {
        let plan = try await BuiltProgram.run(["class", "plan", "45", "--lesson", "1", "--columns", "80"])
        let commands = plan.standardOutput.split(separator: "$ ").dropFirst().map { part in
            part.split(separator: "\n", omittingEmptySubsequences: false).prefix { !$0.isEmpty }
        }
        let text = commands.flatMap(\.self).joined(separator: "\n")
        let secret = try #require(text.range(of: "class secret --out secret"))
        let roster = try #require(text.range(of: "> roster.csv"))
        let paper = try #require(text.range(of: "--roster roster.csv"))
        #expect(secret.lowerBound < roster.lowerBound && roster.lowerBound < paper.lowerBound)
    }
}
