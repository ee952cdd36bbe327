import TLSSim
import Trace

/// The reason why an attacker has or has not reached her goal against a design.
package enum DesignFinding: Remark {
    /// An eavesdropper holds the secrets of these names. `hasKeys`: the master secret follows from them.
    case listened([String], hasKeys: Bool)
    /// The attacker replayed a recorded payment. `twice`: the server carried it out again.
    case paid(twice: Bool)
    /// The client accepts the replayed octets of a server.
    case believed
    /// The client refuses the replayed octets, and the attacker answers it with a public value of her own. `isTaken`:
    /// the client accepts this value. The text is the error of the attacker's TLS otherwise.
    case answered(isTaken: Bool, Words)
    case stoodBetween(Shown)
    case turnedAway([Words])
    /// The stolen key decrypts that many octets of the recorded request; nil if it decrypts none.
    case opened(octets: Int?)
    /// The attacker searches for the process number that seeded the generator of a side. `isFound`: a number explains
    /// the recording. `hasKeys`: all keys follow from it.
    case guessed(Role, isFound: Bool, hasKeys: Bool)

    /// The certificate that an attacker in the middle shows.
    package enum Shown: Sendable {
        /// The server's own certificate, with a key that does not belong to it.
        case foreignKey
        /// A certificate for the server's name from an authority of her own.
        case ownAuthority
    }

    /// The property that the design lacks, if the attacker has reached her goal.
    var lackedProperty: DesignProperty {
        switch self {
        case .listened: .secrecy
        case .paid, .believed: .freshness
        case .answered, .stoodBetween, .turnedAway: .authentication
        case .opened: .forwardSecrecy
        case .guessed(let side, _, _): .generator(side)
        }
    }

    package var english: String {
        switch self {
        case .listened(let known, let hasKeys):
            "After the visit an eavesdropper holds: \(known.joined(separator: ", ")). By the rules of derivation the master secret "
                + "\(hasKeys ? "follows from that." : "does not follow from that.")"
        case .paid(twice: true):
            "Nothing that the server draws is new in the second connection. It computes the recorded keys again and carries out the "
                + "recorded payment a second time."
        case .paid(twice: false):
            "The server draws something new in each connection. Other keys follow, and the recorded Finished does not open under them."
        case .believed:
            "The client draws nothing new in the second connection. It computes the recorded keys again and takes the recorded answer for "
                + "a new one."
        case .answered(isTaken: true, _):
            "The recorded octets do not help her, because the client's secret or random is new. She needs no recording: she shows the "
                + "server's certificate and sends a public value of her own, under a signature that is wrong. The client does not look "
                + "at it."
        case .answered(isTaken: false, let error):
            "The client's secret or random is new, so it refuses the recorded octets. Then she shows the server's certificate and puts "
                + "in what she has herself. The handshake fails too. Her TLS reports: \(error.english)."
        case .stoodBetween(.foreignKey):
            "She shows the server's certificate, which is public, and signs her public value with a key that does not belong to it. The "
                + "client goes on. She reads the request and changes the answer."
        case .stoodBetween(.ownAuthority):
            "She shows a certificate for the server's name from an authority of her own, which the client does not know. The client goes "
                + "on. She reads the request and changes the answer."
        case .turnedAway(let errors):
            "She shows the server's certificate and has no key to it; then one from an authority of her own. The client goes on with "
                + "neither. Her TLS reports: \(errors.map(\.english).joined(separator: "; then "))."
        case .opened(.some(let octets)):
            "The premaster secret is in the recording, encrypted to the key that she has now. She decrypts it, computes the keys and reads "
                + "the \(counted(octets, "octet")) of the request."
        case .opened(nil):
            "The key has signed, and has encrypted nothing. Both exponents are forgotten. The key opens nothing in the recording."
        case .guessed(let side, isFound: true, hasKeys: true):
            "She finds the number of the process, and lets the \(side)'s generator run once more. It gives the secret of the \(side), "
                + "and all keys follow."
        case .guessed(let side, isFound: true, hasKeys: false):
            "She finds the number of the process. What the \(side)'s generator gives is public already: the secret comes from the other side."
        case .guessed(let side, isFound: false, hasKeys: _):
            "No process number gives anything of the recording: nothing that the \(side) has sent comes from its generator."
        }
    }

    package var chinese: String {
        switch self {
        case .listened(let known, let hasKeys):
            "访问之后，窃听者掌握：\(known.map { Glossary.attacks.name($0).chinese }.joined(separator: "、"))。按照推导规则，"
                + (hasKeys ? "由此可以得到主密钥。" : "由此得不到主密钥。")
        case .paid(twice: true): "在第二个连接中，服务器抽取的值没有一个是新的。它又算出录下的密钥，把录下的付款再执行一次。"
        case .paid(twice: false): "在每个连接中，服务器都抽取新的值。得到的密钥就不同，录下的 Finished 用它们打不开。"
        case .believed: "在第二个连接中，客户端抽取的值没有一个是新的。它又算出录下的密钥，把录下的应答当作新的应答。"
        case .answered(isTaken: true, _):
            "客户端的秘密值或随机数是新的，所以录下的字节帮不了她。她也不需要录下的流量：她出示服务器的证书，发送自己的公开值，签名是错的。客户端不看签名。"
        case .answered(isTaken: false, let error):
            "客户端的秘密值或随机数是新的，所以它拒绝录下的字节。她再出示服务器的证书，并放入自己手里的东西。握手同样失败。她的 TLS 报告：\(error.chinese)。"
        case .stoodBetween(.foreignKey): "她出示服务器的证书，它是公开的；再用一个不属于它的密钥给自己的公开值签名。客户端继续。她读到请求，并篡改应答。"
        case .stoodBetween(.ownAuthority): "她出示一张写着服务器名称的证书，由她自己的 CA 签发，客户端不认识这个 CA。客户端继续。她读到请求，并篡改应答。"
        case .turnedAway(let errors):
            "她先出示服务器的证书，却没有它的密钥；再出示由她自己的 CA 签发的证书。两种情况下客户端都不继续。她的 TLS 报告："
                + "\(errors.map(\.chinese).joined(separator: "；然后："))。"
        case .opened(.some(let octets)): "预主密钥在录下的流量里，是加密给她现在手里的密钥的。她解密它，算出各个密钥，读到 \(octets) 字节的请求。"
        case .opened(nil): "这个密钥只签过名，没有用来加密任何东西。两个指数都已忘掉。这个密钥在录下的流量中什么也打不开。"
        case .guessed(let side, isFound: true, hasKeys: true):
            "她找到进程编号，让\(Chinese.name(side))的随机数生成器再运行一次。它给出\(Chinese.name(side))的秘密值，由此得到所有密钥。"
        case .guessed(let side, isFound: true, hasKeys: false):
            "她找到进程编号。但\(Chinese.name(side))的随机数生成器给出的值本来就是公开的：秘密值来自另一方。"
        case .guessed(let side, isFound: false, hasKeys: _):
            "没有一个进程编号能得出录下的流量中的任何内容：\(Chinese.name(side))发送的值没有一个来自它的随机数生成器。"
        }
    }
}

