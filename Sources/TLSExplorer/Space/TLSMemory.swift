import Simulator
import TLSSim
import Trace

extension TLSSpace {
    /// What an end makes of each cause, and the numbers by which states name their parts.
    struct TLSMemory: Sendable {
        /// What happens to an end.
        enum Cause: Hashable, Sendable {
            case call(ProgramCall)
            /// Parcels arrive one after the other, and nothing comes between them.
            case arrival([UInt32])
        }

        /// What an end makes of a cause.
        struct Move: Sendable {
            /// The number of the end afterwards.
            var party: UInt32
            /// The numbers of the parcels that it has sent.
            var sent: [UInt32] = []
            /// The rules that it has broken.
            var broken: RuleSet = []
            /// The edges that it has passed: a bit for each place in the landmarks.
            var edges: UInt64 = 0
        }

        let scope: TLSScope
        let casting: Casting
        let machine: Party.Machine
        /// Whether answers are remembered. If not, every answer is computed anew, which gives the same numbers.
        let remembers: Bool
        /// The number of the first edge among the landmarks.
        let firstEdge: Int

        var parties = Numbered<Party>()
        var parcels = Numbered<Parcel>()
        var queues = Numbered<[UInt32]>()
        var causes = Numbered<Cause>()
        /// For each end, what the attacker can put in at it.
        private(set) var insertions: [[Insertion]] = []
        /// For each parcel, what she can change in it.
        private(set) var alterations: [[Alteration]] = []
        /// The moves by the numbers of end and cause.
        private var moves: [UInt64: Move] = [:]
        /// What a pair of ends breaks, by the numbers of the ends and of their past.
        private var pairs: [UInt64: RuleSet] = [:]
        /// What first connections have left.
        var pasts = Numbered<Past>()
        /// Their numbers, by the numbers of both ends.
        var pastNumbers: [UInt64: UInt32] = [:]
        /// The numbers of the causes that her puts and changes lead to.
        private var hers: [Hers: UInt32] = [:]
        /// The numbers of other causes.
        private var named: [Cause: UInt32] = [:]
        /// The number of the server of the client's own host, before its first input; nil if that host is no server.
        private(set) var ownServer: UInt32?
        /// What was met that TLS as it is specified does not prevent.
        private(set) var weaknesses: Set<Weakness> = []
        /// The parameters of both ends when nothing disturbs their connection, by the number of the past in a state.
        var best: [UInt32: [Role: SecurityParameters]] = [:]

        /// A put or a change, by the number of the end that it happens to and of the parcel that it changes.
        private struct Hers: Hashable {
            let choice: TLSChoice
            let party: UInt32
            let parcel: UInt32
        }

        init(_ scope: TLSScope, _ casting: Casting, remembers: Bool) {
            self.scope = scope
            self.casting = casting
            self.remembers = remembers
            firstEdge = Edge.all(of: scope.version).first?.number ?? 1
            let standard: Party.Machine = { end, input in end.take(input) }
            machine = scope.mistakes.reduce(standard) { $1.around($0) }
            _ = queues.number(of: [])
            _ = learnParcel(.end)
            if scope.hasBothRoles { ownServer = learnParty(casting.party(.server, in: .own)) }
        }

        /// The number of the end of the transport.
        static let end: UInt32 = 0

        mutating func learnParty(_ party: Party) -> UInt32 {
            let (number, isNew) = parties.number(of: party)
            if isNew { insertions.append(Insertion.all(at: party.account, scope.version)) }
            return number
        }

        mutating func learnParcel(_ parcel: Parcel) -> UInt32 {
            let (number, isNew) = parcels.number(of: parcel)
            if isNew { alterations.append(Alteration.all(of: parcel, by: casting.her)) }
            return number
        }

        // MARK: Causes

        /// The number of a cause that depends on no end.
        mutating func learnCause(_ cause: Cause) -> UInt32 { named[cause] ?? learn(cause) }

        /// The number of a cause that depends on no end; nil if it is not known yet.
        func cause(_ cause: Cause) -> UInt32? { named[cause] }

        /// The number of what a choice does to its end; nil if it is not known yet. `parcel` is the one that the choice is about.
        func cause(of choice: TLSChoice, at party: UInt32, _ parcel: UInt32) -> UInt32? {
            switch choice {
            case .put: hers[Hers(choice: choice, party: party, parcel: 0)]
            case .change: hers[Hers(choice: choice, party: party, parcel: parcel)]
            case .call(let call, _): named[.call(call)]
            case .arrival, .release: named[.arrival([parcel])]
            case .drop, .hold, .copy, .reflect, .cut, .reconnect, .replay, .leadBack: nil
            }
        }

