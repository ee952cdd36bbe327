import Simulator
import TLSSim
import Trace

extension TLSSpace {
    /// What an end makes of each cause, and the numbers by which states name their parts.
    struct TLSMemory: Sendable {
        /// What is still to come for an end of the run in which the attacker does nothing, and what was seen of the end at last.
        struct Rest: Sendable {
            let causes: ArraySlice<UInt32>
            let last: Account
        }

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
        /// The bit of each edge among the landmarks, by its number.
        let bits: [Int: UInt64]

        var parties = Numbered<Party>()
        var parcels = Numbered<Parcel>()
        var queues = Numbered<[UInt32]>()
        var causes = Numbered<Cause>()
        /// For each end, what the attacker can put in at it.
        private(set) var insertions: [[Insertion]] = []
        /// For each end, whether she has the keys with which it reads.
        private(set) var readers: [Bool] = []
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
        /// What is still to come for the ends of that run, by their numbers.
        var rests: [UInt32: Rest] = [:]

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
            bits = Edge.all(of: scope.version).enumerated().reduce(into: [:]) {
                $0[$1.element.number] = 1 << UInt64($1.offset)
            }
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
            if isNew {
                insertions.append(Insertion.all(at: party.account, by: casting.her))
                readers.append(casting.her.readingKeys(of: party.account) != nil)
            }
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
            case .change, .pass: hers[Hers(choice: choice, party: party, parcel: parcel)]
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
            case .pass:
                let record = passed(parcel, to: account).map { learnParcel($0) } ?? parcel
                return learn(.arrival([record]), for: Hers(choice: choice, party: party, parcel: parcel))
            case .call(let call, _): return learn(.call(call))
            case .arrival, .release, .drop, .hold, .copy, .reflect, .cut, .reconnect, .replay, .leadBack:
                return learn(.arrival([parcel]))
            }
        }

        /// A parcel that the attacker has opened and sealed again under the keys with which `end` reads; nil if she cannot.
        private func passed(_ parcel: UInt32, to end: Account) -> Parcel? {
            guard let content = parcels[parcel].content else { return nil }
            return casting.her.readingKeys(of: end)?.sealed(content.type, content.octets, for: end)
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
                take(nil, by: &end, into: &move) { call.outputs(of: &$1, $0) }
            case .arrival(let numbers):
                // The rest of a flight that is refused is lost.
                for number in numbers where end.account.ending == nil {
                    let parcel = parcels[number]
                    take(parcel, by: &end, into: &move) {
                        $0(&$1, parcel.isEnd ? .transportEnded : .bytes(parcel.wire))
                    }
                }
            }
            move.party = learnParty(end)
            moves[key] = move
            return move
        }

        /// Gives an end an input, and judges what it does.
        private mutating func take(
            _ parcel: Parcel?, by end: inout Party, into move: inout Move,
            _ input: (Party.Machine, inout Party) -> [Output]
        ) {
            let trial = trial(of: parcel, by: &end, input)
            move.broken.formUnion(trial.broken)
            if trial.hasDropped, let rest = rests[move.party], !comes(end, to: rest) {
                move.broken.insert(.place)
            }
            for edge in trial.edges { move.edges |= bits[edge] ?? 0 }
            let numbers = trial.sent.map { learnParcel($0) }
            move.sent += numbers
            if end.legacy != nil { end.flights += Self.flight(zip(trial.sent, numbers)) }
            if end.account.ending != nil, speaks(end) { move.broken.insert(.silence) }
            end.settle()
        }

        /// What an end does about an input, judged.
        private func trial(
            of parcel: Parcel?, by end: inout Party, _ input: (Party.Machine, inout Party) -> [Output]
        ) -> StepTrial {
            var trial = StepTrial(end.account, parcel: parcel, casting.her)
            var outputs = input(machine, &end)
            while let output = outputs.popFirst() {
                trial.take(output)
                guard case .judge(let chain) = output else { continue }
                outputs += machine(&end, .verdict(casting.verdict(of: end, on: chain)))
            }
            trial.conclude(isOver: end.tls?.isOver ?? true)
            end.account = trial.after
            return trial
        }

        /// Whether an end comes to the end of the undisturbed run. What was dropped must be as if it had not come.
        private func comes(_ end: Party, to rest: Rest) -> Bool {
            var end = end
            for cause in rest.causes {
                switch causes[cause] {
                case .call(let call):
                    end.account.calls.insert(call)
                    _ = trial(of: nil, by: &end) { call.outputs(of: &$1, $0) }
                case .arrival(let numbers):
                    for parcel in numbers.map({ parcels[$0] }) where end.account.ending == nil {
                        _ = trial(of: parcel, by: &end) {
                            $0(&$1, parcel.isEnd ? .transportEnded : .bytes(parcel.wire))
                        }
                    }
                }
            }
            let last = rest.last
            return end.account.ending == last.ending && end.account.given == last.given
                && end.account.parameters == last.parameters
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
    /// What an end does when its program makes the call.
    func outputs(of end: inout Party, _ machine: Party.Machine) -> [Output] {
        switch self {
        case .open: machine(&end, .start)
        case .update: end.tls?.updateKeys(request: true) ?? []
        case .send: machine(&end, .send(Casting.says(end.account.role)))
        case .close: machine(&end, .close)
        }
    }
}

extension Array {
    /// Takes out the first element; nil if there is none.
    mutating func popFirst() -> Element? { isEmpty ? nil : removeFirst() }
}
