import Dispatch
import Synchronization

/// What is put in order before the user ends the program (SIGINT, which is Ctrl-C, or SIGTERM) in the middle of its work: a line on the
/// terminal, a folder that is not finished.
///
/// While an `Interruption` exists, the signal does its work first and then ends the program as it would without it, so that a shell sees the
/// usual status. Where the program has said otherwise what a signal does (``StopSignal``), this stays so.
package final class Interruption: Sendable {
    private struct State {
        var works: [(number: Int, work: @Sendable () -> Void)] = []
        var next = 0
        /// The signals whose usual effect is put off.
        var caught: [Int32] = []
        /// Reads the signals' numbers; nil before the first of them is put off.
        var source: (any DispatchSourceRead)?
    }

    private static let state = Mutex(State())
    /// The descriptor to which the signals' handler writes. It is global, because a handler can use nothing else.
    private static let pipe = Atomic<Int32>(-1)

    private static let isEnding = Atomic(false)

    private let number: Int

    /// Begins to care for the signals.
    ///
    /// - Parameter work: what is done when one comes. It runs in another thread, while the rest of the program goes on.
    init(_ work: @escaping @Sendable () -> Void) {
        number = Self.state.withLock { state in
            if state.works.isEmpty { Self.catchSignals(&state) }
            state.next += 1
            state.works.append((state.next, work))
            return state.next
        }
    }

    deinit {
        let number = number
        Self.state.withLock { state in
            state.works.removeAll { $0.number == number }
            guard state.works.isEmpty else { return }
            for number in state.caught { Self.restore(number) }
            state.caught = []
        }
    }

    private static func catchSignals(_ state: inout State) {
        if state.source == nil {
            // Without a descriptor the signals keep their effect.
            guard let (reader, writer) = try? OperatingSystem.pipe() else { return }
            pipe.store(writer, ordering: .sequentiallyConsistent)
            let source = DispatchSource.makeReadSource(
                fileDescriptor: reader, queue: DispatchQueue(label: "interruption"))
            source.setEventHandler {
                var octet: UInt8 = 0
                if read(reader, &octet, 1) == 1 { end(by: Int32(octet)) }
            }
            source.resume()
            state.source = source
        }
        for number in [SIGINT, SIGTERM] {
            let before = signal(number) { number in
                let before = errno
                var octet = UInt8(truncatingIfNeeded: number)
                _ = write(Interruption.pipe.load(ordering: .sequentiallyConsistent), &octet, 1)
                errno = before
            }
            // A shell without job control lets its background programs ignore SIGINT.
            if before == nil { state.caught.append(number) } else { _ = signal(number, before) }
        }
    }

    /// Does all works, the last first, and ends the program.
    private static func end(by number: Int32) {
        isEnding.store(true, ordering: .sequentiallyConsistent)
        for work in state.withLock({ $0.works.reversed() }) { work.work() }
        restore(number)
        kill(getpid(), number)
    }

    /// Does not return if the program is just being ended by a signal. An error that comes now is one of what was put in order, and not
    /// the reason for the end.
    package static func standStill() {
        while isEnding.load(ordering: .sequentiallyConsistent) { _ = poll(nil, 0, 1_000) }
    }

    private static func restore(_ number: Int32) { _ = signal(number, SIG_DFL) }
}