        mutating func learnCause(of choice: TLSChoice, at party: UInt32, _ parcel: UInt32) -> UInt32 {
            if let known = cause(of: choice, at: party, parcel) { return known }
            let account = parties[party].account
            switch choice {
            case .put(let insertion, _):
                let records = insertion.parcels(at: account, by: casting.her).map { learnParcel($0) }
                return learn(.arrival(records), for: Hers(choice: choice, party: party, parcel: 0))
            case .change(let alteration, _):
                let changed = alteration.changed(parcels[parcel], for: account, by: casting.her)
                let record = changed.map { learnParcel($0) } ?? parcel
                return learn(.arrival([record]), for: Hers(choice: choice, party: party, parcel: parcel))
            case .call(let call, _): return learn(.call(call))
            case .arrival, .release, .drop, .hold, .copy, .reflect, .cut, .reconnect, .replay, .leadBack:
                return learn(.arrival([parcel]))
            }
        }

        private mutating func learn(_ cause: Cause, for hers: Hers? = nil) -> UInt32 {
            let number = causes.number(of: cause).number
            if let hers { self.hers[hers] = number } else { named[cause] = number }
            return number
        }

        // MARK: Moves

        /// What an end makes of a cause; nil if it is not known yet.
        func move(of party: UInt32, by cause: UInt32) -> Move? { moves[UInt64(party) << 32 | UInt64(cause)] }

        mutating func learnMove(of party: UInt32, by cause: UInt32) -> Move {
            let key = UInt64(party) << 32 | UInt64(cause)
            if remembers, let known = moves[key] { return known }
            var end = parties[party]
            var move = Move(party: party)
            switch causes[cause] {
            case .call(let call):
                end.account.calls.insert(call)
                take(call.input(of: end.account.role), nil, by: &end, into: &move)
            case .arrival(let numbers):
                // The rest of a flight that is refused is lost.
                for number in numbers where end.account.ending == nil {
                    let parcel = parcels[number]
                    take(parcel.isEnd ? .transportEnded : .bytes(parcel.wire), parcel, by: &end, into: &move)
                }
            }
            move.party = learnParty(end)
            moves[key] = move
            return move
        }

        /// Gives an end an input, and judges what it does.
        private mutating func take(_ input: Input, _ parcel: Parcel?, by end: inout Party, into move: inout Move) {
            var trial = StepTrial(scope.version, end.account, parcel: parcel)
            var inputs = [input]
            while let next = inputs.popFirst() {
                for output in machine(&end, next) {
                    trial.take(output)
                    if case .judge(let chain) = output {
                        inputs.append(.verdict(casting.verdict(of: end, on: chain)))
                    }
                }
            }
            trial.conclude(isOver: end.tls?.isOver ?? true)
            end.account = trial.after
            move.broken.formUnion(trial.broken)
            if let edge = trial.edge, edge >= firstEdge { move.edges |= 1 << UInt64(edge - firstEdge) }
            let numbers = trial.sent.map { learnParcel($0) }
            move.sent += numbers
            if end.legacy != nil { end.flights += Self.flight(zip(trial.sent, numbers)) }
            if end.tls?.isOver == true, speaks(end) { move.broken.insert(.silence) }
            end.settle()
        }

        /// The records of a flight that can be sent again, as numbers; empty if there are none. An alert ends a connection, and is put in anyway.
        private static func flight(_ sent: some Sequence<(Parcel, UInt32)>) -> [[UInt32]] {
            let numbers = sent.filter { $0.0.content?.type != .alert }.map(\.1)
            return numbers.isEmpty ? [] : [numbers]
        }

        /// Whether an end that is over does anything about what still comes.
        private func speaks(_ end: Party) -> Bool {
            let alert = Adversary.clear(.alert, Alert(.fatal, .handshakeFailure).bytes)
            return [Input.send([0]), .close, .bytes(alert.wire)].contains { input in
                var copy = end
                return !machine(&copy, input).isEmpty
            }
        }

        // MARK: Pairs

        /// The rules that both ends of a state together break; nil if it is not known yet.
        func broken(in state: State) -> RuleSet? { pairs[state.pair] }

        mutating func learnBroken(in state: State) -> RuleSet {
            if remembers, let known = broken(in: state) { return known }
            let trial = PairTrial(
                client: parties[state[.client]].account, server: parties[state[.server]].account,
                scope: scope, best: best[state.past], past: state.past == 0 ? nil : pasts[state.past - 1].facts)
            let findings = trial.findings
            pairs[state.pair] = findings.broken
            weaknesses.formUnion(findings.weaknesses)
            return findings.broken
        }
    }
}

extension ProgramCall {
    /// The input of an end of that role.
    func input(of role: Role) -> Input {
        switch self {
        case .open: .start
        case .send: .send(Casting.says(role))
        case .close: .close
        }
    }
}

extension Array {
    /// Takes out the first element; nil if there is none.
    mutating func popFirst() -> Element? { isEmpty ? nil : removeFirst() }
}
