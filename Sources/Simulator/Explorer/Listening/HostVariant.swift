import TCPHost
import TCPSim
import Trace

/// Hosts that listen and are wrong in one place of it. What happens to the real host is changed on the way.
extension Variant {
    /// The connections and the host of this variant.
    package var machines: TCPSpace.Machines {
        TCPSpace.Machines(connection: machine, host: { host, cause in happen(cause, to: &host) })
    }

    /// Has `host` deal with what happens to it, as this variant does.
    private func happen(_ cause: TCPSpace.Cause, to host: inout TCPHost.Host) {
        switch (self, cause) {
        case (.boundless, .listen): TCPSpace.Cause.listen(backlog: 1_000).happen(to: &host)
        case (.anyCookie, .arrival(let segment)), (.anyCookie, .falseCookie(let segment)):
            Self.arrive(Self.corrected(segment, by: host) { _, _ in true }, or: cause, at: &host)
        case (.uncheckedSize, .arrival(let segment)), (.uncheckedSize, .falseCookie(let segment)):
            // The bits beside those of the MSS are the cookie's.
            let right = Self.corrected(segment, by: host) { claimed, made in
                (claimed.rawValue ^ made.rawValue) & ~(7 << 24) == 0
            }
            Self.arrive(right, or: cause, at: &host)
        case (.halfClosed, .stopListening):
            guard let listener = host.listener(at: TCPSpace.listening) else { return }
            host.stopListening(TCPSpace.listening)
            host.abandon(listener.acceptable, of: listener)
        default: cause.happen(to: &host)
        }
    }

    /// Has `segment` arrive if it opens a connection, and otherwise what has really happened.
    private static func arrive(_ segment: Segment, or cause: TCPSpace.Cause, at host: inout TCPHost.Host) {
        var other = host
        TCPSpace.Cause.arrival(segment).happen(to: &other)
        if other.connections.count > host.connections.count { host = other } else { cause.happen(to: &host) }
    }

    /// An acknowledgment as it would have to be, if the cookie that it brings is near enough to one for these sockets and numbers, of
    /// whatever MSS.
    private static func corrected(
        _ segment: Segment, by host: TCPHost.Host,
        _ isNear: (_ claimed: SequenceNumber, _ made: SequenceNumber) -> Bool
    ) -> Segment {
        let source = TCPSpace.source(of: segment)
        guard let cookies = host.settings.connection.synCookies, segment.control.contains(.ack),
            segment.control.isDisjoint(with: [.syn, .rst]),
            !host.connections.contains(where: { $0.route.remote == source })
        else { return segment }
        let claimed = segment.acknowledgment - 1
        let size = SYNCookies.segmentSizes[Int(claimed.rawValue >> 24 & 7)]
        func cookie(_ size: UInt16) -> SequenceNumber {
            let syn = Segment(
                sourcePort: source.port, destinationPort: segment.destinationPort, sequence: segment.sequence - 1,
                control: .syn, window: 65_535, options: [.maximumSegmentSize(size)])
            return cookies.cookie(for: syn, from: source, to: TCPSpace.socketB, at: host.now).number
        }
        guard SYNCookies.segmentSizes.contains(where: { isNear(claimed, cookie($0)) }) else { return segment }
        var right = segment
        right.acknowledgment = cookie(size) + 1
        return right
    }
}
