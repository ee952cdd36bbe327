import Trace

/// The headings and labels of the clinic.
enum ClaimWords: Wording {
    case title
    case about(claims: Int)
    case subject(Claim.Subject)
    case verdict(Claim.Verdict)
    case origin(Claim.Origin)
    case number
    case claim
    case verdictHead
    case truth
    case fact
    case said
    case rules
    case decides
    case otherwise
    case nowhere
    case there
    case also
    case definition

    var english: String {
        switch self {
        case .title: "A clinic for popular claims"
        case .about(let claims):
            """
            \(claims) sentences about TCP, TLS and certificates that many people know. Each has a verdict, what is true in it, what is so, \
            and a command. The line that is named decides.
            """
        case .subject(.randoms): "Randoms and keys"
        case .subject(.exchanges): "Forward secrecy, RSA and Diffie–Hellman"
        case .subject(.certificates): "Certificates and the man in the middle"
        case .subject(.records): "Records"
        case .subject(.opening): "TCP: opening"
        case .subject(.closing): "TCP: numbers, closing, errors"
        case .subject(.tls13): "TLS 1.3"
        case .verdict(.isTrue): "true"
        case .verdict(.isFalse): "false"
        case .verdict(.onlyIf): "only if"
        case .origin(.article): "an article"
        case .origin(.interview): "job interviews"
        case .origin(.blog): "blogs"
        case .origin(.textbook): "textbooks"
        case .origin(.work): "people at work"
        case .origin(.course): "learners"
        case .number: "#"
        case .claim: "Claim"
        case .verdictHead: "Verdict"
        case .truth: "True in it"
        case .fact: "What is so"
        case .said: "Said in or by"
        case .rules: "Rules"
        case .decides: "The line that decides"
        case .otherwise: "It is otherwise in this run"
        case .nowhere: "No other run stands against it"
        case .there: "There it says"
        case .also: "It is seen as well with"
        case .definition:
            """
            A sentence is judged connection by connection. It is true if it holds in each connection that it speaks of. It is false if it \
            holds in none of them, or if the reason that it gives is wrong, or if it says "always", "never" or "every" and one connection is \
            otherwise. It is true only if something more is so, where it holds in some \
            connections and not in others, and does not say in which: what is true in one version, one suite or with one option is "only if". \
            A sentence that says "safe" or "cannot" is judged by the attacks that work.
            """
        }
    }

    var chinese: String {
        switch self {
        case .title: "误解门诊：许多人都知道的说法"
        case .about(let claims):
            """
            \(claims) 句关于 TCP、TLS 和证书的话，许多人都知道。每一句都有一个判定、其中有哪些是对的、事实是什么，以及一条命令。\
            指出的那一行决定判定。
            """
        case .subject(.randoms): "随机数和密钥"
        case .subject(.exchanges): "前向保密、RSA 和 Diffie–Hellman"
        case .subject(.certificates): "证书和中间人"
        case .subject(.records): "记录"
        case .subject(.opening): "TCP：打开"
        case .subject(.closing): "TCP：序号、关闭、错误"
        case .subject(.tls13): "TLS 1.3"
        case .verdict(.isTrue): "对"
        case .verdict(.isFalse): "错"
        case .verdict(.onlyIf): "有条件"
        case .origin(.article): "一篇文章"
        case .origin(.interview): "求职面试"
        case .origin(.blog): "博客"
        case .origin(.textbook): "教科书"
        case .origin(.work): "工作中的人"
        case .origin(.course): "学习者"
        case .number: "#"
        case .claim: "说法"
        case .verdictHead: "判定"
        case .truth: "其中对的"
        case .fact: "事实"
        case .said: "出处"
        case .rules: "依据"
        case .decides: "决定判定的一行（英文输出）"
        case .otherwise: "在这次运行中不是这样"
        case .nowhere: "没有别的运行与它相反"
        case .there: "那里写的是（英文输出）"
        case .also: "这样也能看到"
        case .definition:
            """
            判断一句话，要看一个个连接。如果它对所说的每个连接都成立，就是对的。如果它在哪个连接中都不成立，或者它给出的原因不对，\
            或者它说“总是”“从不”“每个”而有一个连接不是这样，就是错的。如果它在有些连接中成立，在另一些中不成立，而且没有说明是哪些，\
            那么还要有别的条件，它才是对的：在一个版本、一个密码套件中或用一个选项时成立的话，判定是“有条件”。\
            说“安全”或“不能”的话，要用能成功的攻击来判断。
            """
        }
    }
}
