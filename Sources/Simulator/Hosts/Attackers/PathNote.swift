import TCPSim
import TLSSim
import Trace

/// What an attacker on the path of a visit reads, and what she sends.
enum PathNote: Remark {
    case hello(host: String?, suites: Int)
    case answer(suite: String, version: String, hidesTheRest: Bool)
    case chain(count: Int)
    case sealed(Role, length: Int)
    case reset(of: Role, SequenceNumber)
    /// The fragment of the record has that many octets.
    case bit(length: Int)
    case suites(Int, of: String)
    case versions
    case changedAgain
    case holds
    case replaces

    /// A stable id for the step.
    var step: String {
        switch self {
        case .hello, .answer, .chain, .sealed: "path.reads"
        case .reset: "path.forged_reset"
        case .bit, .suites, .versions, .changedAgain: "path.changed"
        case .holds, .replaces: "path.withheld"
        }
    }

    /// The rule that is misused; for what she reads, the rule that leaves it in clear.
    private var cite: Citation {
        switch self {
        case .hello: .rfc(6066, "3")
        case .answer: .rfc(5246, "7.4.1.3")
        case .chain: .rfc(5246, "7.4.2")
        case .sealed: .rfc(5246, "6.2.3")
        case .reset: .rfc(9293, "3.10.7.4")
        case .bit: .rfc(5246, "6.2.3")
        case .suites: .rfc(5246, "7.4.1.2")
        case .versions: .rfc(8446, "4.2.1")
        case .changedAgain, .holds, .replaces: .rfc(9293, "3.8.1")
        }
    }

    /// The action that sends a segment with this note.
    func sending(_ segment: Segment, from source: IPv4Address, to destination: IPv4Address) -> ApplicationAction {
        .send(segment, from: source, to: destination, self, step: step, cite: cite)
    }

    var english: String {
        switch self {
        case .hello(let host, let count):
            "The attacker on the path reads ClientHello. "
                + (host.map { "It is in clear, so she knows that the client wants \($0). " } ?? "It names no host. ")
                + "She reads the \(counted(count, "suite")) that the client offers, too."
        case .answer(let suite, let version, let hidesTheRest):
            "The attacker reads ServerHello: \(version), \(suite). "
                + (hidesTheRest
                    ? "It is the last handshake message in clear: in TLS 1.3 even the certificate is encrypted."
                    : "In TLS 1.2 the handshake goes on in clear up to ChangeCipherSpec.")
        case .chain(let count):
            "The attacker reads the chain: \(counted(count, "certificate")). In TLS 1.2 every host on the path can read who a side says it is."
        case .sealed(let side, let length):
            "From here on what the \(side) sends is protected. Of this record the attacker knows its type and its length, "
                + "\(counted(length, "octet")). She has no key for the rest."
        case .reset(let side, let number):
            "The attacker sends the \(side) a reset in the name of the \(side.peer). She has read the number \(number) on the path: the \(side) "
                + "expects it next, so the reset fits exactly. No key is needed, because TLS protects nothing of TCP."
        case .bit(let length):
            "The attacker sends the segment on with one bit changed: the last bit of the record's \(counted(length, "octet")). She cannot read "
                + "the record. The numbers and the checksum of TCP are right, so TCP notices nothing."
        case .suites(let count, let suite):
            "The attacker sends ClientHello on with other suites: each of the \(count) that can be spoken stands as \(suite). The message is as "
                + "long as before, so no number of TCP changes."
        case .versions:
            "The attacker sends ClientHello on with other versions: TLS 1.2 stands in the place of TLS 1.3. The message is as long as before, so "
                + "no number of TCP changes."
        case .changedAgain: "The segment comes again. The attacker changes the same octets as before."
        case .holds: "an attacker on the path keeps it until she has the whole ClientHello"
        case .replaces: "an attacker on the path keeps it, and sends a changed one in its place"
        }
    }

