import Trace

/// What is said about answers to the exercises of lesson 23.
enum ExploringHint: Remark {
    case whatCanHappen, needsALoss, standardHolds, closingToo, nothingLost
    case lastAcknowledgment, boundsDecide
    case countTheEvents, startIsNoStep, bothOpen, shortest(Int)

    var english: String {
        switch self {
        case .whatCanHappen:
            """
            Nothing is lost in this space and no timer of a retransmission runs out. The old SYN may arrive, and the \
            users may close. Ask of each mistake whether this is enough to see it.
            """
        case .needsALoss:
            "To forget a connection early does harm only if its last acknowledgment is lost. Here nothing is lost."
        case .standardHolds: "Within these bounds the real TCP breaks no rule."
        case .closingToo:
            "Another mistake shows on a perfect wire as well: to close a direction whose user has not closed it."
        case .nothingLost:
            """
            An old SYN is enough for the first mistake, and a close for the second one. The third one needs a lost \
            acknowledgment, which these bounds do not allow.
            """
        case .lastAcknowledgment:
            "Now the last acknowledgment may be lost, and the other side's timer may run out. Ask who answers its FIN."
        case .boundsDecide:
            """
            With one loss and one timer the explorer finds a way. So "no violation within these bounds" says nothing \
            about what lies beyond them.
            """
        case .countTheEvents:
            """
            Both users open, two segments arrive, a user closes, and a FIN arrives. Ask which of these are needed \
            until the wrong TCP answers with its own FIN.
            """
        case .startIsNoStep: "The first line of the ladder is the start. A step leads from one line to the next."
        case .bothOpen: "Each user opens, and each of these calls is a step."
        case .shortest(let steps):
            """
            After \(steps) steps a side has closed a direction that its user has not closed. The nearest states are \
            tried first, so no shorter way exists.
            """
        }
    }
}
