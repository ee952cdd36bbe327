import Render
import Trace

/// The words of a step of a class, for its teacher.
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

/// A step of a class before it has its time in a plan.
struct PlannedStep: Sendable {
    let english: StepWords
    /// Its usual length, in minutes.
    let minutes: Int
    /// Its rank: 0 for the most important steps. If time is short, steps of the highest rank are left out first.
    let rank: Int
    /// The arguments of its run; empty if it has no run.
    let run: [String]
    /// The names of the templates whose questions the class answers on paper.
    let templates: [String]
    /// The numbers of claims of the clinic: the misconceptions with which classes get stuck here.
    let claims: [Int]

    init(
        _ minutes: Int, rank: Int = 1, run: String = "", templates: [String] = [], claims: [Int] = [],
        english: StepWords
    ) {
        self.english = english
        self.minutes = minutes
        self.rank = rank
        self.run = run.split(separator: " ").map(String.init)
        self.templates = templates
        self.claims = claims
    }

    /// Its shortest useful length, in minutes.
    var least: Int { max(4, minutes * 2 / 3) }
}

extension Lesson {
    /// The numbers of the clinic's claims with which classes get stuck at this lesson, as its plan names them.
    package var misconceptions: [Int] { LessonPlans.steps(of: self).flatMap(\.claims) }
}

/// The plans of the lessons.
enum LessonPlans {
    /// The steps of a lesson. If the lesson has no plan here, its text gives the steps.
    static func steps(of lesson: Lesson) -> [PlannedStep] { plans[lesson.number] ?? stepsFromText(of: lesson) }

    /// The last step of each plan.
    static let handsUp = PlannedStep(
        10, rank: 0,
        english: StepWords(
            "Hands up, slip by slip: each says what the thought behind it was. Read the feedback of the most frequent one aloud.",
            ask: "What would break if this rule were missing?"))

    /// What fills time that is left.
    static let open = PlannedStep(
        20, english: StepWords("Runs of their own: each changes one option and says before what will be different."))

    /// The list of what to print for a lesson beside the papers.
    static func prints(for lesson: Int) -> Words? { prints[lesson] }

    private static let prints = [
        2: Words(english: "Figure 5 of RFC 9293, the states of a connection."),
        4: Words(english: "A table of the powers modulo 23."), 8: Words(english: "The table of trust matrix --clock."),
    ]

