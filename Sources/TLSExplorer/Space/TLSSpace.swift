import PKI
import Simulator
import TLSSim
import Trace

/// A system for the explorer: a client and a server of TLS, their programs, and an attacker in the path between them.
///
/// The ends are the ``TLSEndpoint``s of this program, with real cryptography. They are no model. A state names its parts by numbers; what an
/// end makes of a cause is remembered, so a step is computed from numbers alone.
package struct TLSSpace: TransitionSystem {
    /// What can happen next.
    package typealias Action = TLSChoice
    /// An edge of the state machines.
    package typealias Landmark = Edge

    /// What is explored.
    package let scope: TLSScope
    /// The rules that need not hold.
    package let excused: Set<Rule>
    /// What the ends make of each cause.
    var memory: TLSMemory
    /// The state in which every run begins.
    package let start: PackedState
    /// The bits of the rules that count.
    let counted: RuleSet

    /// The edges that the version has.
    package var landmarks: [Edge] { Edge.all(of: scope.version) }

    /// A space.
    ///
    /// - Parameters:
    ///   - excusing: the rules that need not hold.
    ///   - remembers: whether answers are remembered. Without it the search asks again, and finds the same.
    /// - Throws: ``TrustError`` if the certificates cannot be made.
    package init(_ scope: TLSScope, excusing: Set<Rule> = [], remembers: Bool = true) throws(TrustError) {
        let casting = try Casting(scope)
        self.scope = scope
        excused = excusing
        counted = RuleSet(all: Rule.allCases.filter { !excusing.contains($0) })
        memory = TLSMemory(scope, casting, remembers: remembers)
        var state = State(PackedState(high: 0, low: 0))
        let ends: [Role: UInt32] = [
            .client: memory.learnParty(casting.party(.client, in: .first)),
            .server: memory.learnParty(casting.party(.server, in: .first)),
        ]
        for (role, number) in ends { state[role] = number }
        state.moves = scope.moves
        start = state.packed
        memory.best[0] = memory.undisturbed(ends)
        findRests()
    }

    /// Goes through the first connection as it is when the attacker does nothing, and keeps what is still to come for each end.
    private mutating func findRests() {
        guard var here = sequel(of: start) else { return }
        var steps: [Role: [(party: UInt32, cause: UInt32)]] = [:]
        for _ in 0..<100 {
            let (state, choice) = (State(here), next(in: State(here)))
            guard choice != .reconnect, case .next(let next)? = learnToProceed(from: here) else { break }
            here = next
            guard let choice, !choice.isMove else { continue }
            let role = choice.role
            let parcel = memory.queues[state[to: role]].first ?? TLSMemory.end
            steps[role, default: []].append(
                (state[role], memory.learnCause(of: choice, at: state[role], parcel)))
        }
        for (role, steps) in steps {
            let last = memory.parties[State(here)[role]].account
            let causes = steps.map(\.cause)
            for (place, step) in steps.enumerated() {
                memory.rests[step.party] = TLSMemory.Rest(causes: causes[place...], last: last)
            }
        }
    }

    /// Tries every order of events.
    ///
    /// - Parameters:
    ///   - limit: the largest number of states. A search that has found so many is cut off.
    ///   - workers: the threads that share the work.
    ///   - progress: called with the results so far, after each level of the search and every few thousand states.
    package func explore(
        limit: Int = .max, by workers: Workers = .alone, progress: (Exploration<TLSSpace>) -> Void = { _ in }
    ) -> Exploration<TLSSpace> {
        Explorer(self, limit: limit).explore(by: workers, progress: progress)
    }

    /// Of rules, those that count.
    func counting(_ broken: RuleSet) -> RuleSet { broken.intersection(counted) }

    /// The raw value of the first rule that counts; 0 if there is none.
    func first(_ broken: RuleSet) -> UInt8 { Self.first(broken, counted) }

    static func first(_ broken: RuleSet, _ counted: RuleSet) -> UInt8 {
        broken.intersection(counted).rules.first?.rawValue ?? 0
    }

    // MARK: What breaks a rule

    package func violation(in state: PackedState) -> UInt8 {
        let state = State(state)
        return first(memory.broken(in: state) ?? [])
    }

    /// 0: TLS has no timers, so an end waits until the transport ends. The rule of progress looks at what follows.
    package func deadlock(in state: PackedState) -> UInt8 { 0 }
}
