import Trace

/// What a reader needs to hear once about steps of a kind.
extension Note {
    public func background(in language: Language) -> String {
        switch language {
        case .english: englishBackground
        }
    }

    private var englishBackground: String {
        switch self {
        case .initialSequenceNumber(.generated, _, _):
            """
            The clock M ticks every 4 microseconds: a new connection between the same sockets will, as a rule, begin beyond the \
            numbers of the last. F is pseudorandom: whoever cannot see our segments cannot guess the number. It is neither 0 nor 1; \
            analysers only count from it, for ease of reading.
            """
        case .acknowledgment:
            """
            A segment with nothing but an ACK takes no number and is not acknowledged itself, or acknowledgments would be \
            acknowledged without end.
            """
        case .data(_, _, let acknowledgment, _, _, _):
            "Like every segment but the first, it also says which number we expect: \(acknowledgment)."
        default: ""
        }
    }
}
