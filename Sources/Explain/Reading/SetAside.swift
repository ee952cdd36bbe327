import Trace

/// The reason why a frame is no part of a connection.
package enum SetAside: String, Error, CaseIterable, Sendable {
    case arp
    case udp
    case quic
    case icmp
    case otherProtocol = "other_protocol"
    case otherEtherType = "other_ethertype"
    case linkType = "link_type"
    case fragment
    case headerCut = "header_cut"
    case malformed
    case notIP = "not_ip"
}

extension SetAside: Wording {
    /// The content of a frame that is set aside for this reason, as the end of a sentence.
    package var english: String {
        switch self {
        case .arp: "ARP, which finds addresses on a link"
        case .udp: "UDP"
        case .quic: "UDP with port 443, which is QUIC: its streams are encrypted, and are not explained here"
        case .icmp: "ICMP that reports no connection of this capture"
        case .otherProtocol: "another protocol above IP"
        case .otherEtherType: "a type of content that is not read here"
        case .linkType: "a link type that is not read here"
        case .fragment: "a fragment of a datagram of which the capture has not all fragments"
        case .headerCut: "cut inside the headers by the capture"
        case .malformed: "lengths that contradict each other, or an interface that was never described"
        case .notIP: "neither version 4 nor version 6 of IP"
        }
    }

    package var chinese: String {
        switch self {
        case .arp: "ARP，用来查找链路上的地址"
        case .udp: "UDP"
        case .quic: "端口为 443 的 UDP，即 QUIC：它的流是加密的，这里不解释"
        case .icmp: "ICMP，但没有报告这个抓包文件中的任何连接"
        case .otherProtocol: "IP 之上的另一种协议"
        case .otherEtherType: "这里不读取的内容类型"
        case .linkType: "这里不读取的链路类型"
        case .fragment: "数据报的一个分片，抓包文件中的分片不全"
        case .headerCut: "抓包时在首部中间截断了"
        case .malformed: "长度互相矛盾，或者接口从未描述过"
        case .notIP: "既不是 IP 的版本 4，也不是版本 6"
        }
    }
}

/// Counts the frames that were set aside, by reason and protocol.
package struct SetAsideTally: Sendable {
    /// The frames that were set aside for one reason.
    package struct Entry: Wording, Hashable {
        let reason: SetAside
        /// The number of the protocol that is not read; nil if the reason says all, and for the sum of several protocols.
        let number: UInt16?
        /// The number of these frames, and the first of them.
        package fileprivate(set) var count = 0
        fileprivate(set) var first: Int

        /// The protocol that is not read; nil if the reason says all.
        var foreign: ForeignProtocol? { number.flatMap { ForeignProtocol(reason, $0) } }

        /// The reason as in the document, with the name of the protocol.
        var name: String { reason.rawValue + (foreign.map { " (\($0.name.english))" } ?? "") }
        /// The same in a Chinese sentence.
        var chineseName: String { reason.rawValue + (foreign.map { "（\($0.name.chinese)）" } ?? "") }

        /// A sentence that says how many frames were set aside, and why; and one that says what to do.
        package var english: String {
            let frames = counted(count, "frame")
            let what =
                count == 1 ? "Frame \(first) was set aside" : "\(frames) were set aside, the first is \(first)"
            let advice = foreign?.advice.map { " \($0.english)." } ?? ""
            return "\(what): \(foreign?.name.english ?? reason.english).\(advice)"
        }

        package var chinese: String {
            let what = count == 1 ? "第 \(first) 帧被搁置" : "\(count) 帧被搁置，第一个是第 \(first) 帧"
            let advice = foreign?.advice.map { "\($0.chinese)。" } ?? ""
            return "\(what)：\(foreign?.name.chinese ?? reason.chinese)。\(advice)"
        }
    }

    /// What is counted together.
    private struct Key: Hashable {
        let reason: SetAside
        let number: UInt16?
    }

    /// The most protocols that are told apart. The others are counted by their reason.
    private static let most = 64

    private var entries: [Key: Entry] = [:]

    /// The entries of each reason and protocol, in the order of the reasons and of the first frames.
    package var all: [Entry] {
        SetAside.allCases.flatMap { reason in
            entries.values.filter { $0.reason == reason }.sorted { $0.first < $1.first }
        }
    }

    /// The entries of each reason, with the names of its protocols, in the order of the reasons.
    var byReason: [(sum: Entry, names: [String])] {
        SetAside.allCases.compactMap { reason in
            let own = all.filter { $0.reason == reason }
            guard let first = own.first else { return nil }
            var sum = Entry(reason: reason, number: nil, first: first.first)
            sum.count = own.reduce(0) { $0 + $1.count }
            return (sum, own.compactMap { $0.foreign?.name.english })
        }
    }

    mutating func add(_ frame: Int, _ why: SetAside, number: UInt16?) {
        var key = Key(reason: why, number: number)
        if entries[key] == nil, entries.count >= Self.most { key = Key(reason: why, number: nil) }
        entries[key, default: Entry(reason: why, number: key.number, first: frame)].count += 1
        // A fragment is set aside later than the frames behind it.
        if let first = entries[key]?.first, frame < first { entries[key]?.first = frame }
    }
}