/// A security property that a design can have.
enum DesignProperty: Wording, Hashable {
    case secrecy, freshness, authentication, forwardSecrecy
    case generator(Role)

    var english: String {
        switch self {
        case .secrecy: "secrecy from those who listen"
        case .freshness: "freshness"
        case .authentication: "authentication"
        case .forwardSecrecy: "forward secrecy"
        case .generator(let side): "strength against a weak generator of the \(side)"
        }
    }

    var chinese: String {
        switch self {
        case .secrecy: "对窃听者保密"
        case .freshness: "新鲜性"
        case .authentication: "认证"
        case .forwardSecrecy: "前向保密"
        case .generator(let side): "不怕\(Chinese.name(side))的随机数生成器太弱"
        }
    }
}

/// The names of the designs and attackers, and the other texts of the table.
enum DesignWords: Wording {
    case title
    case design(Design)
    case attacker(DesignAttacker)
    case outcome(falls: Bool)
    case legend(withVariations: Bool)
    case about(Design)
    case byColumn
    case step(Design, Design, gained: [DesignProperty], lost: [DesignProperty])
    case byRow
    case everywhere([DesignAttacker], falls: Bool)
    case certificate(needed: [Design], useless: [Design])
    case commands
    case cell(DesignAttacker, [Design], falls: Bool)

