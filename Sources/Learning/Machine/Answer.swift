/// What a peer did after a letter, in a canonical form: the messages that came, and whether the peer has closed.
package struct Answer: Hashable, Sendable {
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
        let names = messages.counted
        if isClosed { return names.isEmpty ? "closes" : "\(names), closes" }
        return names.isEmpty ? "nothing" : names
    }
}
