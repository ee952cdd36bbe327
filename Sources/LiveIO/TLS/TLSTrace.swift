import Capture
import Render
import Simulator
import TCPHost
import TLSSim
import Trace

/// The record of live connections: a journal for each, told as it grows, and written to the files that are asked for.
package final class TLSTrace {
    /// Which of the two this program is.
    let role: Role
    let outputs: Outputs
    let settings: [(name: String, value: String)]
    /// Whether there will be several connections.
    let isServer: Bool
    private let tell: (String) -> Void
    let style: PageStyle
    let versions: String
    let began: Int64
    /// Whether TCP is ours, and seen.
    let seesTCP: Bool
    /// What our TCP has done on connections that TLS has not got yet.
    var openings: [Route: Opening] = [:]
    /// The connections of our TCP that TLS has.
    var numbers: [Route: Int] = [:]
    /// The connections about which our TCP has something to tell.
    var news: Set<Int> = []
    /// The datagrams that have crossed the device since the last rest, and when. What opens them may be known after them, and an analyser
    /// wants it before.
    var crossed: [(octets: [UInt8], at: Instant)] = []
    private var keyLog: StreamedFile?
    var capture: StreamedFile?
    var connections: [Int: Connection] = [:]
    /// The connection that was told of last.
    private var speaker = 0

    /// What is made of a run: a story, and files.
    package struct Outputs: Hashable, Sendable {
        /// How much is told; nil to tell nothing.
        package var detail: Detail?
        /// An NSS key log that the master secrets are added to.
        package var keyLog: String?
        /// Where the run is written as JSON, secrets included. A server's connections go to files of their own.
        package var json: String?
        /// Where the records are written as a capture, with TCP made up around them.
        package var capture: String?
        /// Where the run is written as a page, secrets included. A server's connections go to files of their own.
        package var page: Page?

        /// A page, and what it says of its making.
        package struct Page: Hashable, Sendable {
            /// Where it is written.
            package let path: String
            /// The name and version of the program.
            package let program: String
            /// The arguments of the command line that makes the run.
            package let command: [String]

            /// A page at `path`.
            package init(path: String, program: String, command: [String]) {
                self.path = path
                self.program = program
                self.command = command
            }
        }

        /// These outputs and no others.
        package init(detail: Detail?, keyLog: String?, json: String?, capture: String?, page: Page? = nil) {
            self.detail = detail
            self.keyLog = keyLog
            self.json = json
            self.capture = capture
            self.page = page
        }

        /// Whether any of them tells a connection from its beginning to its end.
        package var tellsRun: Bool { detail != nil || json != nil || page != nil }

        /// Whether any of them needs to be told what the machines do.
        package var needsTracing: Bool { tellsRun || keyLog != nil || capture != nil }
    }

    /// What is seen of the TCP below.
    enum TCP {
        /// Nothing. It is the operating system's, and one is made up for a capture.
        case madeUp(MadeUpTCP)
        /// All of it: it is ours.
        case ours(TCPRecord, Route)
    }

    /// What is known of a connection.
    struct Connection {
        var journal: Journal
        var ladder: RunningLadder
        /// What its messages have settled, on which the parts of its story depend.
        var summary: ConnectionSummary
        var tcp: TCP
        /// The step with which TLS begins.
        var beginning: String?
        /// When the last thing happened.
        var last = Instant.zero
        /// Packets that wait for the verdict on a chain. The keys behind the peer's Finished, which may be in them, are known after it, and an
        /// analyser wants them before.
        var withheld: [PcapNG.Packet.Draft] = []
        let opened: Instant
        let remote: Endpoint
        /// How many lines of its keys are written.
        var keyLines = 0
        /// Octets of application data in the journal.
        var data = 0
        var isAbridged = false
        /// Whether the handshake is complete.
        var isEstablished = false
    }

    /// After so many octets of application data, or so many events, the rest of the records is not recorded any more: a
    /// connection can last for days, and a peer can cut its flight into records of one octet.
    private static let dataLimit = 1 << 19
    static let eventLimit = 1_000

    /// A record of connections that do not exist yet.
    ///
    /// - Parameters:
    ///   - role: which of the two this program is.
    ///   - versions: what is spoken: "TLS 1.2", or "TLS" where it is not settled.
    ///   - outputs: what is made of it.
    ///   - settings: what is said about each run.
    ///   - style: whether to use colour.
    ///   - stopwatch: the clock of our TCP; nil where TCP is the operating system's.
    ///   - tell: shows a text to the user.
    /// - Throws: ``FileError`` if a file cannot be written.
    package init(
        role: Role, versions: String, _ outputs: Outputs, settings: [(name: String, value: String)],
        style: PageStyle, stopwatch: Stopwatch? = nil, tell: @escaping (String) -> Void
    ) throws {
        seesTCP = stopwatch != nil
        began = stopwatch?.began ?? WallClock.microseconds
        self.role = role
        self.versions = versions
        self.outputs = outputs
        self.settings = settings
        self.style = style
        self.tell = tell
        isServer = role == .server
        if let path = outputs.keyLog {
            keyLog = try StreamedFile(path, for: .ownerOnly, keeping: true)
        } else {
            keyLog = nil
        }
        if let path = outputs.capture {
            capture = try StreamedFile(path, for: .ownerOnly)
            let comment = seesTCP ? "" : MadeUpTCP.comment
            try append(PcapNG.file(packets: [], linkType: .ipv4, comment: comment), to: &capture)
        } else {
            capture = nil
        }
    }

    /// Takes note of what happens at `now` after the start.
    ///
    /// - Throws: ``FileError`` if a file cannot be written.
    package func watch(_ sight: TLSSight, at now: Instant) throws {
        guard outputs.needsTracing else { return }
        switch sight {
        case .opened(let number, let local, let remote): try open(number, local, remote, at: now)
        case .stepped(let number, let received, let steps): try step(number, received, steps, at: now)
        case .ended(let number, let ending, _): try end(number, ending, at: now)
        }
    }

    // MARK: The life of a connection

    private func open(_ number: Int, _ local: Endpoint, _ remote: Endpoint, at now: Instant) throws {
        if seesTCP { return adopt(number, local, remote, at: now) }
        let (client, server) = isServer ? (remote, local) : (local, remote)
        var journal = journal(local, remote, at: now)
        journal.limit(LiveLimit.systemTCP)
        var tcp = MadeUpTCP(client: client, server: server)
        try write(tcp.open(), at: now)
        add(number, journal, .madeUp(tcp), opened: now, remote)
    }

    /// The journal of a connection that begins `now`.
    func journal(_ local: Endpoint, _ remote: Endpoint, at now: Instant) -> Journal {
        let (client, server) = isServer ? (remote, local) : (local, remote)
        var journal = Journal(
            title: versions + (isServer ? ", live: a client of ours" : ", live: a real server"),
            settings: settings, epoch: (began + now.microseconds) / 1_000_000, client: client, server: server,
            glossary: seesTCP ? .tcp + .tls : .tls, witness: Principal(role))
        journal.limit(LiveLimit.otherProgram)
        return journal
    }

    func add(_ number: Int, _ journal: Journal, _ tcp: TCP, opened: Instant, _ remote: Endpoint) {
        connections[number] = Connection(
            journal: journal, ladder: RunningLadder(detail: outputs.detail ?? .story, style: style),
            summary: ConnectionSummary(role: role, export: nil), tcp: tcp, opened: opened, remote: remote)
    }

    private func step(_ number: Int, _ received: [UInt8], _ steps: [Output], at now: Instant) throws {
        // Taken out and put back: if it were in both places, each record would copy the whole journal.
        guard var connection = connections.removeValue(forKey: number) else { return }
        let before = connection.journal.events.count
        connection.last = max(connection.last, .zero + (now - connection.opened))
        var recorder = OutputRecorder(who: Principal(role), at: connection.last, cause: nil)
        for output in steps where records(output, &connection) {
            recorder.record(output, in: &connection.journal)
            guard case .established(let parameters) = output, let suite = parameters.suite.implemented else { continue }
            connection.journal.add(
                Knowledge.derivations(
                    suite: suite, extendedMasterSecret: parameters.extendedMasterSecret, group: parameters.group))
        }
        connection.summary.take(steps)
        connection.beginning = connection.beginning ?? connection.journal[before + 1]?.step
        if let beginning = connection.beginning {
            let following = connection.summary.settled.parts(at: role)
            connection.journal.divide(into: HandshakePart.live(from: beginning, following))
        }
        if steps.contains(where: { if case .learned(let name, _, _) = $0 { KeyLog.holds(name) } else { false } }) {
            try writeKeys(&connection)
        }
        for case .established in steps { connection.isEstablished = true }
        if connection.isEstablished, !outputs.tellsRun, !connection.journal.events.isEmpty {
            // All secrets that are written are known. Nothing of the past is kept.
            connection.journal = Journal(
                title: "", settings: [], epoch: 0, client: connection.journal.client, server: connection.journal.server)
        }
        if case .madeUp(var tcp) = connection.tcp {
            if !received.isEmpty { connection.withheld += tcp.carry(received, from: role.peer) }
            for case .bytes(let octets) in steps { connection.withheld += tcp.carry(octets, from: role) }
            connection.tcp = .madeUp(tcp)
        }
        if !steps.contains(where: { if case .judge = $0 { true } else { false } }) {
            try write(connection.withheld, at: now)
            connection.withheld = []
        }
        if outputs.detail != nil { say(connection.ladder.advance(connection.journal), of: number, connection.remote) }
        connections[number] = connection
    }

    private func end(_ number: Int, _ ending: TLSEnding, at now: Instant) throws {
        guard var connection = connections.removeValue(forKey: number) else { return }
        let isInOrder = if case .closed = ending { true } else { false }
        switch connection.tcp {
        case .madeUp(var tcp): try write(connection.withheld + tcp.end(by: role, inOrder: isInOrder), at: now)
        case .ours(let record, let route):
            numbers[route] = nil
            if record.isAbridged { connection.isAbridged = true }
            if outputs.detail != nil {
                say(connection.ladder.advance(connection.journal), of: number, connection.remote)
            }
        }
        if connection.isAbridged {
            connection.journal.limit(LiveLimit.abridged)
        }
        if let path = outputs.json {
            try put(to: path, of: number) { JSON.journal(connection.journal).text }
        }
        if let page = outputs.page {
            let document = WebDocument(
                program: page.program, command: page.command, runs: [WebDocument.Run("run", connection.journal)])
            try put(to: page.path, of: number) { try WebPage(document, notice: .liveKeys).html() }
        }
        if outputs.detail != nil {
            let more = connection.isAbridged ? " Not all of its records are shown." : ""
            say("\(ending.sentence)\(more)\n", of: number, connection.remote)
        }
    }

    /// Whether there is still room for an output in the journal.
    private func records(_ output: Output, _ connection: inout Connection) -> Bool {
        guard outputs.tellsRun || !connection.isEstablished else { return false }
        var limit = Self.eventLimit
        switch output {
        case .plaintext(let octets): connection.data += octets.count
        case .computed(let computation, _):
            guard let count = computation.protectedData else { return hasRoom(for: &connection) }
            // Told where its record is.
            let isFull = connection.data + count > Self.dataLimit || connection.journal.events.count >= limit
            if isFull { connection.isAbridged = true }
            return !isFull
        case .wrote(let traced, _):
            guard traced.record.type == .applicationData else { return hasRoom(for: &connection) }
            connection.data += traced.record.stream.count
        // How a connection ends is worth more than what was said before.
        case .read(let traced, _): limit *= traced.record.type == .alert ? 2 : 1
        case .learned(Knowledge.applicationData, _, _): break
        default: return hasRoom(for: &connection)
        }
        let isFull = connection.data > Self.dataLimit || connection.journal.events.count > limit
        if isFull { connection.isAbridged = true }
        return !isFull
    }

    /// Whether there is room for what is no data: much more of it, but not any number. New keys, for one, can come for ever.
    private func hasRoom(for connection: inout Connection) -> Bool {
        let isFull = connection.journal.events.count > 4 * Self.eventLimit
        if isFull { connection.isAbridged = true }
        return !isFull
    }

    // MARK: Files

    /// Writes secrets as soon as they are known, and before anything that they open.
    private func writeKeys(_ connection: inout Connection) throws {
        guard outputs.keyLog != nil || outputs.capture != nil else { return }
        let lines = KeyLog.sessions(connection.journal).dropFirst(connection.keyLines)
        guard !lines.isEmpty else { return }
        connection.keyLines += lines.count
        let text = lines.joined(separator: "\n") + "\n"
        try append(Array(text.utf8), to: &keyLog)
        try append(PcapNG.block(keyLog: text), to: &capture)
    }

    private func write(_ drafts: [PcapNG.Packet.Draft], at now: Instant) throws {
        try append(drafts.flatMap { PcapNG.block($0.at(began + now.microseconds)) }, to: &capture)
    }

    /// Adds to a file. Where a server cannot, it goes on without the file: half of what was to be added may be in it, so nothing can follow.
    func append(_ octets: [UInt8], to file: inout StreamedFile?) throws {
        guard !octets.isEmpty else { return }
        var failure: FileError?
        switch file {
        case .some(let open): do throws(FileError) { try open.append(octets) } catch { failure = error }
        case .none: return
        }
        guard let failure else { return }
        file = nil
        try complain(failure)
    }

    /// Writes the file of a connection: a server's has the number of the connection in its name.
    private func put(to path: String, of number: Int, _ text: () throws -> String) throws {
        let octets = Array(try text().utf8)
        do throws(FileError) {
            try OutputFile.write(
                octets, to: OutputFile.path(path, part: isServer ? String(number) : nil), for: .ownerOnly)
        } catch {
            try complain(error)
        }
    }

    /// What cannot be written ends a client. A server says so and serves the others.
    private func complain(_ failure: FileError) throws {
        guard isServer else { throw failure }
        StreamedFile.warn("Warning: \(failure). The server goes on without it.\n")
    }

    /// Shows a text about a connection; where there are several, with a line in front that says about which, whenever another
    /// one is told of.
    func say(_ text: String, of number: Int, _ remote: Endpoint) {
        guard !text.isEmpty else { return }
        let isOther = isServer && speaker != number
        speaker = number
        tell(isOther ? "=== Connection \(number), \(remote) ===\n\n\(text)" : text)
    }
}