    var english: String {
        switch self {
        case .title: "Four designs against seven attackers"
        case .design(let design):
            switch design.name {
            case .oneRandom: "one random"
            case .threeRandoms: "three randoms"
            case .unsignedDH: "DH unsigned"
            case .signedDHE: "DHE signed"
            }
        case .attacker(let attacker): Self.english(attacker)
        case .outcome(falls: true): "FALLS"
        case .outcome(falls: false): "stops"
        case .legend(let withVariations):
            "Each cell is a run. \"stops\": she does not reach her goal. \"FALLS\": she does."
                + (withVariations
                    ? " A row that stands further in is the attacker above it, and the victims make one more mistake."
                    : "")
        case .about(let design): "\(Self.design(design).english): \(Self.englishClause(design.name))."
        case .byColumn: "Read by column"
        case .step(let from, let to, let gained, let lost):
            "From \(Self.design(from).english) to \(Self.design(to).english): gained \(Self.list(gained)), lost \(Self.list(lost))."
        case .byRow: "Read by row"
        case .everywhere(let attackers, let falls):
            "\(falls ? "No design stops" : "Every design stops") her who \(attackers.map(Self.englishClause).joined(separator: "; or who "))."
        case .certificate(let needed, let useless):
            Self.certificate(needed.map { Self.design($0).english }, useless.map { Self.design($0).english })
        case .commands: "See it in full"
        case .cell(let attacker, let designs, let falls):
            "\(Self.english(attacker)), \(designs.map { Self.design($0).english }.joined(separator: ", ")): "
                + Self.outcome(falls: falls).english
        }
    }

    var chinese: String {
        switch self {
        case .title: "四种设计对七种攻击者"
        case .design(let design):
            switch design.name {
            case .oneRandom: "一个随机数"
            case .threeRandoms: "三个随机数"
            case .unsignedDH: "无签名 DH"
            case .signedDHE: "有签名 DHE"
            }
        case .attacker(let attacker): Self.chinese(attacker)
        case .outcome(falls: true): "攻破"
        case .outcome(falls: false): "挡住"
        case .legend(let withVariations):
            "每一格是一次运行。“挡住”：她没有达到目标。“攻破”：她达到了目标。"
                + (withVariations ? "缩进的一行是它上面那一行的攻击者，而受害者又多犯了一个错误。" : "")
        case .about(let design): "\(Self.design(design).chinese)：\(Self.chineseClause(design.name))。"
        case .byColumn: "按列读"
        case .step(let from, let to, let gained, let lost):
            "从“\(Self.design(from).chinese)”到“\(Self.design(to).chinese)”，"
                + "得到：\(Self.chineseList(gained))；失去：\(Self.chineseList(lost))。"
        case .byRow: "按行读"
        case .everywhere(let attackers, let falls):
            "\(falls ? "没有一种设计能挡住" : "每一种设计都能挡住")这样的攻击者："
                + "\(attackers.map(Self.chineseClause).joined(separator: "；或者"))。"
        case .certificate(let needed, let useless):
            Self.chineseCertificate(needed.map { Self.design($0).chinese }, useless.map { Self.design($0).chinese })
        case .commands: "查看全部细节"
        case .cell(let attacker, let designs, let falls):
            "\(Self.chinese(attacker))，\(designs.map { Self.design($0).chinese }.joined(separator: "、"))："
                + Self.outcome(falls: falls).chinese
        }
    }

    /// The description of a design, for the text after its name.
    private static func englishClause(_ name: Design.Name) -> String {
        switch name {
        case .oneRandom: "RSA key transport, and the randoms of both hellos are constants"
        case .threeRandoms: "RSA key transport as in TLS 1.2"
        case .unsignedDH: "ephemeral Diffie–Hellman, and the client does not verify the signature"
        case .signedDHE: "ephemeral Diffie–Hellman, and the client verifies the signature"
        }
    }

