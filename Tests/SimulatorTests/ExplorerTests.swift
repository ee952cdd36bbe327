import Simulator
import Testing

/// Two jugs, of three and of five litres: fill, empty, pour. A puzzle whose shortest answer is known.
private struct Jugs: TransitionSystem {
    struct State: Hashable {
        var small = 0
        var large = 0
    }
    enum Action: Hashable { case fillSmall, fillLarge, emptySmall, emptyLarge, pourLeft, pourRight }
    typealias Landmark = Int

    let start = State()
    /// The amount in the large jug that counts as a violation.
    let forbidden: Int
    /// Without emptying there is an end.
    var mayEmpty = true

    func actions(in state: State) -> [Action] {
        var actions: [Action] = []
        if state.small < 3 { actions.append(.fillSmall) }
        if state.large < 5 { actions.append(.fillLarge) }
        guard mayEmpty else { return actions }
        return actions + [.emptySmall, .emptyLarge, .pourLeft, .pourRight]
    }

    func step(_ action: Action, in state: State) -> Transition {
        var next = state
        switch action {
        case .fillSmall: next.small = 3
        case .fillLarge: next.large = 5
        case .emptySmall: next.small = 0
        case .emptyLarge: next.large = 0
        case .pourLeft:
            next.small = min(3, state.small + state.large)
            next.large = state.small + state.large - next.small
        case .pourRight:
            next.large = min(5, state.small + state.large)
            next.small = state.small + state.large - next.large
        }
        var step = Transition(to: next)
        step.landmarks = [next.large]
        return step
    }

    func violation(in state: State) -> String? { state.large == forbidden ? "forbidden" : nil }
    func deadlock(in state: State) -> String? { mayEmpty ? nil : "stuck" }

    typealias Transition = Exploration<Jugs>.Step
}

/// The search itself, on a system that everybody knows.
@Suite struct ExplorerTests {
    @Test func theShortestWayToFourLitresHasSixSteps() throws {
        let found = Explorer(Jugs(forbidden: 4)).explore()
        let counterexample = try #require(found.counterexample)
        #expect(counterexample.rule == "forbidden")
        #expect(
            counterexample.actions == [.fillLarge, .pourLeft, .emptySmall, .pourLeft, .fillLarge, .pourLeft])
        #expect(found.depth == 6)
    }

    @Test func everyStateIsFoundOnceAllSixteenInWhichOneJugIsFullOrEmpty() {
        var levels: [Int] = []
        let found = Explorer(Jugs(forbidden: -1)).explore { levels.append($0.depth) }
        #expect(found.counterexample == nil)
        #expect(found.states == 16)
        #expect(found.landmarks == [0, 1, 2, 3, 4, 5])
        #expect(!found.isCut && found.ends == 0)
        #expect(levels == levels.sorted())
    }

    @Test func aStateWhereNothingCanHappenAndThatIsNoEndIsAViolation() {
        let found = Explorer(Jugs(forbidden: -1, mayEmpty: false)).explore()
        #expect(found.counterexample?.rule == "stuck")
        #expect(found.counterexample?.actions.count == 2)
    }

    @Test func aViolationInTheStartNeedsNoStepTheLimitIsSaidToHaveCut() {
        #expect(Explorer(Jugs(forbidden: 0)).explore().counterexample?.actions == [])
        let cut = Explorer(Jugs(forbidden: -1), limit: 5).explore()
        #expect(cut.isCut && cut.states == 5)
    }
}