    var chinese: String {
        switch self {
        case .hello(let host, let count):
            "路径上的攻击者读到 ClientHello。"
                + (host.map { "它是明文，所以她知道客户端要访问 \($0)。" } ?? "其中没有主机名。")
                + "她还读到客户端提出的 \(count) 个密码套件。"
        case .answer(let suite, let version, let hidesTheRest):
            "攻击者读到 ServerHello：\(version)、\(suite)。"
                + (hidesTheRest
                    ? "这是最后一条明文的握手消息：在 TLS 1.3 中，连证书也加密。"
                    : "在 TLS 1.2 中，握手一直是明文，直到 ChangeCipherSpec。")
        case .chain(let count):
            "攻击者读到证书链：\(count) 张证书。在 TLS 1.2 中，路径上的每台主机都能读到一方自称是谁。"
        case .sealed(let side, let length):
            "从这里起，\(Chinese.name(side))发送的内容受到保护。对这条记录，攻击者知道它的类型和长度："
                + "\(length) 字节。其余部分她没有密钥。"
        case .reset(let side, let number):
            "攻击者以\(Chinese.name(side.peer))的名义向\(Chinese.name(side))发送复位报文段。她在路径上读到了序号 \(number)："
                + "\(Chinese.name(side))接下来等待的正是它，所以这个复位报文段完全吻合。这不需要密钥，因为 TLS 不保护 TCP 的任何东西。"
        case .bit(let length):
            "攻击者改动一位后转发这个报文段：记录的 \(length) 字节中的最后一位。她读不懂这条记录。"
                + "TCP 的序号和校验和都正确，所以 TCP 什么也没有发现。"
        case .suites(let count, let suite):
            "攻击者换掉 ClientHello 中的密码套件后转发：\(count) 个可以使用的密码套件，每一个都写成了 \(suite)。"
                + "消息与原来一样长，所以 TCP 的序号都没有变。"
        case .versions:
            "攻击者换掉 ClientHello 中的版本后转发：TLS 1.3 的位置上写着 TLS 1.2。消息与原来一样长，所以 TCP 的序号都没有变。"
        case .changedAgain: "这个报文段又来了一次。攻击者改动的字节与上次相同。"
        case .holds: "路径上的攻击者扣下它，直到她得到完整的 ClientHello"
        case .replaces: "路径上的攻击者扣下它，改发一个改动过的"
        }
    }
}

/// What an attacker on the path of a visit has done and learned in the end.
enum PathConclusion: Remark {
    /// The lengths are those of the protected records of each side, in octets.
    case watched(segments: Int, octets: Int, lengths: (client: [Int], server: [Int]))
    case hasReset
    case hasChangedRecord
    case hasChangedHello
    case hasCutOff
    case hasWaited

    var english: String {
        switch self {
        case .watched(let segments, let octets, let lengths):
            "The attacker has seen \(counted(segments, "segment")) with \(counted(octets, "octet")) of TLS, and has sent nothing. "
                + Self.protected(lengths)
        case .hasReset:
            "The attacker has sent two segments, a reset to each side. TLS cannot prevent that. She has read no octet of the data."
        case .hasChangedRecord:
            "The attacker has changed one bit of a record that she cannot read. Only its reader can notice that, because each record carries a proof "
                + "that its octets are those that were sent."
        case .hasChangedHello:
            "The attacker has changed ClientHello, which is in clear. So the server has read another hello than the client has sent."
        case .hasCutOff:
            "The attacker has kept the end of the answer, and has sent a FIN and a reset in its place. She cannot make close_notify, which is a "
                + "protected record: its absence is what the client can notice."
        case .hasWaited: "The attacker has done nothing: what she waited for did not pass."
        }
    }

    var chinese: String {
        switch self {
        case .watched(let segments, let octets, let lengths):
            "攻击者看到 \(segments) 个报文段，其中有 \(octets) 字节 TLS 数据，自己什么也没有发送。"
                + Self.chineseProtected(lengths)
        case .hasReset:
            "攻击者发送了两个报文段，向双方各发一个复位报文段。TLS 阻止不了。数据她一个字节也没有读到。"
        case .hasChangedRecord:
            "攻击者改动了一条记录中的一位，她读不懂这条记录。只有读得懂它的一方才能发现，"
                + "因为每条记录都带着证明：收到的字节就是发出的字节。"
        case .hasChangedHello:
            "攻击者改动了明文的 ClientHello。所以服务器读到的 Hello 消息，与客户端发出的不同。"
        case .hasCutOff:
            "攻击者扣下了应答的结尾，改发一个 FIN 和一个复位报文段。她造不出 close_notify，因为那是一条受保护的记录："
                + "客户端能发现的正是缺了它。"
        case .hasWaited: "攻击者什么也没有做：她等待的东西没有经过。"
        }
    }

    private static func protected(_ lengths: (client: [Int], server: [Int])) -> String {
        let sides = [(Role.client, lengths.client), (.server, lengths.server)].filter { !$0.1.isEmpty }
        guard !sides.isEmpty else { return "No protected record has passed." }
        let words = sides.map { side, lengths in
            "the \(side) \(lengths.map { String($0) }.joined(separator: ", "))"
        }
        return
            "Of the protected records she knows the lengths, in octets: \(words.joined(separator: "; ")). They tell how long a request and its "
            + "answer are, and nothing of what they say."
    }

    private static func chineseProtected(_ lengths: (client: [Int], server: [Int])) -> String {
        let sides = [(Role.client, lengths.client), (.server, lengths.server)].filter { !$0.1.isEmpty }
        guard !sides.isEmpty else { return "没有受保护的记录经过。" }
        let words = sides.map { side, lengths in
            "\(Chinese.name(side)) \(lengths.map { String($0) }.joined(separator: "、"))"
        }
        return
            "受保护的记录，她知道各有多少字节：\(words.joined(separator: "；"))。由此看得出请求和应答有多长，"
            + "看不出它们说了什么。"
    }
}
