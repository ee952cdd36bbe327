import Trace

/// SYN cookies (D. J. Bernstein, 1996; RFC 4987 3.6): a SYN,ACK for which the listener stores nothing.
///
/// If a listener keeps a connection for each SYN, an attacker can fill it with SYNs in the name of hosts that do not exist. With
/// a cookie it keeps nothing: its own initial sequence number contains what it would have to remember, and the third segment of
/// the handshake brings that number back as SEG.ACK - 1. A sender that has not received the SYN,ACK must guess it.
///
/// ```
///  31      27 26   24 23                               0
/// | counter  |  MSS  |  hash of sockets, ISNs, counter  |
/// ```
///
/// A sequence number has little room. What does not fit is lost:
///
/// - the options of the SYN. The other side's MSS is rounded down to one of eight values, and window scaling, SACK and timestamps
///   are not used on the connection;
/// - the retransmission of the SYN,ACK, because there is no timer. If it is lost, the other side sends its SYN again. If the
///   third segment is lost, only the other side regards the connection as open. Its first data repeats the acknowledgment. But if
///   the listener has to speak first, both sides wait for ever;
/// - data on the SYN. It is not acknowledged, so the other side sends it again;
/// - the clock in the sequence number (RFC 9293 3.4.1), by which a new connection begins beyond the numbers of the last one.
///
/// A cookie does not show either whether it has opened a connection before. ``SpentCookies`` remembers that.
public struct SYNCookies: Hashable, Sendable {
    /// When a listener answers with cookies.
    public enum Use: String, Hashable, Sendable, CaseIterable {
        /// For a SYN that arrives while ``Listener/isFull``.
        case whenFull = "full"
        /// For each SYN.
        case always
    }

    /// When a listener answers with cookies.
    public var use: Use
    /// The key of the hash, SipHash-2-4.
    public var key: SipHash.Key

    /// Cookies under this key.
    public init(_ use: Use, key: SipHash.Key) {
        self.use = use
        self.key = key
    }

    /// The time after which the counter grows by one.
    static let period = TimeSpan.seconds(64)
    /// The longest time for which a cookie is valid: until the counter has grown by two.
    static let lifetime = period * 2

    /// The values of the MSS that a cookie can express, in octets: the smallest that RFC 791's least MTU of 68 allows, RFC 9293's
    /// default, and those of common links.
    public static let segmentSizes: [UInt16] = [28, 256, 536, 1_024, 1_440, 1_460, 4_312, 8_960]

    /// A cookie and what it contains.
    public struct Cookie: Hashable, Sendable {
        /// The sequence number of the SYN,ACK.
        public let number: SequenceNumber
        /// The counter when the cookie was made: periods of 64 seconds since the start.
        public let counter: UInt64
        /// The MSS that it contains, in octets.
        public let segmentSize: UInt16
    }

    /// The cookie that answers `syn`.
    public func cookie(
        for syn: Segment, from remote: Socket, to local: Socket, at now: Instant
    ) -> Cookie {
        let announced = syn.maximumSegmentSize ?? UInt16(TransmissionControlBlock.defaultMSS)
        let index = Self.segmentSizes.lastIndex { $0 <= announced } ?? 0
        return cookie(
            Self.counter(at: now), index, first: syn.sequence, remote: remote, local: local)
    }

    /// The cookie that `acknowledgment` brings back; nil if its number is not a cookie for these sockets and this first sequence
    /// number, or if the cookie is older than about two minutes.
    public func cookie(
        in acknowledgment: Segment, from remote: Socket, to local: Socket, at now: Instant
    ) -> Cookie? {
        let number = acknowledgment.acknowledgment - 1
        let age = (Self.counter(at: now) &- UInt64(number.rawValue >> 27)) & 31
        guard age <= 1, age <= Self.counter(at: now) else { return nil }
        let cookie = cookie(
            Self.counter(at: now) - age, Int(number.rawValue >> 24 & 7), first: acknowledgment.sequence - 1,
            remote: remote, local: local)
        return cookie.number == number ? cookie : nil
    }

    /// How many periods have passed since the start.
    static func counter(at now: Instant) -> UInt64 {
        UInt64(max(0, now.microseconds / period.microseconds))
    }

    private func cookie(
        _ counter: UInt64, _ index: Int, first: SequenceNumber, remote: Socket, local: Socket
    ) -> Cookie {
        var identity = local.octets + remote.octets
        identity += (0..<4).map { UInt8(truncatingIfNeeded: first.rawValue >> (8 * $0)) }
        identity += (0..<8).map { UInt8(truncatingIfNeeded: counter >> (8 * UInt64($0))) }
        let place = UInt32(truncatingIfNeeded: index) & 7
        identity.append(UInt8(place))
        let hash = UInt32(truncatingIfNeeded: SipHash.hash(identity, key: key)) & 0xff_ffff
        let number = UInt32(truncatingIfNeeded: counter & 31) << 27 | place << 24 | hash
        return Cookie(
            number: SequenceNumber(number), counter: counter, segmentSize: Self.segmentSizes[Int(place)])
    }
}

extension Connection {
    /// The SYN,ACK of a listening connection that carries `cookie`. The MSS is its only option, because the listener could not
    /// remember that it agreed to others.
    func synAck(answering syn: Segment, _ cookie: SYNCookies.Cookie) -> Segment {
        Segment(
            sourcePort: local.port, destinationPort: syn.sourcePort, sequence: cookie.number,
            acknowledgment: syn.sequence + 1, control: [.syn, .ack], window: UInt16(clamping: freeReceiveBuffer()),
            options: [.maximumSegmentSize(configuration.mss)])
    }

    /// Turns a listening connection into the connection that `acknowledgment` completes: as if it had received the SYN, had sent
    /// the SYN,ACK, and now received the acknowledgment.
    mutating func resume(
        by acknowledgment: Segment, from source: IPv4Address, _ cookie: SYNCookies.Cookie, at now: Instant
    ) -> [Action] {
        var turn = Turn(now: now, isTracing: configuration.tracing)
        turn.note(.cookie(.accepted(cookie, sequence: acknowledgment.sequence)))
        tcb.remote = Socket(source, acknowledgment.sourcePort)
        var syn = acknowledgment
        syn.sequence = acknowledgment.sequence - 1
        syn.control = .syn
        syn.options = [.maximumSegmentSize(cookie.segmentSize)]
        syn.payload = []
        // Without notes: the note above says what the SYN brought.
        var silent = Turn(now: now, isTracing: false)
        synchronize(with: syn, &silent)
        tcb.sending = SendSequenceSpace(initial: cookie.number)
        tcb.sending.next += 1
        enter(.synReceived, &turn)
        var actions = turn.actions
        handle(.segmentArrives(acknowledgment, from: source), at: now, into: &actions)
        return actions
    }
}
