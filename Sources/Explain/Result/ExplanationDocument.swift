import Trace

/// The result as a JSON document. Connections are written as they end, so that they need not be kept.
package struct ExplanationDocument: Sendable {
    private var text = DocumentText()
    private var isFirst = true

    /// A document with its first members.
    package init() {
        text.add(
            "{" + Explanation.head.map { "\(JSON.string($0.name).line): \($0.value.line), " }.joined()
                + "\"connections\": [")
    }

    package mutating func add(_ connection: EndedConnection) {
        text.add(isFirst ? "\n" : ",\n")
        connection.write(to: &text)
        isFirst = false
    }

    /// Adds a connection that is a SYN alone.
    package mutating func add(_ syn: LoneSYN, _ pattern: SYNPattern) {
        text.add(isFirst ? "\n" : ",\n")
        pattern.write(syn, to: &text)
        isFirst = false
    }

    /// Adds the members behind the connections, and ends the document.
    package mutating func end(_ explanation: Explanation) {
        text.add("\n]")
        for member in explanation.members {
            text.add(",\n\(JSON.string(member.name).line): \(member.value.compact)")
        }
        text.add("}\n")
    }

    /// Takes out the octets of the text that was added since the last call.
    package mutating func take() -> [UInt8] {
        // The next part will be about as long.
        defer { text = DocumentText(room: text.octets.count) }
        return text.octets
    }
}

/// Writes a line of JSON for each frame.
package struct FrameLines: Sendable {
    /// The lines so far.
    package private(set) var text = ""

    /// Whether a line has a sentence that says what its frame is.
    private let tellsWords: Bool
    /// The diagnoses for which a frame is evidence.
    private let diagnoses: FrameDiagnoses

    /// A writer without lines.
    package init(tellsWords: Bool, _ diagnoses: FrameDiagnoses) {
        (self.tellsWords, self.diagnoses) = (tellsWords, diagnoses)
    }

    /// Adds the line of a frame, if its connection may be selected. A connection that has ended has no line.
    package mutating func add(_ output: Explainer.Output, _ selection: ConnectionSelection) {
        switch output {
        case .connection, .loneSYN, .closed: break
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
            let codes = diagnoses.codes[note.frame] ?? []
            if !codes.isEmpty { text += ",\"diagnoses\":[" + codes.map { "\"\($0)\"" }.joined(separator: ",") + "]" }
            if tellsWords, let words = RecordedFrameNote(note, isFirst: false)?.english {
                text += ",\"says\":" + JSON.string(words).compact
            }
            text += "}\n"
        }
    }
}

/// The diagnoses for which a frame is evidence. They are known when the connections have ended.
package struct FrameDiagnoses: Sendable {
    /// The largest number of frames that are kept.
    private static let most = 1 << 17

    /// The codes of the diagnoses by the number of the frame.
    fileprivate private(set) var codes: [Int: [String]] = [:]

    /// Diagnoses of no frames.
    package init() {}

    /// Adds the findings of a connection.
    package mutating func take(_ connection: EndedConnection) {
        for finding in connection.findings { take(finding) }
    }

    /// Adds the findings about the file and about several connections.
    package mutating func take(_ facts: FileFacts) {
        for finding in facts.findings + facts.common.shared.map(\.finding) { take(finding) }
    }

    private mutating func take(_ finding: DiagnosisResult) {
        for frame in finding.frames.frames where codes.count < Self.most {
            codes[frame, default: []].append(finding.code)
        }
    }
}

/// Selects the connections that are written.
package struct ConnectionSelection: Sendable {
    let numbers: Set<Int>?
    let host: String?
    let port: UInt16?

    /// Selects the connections with these numbers, and with a side that has this address and a side that has this port; nil selects any.
    package init(numbers: Set<Int>?, host: String?, port: UInt16?) {
        (self.numbers, self.host, self.port) = (numbers, host, port)
    }

    /// Whether all connections are selected.
    package var isAll: Bool { numbers == nil && host == nil && port == nil }

    /// Whether the connection with a number may be selected. Its address and port are not looked at.
    func mayHold(_ number: Int) -> Bool { numbers?.contains(number) ?? true }

    /// Whether a connection is selected.
    package func holds(_ connection: EndedConnection) -> Bool {
        holds(connection.number, [connection.client.socket, connection.server.socket])
    }

    /// Whether a connection that is a SYN alone is selected.
    package func holds(_ syn: LoneSYN) -> Bool { isAll || holds(syn.number, [syn.client, syn.server]) }

    private func holds(_ number: Int, _ sockets: [NetworkSocket]) -> Bool {
        mayHold(number) && (host.map { host in sockets.contains { "\($0.address)" == host } } ?? true)
            && (port.map { port in sockets.contains { $0.port == port } } ?? true)
    }
}
