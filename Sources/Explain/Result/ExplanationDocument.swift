import Trace

/// The result as a document, written as the connections end: nothing of them has to be kept.
package struct ExplanationDocument: Sendable {
    private var text: String
    private var isFirst = true

    /// The beginning of a document.
    package init() {
        text =
            "{" + Explanation.head.map { "\(JSON.string($0.name).line): \($0.value.line), " }.joined()
            + "\"connections\": ["
    }

    /// Adds a connection.
    package mutating func add(_ connection: EndedConnection) {
        text += (isFirst ? "\n" : ",\n") + connection.json.compact
        isFirst = false
    }

    /// Adds what is known at the end.
    package mutating func end(_ explanation: Explanation) {
        text += "\n]"
        for member in explanation.members { text += ",\n\(JSON.string(member.name).line): \(member.value.compact)" }
        text += "}\n"
    }

    /// Takes what was added since.
    package mutating func take() -> String {
        defer { text = "" }
        return text
    }
}

/// A line of JSON for each frame.
package struct FrameLines: Sendable {
    /// The lines so far.
    package private(set) var text = ""

    /// Whether a line says in words what its frame is.
    private let tellsWords: Bool

    /// None.
    package init(tellsWords: Bool) { self.tellsWords = tellsWords }

    /// Adds the line of a frame.
    package mutating func add(_ output: Explainer.Output, _ selection: ConnectionSelection) {
        switch output {
        case .connection: break
        case .setAside(let frame, let why):
            guard selection.isAll else { return }
            text += "{\"frame\":\(frame),\"set_aside\":\"\(why.rawValue)\"}\n"
        case .late(let frame, let connection):
            guard selection.mayHold(connection) else { return }
            text += "{\"frame\":\(frame),\"connection\":\(connection),\"marks\":[]}\n"
        case .frame(let note, let connection):
            guard selection.mayHold(connection) else { return }
            text +=
                "{\"frame\":\(note.frame),\"connection\":\(connection),\"from\":\"\(note.isFromClient ? "client" : "server")\","
            text += "\"marks\":[" + note.marks.names.map { "\"\($0)\"" }.joined(separator: ",") + "]"
            if let again = note.again { text += ",\"again\":\"\(again.rawValue)\"" }
            if let of = note.of { text += ",\"of\":\(of)" }
            text += ",\"state\":[\"\(note.states.one?.rawValue ?? "?")\",\"\(note.states.other?.rawValue ?? "?")\"]"
            if tellsWords, let words = RecordedFrameNote(note, isFirst: false)?.english {
                text += ",\"says\":" + JSON.string(words).compact
            }
            text += "}\n"
        }
    }
}

/// Which connections are told.
package struct ConnectionSelection: Sendable {
    let numbers: Set<Int>?
    let host: String?
    let port: UInt16?

    /// Those with these numbers, that address and that port; nil for any.
    package init(numbers: Set<Int>?, host: String?, port: UInt16?) {
        (self.numbers, self.host, self.port) = (numbers, host, port)
    }

    /// Whether all of them are told.
    package var isAll: Bool { numbers == nil && host == nil && port == nil }

    /// Whether the one with a number can be among them.
    func mayHold(_ number: Int) -> Bool { numbers?.contains(number) ?? true }

    /// Whether a connection is among them.
    package func holds(_ connection: EndedConnection) -> Bool {
        let sockets = [connection.client.socket, connection.server.socket]
        return mayHold(connection.number) && (host.map { host in sockets.contains { "\($0.address)" == host } } ?? true)
            && (port.map { port in sockets.contains { $0.port == port } } ?? true)
    }
}
