import Simulator
import TCPSim
import Testing

/// Two real connections, explored.
@Suite struct ExplorerTCPTests {
    private func explore(
        _ bounds: TCPSpace.Bounds, data: Int = 1, initial: (a: UInt32, b: UInt32) = (100, 300), mayCross: Bool = false,
        oldSYN: Int? = 10, excusesGhosts: Bool = false,
        machine: @escaping TCPSpace.Machine = TCPSpace.machine(.standard)
    ) -> Exploration<TCPSpace> {
        Explorer(
            TCPSpace(
                bounds: bounds, data: data, initial: initial, mayCross: mayCross, oldSYN: oldSYN,
                excusesGhosts: excusesGhosts,
                machine: machine
            ), limit: 200_000
        ).explore()
    }

    @Test func noRuleIsBrokenAndTheNumberOfStatesIsWhatItWas() {
        for (bounds, data, states, transitions) in [
            (TCPSpace.Bounds(), 0, 406, 761), (TCPSpace.Bounds(), 1, 2999, 6263),
            (TCPSpace.Bounds(timeouts: 1), 0, 3048, 6279), (TCPSpace.Bounds(loss: 1), 0, 921, 2131),
            (TCPSpace.Bounds(duplicate: 1), 0, 3185, 6892), (TCPSpace.Bounds(reorder: 1), 1, 12667, 28075),
        ] {
            let found = explore(bounds, data: data)
            #expect(found.counterexample == nil)
            #expect(!found.isCut)
            #expect([found.states, found.transitions] == [states, transitions])
        }
    }

