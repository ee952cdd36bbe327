import Trace

extension Glossary {
    /// The names of timers, the arguments of calls and the values of fields that are words.
    static let tcpNames =
        Glossary(names: [
            Words(english: "retransmission", chinese: "重传"),
            Words(
                english: "(unknown: no connection has sent this segment)", chinese: "（未知：没有连接发送过这个报文段）"),
            Words(english: "keep-alive", chinese: "保活"), Words(english: "persist", chinese: "持续"),
            Words(english: "delayed ACK", chinese: "延迟 ACK"), Words(english: "do not fragment", chinese: "不要分片"),
            Words(english: "may be fragmented", chinese: "可以分片"), Words(english: "3 unreachable", chinese: "3 不可达"),
        ])
        + Glossary(naming: { name in
            if let match = name.wholeMatch(of: #/(.*?)(; |, )?header of (\d+) words of (\d+) octets/#) {
                let head = match.output.1.replacing("version ", with: "版本 ")
                let mark = match.output.2 == "; " ? "；" : match.output.2 == nil ? "" : "，"
                return "\(head)\(mark)首部 \(match.output.3) 个字，每个 \(match.output.4) 字节"
            }
            if let match = name.wholeMatch(of: #/(\d+) octets?/#) { return "\(match.output.1) 字节" }
            if let match = name.wholeMatch(of: #/active, to (\S+)/#) { return "主动，到 \(match.output.1)" }
            if let match = name.wholeMatch(of: #/passive, port (\d+)(, backlog (\d+))?/#) {
                return "被动，端口 \(match.output.1)" + (match.output.3.map { "，半连接队列 \($0)" } ?? "")
            }
            return nil
        })
}
