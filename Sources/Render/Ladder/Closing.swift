import Trace

/// The segments that close a connection, so that they stand out among the acknowledgments and records around them: the FIN
/// of each side and its acknowledgment, four at most (RFC 9293 section 3.6).
struct Closing {
    private let places: [Int: Int]

    /// The steps that such a segment has.
    private static let steps: Set<String> = ["tcp.fin", "tcp.fin_ack"]

    /// The closing segments of a run. A run with more than four has closed several connections; none of them is marked then.
    init(_ journal: Journal) {
        let sent = journal.events.filter { event in
            if case .sent = event.kind { Closing.steps.contains(event.step) } else { false }
        }
        places =
            sent.count > 4 ? [:] : [Int: Int](zip(sent.map(\.number), 1...), uniquingKeysWith: { first, _ in first })
    }

    /// "CLOSE 1 OF 4" for a segment that is the first of four; nil for any other.
    func mark(of event: Int) -> String? { places[event].map { "CLOSE \($0) OF \(places.count)" } }
}
