import Simulator
import Testing

@testable import TLSExplorer

/// The standard machines, explored.
@Suite struct TLSSpaceTests {
    @Test func undisturbed() throws {
        let space = try TLSSpace(TLSScope(.tls12, moves: 0))
        let found = space.explore()
        #expect(found.counterexample == nil)
        print(found.states, found.transitions, found.depth)
    }
}