    private static func chineseClause(_ name: Design.Name) -> String {
        switch name {
        case .oneRandom: "RSA 密钥传输，两条 hello 消息的随机数都是常数"
        case .threeRandoms: "与 TLS 1.2 一样的 RSA 密钥传输"
        case .unsignedDH: "临时 Diffie–Hellman，客户端不验证签名"
        case .signedDHE: "临时 Diffie–Hellman，客户端验证签名"
        }
    }

    private static func english(_ attacker: DesignAttacker) -> String {
        switch attacker {
        case .listens: "listens"
        case .replaysClient: "replays a client"
        case .replaysServer: "replays a server"
        case .repeatedSecret: "client repeats a secret"
        case .middle: "stands in the middle"
        case .uncheckedMiddle: "certificate not checked"
        case .thief: "steals the key later"
        case .weakClient: "client's generator weak"
        case .weakServer: "server's generator weak"
        case .repeatedSeed: "same seed twice, replay"
        }
    }

    private static func chinese(_ attacker: DesignAttacker) -> String {
        switch attacker {
        case .listens: "窃听"
        case .replaysClient: "重放客户端"
        case .replaysServer: "重放服务器"
        case .repeatedSecret: "客户端重复秘密值"
        case .middle: "站在中间"
        case .uncheckedMiddle: "不检查证书"
        case .thief: "以后窃取密钥"
        case .weakClient: "客户端生成器太弱"
        case .weakServer: "服务器生成器太弱"
        case .repeatedSeed: "种子重复，再重放"
        }
    }

    /// The attacker's action, for the text after "who".
    private static func englishClause(_ attacker: DesignAttacker) -> String {
        switch attacker {
        case .listens: "only listens"
        case .replaysClient: "sends a recorded client to the server"
        case .replaysServer: "answers a client with a recorded server"
        case .repeatedSecret: "answers, with a recorded server, a client that repeats its secret"
        case .middle: "stands in the middle with keys of her own"
        case .uncheckedMiddle: "stands in the middle of a client that does not check the certificate"
        case .thief: "steals the server's key later"
        case .weakClient: "has a client before her whose generator is weak"
        case .weakServer: "has a server before her whose generator is weak"
        case .repeatedSeed: "replays to a server whose generator has had the same seed twice"
        }
    }

    /// The attacker's action, as a clause without a subject.
    private static func chineseClause(_ attacker: DesignAttacker) -> String {
        switch attacker {
        case .listens: "只窃听"
        case .replaysClient: "把录下的客户端发给服务器"
        case .replaysServer: "用录下的服务器应答客户端"
        case .repeatedSecret: "用录下的服务器应答一个重复秘密值的客户端"
        case .middle: "带着自己的密钥站在中间"
        case .uncheckedMiddle: "站在中间，而客户端不检查证书"
        case .thief: "以后窃取服务器的密钥"
        case .weakClient: "面对的客户端，随机数生成器太弱"
        case .weakServer: "面对的服务器，随机数生成器太弱"
        case .repeatedSeed: "对一台服务器重放，它的随机数生成器两次用了同一个种子"
        }
    }

    private static func list(_ properties: [DesignProperty]) -> String {
        properties.isEmpty ? "nothing" : properties.map(\.english).joined(separator: ", ")
    }

    private static func chineseList(_ properties: [DesignProperty]) -> String {
        properties.isEmpty ? "无" : properties.map(\.chinese).joined(separator: "、")
    }

    private static func certificate(_ needed: [String], _ useless: [String]) -> String {
        var sentences: [String] = []
        if !needed.isEmpty {
            sentences.append(
                "If the client does not check the certificate, an attacker in the middle wins against \(needed.joined(separator: ", ")). If it "
                    + "does, she loses.")
        }
        if !useless.isEmpty {
            sentences.append("The check alone does not stop her against \(useless.joined(separator: ", ")).")
        }
        return sentences.joined(separator: " ")
    }

    private static func chineseCertificate(_ needed: [String], _ useless: [String]) -> String {
        var text = ""
        if !needed.isEmpty {
            text += "如果客户端不检查证书，面对\(needed.joined(separator: "、"))，站在中间的攻击者会赢；如果检查，她就输。"
        }
        if !useless.isEmpty { text += "面对\(useless.joined(separator: "、"))，只有这项检查挡不住她。" }
        return text
    }
}
