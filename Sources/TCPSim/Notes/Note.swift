import Trace

/// A connection's note about a step, with the numbers of that step.
///
/// Each case is a topic. Its file contains its notes with their step ids, citations and sentences. In the sentences "we" is the side
/// that makes the note, and "the other side" is its peer. Sequence numbers are absolute.
public enum Note: Hashable, Sendable {
    /// About opening a connection.
    case opening(Opening)
    /// About the options of the header.
    case option(Option)
    /// About answering a SYN without keeping state for it.
    case cookie(Cookie)
    /// About data, its acknowledgment and the window.
    case transfer(Transfer)
    /// About the time at which a segment is sent.
    case sending(Sending)
    /// About the retransmission timer.
    case retransmission(Retransmission)
    /// About congestion and losses.
    case congestion(Congestion)
    /// About the largest datagram that the path carries.
    case pathMTU(PathMTU)
    /// About closing a connection in good order.
    case closing(Closing)
    /// About TIME-WAIT.
    case timeWait(TimeWait)
    /// About resets, sent and received.
    case reset(Reset)
    /// About segments that are not acceptable.
    case refusal(Refusal)

    /// The note itself, without the name of its topic.
    public var subject: any StepNote {
        switch self {
        case .opening(let note): note
        case .option(let note): note
        case .cookie(let note): note
        case .transfer(let note): note
        case .sending(let note): note
        case .retransmission(let note): note
        case .congestion(let note): note
        case .pathMTU(let note): note
        case .closing(let note): note
        case .timeWait(let note): note
        case .reset(let note): note
        case .refusal(let note): note
        }
    }
}

/// A note about a step of TCP.
public protocol NoteTopic: StepNote {
    /// Whether it reports only what nearly every segment causes. A rendering may leave it out of a summary.
    var isBookkeeping: Bool { get }
}

extension NoteTopic {
    /// False, unless a topic says otherwise.
    public var isBookkeeping: Bool { false }
}

extension Note: NoteTopic, HoldingNote {
    // These properties are read for every note in a journal. They do not use `subject`, because that puts a copy of the note on the
    // heap.

    /// The step and the rule of the note inside.
    public var reference: (step: String, cite: Citation) {
        switch self {
        case .opening(let note): note.reference
        case .option(let note): note.reference
        case .cookie(let note): note.reference
        case .transfer(let note): note.reference
        case .sending(let note): note.reference
        case .retransmission(let note): note.reference
        case .congestion(let note): note.reference
        case .pathMTU(let note): note.reference
        case .closing(let note): note.reference
        case .timeWait(let note): note.reference
        case .reset(let note): note.reference
        case .refusal(let note): note.reference
        }
    }

    /// Whether the note inside is bookkeeping.
    public var isBookkeeping: Bool {
        switch self {
        case .opening(let note): note.isBookkeeping
        case .option(let note): note.isBookkeeping
        case .cookie(let note): note.isBookkeeping
        case .transfer(let note): note.isBookkeeping
        case .sending(let note): note.isBookkeeping
        case .retransmission(let note): note.isBookkeeping
        case .congestion(let note): note.isBookkeeping
        case .pathMTU(let note): note.isBookkeeping
        case .closing(let note): note.isBookkeeping
        case .timeWait(let note): note.isBookkeeping
        case .reset(let note): note.isBookkeeping
        case .refusal(let note): note.isBookkeeping
        }
    }
}