    /// The plans of lessons, by the number of the lesson.
    private static let plans: [Int: [PlannedStep]] = [
        1: [
            PlannedStep(
                8, rank: 2, claims: [62],
                english: StepWords(
                    "Tell the story of two people on a bad telephone line. No technical names yet.",
                    ask: "Why not say hello and begin?",
                    stuck:
                        "\"Both can send and receive\" is true and is not the reason. Write it on the board and come back to it after the ghost."
                )),
            PlannedStep(
                17, rank: 0, run: "--dh --seed 7 --only tcp.syn,tcp.syn_ack,tcp.handshake_ack", claims: [67],
                english: StepWords(
                    "Show the three segments, one step at a time.",
                    ask: "Which number comes next? Ask before each step.",
                    stuck: "They add one each time. Write SEG.SEQ + SEG.LEN on the board and keep it there.")),
            PlannedStep(
                10, rank: 0, run: "tcp why-three", claims: [63],
                english: StepWords(
                    "Run the same opening with two messages and with three.", ask: "Which side is hurt by the ghost?",
                    stuck: "They see waste of memory. The point is that old data are delivered: look at line 3.")),
            PlannedStep(
                15, templates: ["tcp.ack-of-syn", "tcp.opening-order", "tcp.syn-ack-blank", "tcp.hello-ack"],
                claims: [66, 97],
                english: StepWords(
                    "The first half of the paper.",
                    stuck:
                        "Offsets: the IP header takes 20 octets first, and hexadecimal is counted in pairs. The 0 and 1 of Wireshark are relative numbers."
                )),
        ],
        2: [
            PlannedStep(
                7, rank: 0, run: "--dh --seed 7 --only tcp.fin,tcp.fin_ack,tcp.time_wait", claims: [78],
                english: StepWords(
                    "Show how the connection ends.", ask: "Which side waits, and for what?",
                    stuck: "\"The server was told by silence.\" Run tcp lost-last-ack: the last ACK gets lost.")),
            PlannedStep(
                5, rank: 0, run: "tcp figure-13",
                english: StepWords(
                    "Show what happens when both sides close at the same time.",
                    ask: "Which state comes after FIN-WAIT-1 here?")),
            PlannedStep(
                18, templates: ["tcp.fin-ack", "tcp.state-after-fin", "tcp.client-states", "tcp.who-waits"],
                claims: [77, 79],
                english: StepWords(
                    "The second half of the paper.",
                    stuck: "CLOSE-WAIT: it is a program that has not closed, not a packet that is missing.")),
        ],
        3: [
            PlannedStep(
                10, rank: 2,
                english: StepWords(
                    "Strangers agree on a color aloud, with paint that is mixed. Or they use a box with a lock.",
                    ask: "What did the listener hear?",
                    stuck: "Paint hides how easy a division is. Say that numbers are not paint.")),
            PlannedStep(
                15, rank: 0,
                run: "--rsa --seed 7 --only tls.calc.premaster_secret:1,tls.calc.master_secret:1,tls.calc.key_block:1",
                claims: [2],
                english: StepWords(
                    "Show the premaster secret, the master secret and the key block.",
                    ask: "Which of the three is secret?",
                    stuck:
                        "\"Three randoms are three times as safe.\" Two of them are sent in clear: show who holds which quantity."
                )),
            PlannedStep(
                5, rank: 0, run: "--rsa --seed 7 --only end.holdings",
                english: StepWords(
                    "Show who holds which quantity in the end.",
                    ask: "What does the eavesdropper lack, of all the inputs?")),
            PlannedStep(
                10, templates: ["tls.randoms-known", "tls.master-head"], claims: [98],
                english: StepWords(
                    "On paper, with openssl or Python. Where there is no machine, take tls.key-block-length in place of tls.master-head.",
                    stuck:
                        "The order of the randoms: the client's first for the master secret, the server's first for the key expansion."
                )),
        ],
        4: [
            PlannedStep(
                15, rank: 0,
                run: "--dh --group toy-23 --seed 7 --only tls.calc.dh_Ys,tls.calc.dh_Yc,tls.calc.premaster_secret",
                claims: [11],
                english: StepWords(
                    "Do the exchange by hand in the group of 23. Each student draws an exponent.",
                    ask: "Can you find mine?",
                    stuck:
                        "Powers modulo p: compute 5^2, 5^4 and 5^8 first. No student needs 5^14 in full. Then break it: it takes a minute, so real primes have 2,048 bits."
                )),
            PlannedStep(
                5, rank: 0, run: "--dh --seed 7 --only tls.calc.dh_Ys,tls.calc.dh_Yc",
                english: StepWords(
                    "Show the same formulas with numbers of real size.", ask: "How long would the search take now?")),
            PlannedStep(
                10, templates: ["dh.toy-public", "dh.toy-secret", "dh.toy-break"],
                english: StepWords("On paper: both formulas, and the search.")),
        ],
        5: [
            PlannedStep(
                15, rank: 0, run: "attack forward-secrecy --no-measure", claims: [24],
                english: StepWords(
                    "Steal the server's key after the connection is over.", ask: "What does the thief lack?",
                    stuck: "\"A longer key helps.\" The key is stolen and not computed.")),
            PlannedStep(
                5, rank: 0, run: "--dh --seed 7 --only end.reach", claims: [25],
                english: StepWords(
                    "Show what can be reached with one more secret.", ask: "What if the server uses its exponent again?"
                )),
            PlannedStep(
                10, templates: ["fs.rsa-thief", "fs.dh-thief"],
                english: StepWords("On paper: the thief of each key exchange.")),
        ],
        6: [
            PlannedStep(
                10, rank: 2, claims: [102],
                english: StepWords(
                    "Look at an identity card.",
                    ask: "Which office has signed it? What does it not prove? Can I use yours?",
                    stuck:
                        "They take a copy for the card. The copy shows the same facts: only the owner can prove more.")),
            PlannedStep(
                18, rank: 0, run: "--dh --seed 7 --only tls.certificate", claims: [103],
                english: StepWords(
                    "Show the certificates that the server sends.", ask: "Whose name is where?",
                    stuck: "Issuer and subject. And the root is not sent: the client has it.")),
            PlannedStep(
                7, rank: 0, run: "--dh --seed 7 --server-chain unknown-ca --only tls.alert",
                english: StepWords(
                    "A server whose authority is not known.", ask: "Which alert? Ask before it is shown.")),
            PlannedStep(
                7, rank: 0, run: "--dh --seed 7 --server-chain copied-chain --only tls.alert", claims: [102],
                english: StepWords(
                    "A server that shows copied certificates.", ask: "Which check notices it?",
                    stuck: "The copy passes the chain and fails at the signature.")),
            PlannedStep(
                15, templates: ["x509.serial", "x509.issuer", "trust.copied-chain"], claims: [88],
                english: StepWords(
                    "On paper: reading certificates.",
                    stuck: "DER: tag, length, contents. A length that begins with 82 has two more octets.")),
        ],
        7: [
            PlannedStep(
                5, rank: 0, run: "--dh --seed 7 --server-chain wrong-host --only tls.alert",
                english: StepWords(
                    "A server with a good certificate for another name.", ask: "Which alert? Ask before it is shown.")),
            PlannedStep(
                15, rank: 0, run: "attack mitm --table", claims: [37, 38],
                english: StepWords(
                    "Show the table of attackers and policies.", ask: "Which column would you ship?",
                    stuck: "\"The chain is valid\" does not say \"it is the right server\".")),
            PlannedStep(
                10, templates: ["trust.wrong-host-alert", "attack.mitm-no-hostname", "attack.mitm-full"], claims: [39],
                english: StepWords("On paper: names.")),
        ],
        8: [
            PlannedStep(
                15, rank: 0, run: "trust matrix --clock", claims: [45],
                english: StepWords(
                    "Show which app is locked out when.", ask: "Which apps are locked out in 2027?",
                    stuck: "A pin on a certificate and a pin on a key are two things. Ask what a renewal changes.")),
            PlannedStep(
                5, rank: 0, run: "--dh --seed 7 --detail messages --only tls.certificate:1",
                english: StepWords(
                    "Show the key in the certificate that a pin is made of.", ask: "What does the pin cover?")),
            PlannedStep(
                10, templates: ["x509.spki-pin", "trust.renewal"], claims: [44], english: StepWords("On paper: pins.")),
        ],
    ]

