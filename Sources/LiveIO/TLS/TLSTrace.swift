import Capture
import Render
import Simulator
import TCPHost
import TLSSim
import Trace

/// The record of live connections. Each connection has a journal, which is told as it grows, and is written to the files that are
/// asked for.
package final class TLSTrace {
    /// The side that this program is.
    let role: Role
    let outputs: Outputs
    let settings: [(name: Words, value: Words)]
    /// Whether this program is the server. A server may have several connections.
    let isServer: Bool
    private let tell: (String) -> Void
    let style: PageStyle
    let versions: String
    /// The beginning of the run, in microseconds since 1970.
    let began: Int64
    /// Whether TCP is ours, so that its events are seen.
    let seesTCP: Bool
    /// The connections of our TCP that TLS does not use yet.
    var openings: [Route: Opening] = [:]
    /// The numbers of the connections of our TCP that TLS uses.
    var numbers: [Route: Int] = [:]
    /// The connections with events of our TCP that have not been told.
    var news: Set<Int> = []
    /// The datagrams that have crossed the device since the last call of ``rest()``, and when. They wait, because the secrets that decrypt
    /// them may become known after them, and an analyser needs the secrets before.
    var crossed: [(octets: [UInt8], at: Instant)] = []
    /// Says why a connection has failed; nil where the causes are said elsewhere.
    private let contacts: ContactWatch?
    private var keyLog: StreamedFile?
    var capture: StreamedFile?
    var connections: [Int: Connection] = [:]
    /// The number of the connection of the last text.
    private var speaker = 0

    /// The outputs about a run: a story, and files.
    package struct Outputs: Hashable, Sendable {
        /// How much is told; nil to tell nothing.
        package var detail: Detail?
        /// The path of an NSS key log, to which the secrets are added.
        package var keyLog: String?
        /// The path of the run as JSON, secrets included. Each connection of a server has a file of its own.
        package var json: String?
        /// The path of a capture: of the records with invented TCP headers, or, if TCP is ours, of the datagrams.
        package var capture: String?
        /// The run as a page, secrets included. Each connection of a server has a file of its own.
        package var page: Page?
        /// The language whose words the JSON has beside the English ones, and in which the page opens.
        package var language = Language.english

        /// A page, and what it says about its origin.
        package struct Page: Hashable, Sendable {
            /// The path of the file.
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

        /// Whether an output tells a connection from its beginning to its end.
        package var tellsRun: Bool { detail != nil || json != nil || page != nil }

        /// Whether an output needs the events of the machines.
        package var needsTracing: Bool { tellsRun || keyLog != nil || capture != nil }
    }

    /// The TCP below TLS.
    enum TCP {
        /// The operating system's TCP, of which nothing is seen. A capture has an invented connection.
        case madeUp(SyntheticTCP)
        /// Our TCP, of which everything is seen.
        case ours(TCPRecord, Route)
    }

    /// The record of a connection.
    struct Connection {
        var journal: Journal
        var ladder: RunningLadder
        /// The parameters that the messages have settled, on which the parts of the story depend.
        var settled = PartialParameters()
        var tcp: TCP
        /// The id of the first step of TLS.
        var beginning: String?
        /// The time of the last event, since the connection was opened.
        var last = Instant.zero
        /// Packets that wait for the verdict on a chain. They may have the peer's Finished. The keys behind it become known after the
        /// verdict, and an analyser needs the keys before the packets.
        var withheld: [PcapNG.Packet.Draft] = []
        /// When the connection was opened, since the beginning of the run.
        let opened: Instant
        let remote: Endpoint
        /// How many lines of the key log are written.
        var keyLines = 0
        /// The number of octets of application data in the journal.
        var data = 0
        /// Whether the journal leaves something out.
        var isAbridged = false
        /// Whether the handshake is complete.
        var isEstablished = false
    }

    /// The most octets of application data in a journal. Records behind them are not recorded: a connection can last for days.
    private static let dataLimit = 1 << 19
    /// The most events of a journal, for most records: a peer can cut its flight into records of one octet.
    static let eventLimit = 1_000

    /// A record of connections that do not exist yet.
    ///
    /// - Parameters:
    ///   - role: the side that this program is.
    ///   - versions: the protocol in titles: "TLS 1.2", or "TLS" if the version is not settled.
    ///   - outputs: the story and the files to make.
    ///   - settings: the settings in each journal.
    ///   - style: the colours and columns of the story.
    ///   - stopwatch: the clock of our TCP; nil if TCP is the operating system's.
    ///   - contacts: says behind the end of a connection why it has failed; nil if that is said elsewhere.
    ///   - tell: shows a text to the user.
    /// - Throws: ``FileError`` if a file cannot be written.
    package init(
        role: Role, versions: String, _ outputs: Outputs, settings: [(name: Words, value: Words)],
        style: PageStyle, stopwatch: Stopwatch? = nil, contacts: ContactWatch? = nil,
        tell: @escaping (String) -> Void
    ) throws {
        seesTCP = stopwatch != nil
        self.contacts = contacts
        began = stopwatch?.began ?? WallClock.microseconds
        self.role = role
        self.versions = versions
        self.outputs = outputs
        self.settings = settings
        self.style = style
        self.tell = tell
        isServer = role == .server
        if let path = outputs.keyLog {
            keyLog = try StreamedFile(path, for: .ownerOnly, replacing: .never)
        } else {
            keyLog = nil
        }
        if let path = outputs.capture {
            let comment = seesTCP ? "" : SyntheticTCP.comment
            capture = try StreamedFile(
                path, for: .ownerOnly, heading: PcapNG.file(packets: [], linkType: .ipv4, comment: comment))
        } else {
            capture = nil
        }
    }

    /// Takes an observation at `now`, the time since the start.
    ///
    /// - Throws: ``FileError`` if a file cannot be written.
    package func watch(_ sight: TLSSight, at now: Instant) throws {
        guard outputs.needsTracing else { return }
        switch sight {
        case .opened(let number, let local, let remote): try open(number, local: local, remote: remote, at: now)
        case .stepped(let number, let received, let steps): try step(number, received: received, steps, at: now)
        case .ended(let number, let ending, _, _): try end(number, ending, at: now)
        }
    }

    // MARK: The life of a connection

    private func open(_ number: Int, local: Endpoint, remote: Endpoint, at now: Instant) throws {
        if seesTCP { return adopt(number, local: local, remote: remote, at: now) }
        let (client, server) = isServer ? (remote, local) : (local, remote)
        var journal = journal(local, remote, at: now)
        journal.limit(LiveLimit.systemTCP)
        var tcp = SyntheticTCP(client: client, server: server)
        try write(tcp.open(), at: now)
        add(number, journal, tcp: .madeUp(tcp), opened: now, remote: remote)
    }

    /// The journal of a connection that begins at `now`.
    func journal(_ local: Endpoint, _ remote: Endpoint, at now: Instant) -> Journal {
        let (client, server) = isServer ? (remote, local) : (local, remote)
        let title =
            isServer
            ? Words(english: "\(versions), live: a client of ours", chinese: "\(versions)，实况：连接我们的一个客户端")
            : Words(english: "\(versions), live: a real server", chinese: "\(versions)，实况：一台真实的服务器")
        let names = Glossary(names: settings.flatMap { [$0.name, $0.value] })
        var journal = Journal(
            title: title, settings: settings.map { (name: $0.name.english, value: $0.value.english) },
            epoch: (began + now.microseconds) / 1_000_000, client: client, server: server,
            glossary: names + (seesTCP ? .tcp + .tls : .tls), witness: Principal(role))
        journal.limit(LiveLimit.otherProgram)
        return journal
    }

    /// Begins the record of a connection.
    func add(_ number: Int, _ journal: Journal, tcp: TCP, opened: Instant, remote: Endpoint) {
        connections[number] = Connection(
            journal: journal, ladder: RunningLadder(detail: outputs.detail ?? .story, style: style),
            tcp: tcp, opened: opened, remote: remote)
    }

    private func step(_ number: Int, received: [UInt8], _ steps: [Output], at now: Instant) throws {
        // The connection is removed and put back. If it were in both places, each record would copy the whole journal.
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
        for case .message(let message) in steps { connection.settled.take(message) }
        connection.beginning = connection.beginning ?? connection.journal[before + 1]?.step
        if let beginning = connection.beginning {
            let following = connection.settled.parts(at: role)
            connection.journal.divide(into: HandshakePart.live(from: beginning, following))
        }
        if steps.contains(where: { if case .learned(let name, _, _) = $0 { KeyLog.holds(name) } else { false } }) {
            try writeKeys(&connection)
        }
        for case .established in steps { connection.isEstablished = true }
        if connection.isEstablished, !outputs.tellsRun, !connection.journal.events.isEmpty {
            // All secrets of the key log are known, so the events are not needed any more.
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
            try put(to: path, of: number) { JSON.journal(connection.journal, language: outputs.language).text }
        }
        if let page = outputs.page {
            let document = WebDocument(
                program: page.program, command: page.command, runs: [WebDocument.Run("run", connection.journal)])
            try put(to: page.path, of: number) { try WebPage(document, notice: .liveKeys).html(in: outputs.language) }
        }
        if outputs.detail != nil {
            let more = Words(english: "Not all of its records are shown.", chinese: "没有显示它的全部记录。")
            let sentences = [Words(ending), contacts?.why(ending, of: number), connection.isAbridged ? more : nil]
            let text = sentences.compactMap(\.self).joined(separator: Words(english: " ", chinese: ""))
            say(text.sentence(in: style.language) + "\n", of: number, connection.remote)
        }
    }

    /// Whether an output is recorded. An output for which the journal has no room is not, and the connection is abridged then.
    private func records(_ output: Output, _ connection: inout Connection) -> Bool {
        guard outputs.tellsRun || !connection.isEstablished else { return false }
        let isFull = isFull(for: output, &connection)
        if isFull { connection.isAbridged = true }
        return !isFull
    }

    /// Whether the journal has no room for an output. Octets of application data are counted here.
    private func isFull(for output: Output, _ connection: inout Connection) -> Bool {
        let events = connection.journal.events.count
        // Outputs other than data have much more room, but not any amount: new keys, for example, can come for ever.
        let isOverfull = events > 4 * Self.eventLimit
        var limit = Self.eventLimit
        switch output {
        case .plaintext(let octets): connection.data += octets.count
        case .computed(let computation, _):
            guard let count = computation.protectedData else { return isOverfull }
            // The octets are counted when their record is written or read. The calculation is recorded if the record will be.
            return connection.data + count > Self.dataLimit || events >= limit
        case .wrote(let traced, _):
            guard traced.record.type == .applicationData else { return isOverfull }
            connection.data += traced.record.stream.count
        // An alert has more room: how a connection ends is more important than its data.
        case .read(let traced, _): limit *= traced.record.type == .alert ? 2 : 1
        case .learned(Knowledge.applicationData, _, _): break
        default: return isOverfull
        }
        return connection.data > Self.dataLimit || events > limit
    }

    // MARK: Files

    /// Writes secrets as soon as they are known, and before the packets that they decrypt.
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

    /// Adds octets to a file. A server that cannot do that goes on without the file: a part of the octets may be in it, so nothing can
    /// follow them.
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

    /// Writes the file of a connection. The file of a server has the number of the connection in its name.
    private func put(to path: String, of number: Int, _ text: () throws -> String) throws {
        let octets = Array(try text().utf8)
        do throws(FileError) {
            try OutputFile.write(
                octets, to: OutputFile.path(path, part: isServer ? String(number) : nil), for: .ownerOnly)
        } catch {
            try complain(error)
        }
    }

    /// Reports a file that cannot be written. The error ends a client. A server prints a warning and goes on.
    private func complain(_ failure: FileError) throws {
        guard isServer else { throw failure }
        StreamedFile.warn("Warning: \(failure). The server goes on without it.\n")
    }

    /// Shows a text about a connection. A server puts a line with the connection before the text, if the last text was about another
    /// connection.
    func say(_ text: String, of number: Int, _ remote: Endpoint) {
        guard !text.isEmpty else { return }
        let isOther = isServer && speaker != number
        speaker = number
        let title = Words(english: "Connection \(number), \(remote)", chinese: "第 \(number) 个连接，\(remote)")
        tell(isOther ? "=== \(title.sentence(in: style.language)) ===\n\n\(text)" : text)
    }
}
