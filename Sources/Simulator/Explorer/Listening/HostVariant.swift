import TCPHost
import TCPSim
import Trace

/// Hosts that are wrong in one point of how they listen. The causes that the real host meets are changed on the way.
extension Variant {
    /// The connections and the host of this variant.
    package var machines: TCPSpace.Machines {
        TCPSpace.Machines(connection: machine, host: { host, cause in happen(cause, to: &host) })
    }

    /// Lets `host` deal with a cause, as this variant does.
    private func happen(_ cause: TCPSpace.Cause, to host: inout TCPHost.Host) {
        switch (self, cause) {
        case (.boundless, .listen): TCPSpace.Cause.listen(backlog: 1_000).happen(to: &host)
        case (.anyCookie, .arrival(let segment)), (.anyCookie, .falseCookie(let segment)):
            Self.arrive(Self.corrected(segment, by: host) { _, _ in true }, or: cause, at: &host)
        case (.uncheckedSize, .arrival(let segment)), (.uncheckedSize, .falseCookie(let segment)):
            // All bits must be those of a cookie, except the three bits of the MSS.
            let right = Self.corrected(segment, by: host) { claimed, made in
                (claimed.rawValue ^ made.rawValue) & ~(7 << 24) == 0
            }
            Self.arrive(right, or: cause, at: &host)
        case (.halfClosed, .stopListening):
            guard let listener = host.listener(at: TCPSpace.listening) else { return }
            host.stopListening(TCPSpace.listening)
            host.abandon(Array(listener.acceptable), of: listener)
        default: cause.happen(to: &host)
        }
    }

    /// Lets `segment` arrive if it opens a connection; otherwise lets the host meet `cause`.
    private static func arrive(_ segment: Segment, or cause: TCPSpace.Cause, at host: inout TCPHost.Host) {
        var other = host
        TCPSpace.Cause.arrival(segment).happen(to: &other)
        if other.connections.count > host.connections.count { host = other } else { cause.happen(to: &host) }
    }

    /// The acknowledgment with the true cookie for its claimed MSS, if `isNear` takes its cookie for one of these sockets and numbers with
    /// any MSS; else the segment unchanged.
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
