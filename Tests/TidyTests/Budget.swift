/// The lines of Swift that each room may have. A reader gains a house that can be held in mind: what grows, grows for a reason.
///
/// A budget goes down at any time. It goes up with a reason beside it.
enum Budget {
    /// The most lines of each target of Sources. Each sentence stands in two languages, so each room that speaks has about a tenth more.
    static let lines: [String: Int] = [
        "Capture": 1_550,
        // Each sentence of a question has its label.
        "Classroom": 11_150,
        // The one reader and the one writer of DER stand here, for keys as for certificates.
        "Crypto": 7_000,
        "Explain": 14_150,
        // The explorer of TLS and the command that learns machines have options of their own, and pages: suites, two connections, and what the ends
        // do besides.
        "HandshakeSim": 12_600,
        "JSONLines": 1_600,
        // A learner of machines: the algorithm, four puppets, wrong endpoints, the report.
        "Learning": 3_300,
        // The sockets on which a puppet talks, to servers and to clients that are started, and their capture.
        "LiveIO": 8_350,
        "Misconceptions": 3_550,
        // The journal of a long performance keeps its first, deciding and last packets, so that a page holds it.
        "Museum": 21_200,
        "PKI": 11_850,
        "Recordings": 700,
        // The drawing of a machine's states on a page.
        "Render": 8_900,
        "SecondVerifier": 100,
        // The attackers of a visit stand here, with what they read and say.
        "Simulator": 15_600,
        "TCPHost": 950,
        // The sockets of a datagram are found here for all who only sort datagrams.
        "TCPSim": 8_550,
        // The orders of events on TLS: a space, an alphabet, tables and rules that share no code with the machines of TLSSim. Ends of both
        // versions, what the attacker computes in each, what a connection leaves to a second one, and two dozen wrong TLSs.
        "TLSExplorer": 4_400,
        // A message goes to the trace as the value that its state has read, and what is known of the origin of parameters has a type. Each rule
        // that a wrong TLS of the explorer does without is a switch here.
        "TLSSim": 21_400,
        "Trace": 4_150,
        "TrustLab": 16_750,
    ]

    /// A room may be smaller than its budget by so many lines; then the budget follows.
    private static let slack = 250

    /// Rooms above their budget, rooms without one, and budgets far above what stands in the room.
    static func examine(_ files: [SourceFile], _ budgets: [String: Int] = lines) -> [Finding] {
        let rooms = Dictionary(grouping: files.filter { $0.target != nil }) { $0.target ?? "" }
        return rooms.keys.sorted().compactMap { room in
            let count = rooms[room, default: []].reduce(0) { $0 + $1.length }
            func finding(_ rule: String) -> Finding { Finding(path: "Sources/\(room)", line: 0, rule: rule) }
            guard let budget = budgets[room] else { return finding("\(count) lines and no budget") }
            if count > budget {
                return finding("\(count) lines, and the budget is \(budget): make room, or say why it grows")
            }
            return budget - count > slack ? finding("\(count) lines: lower the budget of \(budget)") : nil
        }
    }
}
