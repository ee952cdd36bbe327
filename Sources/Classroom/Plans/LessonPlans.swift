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
    let chinese: StepWords
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
        english: StepWords, chinese: StepWords
    ) {
        self.english = english
        self.chinese = chinese
        self.minutes = minutes
        self.rank = rank
        self.run = run.split(separator: " ").map(String.init)
        self.templates = templates
        self.claims = claims
    }

    /// Its words in that language.
    func words(in language: Language) -> StepWords {
        switch language {
        case .english: english
        case .chinese: chinese
        }
    }

    /// What the teacher and the class do at this step.
    var action: Words { Words(english: english.action, chinese: chinese.action) }

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
            ask: "What would break if this rule were missing?"),
        chinese: StepWords(
            "逐个错误举手：每个人说出背后的想法。把最常见的那个错误的评语读给大家听。",
            ask: "如果没有这条规则，什么会出问题？"))

    /// What fills time that is left.
    static let open = PlannedStep(
        20, english: StepWords("Runs of their own: each changes one option and says before what will be different."),
        chinese: StepWords(
            "各自运行：每个人改变一个选项，并事先说出会有什么不同。"))

    /// The list of what to print for a lesson beside the papers.
    static func prints(for lesson: Int) -> Words? { prints[lesson] }

    private static let prints = [
        2: Words(english: "Figure 5 of RFC 9293, the states of a connection.", chinese: "RFC 9293 Figure 5，连接的各个状态。"),
        4: Words(english: "A table of the powers modulo 23.", chinese: "模 23 的幂的表。"),
        8: Words(english: "The table of trust matrix --clock.", chinese: "trust matrix --clock 的表。"),
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
                ),
                chinese: StepWords(
                    "讲两个人在一条糟糕的电话线上的故事。先不用术语。",
                    ask: "为什么不说声你好就开始？",
                    stuck: "“双方都能收发”是对的，但不是原因。写在黑板上，讲完幽灵之后再回来看。")),
            PlannedStep(
                17, rank: 0, run: "--dh --seed 7 --only tcp.syn,tcp.syn_ack,tcp.handshake_ack", claims: [67],
                english: StepWords(
                    "Show the three segments, one step at a time.",
                    ask: "Which number comes next? Ask before each step.",
                    stuck: "They add one each time. Write SEG.SEQ + SEG.LEN on the board and keep it there."),
                chinese: StepWords(
                    "演示三个报文段，一次一步。",
                    ask: "下一个序号是多少？每一步之前都问。",
                    stuck: "大家每次都加一。把 SEG.SEQ + SEG.LEN 写在黑板上，一直留着。")),
            PlannedStep(
                10, rank: 0, run: "tcp why-three", claims: [63],
                english: StepWords(
                    "Run the same opening with two messages and with three.", ask: "Which side is hurt by the ghost?",
                    stuck: "They see waste of memory. The point is that old data are delivered: look at line 3."),
                chinese: StepWords(
                    "用两条消息和用三条消息，把同样的打开过程各运行一遍。",
                    ask: "幽灵伤害的是哪一方？",
                    stuck: "大家看到的是浪费内存。要点是旧的数据会交付：看第 3 行。")),
            PlannedStep(
                15, templates: ["tcp.ack-of-syn", "tcp.opening-order", "tcp.syn-ack-blank", "tcp.hello-ack"],
                claims: [66, 97],
                english: StepWords(
                    "The first half of the paper.",
                    stuck:
                        "Offsets: the IP header takes 20 octets first, and hexadecimal is counted in pairs. The 0 and 1 of Wireshark are relative numbers."
                ),
                chinese: StepWords(
                    "试卷的前一半。",
                    stuck: "偏移：IP 首部先占 20 字节，十六进制要两位一数。Wireshark 的 0 和 1 是相对序号。")),
        ],
        2: [
            PlannedStep(
                7, rank: 0, run: "--dh --seed 7 --only tcp.fin,tcp.fin_ack,tcp.time_wait", claims: [78],
                english: StepWords(
                    "Show how the connection ends.", ask: "Which side waits, and for what?",
                    stuck: "\"The server was told by silence.\" Run tcp lost-last-ack: the last ACK gets lost."),
                chinese: StepWords(
                    "演示连接怎样结束。",
                    ask: "哪一方等待，等什么？",
                    stuck: "“没有动静就是告诉了服务器。”运行 tcp lost-last-ack：最后的 ACK 丢失。")),
            PlannedStep(
                5, rank: 0, run: "tcp figure-13",
                english: StepWords(
                    "Show what happens when both sides close at the same time.",
                    ask: "Which state comes after FIN-WAIT-1 here?"),
                chinese: StepWords(
                    "演示双方同时关闭时会怎样。",
                    ask: "这里 FIN-WAIT-1 之后是什么状态？")),
            PlannedStep(
                18, templates: ["tcp.fin-ack", "tcp.state-after-fin", "tcp.client-states", "tcp.who-waits"],
                claims: [77, 79],
                english: StepWords(
                    "The second half of the paper.",
                    stuck: "CLOSE-WAIT: it is a program that has not closed, not a packet that is missing."),
                chinese: StepWords(
                    "试卷的后一半。",
                    stuck: "CLOSE-WAIT：是程序还没有关闭，不是缺了一个数据包。")),
        ],
        3: [
            PlannedStep(
                10, rank: 2,
                english: StepWords(
                    "Strangers agree on a color aloud, with paint that is mixed. Or they use a box with a lock.",
                    ask: "What did the listener hear?",
                    stuck: "Paint hides how easy a division is. Say that numbers are not paint."),
                chinese: StepWords(
                    "陌生人用混合的颜料，当众商定一种颜色。或者用一个带锁的箱子。",
                    ask: "偷听的人听到了什么？",
                    stuck: "颜料掩盖了一件事：除法很容易。告诉大家，数不是颜料。")),
            PlannedStep(
                15, rank: 0,
                run: "--rsa --seed 7 --only tls.calc.premaster_secret:1,tls.calc.master_secret:1,tls.calc.key_block:1",
                claims: [2],
                english: StepWords(
                    "Show the premaster secret, the master secret and the key block.",
                    ask: "Which of the three is secret?",
                    stuck:
                        "\"Three randoms are three times as safe.\" Two of them are sent in clear: show who holds which quantity."
                ),
                chinese: StepWords(
                    "演示预主密钥、主密钥和密钥块。",
                    ask: "三者之中哪个是保密的？",
                    stuck: "“三个随机数就有三倍的安全。”其中两个是明文发送的：演示谁掌握哪些量。")),
            PlannedStep(
                5, rank: 0, run: "--rsa --seed 7 --only end.holdings",
                english: StepWords(
                    "Show who holds which quantity in the end.",
                    ask: "What does the eavesdropper lack, of all the inputs?"),
                chinese: StepWords(
                    "演示最后谁掌握哪些量。",
                    ask: "在所有的输入里，窃听者缺少什么？")),
            PlannedStep(
                10, templates: ["tls.randoms-known", "tls.master-head"], claims: [98],
                english: StepWords(
                    "On paper, with openssl or Python. Where there is no machine, take tls.key-block-length in place of tls.master-head.",
                    stuck:
                        "The order of the randoms: the client's first for the master secret, the server's first for the key expansion."
                ),
                chinese: StepWords(
                    "在纸上做，用 openssl 或 Python。没有机器的地方，用 tls.key-block-length 代替 tls.master-head。",
                    stuck: "随机数的顺序：主密钥是客户端的在前，密钥扩展是服务器的在前。")),
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
                ),
                chinese: StepWords(
                    "在 23 的群里用手算做一次交换。每个学生抽取一个指数。",
                    ask: "你能找出我的指数吗？",
                    stuck: "模 p 的幂：先计算 5^2、5^4 和 5^8。没有哪个学生需要完整地算出 5^14。再来攻破它：只要一分钟，所以真正的素数有 2,048 位。")),
            PlannedStep(
                5, rank: 0, run: "--dh --seed 7 --only tls.calc.dh_Ys,tls.calc.dh_Yc",
                english: StepWords(
                    "Show the same formulas with numbers of real size.", ask: "How long would the search take now?"),
                chinese: StepWords(
                    "用真实大小的数演示同样的公式。",
                    ask: "现在搜索要用多久？")),
            PlannedStep(
                10, templates: ["dh.toy-public", "dh.toy-secret", "dh.toy-break"],
                english: StepWords("On paper: both formulas, and the search."),
                chinese: StepWords(
                    "在纸上做：两个公式和搜索。")),
        ],
        5: [
            PlannedStep(
                15, rank: 0, run: "attack forward-secrecy --no-measure", claims: [24],
                english: StepWords(
                    "Steal the server's key after the connection is over.", ask: "What does the thief lack?",
                    stuck: "\"A longer key helps.\" The key is stolen and not computed."),
                chinese: StepWords(
                    "连接结束之后，窃取服务器的密钥。",
                    ask: "窃贼缺少什么？",
                    stuck: "“密钥长一些就好了。”密钥是偷来的，不是算出来的。")),
            PlannedStep(
                5, rank: 0, run: "--dh --seed 7 --only end.reach", claims: [25],
                english: StepWords(
                    "Show what can be reached with one more secret.", ask: "What if the server uses its exponent again?"
                ),
                chinese: StepWords(
                    "演示多一个秘密能走多远。",
                    ask: "如果服务器再次使用它的指数呢？")),
            PlannedStep(
                10, templates: ["fs.rsa-thief", "fs.dh-thief"],
                english: StepWords("On paper: the thief of each key exchange."),
                chinese: StepWords(
                    "在纸上做：每种密钥交换的窃贼。")),
        ],
        6: [
            PlannedStep(
                10, rank: 2, claims: [102],
                english: StepWords(
                    "Look at an identity card.",
                    ask: "Which office has signed it? What does it not prove? Can I use yours?",
                    stuck:
                        "They take a copy for the card. The copy shows the same facts: only the owner can prove more."),
                chinese: StepWords(
                    "看一张身份证。",
                    ask: "由哪个机关签名？它不能证明什么？我能用你的吗？",
                    stuck: "大家把复印件当成身份证。复印件上的内容相同：只有持有者才能证明更多。")),
            PlannedStep(
                18, rank: 0, run: "--dh --seed 7 --only tls.certificate", claims: [103],
                english: StepWords(
                    "Show the certificates that the server sends.", ask: "Whose name is where?",
                    stuck: "Issuer and subject. And the root is not sent: the client has it."),
                chinese: StepWords(
                    "演示服务器发送的各张证书。",
                    ask: "哪里写着谁的名称？",
                    stuck: "颁发者和主体。还有，根证书不发送：客户端已经有了。")),
            PlannedStep(
                7, rank: 0, run: "--dh --seed 7 --server-chain unknown-ca --only tls.alert",
                english: StepWords(
                    "A server whose authority is not known.", ask: "Which alert? Ask before it is shown."),
                chinese: StepWords(
                    "一台 CA 未知的服务器。",
                    ask: "什么警报？显示之前先问。")),
            PlannedStep(
                7, rank: 0, run: "--dh --seed 7 --server-chain copied-chain --only tls.alert", claims: [102],
                english: StepWords(
                    "A server that shows copied certificates.", ask: "Which check notices it?",
                    stuck: "The copy passes the chain and fails at the signature."),
                chinese: StepWords(
                    "一台出示复制来的证书的服务器。",
                    ask: "哪项检查会发现？",
                    stuck: "复制来的证书通过证书链的检查，在签名那里失败。")),
            PlannedStep(
                15, templates: ["x509.serial", "x509.issuer", "trust.copied-chain"], claims: [88],
                english: StepWords(
                    "On paper: reading certificates.",
                    stuck: "DER: tag, length, contents. A length that begins with 82 has two more octets."),
                chinese: StepWords(
                    "在纸上做：读证书。",
                    stuck: "DER：标签、长度、内容。以 82 开头的长度后面还有两个字节。")),
        ],
        7: [
            PlannedStep(
                5, rank: 0, run: "--dh --seed 7 --server-chain wrong-host --only tls.alert",
                english: StepWords(
                    "A server with a good certificate for another name.", ask: "Which alert? Ask before it is shown."),
                chinese: StepWords(
                    "一台服务器，它的证书有效，但属于另一个名称。",
                    ask: "什么警报？显示之前先问。")),
            PlannedStep(
                15, rank: 0, run: "attack mitm --table", claims: [37, 38],
                english: StepWords(
                    "Show the table of attackers and policies.", ask: "Which column would you ship?",
                    stuck: "\"The chain is valid\" does not say \"it is the right server\"."),
                chinese: StepWords(
                    "演示攻击者和策略的表。",
                    ask: "你会发布哪一列？",
                    stuck: "“证书链有效”不等于“服务器是对的”。")),
            PlannedStep(
                10, templates: ["trust.wrong-host-alert", "attack.mitm-no-hostname", "attack.mitm-full"], claims: [39],
                english: StepWords("On paper: names."),
                chinese: StepWords(
                    "在纸上做：名称。")),
        ],
        8: [
            PlannedStep(
                15, rank: 0, run: "trust matrix --clock", claims: [45],
                english: StepWords(
                    "Show which app is locked out when.", ask: "Which apps are locked out in 2027?",
                    stuck: "A pin on a certificate and a pin on a key are two things. Ask what a renewal changes."),
                chinese: StepWords(
                    "演示哪个应用在什么时候连不上。",
                    ask: "2027 年哪些应用连不上？",
                    stuck: "锁定证书和锁定公钥是两回事。问一问续签会改变什么。")),
            PlannedStep(
                5, rank: 0, run: "--dh --seed 7 --detail messages --only tls.certificate:1",
                english: StepWords(
                    "Show the key in the certificate that a pin is made of.", ask: "What does the pin cover?"),
                chinese: StepWords(
                    "演示证书里的公钥，锁定值由它得到。",
                    ask: "锁定值覆盖什么？")),
            PlannedStep(
                10, templates: ["x509.spki-pin", "trust.renewal"], claims: [44], english: StepWords("On paper: pins."),
                chinese: StepWords(
                    "在纸上做：锁定值。")),
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
                    ask: "What would you do in its place?"),
                chinese: StepWords(
                    "讲第 \(lesson.number) 课《\(lesson.title)》的故事。\(lesson.summary)",
                    ask: "换了你会怎么做？"))
        ]
        for (place, command) in commands(of: lesson).prefix(mostCommands).enumerated() {
            let goals = lesson.goals.map { String($0.split { ";.；。".contains($0) }.first ?? "") }
            let goal = goals.isEmpty ? lesson.title : goals[place % goals.count]
            let stuck =
                "Where a class has no prediction, read the paragraph of the lesson that stands above this command. Afterwards each student "
                + "can \(goal)."
            let chineseStuck =
                "如果班级作不出预测，就读课文里这条命令上面的那一段。" + spaced("之后每个学生都能", "\(goal)。")
            steps.append(
                PlannedStep(
                    10, rank: place < leastCommands ? 0 : 1, run: command,
                    english: StepWords(
                        "Make this run and read it step by step.",
                        ask: "What will it show? Write it down before it runs.", stuck: stuck),
                    chinese: StepWords(
                        "做这次运行，一步一步地读。",
                        ask: "会看到什么？运行之前先写下来。",
                        stuck: chineseStuck)))
        }
        if steps.count <= leastCommands {
            steps.append(
                PlannedStep(
                    15, rank: 0, run: "lesson \(lesson.number)",
                    english: StepWords("Read lesson \(lesson.number) together.", ask: "Which sentence is new to you?"),
                    chinese: StepWords(
                        "一起读第 \(lesson.number) 课。",
                        ask: "哪句话对你来说是新的？")))
        }
        if let templates = templates[lesson.number] {
            steps.append(
                PlannedStep(
                    10, templates: templates, english: StepWords("On paper."),
                    chinese: StepWords(
                        "在纸上做。")))
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
