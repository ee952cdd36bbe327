/// A run to make next.
public struct Suggestion: Sendable {
    /// The command line that makes it, such as "HandshakeSim --rsa".
    public let command: String
    /// The subject of that run.
    public let purpose: any Remark

    /// `command`, which shows `purpose`.
    public init(_ command: String, _ purpose: any Remark) {
        self.command = command
        self.purpose = purpose
    }
}

/// The record of a run: its events in order, its cast, and the rules by which knowledge follows from knowledge.
public struct Journal: Sendable {
    /// A part of a chapter, which a rendering may set apart with a heading.
    public struct Part: Sendable {
        /// The ids of the steps that can begin it; the first that happens does. "reads." before an id means: when that message is read.
        public let beginnings: Set<String>
        /// The id of a step that must happen before it can begin; nil for no such condition.
        public let after: String?
        /// Its title, which is the remark's topic, and what to know before it.
        public let about: any Remark

        /// The part about `about` that begins with one of `beginnings` once `after` has happened.
        public init(_ beginnings: Set<String>, after: String? = nil, _ about: any Remark) {
            self.beginnings = beginnings
            self.after = after
            self.about = about
        }
    }

    /// The title of the run.
    public let title: Words
    /// The settings that reproduce it, in the order in which they should be shown: ("seed", "7"), ("suite", …).
    public let settings: [(name: String, value: String)]
    /// Seconds since 1970-01-01T00:00:00Z at which virtual time starts; captures are dated by it.
    public let epoch: Int64
    /// The client's address and port.
    public let client: Endpoint
    /// The server's address and port.
    public let server: Endpoint
    /// The other hosts of the network, each with its address; port 0 for one without a connection.
    public private(set) var others: [(who: Principal, at: Endpoint)] = []
    /// Those who read what is on the wire without being an end of the connection.
    public private(set) var listeners: [Principal] = [.eavesdropper, .thief]
    /// The only end whose events it has; nil for both. With one end, it is not known what becomes of that end's packets.
    public let witness: Principal?
    /// The names of the principals in this run, where they differ from the usual names.
    private let names: [Principal: String]
    /// The meanings of the fields of its packets and messages.
    public let glossary: Glossary
    /// Everything that happened, in order. Event number n is at index n - 1.
    public private(set) var events: [Event] = []
    /// The version that each principal was last said to speak.
    private var versions: [Principal: String] = [:]
    /// The rules of derivation.
    public private(set) var derivations: [Derivation] = []
    /// The parts of its story, in order. A part is not an event: nothing happens where it ends.
    public private(set) var parts: [Part] = []
    /// The limits of this run: facts that it leaves out or simplifies.
    public private(set) var limits: [any Remark] = []
    /// The result of this run, as remarks of the program that made it.
    public private(set) var conclusions: [any Remark] = []
    /// The runs to continue with.
    public private(set) var suggestions: [Suggestion] = []

    /// An empty journal.
    ///
    /// - Parameters:
    ///   - names: the names of principals in this run, such as "TCP Peer A" for the client; a principal that is not
    ///     among them keeps its usual name.
    ///   - glossary: the meanings of the fields of its protocols.
    ///   - witness: the only end whose events it has; nil for both.
    public init(
        title: Words, settings: [(name: String, value: String)], epoch: Int64, client: Endpoint, server: Endpoint,
        names: [Principal: String] = [:], glossary: Glossary = Glossary(), witness: Principal? = nil
    ) {
        self.title = title
        self.settings = settings
        self.epoch = epoch
        self.client = client
        self.server = server
        self.names = names
        self.glossary = glossary
        self.witness = witness
    }

    /// The name of `principal` in this run.
    public func name(of principal: Principal) -> String { names[principal] ?? principal.description }

    /// The name of `principal` in this run, in each language. A name that the run gives is the same in both, unless the glossary has it.
    public func words(of principal: Principal) -> Words {
        names[principal].map { glossary.name($0) } ?? Words(principal)
    }

    /// Adds a host that is neither of the two ends. A principal that is an end, or has no address, is ignored.
    ///
    /// - Parameter overhears: whether all messages of the two ends pass this host, so that it knows what is in clear in them.
    public mutating func join(_ host: Principal, at address: Endpoint, overhears: Bool = false) {
        guard host.role == nil, host.hasLifeline else { return }
        others.append((host, address))
        if overhears { listeners.append(host) }
    }

    /// The addresses of the hosts, those of the two ends first.
    public var endpoints: [(who: Principal, at: Endpoint)] { [(.client, client), (.server, server)] + others }

    /// The hosts, as they stand from left to right in a picture: the client, the others, the server.
    public var lifelines: [Principal] { [.client] + others.map(\.who) + [.server] }

    /// All principals that may act or have knowledge.
    public var principals: [Principal] {
        [.client, .server, .eavesdropper, .thief, .network] + others.map(\.who)
    }

    /// Appends an event and returns its number.
    ///
    /// A `cause` that is not an earlier event is dropped: causes precede effects. A message that was written or read has a step of its
    /// own, which holds where `step` is nil.
    @discardableResult
    public mutating func record(
        at: Instant, who: Principal, cause: Int? = nil, step: consuming String?, _ kind: consuming Event.Kind,
        remark: consuming (any Remark)? = nil, changes: consuming [Event.Change] = [],
        cite: consuming Citation? = nil
    ) -> Int {
        let number = events.count + 1
        let earlier = cause.flatMap { (1..<number).contains($0) ? $0 : nil }
        events.append(
            Event(
                number: number, at: at, who: who, cause: earlier, step: step, kind: kind, remark: remark,
                changes: changes, cite: cite))
        return number
    }

    /// Records the version by whose rules the last message that `who` has written or read is read.
    public mutating func speaks(_ who: Principal, _ version: String) { versions[who] = version }

    /// The version that `who` was last said to speak; empty before.
    public func version(spokenBy who: Principal) -> String { versions[who] ?? "" }

    /// Adds rules of derivation.
    public mutating func add(_ rules: [Derivation]) {
        derivations.append(contentsOf: rules)
    }

    /// Sets the parts of the story.
    public mutating func divide(into parts: [Part]) {
        self.parts = parts
    }

    /// The parts that have begun, each with the number of the event that it begins with. A part that never begins is passed over.
    public var begunParts: [(event: Int, part: Part)] {
        var begun: [(event: Int, part: Part)] = []
        for part in parts {
            let due = part.after.map { step in events.first { $0.step == step }?.number ?? events.count } ?? 0
            let first = events[max(due, begun.last?.event ?? 0)...].first { event in
                if part.beginnings.contains(event.step) { return true }
                guard case .read = event.kind else { return false }
                return part.beginnings.contains("reads.\(event.step)")
            }
            if let first { begun.append((first.number, part)) }
        }
        return begun
    }

    /// Adds a limit of the run.
    public mutating func limit(_ limit: any Remark) {
        limits.append(limit)
    }

    /// Adds a result of the run.
    public mutating func conclude(_ conclusion: any Remark) {
        conclusions.append(conclusion)
    }

    /// Adds a run to continue with.
    public mutating func suggest(_ suggestion: Suggestion) {
        suggestions.append(suggestion)
    }

    /// The event of that number; nil for an unknown number.
    public subscript(number: Int) -> Event? {
        events.indices.contains(number - 1) ? events[number - 1] : nil
    }
}
