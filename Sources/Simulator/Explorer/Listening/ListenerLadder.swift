import TCPHost
import TCPSim
import Trace

/// What was searched, and a run through it, as text.
extension ListenerSpace: ExploredSpace {
    /// Bounds, clients, backlog, cookies, users and the old SYN, as rows of a name and a value.
    public var settings: [(name: String, value: String)] {
        var users: [String] = []
        if scope.mayAbort { users.append("may abort") }
        if scope.mayReopen { users.append("may open once more") }
        var rows = [
            ("bounds", "\(bounds), data \(scope.data), flood \(scope.flood)"), ("clients", "\(scope.clients)"),
            ("backlog", "\(scope.backlog)"),
        ]
        let cookies =
            switch scope.cookies {
            case nil: "none"
            case .whenFull: "when no further connection may wait"
            case .always: "for each SYN"
            }
        rows.append(("cookies", cookies))
        if !users.isEmpty { rows.append(("users", users.joined(separator: "; "))) }
        return rows + [("old SYN", scope.oldSYN.map { "\($0) numbers before A1's" } ?? "none")]
    }

    /// One row: which landmarks were passed, in the order of their cases.
    public func passed(_ landmarks: Set<Landmark>) -> [(name: String, value: String)] {
        let passed = Landmark.allCases.filter(landmarks.contains).map(\.rawValue)
        return [("seen", passed.isEmpty ? "nothing out of the ordinary" : passed.joined(separator: ", "))]
    }

    /// On the left stands the client that the step is about, after the step; on the right, every connection of B.
    public func ladder(
        _ counterexample: Exploration<ListenerSpace>.Counterexample, columns: Int
    ) -> [String] {
        var space = self
        // Behind the arrows there is room for a client and its state.
        let page = LadderColumns(left: 15, middle: min(51, columns - 34), page: columns)
        let strides = space.strides(counterexample.actions)
        var lines = page.lines("", "Client", "", "B") + page.lines("1.", "", "", summary(of: start))
        for (index, stride) in strides.enumerated() { lines += space.lines(stride, number: index + 2, page) }
        guard counterexample.rule == .progress else { return lines }
        let rest = space.strides(after: strides.last?.after ?? start)
        lines += [""] + page.caption(ExplorationCaption.sequel.sentence(in: .english))
        for (index, stride) in rest.strides.enumerated() {
            lines += space.lines(stride, number: index + strides.count + 2, page)
        }
        if rest.isEndless { lines += [""] + page.caption(ExplorationCaption.endless.sentence(in: .english)) }
        return lines
    }

    private func lines(_ stride: Stride<ListenerSpace>, number: Int, _ page: LadderColumns) -> [String] {
        let caption = ListenerCaption.action(stride.action, about: name(in: stride))
        let client = Self.client(of: stride.action)
        let left = client.map { "A\($0 + 1) \(memory.client(of: State(stride.after)[$0]).state)" } ?? ""
        var lines =
            [""] + page.caption(caption.sentence(in: .english))
            + page.lines("\(number).", left, arrow(stride), summary(of: stride.after))
        for client in 0..<scope.clients {
            for peer in Peer.allCases {
                let taken = takes(stride.action, from: client, to: peer) ? 1 : 0
                let known = segments(client, to: peer, in: stride.before).count - taken
                for segment in segments(client, to: peer, in: stride.after).dropFirst(known) {
                    let arrow = TCPSpace.arrow(segment, to: peer, arrives: false)
                    let left = peer == .a ? "A\(client + 1)" : ""
                    lines += page.lines("", left, arrow, "")
                }
            }
        }
        return lines
    }

    /// Every connection of B; without any, whether it listens.
    private func summary(of packed: PackedState) -> String {
        let server = memory.servers[State(packed).host]
        let connections = server.connections.map { status in
            "\(Self.name(of: status.route.remote)) \(status.connection.state)"
        }
        guard connections.isEmpty else { return connections.joined(separator: ", ") }
        return server.listener == nil ? TCPSim.State.closed.rawValue : TCPSim.State.listen.rawValue
    }

