import Simulator
import TCPSim
import Testing

/// Two real connections, explored.
@Suite struct ExplorerTCPTests {
    private func explore(
        _ bounds: TCPSpace.Bounds, data: Int = 1, initial: (a: UInt32, b: UInt32) = (100, 300), mayCross: Bool = false,
        oldSYN: Int? = 10, excusing: Set<TCPSpace.Rule> = []
    ) -> Exploration<TCPSpace> {
        TCPSpace(
            bounds: bounds, scope: scope(data: data, initial: initial, mayCross: mayCross, oldSYN: oldSYN),
            excusing: excusing
        ).explore(limit: 200_000)
    }

    private func scope(
        data: Int = 1, initial: (a: UInt32, b: UInt32) = (100, 300), mayCross: Bool = false, oldSYN: Int? = 10
    ) -> TCPSpace.Scope {
        var scope = TCPSpace.Scope(data: data, oldSYN: oldSYN)
        scope.initial = initial
        scope.mayCross = mayCross
        return scope
    }

    @Test(arguments: ExplorerCount.all + ExplorerCount.weak)
    func noRuleIsBrokenAndTheNumberOfStatesIsWhatItWas(_ count: ExplorerCount) {
        let found = TCPSpace(bounds: count.bounds, scope: count.scope).explore(limit: 200_000)
        #expect(found.counterexample == nil)
        #expect(!found.isCut)
        #expect([found.states, found.transitions] == [count.states, count.transitions])
        #expect(found.excuses == Set(count.weaknesses.map(\.rawValue)))
    }

    // MARK: What TCP as it is specified does not prevent

    /// RFC 9293 A.2: the numbers of both sides lie just behind the other's window, one octet of which is lost.
    @Test func acknowledgmentsThatAnswerEachOtherUntilATimerRunsOutAreNamed() throws {
        let bounds = TCPSpace.Bounds(loss: 1, timeouts: 1)
        let found = TCPSpace(bounds: bounds, scope: ExplorerCount.slow).explore(limit: 40_000)
        #expect(found.counterexample == nil)
        #expect(found.excuses == [TCPSpace.Weakness.crossedNumbers.rawValue])
        let space = TCPSpace(bounds: bounds, scope: ExplorerCount.slow, isStrict: true)
        let counterexample = try #require(space.explore(limit: 40_000).counterexample)
        #expect(counterexample.rule == .progress)
        #expect(space.ladder(counterexample).last == "    And so on.")
    }

    /// RFC 9293 3.5.1: B has nothing to send that A's host would answer by a reset.
    @Test func aSideThatWaitsInFINWAIT2ForOneThatIsGoneIsNamed() throws {
        var scope = ExplorerCount.aborting
        scope.data = 0
        let space = TCPSpace(bounds: TCPSpace.Bounds(loss: 1), scope: scope, isStrict: true)
        let counterexample = try #require(space.explore(limit: 10_000).counterexample)
        #expect(counterexample.rule == .progress)
        #expect(space.ladder(counterexample).last?.hasSuffix("FIN-WAIT-2") ?? false)
    }