    /// The templates for the papers of the lessons without a plan, by the number of the lesson.
    private static let templates: [Int: [String]] = [
        10: ["mutual.copied-alert"], 11: ["tls13.encrypted", "tls13.order", "tls13.round-trips"],
        12: ["tls13.early-thief"], 13: ["tls13.share-octets"],
    ]

    /// The steps of a lesson without a plan: its story, its first commands, and questions on paper if the lesson has templates.
    private static func stepsFromText(of lesson: Lesson) -> [PlannedStep] {
        var steps = [
            PlannedStep(
                10, rank: 2,
                english: StepWords(
                    "Tell the story of lesson \(lesson.number), \(lesson.title). \(lesson.summary)",
                    ask: "What would you do in its place?"))
        ]
        for (place, command) in commands(of: lesson).prefix(mostCommands).enumerated() {
            let goals = lesson.goals.map { String($0.split { ";.".contains($0) }.first ?? "") }
            let goal = goals.isEmpty ? lesson.title : goals[place % goals.count]
            let stuck =
                "Where a class has no prediction, read the paragraph of the lesson that stands above this command. Afterwards each student "
                + "can \(goal)."
            steps.append(
                PlannedStep(
                    10, rank: place < leastCommands ? 0 : 1, run: command,
                    english: StepWords(
                        "Make this run and read it step by step.",
                        ask: "What will it show? Write it down before it runs.", stuck: stuck)))
        }
        if steps.count <= leastCommands {
            steps.append(
                PlannedStep(
                    15, rank: 0, run: "lesson \(lesson.number)",
                    english: StepWords("Read lesson \(lesson.number) together.", ask: "Which sentence is new to you?")))
        }
        if let templates = templates[lesson.number] {
            steps.append(PlannedStep(10, templates: templates, english: StepWords("On paper.")))
        }
        return steps
    }

    private static let mostCommands = 3
    private static let leastCommands = 2

    /// The commands of a lesson that need no file and no other program. The name of the program is left out.
    private static func commands(of lesson: Lesson) -> [String] {
        let prompt = "$ HandshakeSim "
        return lesson.markdown.split(separator: "\n").filter { line in
            line.hasPrefix(prompt) && !line.contains { "\\|<>'\"$*?&;".contains($0) && $0 != "$" }
                && !["lesson ", ".pem", ".pcap", ".html", ".json", "--check"].contains { line.contains($0) }
        }.map { String($0.dropFirst(prompt.count)) }
    }
}
