/// The properties of a frame in its connection.
package struct Marks: OptionSet, Sendable {
    /// A bit for each mark.
    package let rawValue: UInt64
    /// The marks with these bits.
    package init(rawValue: UInt64) { self.rawValue = rawValue }

    private static func bit(_ place: UInt64) -> Marks { Marks(rawValue: 1 << place) }
    static let syn = bit(0)
    static let synACK = bit(1)
    static let data = bit(2)
    static let ack = bit(3)
    static let fin = bit(4)
    static let rst = bit(5)
    static let duplicateACK = bit(6)
    static let windowUpdate = bit(7)
    static let windowClosed = bit(8)
    static let windowProbe = bit(9)
    static let windowProbeACK = bit(10)
    static let keepAlive = bit(11)
    static let keepAliveACK = bit(12)
    static let outOfOrder = bit(13)
    static let fastRetransmission = bit(14)
    static let recoveryRetransmission = bit(15)
    static let tailProbe = bit(16)
    static let retransmission = bit(17)
    static let networkDuplicate = bit(18)
    static let captureDuplicate = bit(19)
    static let gapBefore = bit(20)
    static let ackedUnseen = bit(21)
    static let windowFull = bit(22)
    static let resetInjected = bit(23)
    static let wrongChecksum = bit(24)
    static let portReused = bit(25)
    static let challengeACK = bit(26)
    static let clientHello = bit(27)
    static let serverHello = bit(28)
    static let certificate = bit(29)
    static let alert = bit(30)
    static let report = bit(31)
    static let urgent = bit(32)
    static let simultaneousOpen = bit(33)

    /// The names of the marks. Where a machine of the simulator has a fitting step, the name is the id of that step.
    static let names: [(Marks, String)] = [
        (syn, "tcp.syn"), (synACK, "tcp.syn_ack"), (data, "tcp.data"), (ack, "tcp.ack"), (fin, "tcp.fin"),
        (rst, "tcp.rst"), (duplicateACK, "tcp.duplicate_ack"), (windowUpdate, "tcp.window_update"),
        (windowClosed, "tcp.window_closed"), (windowProbe, "tcp.window_probe"),
        (windowProbeACK, "tcp.window_probe_ack"), (keepAlive, "tcp.keep_alive"),
        (keepAliveACK, "tcp.keep_alive_ack"), (outOfOrder, "tcp.out_of_order"),
        (fastRetransmission, "tcp.fast_retransmit"), (recoveryRetransmission, "tcp.recovery_retransmission"),
        (tailProbe, "tcp.tail_probe"), (retransmission, "tcp.retransmission"),
        (networkDuplicate, "tcp.network_duplicate"), (captureDuplicate, "capture.duplicate"),
        (gapBefore, "tcp.gap_before"), (ackedUnseen, "tcp.acked_unseen"), (windowFull, "tcp.window_full"),
        (resetInjected, "tcp.reset_injected"), (wrongChecksum, "tcp.wrong_checksum"),
        (portReused, "tcp.time_wait_reuse"), (challengeACK, "tcp.challenge_ack"), (clientHello, "tls.client_hello"),
        (serverHello, "tls.server_hello"), (certificate, "tls.certificate"), (alert, "tls.alert"),
        (report, "icmp.error"), (urgent, "tcp.urgent"), (simultaneousOpen, "tcp.simultaneous_open"),
    ]

    /// The names of the marks in this set, in the order of the bits.
    package var names: [String] { Self.names.filter { contains($0.0) }.map(\.1) }
}

/// Why a segment was sent again.
package enum Again: String, CaseIterable, Sendable {
    /// A SYN or SYN,ACK was not answered in time.
    case handshake
    /// Fast retransmission: an acknowledgment has reported data beyond the segment. It is the first of a recovery (RFC 5681 section 3.2,
    /// RFC 6675 section 5).
    case fast
    /// A later retransmission of a recovery. The recovery ends when all data that was outstanding at its beginning is acknowledged (RFC
    /// 6675 section 5).
    case recovery
    /// Tail loss probe: the last segment was sent again before the timer ran out, and no data beyond it was reported (RFC 8985 section 7).
    case tailProbe = "tail_probe"
    /// The retransmission timer has run out (RFC 6298 section 5).
    case timeout
    /// The packets do not tell the reason.
    case unclear
}

extension Again {
    /// The mark of a frame that was sent again for that reason.
    var mark: Marks {
        switch self {
        case .fast: .fastRetransmission
        case .recovery: .recoveryRetransmission
        case .tailProbe: .tailProbe
        case .handshake, .timeout, .unclear: .retransmission
        }
    }
}
