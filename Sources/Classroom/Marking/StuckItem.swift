import Trace

/// The results of a class for one item.
struct StuckItem {
    let item: String
    /// What the item assesses; empty if no marked paper has the item.
    private(set) var assesses = ""
    /// The text of the question, as one of the marked papers has it; empty if no marked paper has the item.
    private(set) var ask = ""
    /// The number of answers with each verdict.
    private(set) var counts: [Outcome.Verdict: Int] = [:]
    /// The known wrong answers with their students; after ``sort()`` the most frequent is the first.
    private(set) var slips: [(name: String, feedback: String, students: [String])] = []

    init(item: String) { self.item = item }

    mutating func add(_ marked: MarkedItem, of student: String) {
        assesses = marked.assesses
        ask = marked.ask
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
