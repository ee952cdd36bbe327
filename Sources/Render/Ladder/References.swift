import Trace

/// References to steps. A page may refer only to steps that it tells.
struct References {
    private let journal: Journal
    private let told: Set<Int>

    /// The references of a page that tells the events `told` of `journal`.
    init(_ journal: Journal, told: Set<Int>) {
        self.journal = journal
        self.told = told
    }

    /// The step that stands for an event: the event itself if it is told, or else the nearest of its causes that is told; nil if no
    /// cause is told.
    ///
    /// The cause of a reading is the arrival of the packet that brought the message. What the reader did between two messages of
    /// one packet does not count.
    func step(of event: Int) -> Int? {
        var number = event
        while !told.contains(number) {
            guard let untold = journal[number] else { return nil }
            guard let cause = arrival(for: untold) ?? untold.cause else { return nil }
            number = cause
        }
        return number
    }

    /// The last arrival among the causes of a reading; nil for any other event, and if no packet brought the message.
    private func arrival(for reading: Event) -> Int? {
        guard case .read = reading.kind else { return nil }
        var cause = reading.cause.flatMap { journal[$0] }
        while let event = cause {
            if case .received = event.kind { return event.number }
            cause = event.cause.flatMap { journal[$0] }
        }
        return nil
    }

    /// The place in the run where a party came to know a quantity.
    enum Place: Hashable, Comparable, Wording {
        /// Before the run.
        case start
        /// At the step of that number, which the page tells.
        case step(Int)
        /// At an event that the page does not tell.
        case elsewhere

        var english: String {
            switch self {
            case .start: "start"
            case .step(let number): "\(number)"
            case .elsewhere: ""
            }
        }

        var chinese: String {
            switch self {
            case .start: "开始"
            case .step(let number): "\(number)"
            case .elsewhere: ""
            }
        }
    }

    /// Where a party came to know a fact: the step that tells it, or else the step that tells its cause. A fact that no event
    /// records, and that only follows from others, is known where the last of its premises is known.
    func place(of fact: Ledger.Fact, for principal: Principal, in ledger: Ledger) -> Place {
        if case .configured = fact.how { return .start }
        if case .derived(let premises, _) = fact.how, !isRecorded(fact) {
            let facts = premises.compactMap { ledger.fact(principal, $0) }
            return facts.map { place(of: $0, for: principal, in: ledger) }.max() ?? .elsewhere
        }
        return step(of: fact.event).map(Place.step) ?? .elsewhere
    }

    /// Whether the event of a fact says that the party learned this very quantity.
    private func isRecorded(_ fact: Ledger.Fact) -> Bool {
        if case .learned(fact.secret, _, _) = journal[fact.event]?.kind { true } else { false }
    }

    /// `text`, in which the numbers of "step 14" and "#14" are replaced by those of steps that are told.
    func corrected(_ text: String) -> String {
        guard text.contains("#") || text.contains("step ") || text.contains("步骤 ") else { return text }
        let moved = text.replacing(#/(step |步骤 |\#)([0-9]{1,9})/#) { match in
            let number = Int(match.output.2).flatMap { step(of: $0) }
            return match.output.1 + (number.map { "\($0)" } ?? String(match.output.2))
        }
        // An arrival that the page does not tell has the step of its departure. The copy has not arrived at that step.
        return moved.replacing(#/(\#[0-9]{1,9}), arrived at \1(?![0-9])/#) { "\($0.output.1), arrived" }
            .replacing(#/(\#[0-9]{1,9})，在 \1 到达(?![0-9])/#) { "\($0.output.1)，已到达" }
    }
}
