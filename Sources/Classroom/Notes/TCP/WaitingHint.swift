import Simulator
import Trace

/// What is said about answers to the exercises of lesson 26.
enum WaitingHint: Remark {
    case averageAndDeviation, firstMeasurement, averageAlone, leastIsALimit, deviationShrinks(TimeSpan, TimeSpan)
    case whatThePathTakes, receiversWindow, notOneSegment, everything, tenSegments(UInt64)
    case addTheWaits, limitOfAWait, lastWait, noBackoff, eightWaits(TimeSpan)
    case sentHowOften, whichCopy, serverTimerToo, onceIsMeasured

    var english: String {
        switch self {
        case .averageAndDeviation:
            "RTO is the average and four times the deviation. After the second measurement a quarter of the old deviation goes."
        case .firstMeasurement: "That is RTO after the first measurement. The second one makes the deviation smaller."
        case .averageAlone: "The deviation counts four times. Without it half of all answers would come too late."
        case .leastIsALimit: "One second is the least that RTO may be. Here the computed value is larger."
        case .deviationShrinks(let round, let wait):
            """
            The round trip takes \(round.measure). Its deviation was taken for half of that, and three quarters of it are left. The \
            average and four times this make \(wait.measure).
            """
        case .whatThePathTakes:
            "The server has no acknowledgment of its data yet. Ask with how many segments a sender begins."
        case .receiversWindow:
            "That is what the client takes. The server also asks how much the path takes, and begins with a guess."
        case .notOneSegment: "One segment is the window after a timeout. A connection begins with more."
        case .everything: "That is the whole flight. Some of it has to wait for an acknowledgment."
        case .tenSegments(let octets):
            "The congestion window begins with ten segments, so \(octets) octets leave before an acknowledgment has come (RFC 6928)."
        case .addTheWaits:
            "Write the eight waits down, each twice as long as the one before, and mind the longest that is allowed."
        case .limitOfAWait: "A wait is 60 s at most. The last two of your waits are longer."
        case .lastWait: "After the last copy the client waits as well: its answer could still come."
        case .noBackoff: "The waits are not equal. Each is twice as long as the one before."
        case .eightWaits(let end): "1, 2, 4, 8, 16, 32, 60 and 60 s make \(end.measure)."
        case .sentHowOften: "Find out which of these segments were sent twice within the first two seconds."
        case .whichCopy: "If a segment was sent twice, its acknowledgment does not say which copy it answers."
        case .serverTimerToo: "The server's SYN,ACK was sent twice as well: its timer is as short as the client's."
        case .onceIsMeasured:
            "The SYN and the SYN,ACK were sent twice within one round trip. The first segments that were sent once give a measurement."
        }
    }
}