    @Test func everyArrowOfFigure5IsTakenWhereTheSYNsMayCross() {
        let listening = explore(TCPSpace.Bounds(), data: 0)
        #expect(
            TCPSpace.coverage(listening.landmarks)
                == "18 of 20 arrows; not LISTEN > SYN-SENT, SYN-SENT > SYN-RECEIVED")
        let crossing = explore(TCPSpace.Bounds(), mayCross: true, oldSYN: 100_000)
        #expect(crossing.counterexample == nil && !crossing.isCut)
        #expect(TCPSpace.coverage(crossing.landmarks) == "20 of 20 arrows")
    }

    /// Otherwise the list would excuse what never happens.
    @Test func everyKnownOmissionOfFigure5IsTakenByGivingUpAndByTheResetThatFollows() throws {
        let bounds = TCPSpace.Bounds(timeouts: 2)
        let givingUp = explore(bounds, data: 0)
        #expect(givingUp.counterexample == nil && !givingUp.isCut)
        // With data there are too many states for a test; one way is enough. B gives up, and A learns of it in FIN-WAIT-2.
        let path =
            opening + [
                .close(.a), .deliver(to: .b, at: 0), .deliver(to: .a, at: 0), .send(.b), .timeout(.b, .retransmission),
                .timeout(.b, .retransmission), .deliver(to: .a, at: 0), .deliver(to: .b, at: 0),
                .deliver(to: .a, at: 0),
            ]
        // The second copy of B's octet lies before the reset.
        let last = try follow(path + [.deliver(to: .a, at: 0)], in: TCPSpace(bounds: bounds))
        #expect(givingUp.landmarks.union(last.landmarks).isSuperset(of: TCPSpace.Arrow.omissions))
    }

    /// A passive open and an active one: both sides are ESTABLISHED.
    private let opening: [TCPSpace.Action] = [
        .open(.a), .open(.b), .deliver(to: .b, at: 0), .deliver(to: .a, at: 0), .deliver(to: .b, at: 0),
    ]

    /// Where `path` leads, each of its actions being possible, and everything that was passed.
    private func follow(_ path: [TCPSpace.Action], in start: TCPSpace) throws -> Exploration<TCPSpace>.Step {
        var space = start
        var whole = Exploration<TCPSpace>.Step(to: space.start)
        for action in path {
            try #require(space.actions(in: whole.state).contains(action), "\(action)")
            let step = space.step(action, in: whole.state)
            whole.state = step.state
            whole.landmarks += step.landmarks
            whole.violation = whole.violation ?? step.violation ?? space.violation(in: step.state)
        }
        return whole
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
        let space = TCPSpace(bounds: TCPSpace.Bounds(), mayCross: true)
        let counterexample = try #require(Explorer(space).explore().counterexample)
        #expect(counterexample.rule == TCPSpace.Rule.ghost.rawValue)
        #expect(counterexample.actions.count == 9)
        let ladder = space.ladder(counterexample.actions)
        #expect(ladder.contains { $0.contains("--> <SEQ=90><CTL=SYN> -->") && $0.hasSuffix(" SYN-RECEIVED") })
        // A has gone on to FIN-WAIT-1 without an answer: CLOSE in SYN-RECEIVED sends the FIN (3.10.4).
        #expect(
            ladder.contains {
                $0.hasPrefix("10. FIN-WAIT-1   --> <SEQ=101><ACK=301><CTL=FIN,ACK> -->")
                    && $0.hasSuffix(" ESTABLISHED")
            })
        // The window has 65,535 numbers.
        #expect(explore(TCPSpace.Bounds(), mayCross: true, oldSYN: 65_534).counterexample?.actions.count == 9)
        #expect(explore(TCPSpace.Bounds(), mayCross: true, oldSYN: 65_535).counterexample == nil)
    }

    /// The hole between the old number and the true one is never filled, and A's acknowledgments are those of B's true number.
    @Test func suchAGhostIsHandedNoOctetAndANeverAgreesToBeESTABLISHEDWithIt() {
        let found = explore(TCPSpace.Bounds(), mayCross: true, excusesGhosts: true)
        #expect(found.counterexample == nil && !found.isCut)
        #expect(TCPSpace.coverage(found.landmarks) == "20 of 20 arrows")
    }

    /// RFC 9293 3.5: "Proper use of "reset" segments can disambiguate these cases."
    @Test func asLongAsAIsInSYNRECEIVEDItResetsTheGhost() throws {
        let space = TCPSpace(bounds: TCPSpace.Bounds(duplicate: 1), mayCross: true)
        // A acknowledges a copy of B's SYN, which is not acceptable, and that acknowledgment opens B.
        let ghost: [TCPSpace.Action] = [
            .open(.a), .open(.b), .send(.b), .duplicate(to: .a, at: 0), .deliver(to: .a, at: 0),
            .deliver(to: .a, at: 0),
            .oldArrives, .deliver(to: .b, at: 0), .deliver(to: .b, at: 0), .deliver(to: .b, at: 0),
        ]
        let opened = try follow(ghost, in: space)
        #expect(opened.violation == TCPSpace.Rule.ghost.rawValue)
        #expect([opened.state.state(of: .a), opened.state.state(of: .b)] == [.synReceived, .established])
        let reset = try follow(ghost + [.deliver(to: .a, at: 0), .deliver(to: .b, at: 0)], in: space)
        #expect([reset.state.state(of: .a), reset.state.state(of: .b)] == [.synReceived, .closed])
    }

    /// The fifth check resets what acknowledges too little in SYN-RECEIVED only; afterwards such an acknowledgment is a duplicate and
    /// ignored. So A must not be in FIN-WAIT-1 yet; but the arrow from SYN-RECEIVED leads there before anybody has answered it.
    @Test func onceAHasClosedNothingResetsTheGhostUntilAHasGivenUpAndBSendsAgain() throws {
        let space = TCPSpace(bounds: TCPSpace.Bounds(timeouts: 4), data: 1, mayCross: true)
        var path = try #require(explore(TCPSpace.Bounds(), mayCross: true).counterexample).actions
        func states() throws -> [State] {
            let state = try follow(path, in: space).state
            return [state.state(of: .a), state.state(of: .b)]
        }
        // All that is under way arrives, to the last acknowledgment.
        while let next = space.actions(in: try follow(path, in: space).state).first(where: \.isDelivery) {
            path.append(next)
        }
        #expect(try states() == [.finWait1, .established])
        path += [.timeout(.a, .retransmission), .timeout(.a, .retransmission)]
        #expect(try states() == [.closed, .established])
        path.append(.close(.b))
        while let next = space.actions(in: try follow(path, in: space).state).first(where: \.isDelivery) {
            path.append(next)
        }
        #expect(try states() == [.closed, .closed])
    }

    // MARK: Two steps

    @Test func aTwoWayHandshakeHasAGhostConnectionMadeByAnOldSYNAlone() throws {
        let space = TCPSpace(bounds: TCPSpace.Bounds(), machine: TCPSpace.machine(.twoWay))
        let counterexample = try #require(Explorer(space).explore().counterexample)
        #expect(counterexample.actions == [.open(.b), .oldArrives])
        #expect(counterexample.rule.contains("never chose"))
        let ladder = space.ladder(counterexample.actions)
        #expect(ladder.contains { $0.contains("--> <SEQ=90><CTL=SYN> -->") && $0.hasSuffix(" ESTABLISHED") })
        #expect(ladder.allSatisfy { $0.count <= 100 })
    }
}

extension TCPSpace.Action {
    /// Whether the oldest segment of a queue arrives.
    fileprivate var isDelivery: Bool { if case .deliver(_, 0) = self { true } else { false } }
}
