import Synchronization

/// Lets a certain number of tests do something at the same time. The others wait.
///
/// The test that has come last has the next turn: a test that goes from step to step is done with them before others begin.
final class Turns: Sendable {
    private struct State {
        var free: Int
        var waiting: [CheckedContinuation<Void, Never>] = []
    }

    private let state: Mutex<State>

    /// Turns for `count` tests at the same time.
    init(_ count: Int) {
        state = Mutex(State(free: count))
    }

    /// Waits for a turn, and takes it.
    func take() async {
        await withCheckedContinuation { continuation in
            let isFree = state.withLock { state in
                guard state.free > 0 else {
                    state.waiting.append(continuation)
                    return false
                }
                state.free -= 1
                return true
            }
            if isFree { continuation.resume() }
        }
    }

    /// Gives a turn back, for the test that waits for one.
    func giveBack() {
        let next = state.withLock { state in
            let next = state.waiting.popLast()
            if next == nil { state.free += 1 }
            return next
        }
        next?.resume()
    }
}
