import Trace

/// Writes an endpoint's outputs down as events of a journal, each with its cause.
///
/// The simulator and the driver of real sockets both use it, so their journals have the same form.
public struct OutputRecorder: Sendable {
    /// Whose outputs they are.
    public let who: Principal
    /// When they were made.
    public let at: Instant
    /// The cause of the next event: the message or computation recorded last.
    public private(set) var cause: Int?

    /// A recorder of the outputs of `who` at an instant, which the event `cause` has brought about.
    public init(who: Principal, at: Instant, cause: Int?) {
        self.who = who
        self.at = at
        self.cause = cause
    }

    /// Records `output`, if it is of those that a reader is told of.
    public mutating func record(_ output: Output, in journal: inout Journal) {
        switch output {
        case .bytes, .plaintext, .earlyPlaintext, .earlyData, .judge, .established, .authenticated, .peerClosed,
            .resumable, .stapled, .certificateRequested,
            .ticket, .forget:
            break
        case .failed(let error, let alert):
            journal.record(
                at: at, who: who, cause: cause, step: "tls.failed",
                .failed(TLSFailure(error, alert: alert)))
        case .wrote(let record, let note):
            let message = record.message
            journal.speaks(who, message.version)
            cause = journal.record(
                at: at, who: who, cause: cause, step: nil, .wrote(message), remark: note,
                cite: rule(note?.cite, in: journal, version: message.version))
        case .read(let record, let note):
            let message = record.message
            journal.speaks(who, message.version)
            cause = journal.record(
                at: at, who: who, cause: cause, step: nil, .read(message), remark: note,
                cite: rule(note?.cite, in: journal, version: message.version))
        case .computed(let computation, let note):
            cause = record(.computed(Calculation { computation.calculation }), note, in: &journal)
        case .checked(let what, let passed, let note): record(.checked(what: what, passed: passed), note, in: &journal)
        case .judged(let verdict): for output in verdict.told { record(output, in: &journal) }
        case .learned(let secret, let acquired, let value):
            // Data is not one of the handshake's quantities: it stands with the record that it came in.
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

    /// Records an event whose step and rule are those of its note, and returns its number.
    @discardableResult
    private func record(_ kind: consuming Event.Kind, _ note: Note, in journal: inout Journal) -> Int {
        let (step, cite) = note.reference
        return journal.record(
            at: at, who: who, cause: cause, step: step, kind, remark: note, cite: rule(cite, in: journal))
    }

    /// The rule that a note cites, where the version that is spoken has it.
    private func rule(_ cite: Citation?, in journal: Journal, version: String? = nil) -> Citation? {
        guard let later = cite?.inTLS13, (version ?? journal.version(spokenBy: who)) == ProtocolVersion.tls13.word
        else { return cite }
        return later
    }
}

extension Learned {
    /// What TLS says of how it came to know something, with the event in which it read it.
    fileprivate init(_ acquired: Acquired, readIn event: Int?) {
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
