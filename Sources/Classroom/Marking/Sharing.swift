import Trace

/// The answers to a distinct item on one paper: those that are right, and the one that was given. By them shared answers are found.
struct SharingTrace: Sendable {
    /// The id of the item in the course.
    let item: String
    /// The right answers of this paper.
    let right: [String]
    /// The wrong answer that was given, in the form of the key; nil if the answer is right or cannot be read.
    let given: String?
    /// Whether `given` is a known wrong answer of this paper.
    let isSlip: Bool

    /// - Parameter text: the answer as the student wrote it; nil if it is right.
    init(_ question: Question, given text: String?) {
        item = question.item
        right = question.right
        let given = text.flatMap { try? question.answerForm.read($0) }?.canonical
        self.given = given
        isSlip = given.map { given in question.slips.contains { $0.answer == given } } ?? false
    }
}

/// The search for equal answers that chance can hardly explain. They are evidence for a talk, and no proof. They do not show who gave the
/// answer and who took it.
package struct Sharing: Sendable {
    /// A piece of evidence.
    struct Evidence: Sendable {
        /// The raw value is the word in the list.
        enum Kind: String, Sendable {
            /// The answer is wrong for this student and right for others.
            case otherKey = "other-key"
            /// Several students give the same wrong answer, and no known misunderstanding leads to it.
            case sameWrong = "same-wrong"
        }

        let kind: Kind
        let student: String
        let item: String
        let answer: String
        /// The other students: those for whom the answer is right, or who give the same wrong answer. At most 100 are named.
        let owners: [String]
        /// How many other students are not named.
        let more: Int
    }

    /// The most other students that a piece of evidence names.
    private static let mostOwners = 100

    /// The students of an item, by answer.
    private struct Answers {
        /// Those for whom the answer is right.
        var owners: [String: [Int32]] = [:]
        /// Those who give the answer, which is wrong for them.
        var givers: [String: [Int32]] = [:]
    }

    /// The ids of the items, in the order in which they were first seen. The answers are in the same order.
    private var items: [String] = []
    private var answers: [Answers] = []
    /// The place of each item in `items`.
    private var places: [String: Int] = [:]

    private mutating func place(_ item: String) -> Int {
        if let place = places[item] { return place }
        places[item] = items.count
        items.append(item)
        answers.append(Answers())
        return items.count - 1
    }

    /// Adds the right answers of any paper of a student. `student` is the place of the student in the class, from 0.
    mutating func add(right traces: [SharingTrace], of student: Int) {
        for trace in traces {
            let place = place(trace.item)
            for answer in trace.right { answers[place].owners[answer, default: []].append(Int32(clamping: student)) }
        }
    }

    /// Adds the wrong answers of a student on the paper that counts.
    mutating func add(given traces: [SharingTrace], of student: Int) {
        for trace in traces {
            guard let given = trace.given else { continue }
            // A negative number marks a slip: two students who make the same known mistake are no evidence.
            let number = Int32(clamping: student)
            answers[place(trace.item)].givers[given, default: []].append(trace.isSlip ? ~number : number)
        }
    }

    /// The evidence, sorted by student in the order of the class, then by item. `students` are the ids in the order of the class.
    func evidence(_ students: [String]) -> [Evidence] {
        var found: [(student: Int32, place: Int, evidence: Evidence)] = []
        for (place, answers) in answers.enumerated() {
            func add(_ kind: Evidence.Kind, of student: Int32, answer: String, owners: some Collection<Int32>) {
                let named = owners.prefix(Self.mostOwners).map { students[Int($0)] }
                let evidence = Evidence(
                    kind: kind, student: students[Int(student)], item: items[place], answer: answer, owners: named,
                    more: owners.count - named.count)
                found.append((student, place, evidence))
            }
            for (answer, givers) in answers.givers {
                let owners = Set(answers.owners[answer] ?? [])
                let sortedOwners = owners.sorted()
                for giver in givers.map({ $0 < 0 ? ~$0 : $0 }) where !owners.isEmpty {
                    // The right answer of another attempt of the same student is no evidence.
                    if !owners.contains(giver) { add(.otherKey, of: giver, answer: answer, owners: sortedOwners) }
                }
                let same = givers.filter { $0 >= 0 && !owners.contains($0) }.sorted()
                if let first = same.first, same.count > 1 {
                    add(.sameWrong, of: first, answer: answer, owners: same.dropFirst())
                }
            }
        }
        return found.sorted {
            ($0.student, $0.place, $0.evidence.kind.rawValue) < ($1.student, $1.place, $1.evidence.kind.rawValue)
        }.map(\.evidence)
    }
}
