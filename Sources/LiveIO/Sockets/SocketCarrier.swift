import Trace

/// Connections of the operating system's TCP.
final class SocketCarrier: Carrier {
    let stopwatch = Stopwatch()
    private let listener: ListeningSocket?

    /// Accepts connections on `listener`, if there is one.
    init(_ listener: ListeningSocket?) { self.listener = listener }

    var isListening: Bool { listener != nil }
    var isKnockedAt: Bool { listener?.isKnockedAt ?? false }
    func accept() -> Acceptance<any OctetStream> {
        switch listener?.accept() ?? .nothing {
        case .connection(let socket): .connection(socket)
        case .nothing: .nothing
        case .exhausted: .exhausted
        }
    }
    func replenish() -> Bool { listener?.replenish() ?? true }

    func ready(_ wishes: [LinkWish]) -> Set<Int> { poll(wishes, beside: [], milliseconds: 0) }

    func wait(
        for wishes: [LinkWish], orConnections: Bool, span: TimeSpan?, until stop: borrowing StopSignal
    ) -> Set<Int> {
        // Rounded up: waking before a deadline would only mean to wait again.
        let milliseconds = span.map { Int32(clamping: (max(0, min($0.microseconds, 1 << 40)) + 999) / 1_000) } ?? -1
        let others = [stop.descriptor] + (orConnections ? listener.map { [$0.descriptor] } ?? [] : [])
        return poll(wishes, beside: others, milliseconds: milliseconds)
    }

    private func poll(_ wishes: [LinkWish], beside others: [Int32], milliseconds: Int32) -> Set<Int> {
        var descriptors = others.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
        for wish in wishes {
            let events = (wish.wants.input ? POLLIN : 0) | (wish.wants.output ? POLLOUT : 0)
            // A descriptor below zero is passed over: one that has ended would be ready all the time.
            let descriptor = events == 0 ? -1 : (wish.stream as? StreamSocket)?.descriptor ?? -1
            descriptors.append(pollfd(fd: descriptor, events: Int16(events), revents: 0))
        }
        guard systemPoll(&descriptors, milliseconds) > 0 else { return [] }
        return Set(zip(wishes, descriptors[others.count...]).filter { $1.revents != 0 }.map { wish, _ in wish.number })
    }
}

/// poll(2), which the class's own `poll` would hide.
private func systemPoll(_ descriptors: inout [pollfd], _ milliseconds: Int32) -> Int32 {
    poll(&descriptors, nfds_t(descriptors.count), milliseconds)
}
