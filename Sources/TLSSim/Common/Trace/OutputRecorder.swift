import Trace

/// Records the outputs of an endpoint as events of a journal, each with its cause.
///
/// The simulator and the driver of real sockets use the same recorder, so their journals have the same form.
public struct OutputRecorder: Sendable {
    /// The principal whose endpoint has made the outputs.
    public let who: Principal
    /// The time at which the outputs were made.
    public let at: Instant
    /// The number of the event that causes the next one: the message or computation that was recorded last.
    public private(set) var cause: Int?

    /// A recorder of the outputs that `who` makes at an instant because of the event `cause`.
    public init(who: Principal, at: Instant, cause: Int?) {
        self.who = who
        self.at = at
        self.cause = cause
    }

    /// Records `output`, if it is one of those for the trace, or a failure.
    public mutating func record(_ output: Output, in journal: inout Journal) {
        switch output {
        case .bytes, .plaintext, .earlyPlaintext, .earlyData, .judge, .established, .authenticated, .peerClosed,
            .resumable, .stapled, .timestamps, .certificateRequested, .certificateShown, .renegotiationRequested,
            .ticket, .forget, .message:
            break
        case .failed(let error, let alert):
            journal.record(
                at: at, who: who, cause: cause, step: "tls.failed",
                .failed(TLSFailure(error: error, alert: alert)))
        case .wrote(let record, let note): recordMessage(record.message, as: Event.Kind.wrote, note, in: &journal)
        case .read(let record, let note): recordMessage(record.message, as: Event.Kind.read, note, in: &journal)
        case .computed(let computation, let note):
            cause = record(.computed(Calculation { computation.calculation }), note, in: &journal)
        case .checked(let what, let passed, let note): record(.checked(what: what, passed: passed), note, in: &journal)
        case .judged(let verdict): for output in verdict.explanation { record(output, in: &journal) }
        case .learned(let secret, let acquired, let value):
            // Application data is no quantity of the handshake: it has the step of the record that carried it.
            let step = secret == Knowledge.applicationData ? "tls.application_data" : "tls.learned"
            journal.record(
                at: at, who: who, cause: cause, step: step,
                .learned(secret, Learned(acquired, readIn: cause), value: value))
        case .entered(let state, let old):
            journal.record(
                at: at, who: who, cause: cause, step: "tls.state", .transition(machine: "TLS", from: old, to: state))
        case .note(let note): record(.remarked(bookkeeping: false), note, in: &journal)
        }
    }

    /// Records a message that was written or read. Its own step is the one of its record; its note gives the rule.
    private mutating func recordMessage(
        _ message: Message, as kind: (Message) -> Event.Kind, _ note: Note?, in journal: inout Journal
    ) {
        journal.speaks(who, message.version)
        cause = journal.record(
            at: at, who: who, cause: cause, step: nil, kind(message), remark: note,
            cite: rule(note?.cite, in: journal))
    }

    /// Records an event whose step and rule are those of its note, and returns its number.
    @discardableResult
    private func record(_ kind: consuming Event.Kind, _ note: Note, in journal: inout Journal) -> Int {
        let (step, cite) = note.reference
        return journal.record(
            at: at, who: who, cause: cause, step: step, kind, remark: note, cite: rule(cite, in: journal))
    }

    /// The citation of a note, in the RFC of the version that is spoken.
    private func rule(_ cite: Citation?, in journal: Journal) -> Citation? {
        guard let later = cite?.inTLS13, journal.version(spokenBy: who) == ProtocolVersion.tls13.word
        else { return cite }
        return later
    }
}

extension Learned {
    /// The same in the terms of the journal. `event` is the message that was read last; a received quantity was in it.
    package init(_ acquired: Acquired, readIn event: Int?) {
        self =
            switch acquired {
            case .generated: .generated
            case .composed(let count): .composed(random: count)
            case .received: .received(inEvent: event ?? 0)
            case .derived(let premises, let operation): .derived(from: premises, by: operation)
            case .configured: .configured
            }
    }
}
