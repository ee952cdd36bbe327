import Simulator
import TCPSim
import Testing

/// Two real connections, explored.
@Suite("Every run of two TCP connections")
struct ExplorerTCPTests {
    private func explore(
        _ bounds: TCPSpace.Bounds, data: Int = 1, initial: (a: UInt32, b: UInt32) = (100, 300), mayCross: Bool = false,
        hasOldSYN: Bool = true, machine: @escaping TCPSpace.Machine = TCPSpace.standard
    ) -> Exploration<TCPSpace> {
        Explorer(
            TCPSpace(
                bounds: bounds, data: data, initial: initial, mayCross: mayCross, hasOldSYN: hasOldSYN, machine: machine
            ), limit: 200_000
        ).explore()
    }

    @Test("No rule is broken, and the number of states is what it was")
    func pinned() {
        for (bounds, data, states, transitions) in [
            (TCPSpace.Bounds(), 0, 406, 761), (TCPSpace.Bounds(), 1, 3256, 6729),
            (TCPSpace.Bounds(timeouts: 1), 0, 3048, 6279), (TCPSpace.Bounds(loss: 1), 0, 942, 2163),
            (TCPSpace.Bounds(duplicate: 1), 0, 3185, 6892), (TCPSpace.Bounds(reorder: 1), 1, 15071, 32760),
        ] {
            let found = explore(bounds, data: data)
            #expect(found.counterexample == nil)
            #expect(!found.isCut)
            #expect([found.states, found.transitions] == [states, transitions])
        }
    }

    @Test("Every arrow of figure 5 is taken")
    func arrows() {
        let listening = explore(TCPSpace.Bounds())
        let crossing = explore(TCPSpace.Bounds(), mayCross: true, hasOldSYN: false)
        #expect(crossing.counterexample == nil)
        #expect(TCPSpace.coverage(listening.landmarks.union(crossing.landmarks)) == "20 of 20 arrows")
    }

    /// Nothing may depend on where the numbers are on the circle. Only the reset that answers a SYN without a connection has a
    /// number of its own, zero, so the old SYN stays away.
    @Test("Around the wrap of sequence numbers there are exactly as many states")
    func wrap() {
        let here = explore(TCPSpace.Bounds(reorder: 1), hasOldSYN: false)
        let there = explore(TCPSpace.Bounds(reorder: 1), initial: (.max - 1, .max), hasOldSYN: false)
        #expect(there.counterexample == nil)
        #expect([here.states, here.transitions] == [there.states, there.transitions])
    }

    /// What the three-way handshake does not protect: an old SYN that meets a simultaneous open.
    @Test("An old SYN in a simultaneous open gets through, until A's answer resets it")
    func oldSYNInSimultaneousOpen() throws {
        let counterexample = try #require(explore(TCPSpace.Bounds(), mayCross: true).counterexample)
        #expect(counterexample.rule.contains("never chose"))
        #expect(counterexample.actions.count == 9)
    }

    @Test("A two-way handshake has a ghost connection, made by an old SYN alone")
    func twoWay() throws {
        let space = TCPSpace(bounds: TCPSpace.Bounds(), machine: TCPSpace.machine(.twoWay))
        let counterexample = try #require(Explorer(space).explore().counterexample)
        #expect(counterexample.actions == [.open(.b), .oldArrives])
        #expect(counterexample.rule.contains("never chose"))
        let ladder = space.ladder(counterexample.actions)
        #expect(ladder.contains { $0.contains("--> <SEQ=90><CTL=SYN> -->") && $0.hasSuffix(" ESTABLISHED") })
        #expect(ladder.allSatisfy { $0.count <= 100 })
    }
}
