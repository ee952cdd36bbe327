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
            if let parts = name.parts("", "header of ", " words of ", " octets") {
                let marks = [("; ", "；"), (", ", "，")]
                let mark = marks.first { parts[0].hasSuffix($0.0) }
                let head = parts[0].dropLast(mark?.0.count ?? 0).replacing("version ", with: "版本 ")
                return "\(head)\(mark?.1 ?? "")首部 \(parts[1]) 个字，每个 \(parts[2]) 字节"
            }
            if let parts = name.parts("", " octet") ?? name.parts("", " octets"), parts[0].isDecimal {
                return "\(parts[0]) 字节"
            }
            if let parts = name.parts("active, to ", "") { return "主动，到 \(parts[0])" }
            if let parts = name.parts("passive, port ", ", backlog ", "") {
                return "被动，端口 \(parts[0])，半连接队列 \(parts[1])"
            }
            if let parts = name.parts("passive, port ", "") { return "被动，端口 \(parts[0])" }
            return nil
        })
}
