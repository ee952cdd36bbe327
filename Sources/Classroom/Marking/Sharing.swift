import Trace

/// What an answer to a distinct item says about where it is from.
struct SharingTrace: Sendable {
    /// The place of the item in the course.
    let item: String
    /// The right answers of this paper.
    let right: [String]
    /// What was written and is not right, as a key would have it; nil where it cannot be read.
    let given: String?
    /// Whether that is a known wrong answer of this paper.
    let isSlip: Bool

    init(_ question: Question, place: Int, given text: String?) {
        item = question.item
        right = question.right
        let given = text.flatMap { try? question.answerForm.read($0) }?.canonical
        self.given = given
        isSlip = given.map { given in question.slips.contains { $0.answer == given } } ?? false
    }
}

/// Answers that are the same where chance hardly makes them so: evidence for a talk, and no proof. It does not say who gave and who took.
package struct Sharing: Sendable {
    /// A piece of evidence.
    struct Evidence: Sendable {
        /// The raw value is the word in the list.
        enum Kind: String, Sendable {
            /// A wrong answer that is right for others.
            case otherKey = "other-key"
            /// A wrong answer that several give, and that no known misunderstanding leads to.
            case sameWrong = "same-wrong"
        }

        let kind: Kind
        let student: String
        let item: String
        let answer: String
        /// The others. Of many the first.
        let owners: [String]
        /// How many more there are.
        let more: Int
    }

    /// So many others are named.
    private static let mostOwners = 100

    /// The answers of an item: by each, the students for whom it is right, and those of whom it is wrong.
    private struct Answers {
        var owners: [String: [Int32]] = [:]
        var givers: [String: [Int32]] = [:]
    }

    /// By item, in the order in which they were met.
    private var items: [String] = []
    private var answers: [Answers] = []
    private var places: [String: Int] = [:]

    init() {}

    private mutating func place(_ item: String) -> Int {
        if let place = places[item] { return place }
        places[item] = items.count
        items.append(item)
        answers.append(Answers())
        return items.count - 1
    }

    /// Takes in what is right for a student, by the number in the class, on whatever paper.
    mutating func add(right traces: [SharingTrace], of student: Int) {
        for trace in traces {
            let place = place(trace.item)
            for answer in trace.right { answers[place].owners[answer, default: []].append(Int32(clamping: student)) }
        }
    }

    /// Takes in what a student gave on the paper that counts.
    mutating func add(given traces: [SharingTrace], of student: Int) {
        for trace in traces {
            guard let given = trace.given else { continue }
            // The sign says that it is a slip, and so no evidence where it is the same.
            let number = Int32(clamping: student)
            answers[place(trace.item)].givers[given, default: []].append(trace.isSlip ? ~number : number)
        }
    }

    /// The evidence, by student in the order of the class, then by item.
    func evidence(_ students: [String]) -> [Evidence] {
        var found: [(student: Int32, place: Int, evidence: Evidence)] = []
        for (place, answers) in answers.enumerated() {
            func add(_ kind: Evidence.Kind, _ student: Int32, _ answer: String, _ owners: some Collection<Int32>) {
                let named = owners.prefix(Self.mostOwners).map { students[Int($0)] }
                let evidence = Evidence(
                    kind: kind, student: students[Int(student)], item: items[place], answer: answer, owners: named,
                    more: owners.count - named.count)
                found.append((student, place, evidence))
            }
            for (answer, givers) in answers.givers {
                let owners = Set(answers.owners[answer] ?? []).sorted()
                for giver in givers.map({ $0 < 0 ? ~$0 : $0 }) where !owners.isEmpty {
                    // One's own answer of another attempt is no evidence.
                    if !owners.has(giver) { add(.otherKey, giver, answer, owners) }
                }
                let same = givers.filter { $0 >= 0 && !owners.has($0) }.sorted()
                if let first = same.first, same.count > 1 { add(.sameWrong, first, answer, same.dropFirst()) }
            }
        }
        return found.sorted {
            ($0.student, $0.place, $0.evidence.kind.rawValue) < ($1.student, $1.place, $1.evidence.kind.rawValue)
        }.map(\.evidence)
    }
}

extension [Int32] {
    /// Whether a number is among these, which ascend.
    fileprivate func has(_ number: Int32) -> Bool {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if self[middle] < number { low = middle + 1 } else { high = middle }
        }
        return low < count && self[low] == number
    }
}
