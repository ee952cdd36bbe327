import Foundation
import Simulator
import Testing

/// Two jugs, of three and of five litres: fill, empty, pour. A puzzle whose shortest answer is known.
private struct Jugs: TransitionSystem {
    enum Action: Hashable { case fillSmall, fillLarge, emptySmall, emptyLarge, pourLeft, pourRight }
    enum Rule: UInt8 { case forbidden = 1, stuck, spilled }

    /// How many litres can be in the large jug.
    let landmarks = [0, 1, 2, 3, 4, 5]

    let start = PackedState(high: 0, low: 0)
    /// The amount in the large jug that counts as a violation.
    var forbidden: UInt64 = 9
    /// Without emptying there is an end.
    var mayEmpty = true
    /// How many answers can be remembered; each is found out once.
    var room = Int.max
    private var known: [PackedState: [Action: Step]] = [:]

    init(forbidden: UInt64 = 9, mayEmpty: Bool = true, room: Int = .max) {
        (self.forbidden, self.mayEmpty, self.room) = (forbidden, mayEmpty, room)
    }

    func actions(in state: PackedState, into actions: inout [Action]) {
        if state.high < 3 { actions.append(.fillSmall) }
        if state.low < 5 { actions.append(.fillLarge) }
        if mayEmpty { actions += [.emptySmall, .emptyLarge, .pourLeft, .pourRight] }
    }

    func step(_ action: Action, in state: PackedState) -> Step? { known[state]?[action] }

    mutating func learn(_ action: Action, in state: PackedState) -> Step? {
        guard room > 0 else { return nil }
        room -= 1
        var next = state
        switch action {
        case .fillSmall: next.high = 3
        case .fillLarge: next.low = 5
        case .emptySmall: next.high = 0
        case .emptyLarge: next.low = 0
        case .pourLeft:
            next.high = min(3, state.high + state.low)
            next.low = state.high + state.low - next.high
        case .pourRight:
            next.low = min(5, state.high + state.low)
            next.high = state.high + state.low - next.low
        }
        let step = Step(to: next, landmarks: 1 << UInt64(next.low))
        known[state, default: [:]][action] = step
        return step
    }

    func violation(in state: PackedState) -> UInt8 { state.low == forbidden ? Rule.forbidden.rawValue : 0 }
    func deadlock(in state: PackedState) -> UInt8 { mayEmpty ? 0 : Rule.stuck.rawValue }
}

/// A ring of numbers, in which one can go on by one or by two. Left alone it goes on by one, and stops at one number.
private struct Ring: TransitionSystem {
    enum Action { case one, two }
    enum Rule: UInt8 { case bad = 1, endless }

    let landmarks: [Int] = []

    let start = PackedState(high: 0, low: 0)
    var size: UInt64 = 10
    /// Where it stops, and how.
    var stop: UInt64?
    var isGood = true

    func actions(in state: PackedState, into actions: inout [Action]) { actions += [.one, .two] }
    func step(_ action: Action, in state: PackedState) -> Step? {
        Step(to: PackedState(high: 0, low: (state.low + (action == .one ? 1 : 2)) % size))
    }
    mutating func learn(_ action: Action, in state: PackedState) -> Step? { step(action, in: state) }
    func violation(in state: PackedState) -> UInt8 { 0 }
    func deadlock(in state: PackedState) -> UInt8 { 0 }
    func sequel(of state: PackedState) -> PackedState? { state }
    func isMilestone(_ sequel: PackedState) -> Bool { sequel.low % 3 == 0 }
    func proceed(from sequel: PackedState) -> Sequel? {
        if sequel.low == stop { return isGood ? .good : .bad(Rule.bad.rawValue) }
        return .next(PackedState(high: 0, low: (sequel.low + 1) % size))
    }
    mutating func learnToProceed(from sequel: PackedState) -> Sequel? { proceed(from: sequel) }
    var endless: UInt8 { Rule.endless.rawValue }
}

/// The search itself, on a system that everybody knows.
@Suite struct ExplorerTests {
    @Test func theShortestWayToFourLitresHasSixSteps() throws {
        let found = Explorer(Jugs(forbidden: 4)).explore()
        let counterexample = try #require(found.counterexample)
        #expect(counterexample.rule == .forbidden)
        #expect(
            counterexample.actions == [.fillLarge, .pourLeft, .emptySmall, .pourLeft, .fillLarge, .pourLeft])
        #expect(found.depth == 6)
    }

    @Test func everyStateIsFoundOnceAllSixteenInWhichOneJugIsFullOrEmpty() {
        var levels: [Int] = []
        let found = Explorer(Jugs()).explore { levels.append($0.depth) }
        #expect(found.counterexample == nil)
        #expect(found.states == 16)
        #expect(found.landmarks == [0, 1, 2, 3, 4, 5])
        #expect(!found.isCut && found.ends == 0)
        #expect(levels == levels.sorted())
    }

    @Test func aStateWhereNothingCanHappenAndThatIsNoEndIsAViolation() {
        let found = Explorer(Jugs(mayEmpty: false)).explore()
        #expect(found.counterexample?.rule == .stuck)
        #expect(found.counterexample?.actions.count == 2)
    }

    @Test func aViolationInTheStartNeedsNoStepTheLimitIsSaidToHaveCut() {
        #expect(Explorer(Jugs(forbidden: 0)).explore().counterexample?.actions == [])
        let cut = Explorer(Jugs(), limit: 5).explore()
        #expect(cut.isCut && cut.states == 5)
    }

    @Test func aSystemThatCannotRememberMoreCutsTheSearch() {
        let cut = Explorer(Jugs(room: 20)).explore()
        #expect(cut.isCut && cut.counterexample == nil)
        // 16 states with 4 to 6 choices each.
        #expect(!Explorer(Jugs(room: 96)).explore().isCut)
    }

    @Test func whatBecomesOfAStateIsPartOfTheSearch() {
        #expect(Explorer(Ring(stop: 7)).explore().counterexample == nil)
        let bad = Explorer(Ring(stop: 7, isGood: false)).explore().counterexample
        #expect(bad?.rule == .bad && bad?.actions.isEmpty == true)
        #expect(Explorer(Ring(stop: nil)).explore().counterexample?.rule == .endless)
    }

    /// The numbers of workers who take turns are those of workers who work at the same time, and those of one.
    @Test func manyFindWhatOneFinds() {
        func found(_ count: Int, _ limit: Int) -> [Int] {
            let workers = Workers(count: count) { count, task in
                DispatchQueue.concurrentPerform(iterations: count) { task($0) }
            }
            let found = TCPSpace(bounds: TCPSpace.Bounds(duplicate: 1), scope: TCPSpace.Scope(data: 0))
                .explore(limit: limit, by: workers)
            return [found.states, found.transitions, found.depth, found.ends, found.isCut ? 1 : 0]
        }
        for limit in [Int.max, 2_000] {
            #expect(found(2, limit) == found(1, limit))
            #expect(found(3, limit) == found(1, limit))
        }
    }
}
