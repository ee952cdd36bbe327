import Simulator
import Trace

/// What is said about answers to the exercises of lesson 27.
enum SmallSegmentHint: Remark {
    case whatIsWaitedFor, waysToo, delayToo, thereWaitAndBack(TimeSpan)
    case readTheBlocks, everythingBehind, bothGaps, onlyTheGaps(UInt64)
    case divide, onTheSYN, doesNotFit, shiftIsNoDivisor, shifted(UInt64)
    case whatAnMTUCounts, headersCount, bothHeaders, tooLarge, withoutHeaders(UInt64)

    var english: String {
        switch self {
        case .whatIsWaitedFor:
            "The second piece leaves when the acknowledgment of the first one is there. Add what has to happen before."
        case .waysToo: "The first piece has to travel before B can wait, and the acknowledgment has to travel as well."
        case .delayToo: "B does not answer at once: it delays the acknowledgment."
        case .thereWaitAndBack(let pause): "10 ms there, 40 ms of waiting and 10 ms back make \(pause.measure)."
        case .readTheBlocks: "Each SACK block names octets that have arrived. Only what lies between them is missing."
        case .everythingBehind:
            "That is everything behind the first gap. The blocks tell A that most of it has arrived."
        case .bothGaps: "There are two gaps, and a segment is missing in each."
        case .onlyTheGaps(let octets):
            "Two segments were lost, and \(octets) octets are sent again. The blocks name all others."
        case .divide: "The receiver of the field shifts it to the left by 7. So the sender has shifted it to the right."
        case .onTheSYN: "That is the field of a SYN, which is never shifted."
        case .doesNotFit: "A field of 16 bits has no room for this number. That is what the shift is for."
        case .shiftIsNoDivisor: "A shift of 7 divides by 2 to the power of 7, and not by 7."
        case .shifted(let field): "1,048,576 divided by 128 is \(field)."
        case .whatAnMTUCounts: "An MTU counts the whole datagram. Take the headers of IP and TCP away."
        case .headersCount: "So many octets has the whole datagram, headers included."
        case .bothHeaders: "There are two headers of 20 octets: that of IP and that of TCP."
        case .tooLarge: "So many octets were too many. The report says what would fit."
        case .withoutHeaders(let count): "1006 octets without 20 of IP and 20 of TCP are \(count)."
        }
    }
}
