import Trace

/// What is said about answers to the exercises of lesson 14.
enum BlindHint: Remark {
    case whatTheCounterDoes, acknowledgeOneMore, usedUp, nextOfTheCounter(sample: UInt64, guess: UInt64)
    case howFar, fencePost, resets(UInt64)
    case whatTheServerHasRead, serverCannotTell, dataIsNoSYN, lastOctet, takenAsTheClients(next: UInt64)
    case whatHasToBeKnown, twoNumbers, oneNumberInFourBillion, guessingIsPossible, numbersCanFollowARule, whatCanBeTried

    var english: String {
        switch self {
        case .whatTheCounterDoes:
            """
            Subtract one sample from the next. All differences are multiples of one number: that is what one \
            connection adds. Then ask what an acknowledgment of a SYN names.
            """
        case .acknowledgeOneMore:
            "The server's SYN would have this number. An acknowledgment names the number that is expected next."
        case .usedUp: "This belongs to the connection that she has sampled. The forged connection is a later one."
        case .nextOfTheCounter(let sample, let guess):
            """
            Her last sample is \(sample). The next connection has a number that is larger by 64000, and an \
            acknowledgment names one more: \(guess).
            """
        case .howFar:
            """
            Work out how far the client's next expected number lies beyond her first reset, modulo 2^32. Then count \
            in steps of the window until a reset lies in it.
            """
        case .fencePost:
            """
            You are near. The first reset is sent at step 0, and the last one has to lie at or beyond the expected \
            number.
            """
        case .resets(let count):
            """
            Reset number \(count) is the first that lies at or beyond the number that the client expects, and less \
            than a window beyond it.
            """
        case .whatTheServerHasRead:
            "The server acknowledges the number that it expects next. Ask what it has taken, and from which number on."
        case .serverCannotTell:
            """
            So the server would answer if it had thrown her segment away. Nothing in the segment shows who has sent \
            it.
            """
        case .dataIsNoSYN: "Octets of data take a number each. Only a SYN or a FIN would take one more."
        case .lastOctet: "That is the number of her last octet. The server names the number that it expects next."
        case .takenAsTheClients(let next):
            """
            Her octets have the numbers that the client's next octets would have had. The server takes them and \
            expects \(next). The client has sent no such octets.
            """
        case .whatHasToBeKnown:
            "Ask for each of them which numbers she needs, and whether she can guess them, try them all or do without."
        case .twoNumbers:
            """
            A line waits in the window until the octets before it have come, so its number need not be exact. And an \
            old TCP takes half of all acknowledgment numbers. Read the exhibit blind-data.
            """
        case .oneNumberInFourBillion:
            """
            One reset in each window is enough only if every number in the window will do. Ask what this TCP compares \
            the number with.
            """
        case .guessingIsPossible:
            "A number need not be hit exactly where a whole window will do. And some numbers follow a rule."
        case .numbersCanFollowARule:
            """
            Some servers choose the number of a connection by a rule, and show the rule to each client. Such a \
            number need not be read.
            """
        case .whatCanBeTried:
            """
            The first number follows a rule that her own connections tell. The reset and the line may lie anywhere in \
            a window. The flood needs no number at all. Only the reset that must have the exact number fails: none of \
            hers has it.
            """
        }
    }
}
