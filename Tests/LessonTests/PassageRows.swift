/// What a sentence beside commands says in numbers that these commands do not print, and what holds it.
struct PassageRow: Sendable {
    enum Ground: Sendable {
        /// The number at its beginning is how often a pattern is found in what stands beside it.
        case counted(String)
        /// Other commands of the document print each number.
        case elsewhere
        /// It follows from numbers that stand beside it.
        case workedOut
        /// It counts what the sentence itself, or the exercise, goes through.
        case enumerated
        /// A fact of the world, of an RFC or of the program, which no run shows.
        case known
    }

    /// The words in the document, with the numbers in them.
    let words: String
    let ground: Ground

    init(_ words: String, _ ground: Ground) {
        self.words = words
        self.ground = ground
    }

    /// By the number of the lesson.
    static let ofLessons: [Int: [PassageRow]] = [
        1: [
            .init("the three segments", .counted("<SEQ=[0-9]+>(<ACK=[0-9]+>)?(<CTL=.*>)?──|◀─<SEQ")),
            .init("four ways to choose it", .counted("[0-9]+ of 200 +[0-9]+ of 200")),
            .init("four octets of the SYN's number", .enumerated),
        ],
        2: [
            .init("the four segments", .counted("CLOSE [0-9] OF 4")), .init("takes four segments", .elsewhere),
            .init("four minutes", .elsewhere),
        ],
        3: [
            .init("Two randoms, in clear", .counted("TLS (Client|Server)Hello")), .init("two public ones", .enumerated),
            .init("four columns", .enumerated),
            .init("two nonce parts of 4", .workedOut),
        ],
        4: [
            .init("from 0 to 22", .enumerated), .init("25 which is 2, 10, 50 which is 4", .workedOut),
            .init("617 digits", .known), .init("`0f` is 15, `13` is 19, `17` is 23", .workedOut),
            .init("the fifteenth number is 19", .workedOut), .init("two checks", .counted("client +✔")),
            .init("one of two values", .elsewhere), .init("384 instead of 256", .elsewhere),
            .init("from 225 bits to 275", .known), .init("a prime of 2048 bits", .elsewhere),
        ],
        5: [
            .init("Two runs with the same seed", .enumerated), .init("two hello randoms", .elsewhere),
            .init("these three files", .enumerated), .init("reads two files", .counted("--(capture|key) ")),
            .init("two lines about the premaster secret", .counted("cannot compute it \\(dh_")),
            .init("replaces the two randoms", .elsewhere),
        ],
        6: [
            .init("up to 127 is one octet", .known), .init("the next two octets", .known),
            .init("only three parts", .known), .init("The two octets after `82`", .known),
            .init("four octets", .workedOut),
        ],
        7: [
            .init("two clients are two *policies*", .enumerated), .init("about 2017", .known),
            .init("in version 13", .known), .init("three times", .counted("trust matrix")),
        ],
        8: [
            .init("two digests", .counted("^  (certificate|SPKI) +\\S+=\n(?=.*\n.*SPKI|.*\n  ! A pin on this key)")),
            .init("over two years", .workedOut), .init("398 days at the beginning, then 200 and 100", .known),
            .init("three switches", .enumerated), .init("same two lines", .enumerated),
            .init("three files together", .enumerated), .init("All four", .enumerated), .init("in base 64", .known),
        ],
        9: [.init("three of TLS 1.3, and ten with ECDHE", .known)],
        10: [.init("Two questions, two answers", .enumerated), .init("the last two changed places", .enumerated)],
        11: [
            .init("two handshakes", .enumerated), .init("counted in the two runs", .enumerated),
            .init("two hellos", .enumerated),
            .init("the two messages", .counted("TLS (Client|Server)Hello")), .init("two randoms", .known),
            .init("two runs and gives", .enumerated),
        ],
        12: [
            .init("two sides", .enumerated), .init("three visits", .enumerated),
            .init("Seven situations", .counted("^  [a-z-]+ +(TWICE|once) ")),
            .init("three servers", .counted("  (none|single-use|window)(?=  |$)")),
        ],
        14: [
            .init("servers of 1985", .known), .init("a number of 32 bits", .known), .init("in four billion", .known),
        ],
        15: [
            .init("Five microseconds in ten thousand", .workedOut), .init("at most 256 questions", .known),
            .init("guess 0", .enumerated), .init("two streams", .enumerated), .init("the other three", .enumerated),
        ],
        16: [
            .init("Two equations with two unknowns", .enumerated), .init("in 2010", .known),
            .init("2,048 bits", .known), .init("common factor of two", .enumerated), .init("In 2012 two teams", .known),
            .init("out of 64, so it takes 64 connections", .elsewhere), .init("about ten", .known),
            .init("the two equations", .enumerated),
        ],
        17: [
            .init("of 1996", .known), .init("three *designs* the three steps", .enumerated),
            .init("The three randoms together", .enumerated), .init("p = 5", .enumerated),
            .init("three randoms and Finished", .enumerated), .init("first three", .enumerated),
            .init("Modulo 5 the powers of 7 are 2, 4, 3, 1", .workedOut),
        ],
        18: [
            .init("a round trip takes 20 ms", .elsewhere), .init("One second, two seconds, four", .workedOut),
            .init("20 ms after", .workedOut), .init("200,000 bits in a second", .workedOut),
            .init("ten small segments", .known), .init("two datagrams that wait", .workedOut),
            .init("Two of them find room, and eight", .known),
            .init("then two seconds", .workedOut), .init("Three segments with data", .known),
            .init("two segments of the usual size and more than ten of 200 octets", .workedOut),
        ],
        19: [
            .init("four times as much", .workedOut), .init("two certificates", .elsewhere),
            .init("Five round trips", .counted("◀ [0-9.]+ ─(ServerHello|more of|ServerKey)")),
            .init("window of 0", .known),
        ],
        20: [
            .init("35 ms", .workedOut), .init("eight numbers before the end", .workedOut),
            .init("two numbers", .enumerated), .init("an option of ten octets", .known),
            .init("Two octets more fill it up to a multiple of four", .known),
            .init("nine steps forward", .workedOut), .init("eight bits", .known),
        ],
        21: [.init("two round trips", .elsewhere)],
        22: [.init("two resumed connections", .enumerated), .init("two sides", .enumerated)],
        23: [.init("Two steps are enough", .elsewhere), .init("Two opens", .counted("user opens"))],
        24: [.init("two sets of files", .enumerated)],
        25: [.init("two faults", .enumerated)],
        26: [
            .init("300 ms, and RTO is 800 + 4 × 300 ms", .workedOut), .init("R + 4 × R/2: three times R", .workedOut),
            .init("200 ms", .known), .init("0.4 s after the second", .workedOut), .init("up to 60 s", .known),
            .init("1 + 2 + 4 + 8 + 16 + 32 + 60 + 60 seconds", .workedOut), .init("three minutes at least", .known),
            .init("2657 octets", .workedOut), .init("Ten segments, and then", .workedOut),
            .init("65,535 octets", .known), .init("between the two", .enumerated), .init("for 300 ms", .workedOut),
            .init("225 ms. 600 + 4 × 225 = 1500", .workedOut), .init("Ten segments of 200", .workedOut),
            .init("Eight waits", .counted("[0-9]+(?=,| and| s make)")),
        ],
        27: [
            .init("same two pieces", .enumerated), .init("16 bits", .known),
            .init("Two SYNs", .counted("SYN>|SYN,ACK>")),
            .init("Two segments are lost", .elsewhere), .init("2 to the power of 7", .workedOut),
        ],
        28: [
            .init("first two", .enumerated), .init("next two", .enumerated),
            .init("Five as in a visit without it, and two more", .workedOut),
        ],
        29: [.init("five kinds of message", .enumerated), .init("two randoms and a", .known)],
    ]

