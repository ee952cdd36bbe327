import Trace

/// The segments that close a connection: the FIN of each side and its acknowledgment, at most four (RFC 9293 section 3.6). They
/// are marked, so that they stand out among the acknowledgments and records around them.
struct Closing {
    /// The places of the closing segments, from 1, by the numbers of their events.
    private let places: [Int: Int]

    /// The step ids of closing segments.
    private static let steps: Set<String> = ["tcp.fin", "tcp.fin_ack"]

    /// The closing segments of a run. A run with more than four has closed several connections; then no segment is marked.
    init(_ journal: Journal) {
        let sent = journal.events.filter { event in
            if case .sent = event.kind { Closing.steps.contains(event.step) } else { false }
        }
        places =
            sent.count > 4 ? [:] : [Int: Int](zip(sent.map(\.number), 1...), uniquingKeysWith: { first, _ in first })
    }

    /// "CLOSE 1 OF 4" for the first of four closing segments; nil for an event that is not marked.
    func mark(of event: Int) -> LadderNote? { places[event].map { .closing($0, of: places.count) } }
}
