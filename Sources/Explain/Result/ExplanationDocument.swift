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
    /// Of which diagnoses a frame is among the evidence.
    private let diagnoses: FrameDiagnoses

    /// None.
    package init(tellsWords: Bool, _ diagnoses: FrameDiagnoses = FrameDiagnoses()) {
        (self.tellsWords, self.diagnoses) = (tellsWords, diagnoses)
    }

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
            let codes = diagnoses.codes[note.frame] ?? []
            if !codes.isEmpty { text += ",\"diagnoses\":[" + codes.map { "\"\($0)\"" }.joined(separator: ",") + "]" }
            if tellsWords, let words = RecordedFrameNote(note, isFirst: false)?.english {
                text += ",\"says\":" + JSON.string(words).compact
            }
            text += "}\n"
        }
    }
}

/// The diagnoses of which frames are evidence, known once their connections have ended.
package struct FrameDiagnoses: Sendable {
    /// The most frames that are kept.
    private static let most = 1 << 17

    /// The codes by the numbers of the frames.
    fileprivate private(set) var codes: [Int: [String]] = [:]

    /// None.
    package init() {}

    /// Takes a connection with what is the matter with it.
    package mutating func take(_ connection: EndedConnection) {
        for finding in connection.findings { take(finding) }
    }

    /// Takes what is found of the file, and what several connections have in common.
    package mutating func take(_ facts: FileFacts) {
        for finding in facts.findings + facts.common.shared.map(\.finding) { take(finding) }
    }

    private mutating func take(_ finding: Finding) {
        for frame in finding.frames.frames where codes.count < Self.most {
            codes[frame, default: []].append(finding.code)
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
