import Trace

/// What a peer did after a letter, in a canonical form: the messages that came, and whether the peer has closed.
package struct Answer: Hashable, Wording {
    /// The names of the messages and alerts in their order. Records of application data that follow one another have one name.
    package let messages: [String]
    /// Whether the peer has closed the connection. An end of the stream and a reset are the same.
    package let isClosed: Bool

    /// The name of application data in an answer.
    package static let data = "ApplicationData"

    /// An answer of these messages.
    package init(_ messages: [String], isClosed: Bool = false) {
        self.messages = messages
        self.isClosed = isClosed
    }

    /// Nothing came.
    package static let silence = Answer([])
    /// The answer to every letter after the end of the connection.
    package static let gone = Answer([], isClosed: true)

    /// Whether application data came.
    var hasData: Bool { messages.contains(Self.data) }

    /// The answer in a table: "ServerHello Certificate", "fatal unexpected_message, closes", "nothing".
    package var text: String {
        let names = messages.counted()
        if isClosed { return names.isEmpty ? "closes" : "\(names), closes" }
        return names.isEmpty ? "nothing" : names
    }

    package var english: String { text }

    /// The answer in a Chinese table: "ServerHello、Certificate", "致命警报 unexpected_message，关闭连接", "没有回应".
    package var chinese: String {
        let names = messages.map(Self.chineseName).counted(joinedBy: "、")
        if isClosed { return names.isEmpty ? "关闭连接" : "\(names)，关闭连接" }
        return names.isEmpty ? "没有回应" : names
    }

    /// The name of a message or of an alert in Chinese. Most are names of TLS, which stay as they are.
    private static func chineseName(_ name: String) -> String {
        switch name {
        case Self.malformedAlert: return "格式错误的警报"
        case Self.malformedMessage: return "格式错误的消息"
        case Self.sealedRecord: return "打不开的记录"
        case Self.wrongFinished: return "Finished（错误）"
        default: break
        }
        if let deafness = PuppetRecords.Deafness(rawValue: name) { return deafness.chinese }
        for (level, chinese) in [("fatal ", "致命警报 "), ("warning ", "警告 ")] where name.hasPrefix(level) {
            return chinese + name.dropFirst(level.count)
        }
        if let parts = name.parts("more than ", " octets or ", " ms") { return "超过 \(parts[0]) 字节或 \(parts[1]) ms" }
        return name
    }

    /// An answer that was left because it had more octets, or took longer, than is waited for.
    package static func endless(octets: Int, milliseconds: Int) -> Answer {
        Answer(["more than \(octets) octets or \(milliseconds) ms"], isClosed: true)
    }

    /// An alert that does not parse.
    static let malformedAlert = "malformed alert"
    /// A message that does not parse.
    static let malformedMessage = "malformed message"
    /// A record that the puppet has no keys for.
    static let sealedRecord = "record that does not open"
    /// A Finished that does not fit the transcript.
    static let wrongFinished = "Finished(wrong)"
}
