import Trace

/// What is said about answers to the exercises of lesson 20.
enum OldSegmentHint: Remark {
    case whatHasArrived, notTheCopysEnd, notItsNumber, saysWhatItExpects(UInt64)
    case whenItLeaves, clockGoesOn, notTheArrival, notMicroseconds, ticks(from: UInt64, to: UInt64)
    case wayRoundTheCircle, clockWraps, equalIsNotOlder, halfTheCircle, modulo
    case octetsAreNumbered, bitsAndOctets, wholeCircle, secondsToWrap

    var english: String {
        switch self {
        case .whatHasArrived:
            """
            The server says what it expects next. Ask which segments with data had arrived from the client before \
            the copy.
            """
        case .notTheCopysEnd: "When the copy arrives, more than the ClientHello is there already."
        case .notItsNumber: "That is the number of the copy. The server has these octets, and expects later ones."
        case .saysWhatItExpects(let number):
            "The octets of the copy were taken long ago. The server drops it and says what it expects: \(number)."
        case .whenItLeaves:
            """
            The clock behind the timestamps counts milliseconds. Find out how many lie between the SYN and the \
            ClientHello.
            """
        case .clockGoesOn: "That is the timestamp of the SYN. The clock goes on, and the ClientHello leaves later."
        case .notTheArrival:
            "That would be the moment in which the SYN arrives. The ClientHello waits for the server's answer."
        case .notMicroseconds: "This clock ticks once in a millisecond."
        case .ticks(let syn, let hello):
            """
            The SYN left at 0 ms with \(syn). The ClientHello leaves a round trip of 20 ms later, so it carries \
            \(hello).
            """
        case .wayRoundTheCircle:
            """
            Timestamps are compared modulo 2^32, as sequence numbers are. Ask for each of them whether it is reached \
            from the last one by going forward less than 2^31.
            """
        case .clockWraps:
            "The clock wraps around as well: behind 4294967295 comes 0. A small number can be the newer one."
        case .equalIsNotOlder: "Two segments of one millisecond carry the same timestamp. Equal is not older."
        case .halfTheCircle:
            "Go forward from the last timestamp to this one, through 0. The distance is less than 2^31, so it is newer."
        case .modulo: "Only a lies behind the last timestamp on the circle. The others are equal to it, or lie ahead."
        case .octetsAreNumbered:
            "Each octet takes a number. Ask how many numbers there are, and how many octets pass in a second."
        case .bitsAndOctets: "The line carries bits, and the numbers count octets: each of them has eight bits."
        case .wholeCircle: "That is half of the circle. The same number comes again after all of it."
        case .secondsToWrap:
            """
            2^32 octets are 2^35 bits, and the line carries 10^10 of them in a second. The segment lifetime of TCP \
            is 120 s.
            """
        }
    }
}