    @Test func everyArrowOfFigure5IsTakenWhereTheSYNsMayCross() {
        let listening = explore(TCPSpace.Bounds(), data: 0)
        #expect(
            TCPSpace.coverage(listening.landmarks).english
                == "18 of 20 arrows; not LISTEN > SYN-SENT, SYN-SENT > SYN-RECEIVED")
        let crossing = explore(TCPSpace.Bounds(), mayCross: true, oldSYN: nil)
        #expect(crossing.counterexample == nil && !crossing.isCut)
        #expect(TCPSpace.coverage(crossing.landmarks).english == "20 of 20 arrows")
    }

    /// Otherwise the list would excuse what never happens.
    @Test func everyKnownOmissionOfFigure5IsTakenByGivingUpAndByTheResetThatFollows() throws {
        let bounds = TCPSpace.Bounds(timeouts: 2)
        let givingUp = explore(bounds, data: 0)
        #expect(givingUp.counterexample == nil && !givingUp.isCut)
        // With data there are too many states for a test; one way is enough. B gives up, and A learns of it in FIN-WAIT-2.
        let path =
            opening + [
                .close(.a), .segment(to: .b, at: 0, .arrives), .segment(to: .a, at: 0, .arrives), .send(.b),
                .timeout(.b, .retransmission),
                .timeout(.b, .retransmission), .segment(to: .a, at: 0, .arrives), .segment(to: .b, at: 0, .arrives),
                .segment(to: .a, at: 0, .arrives),
            ]
        // The second copy of B's octet lies before the reset.
        let last = try follow(path + [.segment(to: .a, at: 0, .arrives)], in: TCPSpace(bounds: bounds))
        let passed = givingUp.landmarks.union(last.passed)
        #expect(TCPSpace.Arrow.omissions.allSatisfy { passed.contains(.arrow($0)) })
    }

    /// A passive open and an active one: both sides are ESTABLISHED.
    private let opening: [TCPSpace.Action] = [
        .open(.a), .open(.b), .segment(to: .b, at: 0, .arrives), .segment(to: .a, at: 0, .arrives),
        .segment(to: .b, at: 0, .arrives),
    ]

    /// Where `path` leads, each of its actions being possible, and everything that was passed.
    private func follow(_ path: [TCPSpace.Action], in start: TCPSpace) throws -> Walk {
        var walk = Walk(space: start, state: start.start)
        for action in path {
            try #require(walk.choices.contains(action), "\(action)")
            let found = walk.space.learn(action, in: walk.state)
            let step = try #require(found)
            walk.state = step.state
            walk.landmarks |= step.landmarks
            if walk.violation == 0 {
                walk.violation = step.violation != 0 ? step.violation : walk.space.violation(in: step.state)
            }
        }
        return walk
    }

    /// Where a path leads.
    private struct Walk {
        var space: TCPSpace
        var state: PackedState
        var landmarks: UInt64 = 0
        var violation: UInt8 = 0

        var choices: [TCPSpace.Action] { space.actions(in: state) }
        var rule: TCPSpace.Rule? { TCPSpace.Rule(rawValue: violation) }
        var passed: Set<TCPSpace.Landmark> {
            Set(space.landmarks.enumerated().filter { landmarks >> UInt64($0.offset) & 1 == 1 }.map(\.element))
        }
        /// The states of A and B.
        var states: [State] { [space.state(of: .a, in: state), space.state(of: .b, in: state)] }
    }

    /// Nothing may depend on where the numbers are on the circle. Only the reset that answers a SYN without a connection has a
    /// number of its own, zero, so the old SYN stays away.
    @Test func aroundTheWrapOfSequenceNumbersThereAreExactlyAsManyStates() {
        let here = explore(TCPSpace.Bounds(reorder: 1), oldSYN: nil)
        let there = explore(TCPSpace.Bounds(reorder: 1), initial: (.max - 1, .max), oldSYN: nil)
        #expect(there.counterexample == nil)
        #expect([here.states, here.transitions] == [there.states, there.transitions])
    }

    // MARK: An old SYN in a simultaneous open

    /// TCP as it is specified breaks this rule. B's bare SYN has told A the number of B, and not what B takes to be the number of A;
    /// so what acknowledges it proves to B less than it does to a listener. SYN-RECEIVED asks for no more: a number in the window
    /// (first check), and B's SYN acknowledged (fifth check).
    @Test func anOldSYNThatMeetsASimultaneousOpenMakesAGhostIfItsNumberLiesWithinAWindowOfAs() throws {
        let space = TCPSpace(bounds: TCPSpace.Bounds(), scope: scope(mayCross: true), excusing: [.progress])
        let counterexample = try #require(space.explore().counterexample)
        #expect(counterexample.rule == .ghost)
        #expect(counterexample.actions.count == 9)
        let ladder = space.ladder(counterexample)
        #expect(ladder.contains { $0.contains("--> <SEQ=90><CTL=SYN> -->") && $0.hasSuffix(" SYN-RECEIVED") })
        // A has gone on to FIN-WAIT-1 without an answer: CLOSE in SYN-RECEIVED sends the FIN (3.10.4).
        #expect(
            ladder.contains {
                $0.hasPrefix("10. FIN-WAIT-1   --> <SEQ=101><ACK=301><CTL=FIN,ACK> -->")
                    && $0.hasSuffix(" ESTABLISHED")
            })
        // The window has 65,535 numbers.
        func found(_ oldSYN: Int) -> Exploration<TCPSpace> {
            explore(TCPSpace.Bounds(), mayCross: true, oldSYN: oldSYN, excusing: [.progress])
        }
        #expect(found(65_534).counterexample?.actions.count == 9)
        #expect(found(65_535).counterexample == nil)
    }

    /// The hole between the old number and the true one is never filled, and A's acknowledgments are those of B's true number.
    @Test func suchAGhostIsHandedNoOctetAndANeverAgreesToBeESTABLISHEDWithIt() {
        let found = explore(TCPSpace.Bounds(), mayCross: true, excusing: [.ghost, .progress])
        #expect(found.counterexample == nil && !found.isCut)
        #expect(TCPSpace.coverage(found.landmarks).english == "20 of 20 arrows")
    }

    /// RFC 9293 3.5: "Proper use of "reset" segments can disambiguate these cases."
    @Test func asLongAsAIsInSYNRECEIVEDItResetsTheGhost() throws {
        let space = TCPSpace(bounds: TCPSpace.Bounds(duplicate: 1), scope: scope(mayCross: true))
        // A acknowledges a copy of B's SYN, which is not acceptable, and that acknowledgment opens B.
        let ghost: [TCPSpace.Action] = [
            .open(.a), .open(.b), .send(.b), .segment(to: .a, at: 0, .isCopied), .segment(to: .a, at: 0, .arrives),
            .segment(to: .a, at: 0, .arrives),
            .oldArrives, .segment(to: .b, at: 0, .arrives), .segment(to: .b, at: 0, .arrives),
            .segment(to: .b, at: 0, .arrives),
        ]
        let opened = try follow(ghost, in: space)
        #expect(opened.rule == .ghost)
        #expect(opened.states == [.synReceived, .established])
        let reset = try follow(
            ghost + [.segment(to: .a, at: 0, .arrives), .segment(to: .b, at: 0, .arrives)], in: space)
        #expect(reset.states == [.synReceived, .closed])
    }

    /// The fifth check resets what acknowledges too little in SYN-RECEIVED only; afterwards such an acknowledgment is a duplicate and
    /// ignored. So A must not be in FIN-WAIT-1 yet; but the arrow from SYN-RECEIVED leads there before anybody has answered it.
    @Test func onceAHasClosedNothingResetsTheGhostUntilAHasGivenUpAndBSendsAgain() throws {
        let space = TCPSpace(bounds: TCPSpace.Bounds(timeouts: 4), scope: scope(mayCross: true))
        let ghost = explore(TCPSpace.Bounds(), mayCross: true, excusing: [.progress])
        var path = try #require(ghost.counterexample).actions
        func states() throws -> [State] { try follow(path, in: space).states }
        // All that is under way arrives, to the last acknowledgment.
        while let next = try follow(path, in: space).choices.first(where: \.isDelivery) {
            path.append(next)
        }
        #expect(try states() == [.finWait1, .established])
        path += [.timeout(.a, .retransmission), .timeout(.a, .retransmission)]
        #expect(try states() == [.closed, .established])
        path.append(.close(.b))
        while let next = try follow(path, in: space).choices.first(where: \.isDelivery) {
            path.append(next)
        }
        #expect(try states() == [.closed, .closed])
    }

    /// However far the old SYN lies: A is beyond the state that resets, B is in one that only drops, and each takes the other's
    /// acknowledgment for one that has to be answered (RFC 9293 3.10.7.4, first and fifth check).
    @Test func afterSuchAnOldSYNBothSidesCanAnswerEachOtherWithoutEnd() throws {
        let space = TCPSpace(
            bounds: TCPSpace.Bounds(), scope: scope(mayCross: true, oldSYN: 100_000), isStrict: true)
        let counterexample = try #require(space.explore().counterexample)
        #expect(counterexample.rule == .progress)
        #expect(counterexample.actions.count == 6)
        #expect(space.ladder(counterexample).last == "    And so on.")
    }

    // MARK: Two steps

    @Test func aTwoWayHandshakeHasAGhostConnectionMadeByAnOldSYNAlone() throws {
        let space = TCPSpace(bounds: TCPSpace.Bounds(), machines: Variant.twoWay.machines)
        let counterexample = try #require(space.explore().counterexample)
        #expect(counterexample.actions == [.open(.b), .oldArrives])
        #expect(counterexample.rule == .ghost)
        let ladder = space.ladder(counterexample)
        #expect(ladder.contains { $0.contains("--> <SEQ=90><CTL=SYN> -->") && $0.hasSuffix(" ESTABLISHED") })
        #expect(ladder.allSatisfy { $0.count <= 100 })
    }
}

extension Choice {
    /// Whether the oldest segment of a queue arrives.
    fileprivate var isDelivery: Bool { if case .segment(_, 0, .arrives) = self { true } else { false } }
}
