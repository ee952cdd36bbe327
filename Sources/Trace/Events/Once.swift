import Synchronization

/// A value that is worked out when it is first asked for, and kept.
///
/// The value must depend only on what is known when this object is made: then the time of the computation does not matter. Several threads
/// may ask at the same time.
final class Once<Value: Sendable>: Sendable {
    private enum State: Sendable {
        case open(@Sendable () -> Value)
        case known(Value)
    }

    private let state: Mutex<State>

    /// A value that `work` will compute.
    init(_ work: @escaping @Sendable () -> Value) {
        state = Mutex(.open(work))
    }

    /// The value.
    var value: Value {
        state.withLock { state in
            switch state {
            case .known(let value): return value
            case .open(let work):
                let value = work()
                state = .known(value)
                return value
            }
        }
    }
}
