import TCPSim
import Trace

/// What the card of isn-prediction says.
struct ISNPredictionCard: CardWords {
    let part: CardPart

    var english: String {
        switch part {
        case .title: "A stranger speaks for a friend"
        case .act: "Guesses a sequence number and speaks for another host"
        case .mistake:
            "The server's initial sequence numbers follow a rule that each of its connections tells. Its service takes an address "
                + "for a proof of who speaks."
        case .goal:
            "She wants the service to run a command that it runs only for one trusted host. She receives nothing that is sent to that host."
        case .defence:
            "F, a hash of the four-tuple under a secret, is added to the clock (RFC 6528 section 3, RFC 9293 section 3.4.1). The number "
                + "of one connection says nothing about the number of another."
        case .cost: "One hash for each connection."
        case .remains:
            "An attacker on the path reads the number and need not guess. An address still proves nothing: the service needs "
                + "cryptography, such as TLS or SSH."
        case .misreading:
            "\"A random ISN encrypts the connection\": it only makes blind forging expensive. \"The third segment proves who you are\": it proves "
                + "that you have received the second."
        case .limit:
            "The trusted host is silent from the beginning. In 1994 it was flooded first. She knows how long a datagram needs "
                + "to the server, and she keeps away from the full second, at which 4.3BSD's counter jumps."
        }
    }

    var chinese: String {
        switch part {
        case .title: "陌生人冒充朋友说话"
        case .act: "猜出一个序号，冒充另一台主机说话"
        case .mistake:
            "服务器的初始序号遵循一个规律，它的每个连接都透露这个规律。它的服务把地址当作说话者身份的证明。"
        case .goal: "她想让服务执行一条命令，而服务只为一台受信任的主机执行它。发给那台主机的东西，她一概收不到。"
        case .defence:
            "在时钟上加上 F，即四元组在一个秘密之下的哈希（RFC 6528 3 节，RFC 9293 3.4.1 节）。"
                + "一个连接的序号，说明不了另一个连接的序号。"
        case .cost: "每个连接一次哈希。"
        case .remains:
            "路径上的攻击者能读到序号，不必猜。地址仍然证明不了什么：这个服务需要密码技术，例如 TLS 或 SSH。"
        case .misreading:
            "“随机的 ISN 给连接加密”：它只是让盲目伪造的代价变高。“第三个报文段证明你是谁”：它证明的是你收到了第二个。"
        case .limit:
            "受信任的主机从一开始就不出声。1994 年时，先要用洪泛让它出不了声。她知道数据报到服务器要多久，"
                + "也避开整秒，因为 4.3BSD 的计数器在整秒时跳变。"
        }
    }
}

/// What is done and found in isn-prediction.
enum ISNPredictionNote: Remark {
    case samples([SequenceNumber], String)
    case syn(Socket)
    case guess
    case sent(Int, from: SequenceNumber)
    case obeyed(after: Int)
    case denied

    var english: String {
        switch self {
        case .samples(let numbers, let variant):
            "She opens \(counted(numbers.count, "connection")) of her own and notes the server's initial sequence numbers: "
                + "\(numbers.map(\.description).joined(separator: ", ")). \(Self.englishReading(numbers, variant))"
        case .syn(let trusted):
            "She sends a SYN in the name of \(trusted). The SYN,ACK goes to that host. She does not see it. The host is silent, "
                + "so it does not reset the connection."
        case .guess: "She acknowledges a number that she has not seen, and sends the command with it."
        case .sent(let count, let first):
            "In the same name she sends \(counted(count, "ACK")), each with the command as data. The first acknowledges \(first + 1). "
                + "The server answers a wrong ACK with a reset to the trusted host, and waits on."
        case .obeyed(let count):
            "The server has acknowledged the data of ACK number \(count): this ACK has the right number, and so its command has come from the "
                + "trusted host. It was to let every host in. She opens a connection of her own and has a prompt."
        case .denied: "No ACK had the right number. She opens a connection of her own: \"Permission denied\"."
        }
    }

    var chinese: String {
        switch self {
        case .samples(let numbers, let variant):
            "她自己打开 \(numbers.count) 个连接，记下服务器的初始序号："
                + "\(numbers.map(\.description).joined(separator: "、"))。\(Self.chineseReading(numbers, variant))"
        case .syn(let trusted):
            "她以 \(trusted) 的名义发送 SYN。SYN,ACK 发往那台主机，她看不到。那台主机不出声，所以不会复位这个连接。"
        case .guess: "她确认一个没有见过的序号，同时发送命令。"
        case .sent(let count, let first):
            "她以同样的名义发送 \(count) 个 ACK，每个都以命令作为数据。第一个确认 \(first + 1)。"
                + "ACK 不对时，服务器向受信任的主机发送复位，然后继续等待。"
        case .obeyed(let count):
            "服务器确认了第 \(count) 个 ACK 的数据：这个 ACK 的序号是对的，于是它的命令就算来自受信任的主机。"
                + "这条命令要服务器放所有主机进来。她自己打开一个连接，得到了提示符。"
        case .denied: "没有一个 ACK 的序号是对的。她自己打开一个连接：\"Permission denied\"。"
        }
    }

    /// Which rule the differences between her samples show.
    private static func englishReading(_ numbers: [SequenceNumber], _ variant: String) -> String {
        let steps = zip(numbers.dropFirst(), numbers).map { $0 - $1 }
        if Set(numbers).count == 1 { return "The number is always the same." }
        if steps.allSatisfy({ $0 % ISNPrediction.step == 0 }) {
            return
                "The differences are multiples of 64000: this is the counter of 4.3BSD, which grows by 64000 with each connection, also "
                + "with those of others."
        }
        if variant == "clock", steps.allSatisfy({ $0 < 1_000_000 }) {
            return "They grow by one in 4 microseconds: this is the clock of RFC 793."
        }
        return "She sees no rule in them."
    }

    /// Which rule the differences between her samples show, in Chinese.
    private static func chineseReading(_ numbers: [SequenceNumber], _ variant: String) -> String {
        let steps = zip(numbers.dropFirst(), numbers).map { $0 - $1 }
        if Set(numbers).count == 1 { return "序号始终相同。" }
        if steps.allSatisfy({ $0 % ISNPrediction.step == 0 }) {
            return "差值都是 64000 的倍数：这是 4.3BSD 的计数器，每有一个连接就增加 64000，别人的连接也算在内。"
        }
        if variant == "clock", steps.allSatisfy({ $0 < 1_000_000 }) {
            return "序号每 4 微秒加一：这是 RFC 793 的时钟。"
        }
        return "她看不出其中的规律。"
    }
}