    // MARK: What a step is about

    /// The client that a choice is about, if it is about one.
    private static func client(of action: Action) -> Int? {
        switch action {
        case .open(let client), .send(let client), .close(let client), .abort(let client), .timeout(let client, _),
            .toClient(let client, _, _), .toHost(let client, _, _), .forge(let client, _):
            client
        case .oldArrives: 0
        case .accept, .stopListening, .leave, .hostTimeout, .flood: nil
        }
    }

    /// The name of the client or the stranger that a step is about; empty without any.
    func name(in stride: Stride<ListenerSpace>) -> String {
        if let client = Self.client(of: stride.action) { return "A\(client + 1)" }
        let server = memory.servers[State(stride.before).host]
        switch stride.action {
        case .accept: return server.listener?.acceptable.first.map(Self.name) ?? ""
        case .leave(let place), .hostTimeout(let place, _):
            guard server.connections.indices.contains(place) else { return "" }
            return Self.name(of: server.connections[place].route.remote)
        case .flood: return cause(of: stride.action, in: stride.before)?.segment.map { Self.name(of: $0.source) } ?? ""
        case .open, .send, .close, .abort, .timeout, .toClient, .toHost, .stopListening, .oldArrives, .forge: return ""
        }
    }

    /// What B meets by a choice that is not about a segment under way.
    func cause(of action: Action, in packed: PackedState) -> Cause? {
        hostCause(of: action, in: State(packed)).map { memory.causes[$0] }
    }

    /// The segments under way from or to a client, the oldest first; `peer` is the side that they go to.
    func segments(_ client: Int, to peer: Peer, in packed: PackedState) -> [Segment] {
        let leg = memory.leg(State(packed)[client])
        switch peer {
        case .a:
            return memory.toClient.places(leg.toClient).compactMap { place in
                guard case .arrival(let segment) = memory.clientCauses[memory.toClient[leg.toClient, place]] else {
                    return nil
                }
                return segment
            }
        case .b:
            return memory.toHost.places(leg.toHost).compactMap { place in
                memory.causes[memory.toHost[leg.toHost, place]].segment?.segment
            }
        }
    }

    /// Whether a choice takes a segment out of the queue between a client and B that leads to `peer`.
    private func takes(_ action: Action, from client: Int, to peer: Peer) -> Bool {
        switch action {
        case .toClient(client, _, let fate): peer == .a && fate != .isCopied
        case .toHost(client, _, let fate): peer == .b && fate != .isCopied
        default: false
        }
    }

    /// The segment that a step moves, if it moves one.
    private func arrow(_ stride: Stride<ListenerSpace>) -> String {
        switch stride.action {
        case .toClient(let client, let place, let fate):
            return arrow(segments(client, to: .a, in: stride.before), place, to: .a, fate)
        case .toHost(let client, let place, let fate):
            return arrow(segments(client, to: .b, in: stride.before), place, to: .b, fate)
        case .oldArrives, .flood, .forge:
            guard let (segment, _) = cause(of: stride.action, in: stride.before)?.segment else { return "" }
            return TCPSpace.arrow(segment, to: .b, arrives: true)
        case .open, .send, .close, .abort, .timeout, .accept, .stopListening, .leave, .hostTimeout: return ""
        }
    }

    private func arrow(_ queue: [Segment], _ place: Int, to peer: Peer, _ fate: Fate) -> String {
        guard queue.indices.contains(place) else { return "" }
        switch fate {
        case .arrives: return TCPSpace.arrow(queue[place], to: peer, arrives: true)
        case .isLost: return TCPSpace.arrow(queue[place], to: peer, arrives: false) + " (lost)"
        case .isCopied: return ""
        }
    }
}
