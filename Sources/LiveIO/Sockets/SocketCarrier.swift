import Trace

/// Connections of the operating system's TCP.
final class SocketCarrier: Carrier {
    let stopwatch = Stopwatch()
    private let listener: ListeningSocket?

    /// Accepts connections on `listener`, if there is one.
    init(_ listener: ListeningSocket?) { self.listener = listener }

    var isListening: Bool { listener != nil }
    var hasWaitingConnection: Bool { listener?.hasWaitingConnection ?? false }
    func accept() -> Acceptance<any OctetStream> {
        switch listener?.accept() ?? .nothing {
        case .connection(let socket): .connection(socket)
        case .nothing: .nothing
        case .exhausted: .exhausted
        }
    }
    func replenish() -> Bool { listener?.replenish() ?? true }

    func ready(_ wishes: [LinkWish]) -> Set<Int> { fulfilled(wishes, beside: [], within: 0) }

    func wait(
        for wishes: [LinkWish], orConnections: Bool, span: TimeSpan?, until stop: borrowing StopSignal
    ) -> Set<Int> {
        let others = [stop.descriptor] + (orConnections ? listener.map { [$0.descriptor] } ?? [] : [])
        return fulfilled(wishes, beside: others, within: OperatingSystem.pollTime(span))
    }

    /// The numbers of the connections whose wish can be fulfilled before so many milliseconds have passed, or one of the `others` can
    /// be read.
    private func fulfilled(_ wishes: [LinkWish], beside others: [Int32], within milliseconds: Int32) -> Set<Int> {
        var descriptors = others.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
        for wish in wishes {
            let events = (wish.wants.input ? POLLIN : 0) | (wish.wants.output ? POLLOUT : 0)
            // poll(2) ignores a descriptor below zero. A connection that wants nothing must not be asked: once its stream has
            // ended, it would always be ready.
            let descriptor = events == 0 ? -1 : (wish.stream as? StreamSocket)?.descriptor ?? -1
            descriptors.append(pollfd(fd: descriptor, events: Int16(events), revents: 0))
        }
        guard poll(&descriptors, nfds_t(descriptors.count), milliseconds) > 0 else { return [] }
        return Set(zip(wishes, descriptors[others.count...]).filter { $1.revents != 0 }.map { wish, _ in wish.number })
    }
}
