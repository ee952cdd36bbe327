import TCPHost
import TCPSim
import Trace

/// A host that listens as it should, and hosts that are wrong in one place of it, for the explorer to find out.
///
/// A wrong one is made of the real host, which knows nothing of it: what happens to the host is changed on the way.
package enum ListenerVariant: String, Hashable, Sendable, CaseIterable {
    /// As it should be.
    case standard
    /// WRONG: the listener takes every SYN, however many connections wait.
    case boundless = "no-backlog"
    /// WRONG: any acknowledgment is taken to bring back a cookie.
    case anyCookie = "any-cookie"
    /// WRONG: the MSS that a cookie claims is not checked.
    case uncheckedSize = "unchecked-mss"
    /// WRONG: to close the listening socket leaves half-open connections alive.
    case halfClosed = "kept-half-open"

    /// What is wrong with it, in a sentence; nil for the right one.
    package func mistake(in language: Language) -> String? {
        switch language {
        case .english: english
        }
    }

    private var english: String? {
        switch self {
        case .standard: nil
        case .boundless: "The listener takes every SYN, however many connections wait."
        case .anyCookie: "Any acknowledgment is taken to bring back a cookie."
        case .uncheckedSize: "The MSS that a cookie claims is not checked."
        case .halfClosed: "To close the listening socket leaves half-open connections alive."
        }
    }

    /// This host.
    package var machine: ListenerSpace.HostMachine { { host, cause in happen(cause, to: &host) } }

    /// Has `host` deal with what happens to it, as this variant does.
    private func happen(_ cause: ListenerSpace.Cause, to host: inout TCPHost.Host) {
        switch (self, cause) {
        case (.boundless, .listen): ListenerSpace.Cause.listen(backlog: 1_000).happen(to: &host)
        case (.anyCookie, .arrival(let segment, let source)), (.anyCookie, .forgery(let segment, let source)):
            let right = Self.corrected(segment, from: source, by: host) { _, _ in true }
            Self.arrive(right, or: cause, from: source, at: &host)
        case (.uncheckedSize, .arrival(let segment, let source)), (.uncheckedSize, .forgery(let segment, let source)):
            // The bits beside those of the MSS are the cookie's.
            let right = Self.corrected(segment, from: source, by: host) { claimed, made in
                (claimed.rawValue ^ made.rawValue) & ~(7 << 24) == 0
            }
            Self.arrive(right, or: cause, from: source, at: &host)
        case (.halfClosed, .stopListening):
            guard let listener = host.listener(at: ListenerSpace.listening) else { return }
            host.stopListening(ListenerSpace.listening)
            host.abandon(listener.acceptable, of: listener)
        case (.standard, _), (.boundless, _), (.anyCookie, _), (.uncheckedSize, _), (.halfClosed, _):
            cause.happen(to: &host)
        }
    }

    /// Has `segment` arrive if it opens a connection, and otherwise what has really happened.
    private static func arrive(
        _ segment: Segment, or cause: ListenerSpace.Cause, from source: Socket, at host: inout TCPHost.Host
    ) {
        var other = host
        ListenerSpace.Cause.arrival(segment, from: source).happen(to: &other)
        if other.connections.count > host.connections.count { host = other } else { cause.happen(to: &host) }
    }

    /// An acknowledgment as it would have to be, if the cookie that it brings is near enough to one for these sockets and numbers, of
    /// whatever MSS.
    private static func corrected(
        _ segment: Segment, from source: Socket, by host: TCPHost.Host,
        _ isNear: (_ claimed: SequenceNumber, _ made: SequenceNumber) -> Bool
    ) -> Segment {
        guard let cookies = host.settings.connection.synCookies, segment.control.contains(.ack),
            segment.control.isDisjoint(with: [.syn, .rst]),
            !host.connections.contains(where: { $0.route.remote == source })
        else { return segment }
        let claimed = segment.acknowledgment - 1
        let size = SYNCookies.segmentSizes[Int(claimed.rawValue >> 24 & 7)]
        func cookie(_ size: UInt16) -> SequenceNumber {
            var syn = ListenerSpace.syn(from: source, segment.sequence - 1)
            syn.options = [.maximumSegmentSize(size)]
            return cookies.cookie(for: syn, from: source, to: ListenerSpace.socketB, at: host.now).number
        }
        guard SYNCookies.segmentSizes.contains(where: { isNear(claimed, cookie($0)) }) else { return segment }
        var right = segment
        right.acknowledgment = cookie(size) + 1
        return right
    }
}
