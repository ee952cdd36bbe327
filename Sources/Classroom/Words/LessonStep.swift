/// The words of a step of a lesson, for the teacher of a class.
struct StepWords: Sendable {
    /// What the teacher and the class do at this step.
    let action: String
    /// A question for the class before the answer is shown; empty if there is none.
    let ask: String
    /// The place where classes get stuck, and what to say then; empty if they do not get stuck.
    let stuck: String

    init(_ action: String, ask: String = "", stuck: String = "") {
        self.action = action
        self.ask = ask
        self.stuck = stuck
    }
}

/// The steps of the lessons in a class, with their words.
enum LessonStep: Sendable {
    case badLine, threeSegments, whyThree, openingPaper
    case closing, crossing, closingPaper
    case paintOrBox, threeSecrets, holdings, masterPaper
    case toyNumbers, realNumbers, toyPaper
    case stolenKey, reach, thiefPaper
    case identityCard, certificates, unknownAuthority, copiedChain, certificatePaper
    case otherName, policies, namePaper
    case clock, pinnedKey, pinPaper
    case story(Int, title: String, summary: String)
    case run(goal: String)
    case text(Int)
    case paper
    case exercise(lesson: Int, number: Int, title: String)
    case handsUp
    case open

    var english: StepWords {
        switch self {
        case .badLine:
            StepWords(
                "Tell the story of two people on a bad telephone line. No technical names yet.",
                ask: "Why not say hello and begin?",
                stuck:
                    "\"Both can send and receive\" is true and is not the reason. Write it on the board and come back to it after the ghost."
            )
        case .threeSegments:
            StepWords(
                "Show the three segments, one step at a time.", ask: "Which number comes next? Ask before each step.",
                stuck: "They add one each time. Write SEG.SEQ + SEG.LEN on the board and keep it there.")
        case .whyThree:
            StepWords(
                "Run the same opening with two messages and with three.", ask: "Which side is hurt by the ghost?",
                stuck: "They see waste of memory. The point is that old data are delivered: look at line 3.")
        case .openingPaper:
            StepWords(
                "The first half of the paper.",
                stuck:
                    "Offsets: the IP header takes 20 octets first, and hexadecimal is counted in pairs. The 0 and 1 of Wireshark are relative numbers."
            )
        case .closing:
            StepWords(
                "Show how the connection ends.", ask: "Which side waits, and for what?",
                stuck: "\"The server was told by silence.\" Run tcp lost-last-ack: the last ACK gets lost.")
        case .crossing:
            StepWords(
                "Show what happens when both sides close at the same time.",
                ask: "Which state comes after FIN-WAIT-1 here?")
        case .closingPaper:
            StepWords(
                "The second half of the paper.",
                stuck: "CLOSE-WAIT: it is a program that has not closed, not a packet that is missing.")
        case .paintOrBox:
            StepWords(
                "Strangers agree on a color aloud, with paint that is mixed. Or they use a box with a lock.",
                ask: "What did the listener hear?",
                stuck: "Paint hides how easy a division is. Say that numbers are not paint.")
        case .threeSecrets:
            StepWords(
                "Show the premaster secret, the master secret and the key block.", ask: "Which of the three is secret?",
                stuck:
                    "\"Three randoms are three times as safe.\" Two of them are sent in clear: show who holds which quantity."
            )
        case .holdings:
            StepWords(
                "Show who holds which quantity in the end.", ask: "What does the eavesdropper lack, of all the inputs?")
        case .masterPaper:
            StepWords(
                "On paper, with openssl or Python. Where there is no machine, take tls.key-block-length in place of tls.master-head.",
                stuck:
                    "The order of the randoms: the client's first for the master secret, the server's first for the key expansion."
            )
        case .toyNumbers:
            StepWords(
                "Do the exchange by hand in the group of 23. Each student draws an exponent.",
                ask: "Can you find mine?",
                stuck:
                    "Powers modulo p: compute 5^2, 5^4 and 5^8 first. No student needs 5^14 in full. Then break it: it takes a minute, so real primes have 2,048 bits."
            )
        case .realNumbers:
            StepWords(
                "Show the same formulas with numbers of real size.", ask: "How long would the search take now?")
        case .toyPaper: StepWords("On paper: both formulas, and the search.")
        case .stolenKey:
            StepWords(
                "Steal the server's key after the connection is over.", ask: "What does the thief lack?",
                stuck: "\"A longer key helps.\" The key is stolen and not computed.")
        case .reach:
            StepWords(
                "Show what can be reached with one more secret.", ask: "What if the server uses its exponent again?")
        case .thiefPaper: StepWords("On paper: the thief of each key exchange.")
        case .identityCard:
            StepWords(
                "Look at an identity card.",
                ask: "Which office has signed it? What does it not prove? Can I use yours?",
                stuck: "They take a copy for the card. The copy shows the same facts: only the owner can prove more.")
        case .certificates:
            StepWords(
                "Show the certificates that the server sends.", ask: "Whose name is where?",
                stuck: "Issuer and subject. And the root is not sent: the client has it.")
        case .unknownAuthority:
            StepWords("A server whose authority is not known.", ask: "Which alert? Ask before it is shown.")
        case .copiedChain:
            StepWords(
                "A server that shows copied certificates.", ask: "Which check notices it?",
                stuck: "The copy passes the chain and fails at the signature.")
        case .certificatePaper:
            StepWords(
                "On paper: reading certificates.",
                stuck: "DER: tag, length, contents. A length that begins with 82 has two more octets.")
        case .otherName:
            StepWords("A server with a good certificate for another name.", ask: "Which alert? Ask before it is shown.")
        case .policies:
            StepWords(
                "Show the table of attackers and policies.", ask: "Which column would you ship?",
                stuck: "\"The chain is valid\" does not say \"it is the right server\".")
        case .namePaper: StepWords("On paper: names.")
        case .clock:
            StepWords(
                "Show which app is locked out when.", ask: "Which apps are locked out in 2027?",
                stuck: "A pin on a certificate and a pin on a key are two things. Ask what a renewal changes.")
        case .pinnedKey:
            StepWords("Show the key in the certificate that a pin is made of.", ask: "What does the pin cover?")
        case .pinPaper: StepWords("On paper: pins.")
        case .story(let number, let title, let summary):
            StepWords(
                "Tell the story of lesson \(number), \(title). \(summary)", ask: "What would you do in its place?")
        case .run(let goal):
            StepWords(
                "Make this run and read it step by step.", ask: "What will it show? Write it down before it runs.",
                stuck:
                    "Where a class has no prediction, read the paragraph of the lesson that stands above this command. Afterwards each student can \(goal)."
            )
        case .text(let number): StepWords("Read lesson \(number) together.", ask: "Which sentence is new to you?")
        case .paper: StepWords("On paper.")
        case .exercise(let lesson, let number, let title):
            StepWords("Exercise \(lesson).\(number): \(title)" + (title.hasSuffix("?") ? "" : "."))
        case .handsUp:
            StepWords(
                "Hands up, slip by slip: each says what the thought behind it was. Read the feedback of the most frequent one aloud.",
                ask: "What would break if this rule were missing?")
        case .open: StepWords("Runs of their own: each changes one option and says before what will be different.")
        }
    }
}
