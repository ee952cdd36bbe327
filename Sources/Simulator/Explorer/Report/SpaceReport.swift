import TCPSim
import Trace

/// What reports and ladders show of a space.
extension TCPSpace {
    /// The bounds, clients, users and the old SYN, as rows of a name and a value.
    var settings: [(name: Words, value: Words)] {
        var rows: [(name: Words, value: Words)] = [
            (
                Words(english: "bounds", chinese: "界限"),
                "\(bounds), data \(scope.data)" + (scope.isListening ? ", flood \(scope.flood)" : "")
            )
        ]
        if scope.isListening {
            let cookies =
                switch scope.cookies {
                case nil: Words(english: "none", chinese: "无")
                case .whenFull: Words(english: "when no further connection may wait", chinese: "不能再有连接等待时")
                case .always: Words(english: "for each SYN", chinese: "每个 SYN")
                }
            rows += [
                (Words(english: "clients", chinese: "客户端"), "\(scope.clients)"),
                (Words(english: "backlog", chinese: "半连接队列"), "\(scope.backlog)"),
                ("cookies", cookies),
            ]
        }
        var users: [Words] = []
        if let buffer = scope.buffer {
            users.append(
                Words(
                    english: "read when they like, from buffers of \(counted(buffer, "octet"))",
                    chinese: "随时读取，缓冲区 \(buffer) 字节"))
        }
        if scope.mayAbort { users.append(Words(english: "may abort", chinese: "可以中止")) }
        if scope.mayReopen { users.append(Words(english: "may open once more", chinese: "可以再打开一次")) }
        if !users.isEmpty {
            rows.append(
                (Words(english: "users", chinese: "用户"), users.joined(separator: Words(english: "; ", chinese: "；"))))
        }
        let owner = scope.isListening ? "A1" : "A"
        let old = scope.oldSYN.map {
            Words(english: "\($0) numbers before \(owner)'s", chinese: "比 \(owner) 的序号早 \($0)")
        }
        return rows + [(Words(english: "old SYN", chinese: "旧 SYN"), old ?? Words(english: "none", chinese: "无"))]
    }

    /// The weaknesses of TCP as it is specified that have these numbers: each by its name, with a sentence.
    func excuses(_ numbers: Set<UInt8>) -> [(name: Words, value: Words)] {
        Weakness.allCases.filter { numbers.contains($0.rawValue) }.map {
            (Words(same: "\($0)"), Words($0).citing($0.citation))
        }
    }

    /// What a rule demands in this space.
    func demand(_ rule: Rule) -> Demand { Demand(rule, ofHost: scope.isListening) }

    // MARK: A ladder

    /// The segments in flight to an end in `state`, the oldest first.
    func segments(to end: End, in state: PackedState) -> [Segment] {
        let leg = memory.leg(of: end.client, in: State(state))
        let queue = leg[end.peer]
        return memory.queues.places(queue).compactMap { memory.causes[memory.queues[queue, $0]].segment?.segment }
    }

    /// The segment of a stranger or of an earlier connection that a choice brings; nil if it brings none.
    func foreignSegment(by action: Choice, in packed: PackedState) -> ForeignSegment? {
        switch action {
        case .oldArrives, .flood, .forge:
            let state = State(packed)
            let segment = cause(of: action, in: state).flatMap { memory.segment($0, to: state, at: action.end) }
            return segment.map { ForeignSegment(segment: $0, to: action.end) }
        default: return nil
        }
    }

    /// The widths of the columns of a ladder, on a page of `columns` columns. If B is a host, the left column has room for a client's name
    /// and its state.
    func ladderColumns(_ columns: Int, _ language: Language) -> LadderColumns {
        scope.isListening
            ? LadderColumns(left: 15, middle: min(51, columns - 34), page: columns, language)
            : LadderColumns(left: 13, middle: 50, page: columns, language)
    }

    /// The lines above a ladder.
    func heading(_ page: LadderColumns) -> [String] {
        scope.isListening
            ? page.lines(left: page.language == .chinese ? "客户端" : "Client", right: "B")
            : ["    TCP Peer A                                                     TCP Peer B"]
    }

    /// The texts on the left and on the right for a state. `action` is the choice that has led to it; nil for the first state.
    func sides(in state: PackedState, after action: Choice?) -> (left: String, right: String) {
        guard scope.isListening else {
            return (self.state(of: .a, in: state).description, self.state(of: .b, in: state).description)
        }
        let left = action?.client.map { "A\($0 + 1) \(self.state(of: End(.a, client: $0), in: state))" } ?? ""
        let server = memory.servers[State(state).b]
        let connections = server.connections.map { "\(Self.name(of: $0.route.remote)) \($0.connection.state)" }
        guard connections.isEmpty else { return (left, connections.joined(separator: ", ")) }
        // A host without connections: whether it listens.
        return (left, (server.listener == nil ? TCPSim.State.closed : TCPSim.State.listen).rawValue)
    }

    /// The text on the left of a segment that was just sent to an end: the client that it goes to, if B is a host.
    func label(of end: End) -> String { scope.isListening && end.peer == .a ? "A\(end.client + 1)" : "" }

    /// The client or the stranger that a step is about, empty for none; nil if B is one connection.
    func name(in step: RunStep) -> String? {
        guard scope.isListening else { return nil }
        if let client = step.action.client { return "A\(client + 1)" }
        let server = memory.servers[State(step.before).b]
        switch step.action {
        case .accept: return server.listener?.acceptable.first.map(Self.name) ?? ""
        case .leave(let place), .hostTimeout(let place, _):
            guard server.connections.indices.contains(place) else { return "" }
            return Self.name(of: server.connections[place].route.remote)
        case .flood:
            return foreignSegment(by: .flood, in: step.before).map { Self.name(of: Self.source(of: $0.segment)) } ?? ""
        default: return ""
        }
    }
}
