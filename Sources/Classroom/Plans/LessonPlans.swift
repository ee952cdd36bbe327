import Render

/// A step of a class before it has its time in a plan.
struct PlannedStep: Sendable {
    let step: LessonStep
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
        _ step: LessonStep, _ minutes: Int, rank: Int = 1, run: String = "", templates: [String] = [],
        claims: [Int] = []
    ) {
        self.step = step
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

    /// The list of what to print for a lesson beside the papers.
    static func prints(for lesson: Int) -> [PlanNote] {
        switch lesson {
        case 2: [.printFigure]
        case 4: [.printPowers]
        case 8: [.printClock]
        default: []
        }
    }

    /// The plans of lessons, by the number of the lesson.
    private static let plans: [Int: [PlannedStep]] = [
        1: [
            PlannedStep(.badLine, 8, rank: 2, claims: [62]),
            PlannedStep(
                .threeSegments, 17, rank: 0, run: "--dh --seed 7 --only tcp.syn,tcp.syn_ack,tcp.handshake_ack",
                claims: [67]),
            PlannedStep(.whyThree, 10, rank: 0, run: "tcp why-three", claims: [63]),
            PlannedStep(
                .openingPaper, 15,
                templates: ["tcp.ack-of-syn", "tcp.opening-order", "tcp.syn-ack-blank", "tcp.hello-ack"],
                claims: [66, 97]),
        ],
        2: [
            PlannedStep(
                .closing, 7, rank: 0, run: "--dh --seed 7 --only tcp.fin,tcp.fin_ack,tcp.time_wait", claims: [78]),
            PlannedStep(.crossing, 5, rank: 0, run: "tcp figure-13"),
            PlannedStep(
                .closingPaper, 18,
                templates: ["tcp.fin-ack", "tcp.state-after-fin", "tcp.client-states", "tcp.who-waits"],
                claims: [77, 79]),
        ],
        3: [
            PlannedStep(.paintOrBox, 10, rank: 2),
            PlannedStep(
                .threeSecrets, 15, rank: 0,
                run: "--rsa --seed 7 --only tls.calc.premaster_secret:1,tls.calc.master_secret:1,tls.calc.key_block:1",
                claims: [2]),
            PlannedStep(.holdings, 5, rank: 0, run: "--rsa --seed 7 --only end.holdings"),
            PlannedStep(.masterPaper, 10, templates: ["tls.randoms-known", "tls.master-head"], claims: [98]),
        ],
        4: [
            PlannedStep(
                .toyNumbers, 15, rank: 0,
                run: "--dh --group toy-23 --seed 7 --only tls.calc.dh_Ys,tls.calc.dh_Yc,tls.calc.premaster_secret",
                claims: [11]),
            PlannedStep(.realNumbers, 5, rank: 0, run: "--dh --seed 7 --only tls.calc.dh_Ys,tls.calc.dh_Yc"),
            PlannedStep(.toyPaper, 10, templates: ["dh.toy-public", "dh.toy-secret", "dh.toy-break"]),
        ],
        5: [
            PlannedStep(.stolenKey, 15, rank: 0, run: "attack forward-secrecy --no-measure", claims: [24]),
            PlannedStep(.reach, 5, rank: 0, run: "--dh --seed 7 --only end.reach", claims: [25]),
            PlannedStep(.thiefPaper, 10, templates: ["fs.rsa-thief", "fs.dh-thief"]),
        ],
        6: [
            PlannedStep(.identityCard, 10, rank: 2, claims: [102]),
            PlannedStep(.certificates, 18, rank: 0, run: "--dh --seed 7 --only tls.certificate", claims: [103]),
            PlannedStep(.unknownAuthority, 7, rank: 0, run: "--dh --seed 7 --server-chain unknown-ca --only tls.alert"),
            PlannedStep(
                .copiedChain, 7, rank: 0, run: "--dh --seed 7 --server-chain copied-chain --only tls.alert",
                claims: [102]),
            PlannedStep(
                .certificatePaper, 15, templates: ["x509.serial", "x509.issuer", "trust.copied-chain"], claims: [88]),
        ],
        7: [
            PlannedStep(.otherName, 5, rank: 0, run: "--dh --seed 7 --server-chain wrong-host --only tls.alert"),
            PlannedStep(.policies, 15, rank: 0, run: "attack mitm --table", claims: [37, 38]),
            PlannedStep(
                .namePaper, 10, templates: ["trust.wrong-host-alert", "attack.mitm-no-hostname", "attack.mitm-full"],
                claims: [39]),
        ],
        8: [
            PlannedStep(.clock, 15, rank: 0, run: "trust matrix --clock", claims: [45]),
            PlannedStep(.pinnedKey, 5, rank: 0, run: "--dh --seed 7 --detail messages --only tls.certificate:1"),
            PlannedStep(.pinPaper, 10, templates: ["x509.spki-pin", "trust.renewal"], claims: [44]),
        ],
    ]

    /// The templates for the papers of the lessons without a plan, by the number of the lesson.
    private static let templates: [Int: [String]] = [
        10: ["mutual.copied-alert"], 11: ["tls13.encrypted", "tls13.order", "tls13.round-trips"],
        12: ["tls13.early-thief"], 13: ["tls13.share-octets"],
    ]

    /// The steps of a lesson without a plan: its story, its first commands, and questions on paper if the lesson has templates.
    private static func stepsFromText(of lesson: Lesson) -> [PlannedStep] {
        let story = LessonStep.story(lesson.number, title: lesson.title, summary: lesson.summary)
        var steps = [PlannedStep(story, 10, rank: 2)]
        for (place, command) in commands(of: lesson).prefix(mostCommands).enumerated() {
            let goals = lesson.goals.map { String($0.split { ";.".contains($0) }.first ?? "") }
            let goal = goals.isEmpty ? lesson.title : goals[place % goals.count]
            steps.append(PlannedStep(.run(goal: goal), 10, rank: place < leastCommands ? 0 : 1, run: command))
        }
        if steps.count <= leastCommands {
            steps.append(PlannedStep(.text(lesson.number), 15, rank: 0, run: "lesson \(lesson.number)"))
        }
        if let templates = templates[lesson.number] { steps.append(PlannedStep(.paper, 10, templates: templates)) }
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
