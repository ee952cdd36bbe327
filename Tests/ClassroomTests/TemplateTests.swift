import Simulator
import TestSupport
import Testing
import Trace

@testable import Classroom
@testable import HandshakeSim

/// Each question with several seeds, and some of them against numbers that are computed here from the octets of a run.
@Suite struct TemplateTests {
    private static let templates = Templates(lessons: []).all

    @Test(arguments: [7] + seeds(2))
    func rightAnswersAreRightAndSlipsAreWrongByTheirNames(_ seed: UInt64) async throws {
        var memory = RunMemory()
        for template in Self.templates {
            let question = try await memory.question(of: template, item: "q", seed: seed)
            let run = QuestionRun(runs: try await memory.runs(template.command(seed: seed)), seed: seed)
            let words = template.words(seed)
            let key = try Solution(because: words.because, hint: words.hint).filled { try template.work(run, &$0) }
            expectWords(template, key, question)
            let what = "\(template.id), seed \(seed)"
            for right in question.right { #expect(question.mark(right).verdict == .right, "\(what): \(right)") }
            for slip in question.slips {
                let outcome = question.mark(slip.answer)
                #expect(outcome.verdict == .wrong || outcome.verdict == .partly, "\(what): \(slip.name)")
                #expect(outcome.slip == slip.name, "\(what)")
                #expect(outcome.feedback == slip.feedback, "\(what)")
            }
            // The paper must show what the answer is computed from.
            if [.number, .hex, .time, .parts].contains(question.form) { #expect(!question.shown.isEmpty, "\(what)") }
            if question.form == .letter {
                let known = Set(question.slips.map(\.answer) + question.right)
                #expect(known == Set(question.choices.map { String($0.letter) }), "\(what)")
            }
            let json = question.json(withKey: true)
            #expect(try Question(json).json(withKey: true).text == json.text, "\(what)")
            #expect(!question.json(hidden: true, withKey: false).text.contains("\"seed\""), "\(what)")
        }
    }

    /// If a lesson asks for letters, the question draws new letters for its choices. The right choices are still those of the lesson.
    @Test func aLessonsLettersAreDrawnAndStillRight() async throws {
        var memory = RunMemory()
        var count = 0
        for template in try TemplateOptions.registry().all where template.id.hasPrefix("lesson.") {
            let numbers = template.id.split(separator: ".").dropFirst().compactMap { Int($0) }
            let exercise = try #require(Exercise.numbered(numbers[1], ofLesson: numbers[0]))
            let question = try await memory.question(of: template, item: "q", seed: 7)
            #expect(question.assesses.hasSuffix(".") != question.assesses.hasSuffix("?"), "\(template.id)")
            let values = Dictionary(uniqueKeysWithValues: question.choices.map { (String($0.letter), $0.value) })
            let given = question.right[0].split(separator: " ").compactMap { values[String($0)] }
            switch try exercise.solution(seed: 7).right.first {
            case .letters(let right): #expect(Set(given) == Set(right.map { String($0) }), "\(template.id)")
            case .order(let right): #expect(given == right.map { String($0) }, "\(template.id)")
            default: continue
            }
            count += 1
            #expect(question.choices.count > 1, "\(template.id)")
            #expect(question.mark(question.right[0]).verdict == .right, "\(template.id)")
            for slip in question.slips { #expect(question.mark(slip.answer).verdict != .right, "\(template.id)") }
        }
        #expect(count > 30)
    }

    /// Checks that each slip has a sentence and a name of its own, and that neither the hint nor a sentence contains the right answer.
    private func expectWords(_ template: Template, _ key: Solution, _ question: Question) {
        let sentences = key.slips.map(\.words.english) + [key.because.english, key.hint.english, question.ask]
        #expect(!sentences.contains(""), "\(template.id)")
        #expect(Set(key.slips.map(\.name)).count == key.slips.count, "\(template.id)")
        for right in question.right where right.count > 3 && ![.order, .parts, .claim].contains(question.form) {
            for sentence in [question.hint, question.ask] + question.slips.map(\.feedback) {
                #expect(!sentence.replacing(" ", with: "").contains(right), "\(template.id): \(sentence)")
            }
        }
    }

    // MARK: - Computed from the octets

    @Test func answersAreThoseOfTheOctets() async throws {
        var memory = RunMemory()
        let packets = try Visit.run(Visit.Options(seed: 42)).journal.events.compactMap { event -> [UInt8]? in
            guard case .sent(let packet, _) = event.kind else { return nil }
            return packet.bytes
        }
        func number(_ octets: ArraySlice<UInt8>) -> UInt64 { octets.reduce(0) { $0 << 8 | UInt64($1) } }
        let isFromClient = { (packet: [UInt8]) in number(packet[22..<24]) == 443 }
        let syn = try #require(packets.first { $0[33] == 2 })
        let synAck = try #require(packets.first { $0[33] == 0x12 })
        let third = try #require(packets.first { $0[33] == 0x10 })
        let hello = try #require(packets.first { isFromClient($0) && $0.count > 40 && $0[33] & 2 == 0 })
        let fin = try #require(packets.first { isFromClient($0) && $0[33] & 1 != 0 })
        #expect(try await memory.question("tcp.ack-of-syn", 42).right == [String(number(syn[24..<28]) + 1)])
        #expect(
            try await memory.question("tcp.hello-ack", 42).right == [
                String(number(hello[24..<28]) + UInt64(hello.count - 40))
            ])
        #expect(try await memory.question("tcp.fin-seq", 42).right == [String(number(fin[24..<28]))])
        #expect(try await memory.question("tcp.ack-octets", 42).right == [Hex.string(Array(synAck[28..<32]))])
        let blanks = try await memory.question("tcp.syn-ack-blank", 42).blanks
        #expect(blanks.flatMap(\.right) == [22..<24, 28..<32, 32..<34].map { Hex.string(Array(synAck[$0])) })
        let order = try await memory.question("tcp.opening-order", 42)
        let values = try #require(order.right.first).split(separator: " ").compactMap { letter in
            order.choices.first { String($0.letter) == letter }?.value
        }
        #expect(values == [syn, synAck, third, hello].map { Hex.string($0) })
        // The choices are packets in hexadecimal, with a space after each octet.
        #expect(order.choices.allSatisfy { $0.text.hasPrefix("45 00 ") })
        let flags = try await memory.question("tcp.flags-of-data", 42)
        #expect(Set(flags.choices.filter { flags.right[0].contains($0.letter) }.map(\.value)) == ["PSH", "ACK"])
        #expect(hello[33] == 0x18)
        #expect(try await memory.question("tcp.time-wait", 42).right == ["30000.0"])
        #expect(try await memory.question("claim.2", 42).right == ["false"])
    }
}

extension RunMemory {
    /// The question of a template with a seed.
    fileprivate mutating func question(_ id: String, _ seed: UInt64) async throws -> Question {
        let template = try #require(Templates(lessons: []).named(id))
        return try await question(of: template, item: "q", seed: seed)
    }
}