    /// By the path of the document.
    static let ofPages: [String: [PassageRow]] = [
        "docs/tour.md": [
            .init("three of its steps", .counted("frame [0-9]+, arrives")), .init("Two ways", .enumerated),
            .init("two new randoms", .enumerated), .init("two connections", .known), .init("two segments:", .known),
            .init("two columns", .known), .init("three visits", .enumerated),
        ],
        "docs/ladder.md": [
            .init("two rows", .enumerated), .init("1 OF 4", .known), .init("two sides", .enumerated),
        ],
        "docs/trust-ats.md": [
            .init("3 if it would not", .known), .init("1 for errors", .known), .init("with status 3", .known),
        ],
        "docs/trust-matrix.md": [
            .init("398 days, 200 days from", .known), .init("100 days from", .known), .init("47 days from", .known),
        ],
        "docs/trust-challenges.md": [.init("Two answers", .enumerated)],
        "docs/trust-pin.md": [.init("two digests above them in base 64", .known)],
        "docs/museum.md": [
            .init("four ways to agree on keys", .counted("^  (one random|three randoms|DH unsigned|DHE signed):")),
            .init("`version` (1)", .known), .init("0 where she only looks", .known),
            .init("three interfaces", .enumerated), .init("two files", .enumerated),
        ],
        "docs/keys.md": [.init("two primes", .known)],
    ]
}
