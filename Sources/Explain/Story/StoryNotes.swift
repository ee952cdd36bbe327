import Capture
import Trace

/// The first line of the story of a capture.
struct StoryOpening: Wording {
    let name: Words
    let frames: Int
    /// From the first frame to the last, in microseconds.
    let span: Int64
    /// The link types, and the tunnels in which connections were found.
    let links: [LinkType]
    let tunnels: [String]
    let connections: Int
    /// The number of frames that are no part of a connection.
    let aside: Int
    let vantage: EndedConnection.Vantage?

    var english: String {
        let on = links.isEmpty ? "" : " on \(links.map(\.englishName).joined(separator: ", "))"
        let within = tunnels.isEmpty ? "" : " in \(listed(tunnels))"
        let set = aside == 0 ? "nothing set aside" : "\(counted(aside, "frame")) set aside"
        let beside =
            switch vantage {
            case .client?: "; captured beside the client"
            case .server?: "; captured beside the server"
            case .middle?: "; captured between the two"
            case nil: ""
            }
        return """
            \(name.english): \(counted(frames, "frame")) in \(FigureText.span(span))\(on), \(counted(connections, "connection"))\(within), \
            \(set)\(beside)
            """
    }

    var chinese: String {
        let on = links.isEmpty ? "" : spaced("，链路类型为", links.map(\.chineseName).joined(separator: "、"))
        let within = tunnels.isEmpty ? "" : "，在 \(listedInChinese(tunnels)) 中"
        let set = aside == 0 ? "没有搁置的帧" : "搁置 \(aside) 帧"
        let beside =
            switch vantage {
            case .client?: "；在客户端旁边抓包"
            case .server?: "；在服务器旁边抓包"
            case .middle?: "；在两者之间抓包"
            case nil: ""
            }
        return """
            \(name.chinese)：\(FigureText.span(span)) 内 \(frames) 帧\(on)，\(connections) 个连接\(within)，\(set)\(beside)
            """
    }
}

extension LinkType {
    /// The names in sentences of the link types that are met most.
    private static let englishNames: [LinkType: String] = [
        .ethernet: "Ethernet", .ipv4: "IPv4", .ipv6: "IPv6", .raw: "raw IP", .null: "the loopback of BSD",
        .loop: "the loopback of BSD", .linuxSLL: "the interface \"any\" of Linux",
        .linuxSLL2: "the interface \"any\" of Linux",
    ]

    /// The same names in Chinese sentences.
    private static let chineseNames: [LinkType: String] = [
        .ethernet: "以太网", .ipv4: "IPv4", .ipv6: "IPv6", .raw: "裸 IP", .null: "BSD 的环回接口",
        .loop: "BSD 的环回接口", .linuxSLL: "Linux 的接口 \"any\"", .linuxSLL2: "Linux 的接口 \"any\"",
    ]

    fileprivate var englishName: String { Self.englishNames[self] ?? description }
    fileprivate var chineseName: String { Self.chineseNames[self] ?? description }
}

/// The line that is shown while a capture is watched, when a connection has closed.
package struct ClosedConnectionLine: Wording {
    private let summary: ConnectionSummary

    /// The line of a connection.
    package init(_ connection: EndedConnection) { summary = ConnectionSummary(connection) }

    /// The line, without its end: "connection 3, 10.0.0.1:52914 to 10.0.0.2:443: 517 octets up, 4096 down, 90 ms, fin".
    package var english: String {
        let codes = summary.findings.filter { $0.explainedBy == nil && $0.severity >= .trouble }.map(\.code)
        return """
            connection \(summary.number), \(summary.client) to \(summary.server): \(counted(summary.octets.client, "octet")) up, \
            \(summary.octets.server) down, \(FigureText.span(summary.duration)), \
            \(([summary.closing.english] + codes).joined(separator: ", "))
            """
    }

    package var chinese: String {
        let codes = summary.findings.filter { $0.explainedBy == nil && $0.severity >= .trouble }.map(\.code)
        return """
            连接 \(summary.number)，\(summary.client) 到 \(summary.server)：上行 \(summary.octets.client) 字节，下行 \
            \(summary.octets.server)，\(FigureText.span(summary.duration))，\
            \(([summary.closing.chinese] + codes).joined(separator: "、"))
            """
    }
}

/// The headings of the story, and the names of its lines.
enum StoryHeading: Wording {
    case healthy, wrong, place, whose, cause, next, explained, having, frames, causes, filter, limits, similar
    case similarAbout
    /// A diagnosis with this code.
    case diagnosis(String, DiagnosisResult.Severity, DiagnosisResult.Certainty)
    /// `told` connections are told, of `of` in all.
    case connections(told: Int, of: Int)

    /// The columns of the table of connections. Octets are those of each side.
    static let columns = [
        Words(english: "no.", chinese: "编号"), Words(english: "client", chinese: "客户端"),
        Words(english: "server", chinese: "服务器"), Words(english: "sent", chinese: "发送"),
        Words(english: "got", chinese: "收到"), Words(english: "time", chinese: "时间"),
        Words(english: "end", chinese: "结束"), Words(english: "diagnoses", chinese: "诊断"),
    ]

    var english: String {
        switch self {
        case .healthy: "Nothing is wrong in what this capture has"
        case .wrong: "WHAT WENT WRONG"
        case .place: "where"
        case .whose: "whose fault"
        case .cause: "most often"
        case .next: "check next"
        case .explained: "belongs to"
        case .having: "connections"
        case .frames: "frames"
        case .causes: "causes"
        case .filter: "filter"
        case .limits: "What was not looked at"
        case .similar: "A run that looks like it"
        case .similarAbout:
            """
            A visit of the simulator with the same verdict. It has the time from side to side and the size of segments of the recording. What \
            it carries is its own.
            """
        case .diagnosis(let code, let severity, let certainty): "\(code)  (\(severity.english), \(certainty.english))"
        case .connections(let told, let of):
            told == of ? "The connections, the gravest first" : "The gravest \(told) of \(of) connections"
        }
    }

