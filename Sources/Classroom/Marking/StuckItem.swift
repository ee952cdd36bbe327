import Trace

/// How a class has fared with an item.
struct StuckItem {
    let item: String
    /// What it assesses; empty where no paper has it.
    private(set) var assesses = ""
    private(set) var counts: [Outcome.Verdict: Int] = [:]
    /// The known wrong answers, the most frequent first.
    private(set) var slips: [(name: String, feedback: String, students: [String])] = []

    init(item: String) { self.item = item }

    mutating func add(_ marked: MarkedItem, of student: String) {
        assesses = marked.assesses
        counts[marked.verdict, default: 0] += 1
        guard let name = marked.slip else { return }
        if let place = slips.firstIndex(where: { $0.name == name }) {
            slips[place].students.append(student)
        } else {
            slips.append((name, marked.feedback ?? "", [student]))
        }
    }

    mutating func sort() {
        slips.sort { ($1.students.count, $0.name) < ($0.students.count, $1.name) }
    }

    var json: JSON {
        let verdicts = Outcome.Verdict.allCases.map { JSON.Member($0.rawValue, .number(counts[$0] ?? 0)) }
        let slips = slips.map { slip in
            JSON.members(
                ("name", .string(slip.name)), ("count", .number(slip.students.count)),
                ("students", .strings(slip.students)))
        }
        return .object(
            [JSON.Member("item", .string(item))] + verdicts + [JSON.Member("slips", .array(slips))])
    }
}