    var chinese: String {
        switch self {
        case .healthy: "抓包文件中的内容一切正常"
        case .wrong: "出了什么问题"
        case .place: "位置"
        case .whose: "责任"
        case .cause: "最常见的原因"
        case .next: "接下来检查"
        case .explained: "属于"
        case .having: "连接"
        case .frames: "帧"
        case .causes: "原因"
        case .filter: "过滤条件"
        case .limits: "没有查看的内容"
        case .similar: "与它相似的一次运行"
        case .similarAbout:
            """
            这是模拟器的一次访问，得到同样的结论。单程时间和报文段的大小取自录下的流量，携带的内容是它自己的。
            """
        case .diagnosis(let code, let severity, let certainty): "\(code)（\(severity.chinese)，\(certainty.chinese)）"
        case .connections(let told, let of):
            told == of ? "各个连接，严重的在前" : "\(of) 个连接中最严重的 \(told) 个"
        }
    }
}

extension Blame: Wording {
    package var english: String {
        let owner =
            switch whose {
            case .client: "the client's"
            case .server: "the server's"
            case .path: "the path's"
            case .capture: "the capture's"
            case .nobody: "no side's"
            case .unknown: "not known"
            }
        let words = [owner, certainty?.english].compactMap(\.self).joined(separator: ", ")
        return englishReason.map { "\(words): \($0)" } ?? words
    }

    package var chinese: String {
        let owner =
            switch whose {
            case .client: "客户端"
            case .server: "服务器"
            case .path: "路径"
            case .capture: "抓包文件"
            case .nobody: "不在任何一方"
            case .unknown: "不明"
            }
        let degree = certainty.map { "，\($0.chinese)" } ?? ""
        return owner + degree + (chineseReason.map { "：\($0)" } ?? "")
    }
}

extension DiagnosisResult.Severity: Wording {
    package var english: String { rawValue }
    package var chinese: String {
        switch self {
        case .remark: "提示"
        case .caution: "注意"
        case .trouble: "问题"
        case .fault: "故障"
        }
    }
}

extension DiagnosisResult.Certainty: Wording {
    package var english: String { rawValue }
    package var chinese: String {
        switch self {
        case .certain: "确定"
        case .likely: "很可能"
        case .possible: "可能"
        }
    }
}

extension EndedConnection.Opening: Wording {
    var english: String { rawValue }
    var chinese: String {
        switch self {
        case .handshake: "握手"
        case .simultaneous: "同时打开"
        case .refused: "被拒绝"
        case .unanswered: "没有应答"
        case .unfinished: "未完成"
        case .aborted: "中止"
        case .midstream: "中途开始"
        case .unclear: "不清楚"
        }
    }
}

extension EndedConnection.Closing: Wording {
    var english: String { rawValue }
    var chinese: String {
        switch self {
        case .fin: "关闭"
        case .half: "一方"
        case .reset: "复位"
        case .open: "打开"
        case .none: "没有"
        }
    }
}

/// Where a finding is: a connection with its two ends, how many others have the same, and the frames that show it.
struct StoryPlace: Wording {
    let connection: Int
    let sockets: (client: NetworkSocket, server: NetworkSocket)?
    let others: Int
    let frames: FrameList

    var english: String {
        let beside = others > 0 ? ", and \(counted(others, "other connection"))" : ""
        let ends = sockets.map { ", \($0.client) to \($0.server)" } ?? ""
        return "connection \(connection)\(ends)\(beside); \(frames.english)"
    }

    var chinese: String {
        let beside = others > 0 ? "，以及另外 \(others) 个连接" : ""
        let ends = sockets.map { "，\($0.client) 到 \($0.server)" } ?? ""
        return "连接 \(connection)\(ends)\(beside)；\(frames.chinese)"
    }
}

/// A list of connections within a sentence: the first eight numbers, and how many more there are.
struct ConnectionNumbers: Wording {
    /// The numbers, in their order, and how many connections there are in all.
    let numbers: [Int]
    let count: Int

    var english: String {
        let shown = numbers.prefix(8).map { "\($0)" }
        return listed(count > shown.count ? shown + ["\(count - shown.count) more"] : shown)
    }

    var chinese: String {
        let shown = numbers.prefix(8).map { "\($0)" }
        return listedInChinese(count > shown.count ? shown + ["另外 \(count - shown.count) 个"] : shown)
    }
}

/// A list of frames within a sentence.
struct FrameList: Wording {
    let evidence: Evidence

    init(_ evidence: Evidence) { self.evidence = evidence }

    var english: String {
        let shown = evidence.frames.prefix(8).map { "\($0)" }
        guard !shown.isEmpty else { return "no frame shows it" }
        let more = evidence.count - shown.count
        let words = more > 0 ? shown + ["\(more) more"] : shown
        return (evidence.count == 1 ? "frame " : "frames ") + listed(words)
    }

    var chinese: String {
        let shown = evidence.frames.prefix(8).map { "\($0)" }
        guard !shown.isEmpty else { return "没有帧能显示它" }
        let more = evidence.count - shown.count
        return "第 \(listedInChinese(shown)) 帧" + (more > 0 ? "，另外还有 \(more) 帧" : "")
    }
}
