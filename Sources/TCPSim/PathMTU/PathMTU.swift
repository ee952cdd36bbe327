import Trace

/// The estimate of the largest datagram that the path carries (RFC 1191).
///
/// Every datagram of ours forbids routers to cut it up. One that is too large for the next network is dropped, and the router
/// says so by ICMP, unless something on the way drops ICMP as well: then only the silence tells (RFC 2923).
struct PathMTU: Hashable, Sendable {
    /// A router's report that waits for a sign that it is true.
    struct Report: Hashable, Sendable {
        /// Octets of the largest datagram that it would pass on.
        let mtu: Int
        /// The number of the segment that it is said to have dropped.
        let sequence: SequenceNumber
    }

    /// Trouble on the path.
    private struct Trouble: Hashable, Sendable {
        var limit: Int?
        var lowered: Instant?
        var fallback: Int?
        var doubted: Report?
    }

    /// One, or none for most connections, which take no room for it.
    private var troubles: [Trouble] = []
    private var sentSize = Int32(Self.minimum)
    private var arrivedSize = Int32(Self.minimum)

    /// Octets of the largest datagram that we send; nil as long as nothing forbids what both MSS allow.
    var limit: Int? { troubles.first?.limit }
    /// Octets of a datagram that came through, while larger ones are on trial; nil if none is.
    var fallback: Int? { troubles.first?.fallback }
    /// A report that contradicts what was acknowledged.
    var doubted: Report? { troubles.first?.doubted }
    /// Octets of the largest datagram that was sent: maxsizesent of RFC 5927.
    var largestSent: Int { Int(sentSize) }
    /// Octets of the largest datagram whose data was acknowledged: maxsizeacked of RFC 5927.
    var largestAcknowledged: Int { Int(arrivedSize) }

    /// Octets that every network must carry (RFC 791), and below which no report takes us (RFC 1191 3).
    static let minimum = 68
    /// How long a lowered limit is kept. The path may have changed, and nothing tells when a larger datagram would pass.
    static let lifetime = TimeSpan.seconds(600)

    /// The MTUs of common networks, the largest first: what to try when a router does not say its own (RFC 1191 7).
    private static let plateaus = [65_535, 32_000, 17_914, 8_166, 4_352, 2_002, 1_492, 1_006, 508, 296, minimum]

    /// The largest plateau below `octets`; the smallest one where there is none.
    static func plateau(below octets: Int) -> Int { plateaus.first { $0 < octets } ?? minimum }

    /// What to try in silence, the largest first: what nearly every path carries (RFC 4821 7.2), what every host takes in
    /// (RFC 791), and what every network carries.
    private static let safe = [1_024, harmless, minimum]

    /// A datagram of so many octets passes on nearly every path. It is suspected only after larger ones have been.
    static let harmless = 576

    /// The next smaller size to try in silence; nil if `octets` is the smallest.
    static func safe(below octets: Int) -> Int? { safe.first { $0 < octets } }

    mutating func sent(_ octets: Int) { sentSize = max(sentSize, Int32(clamping: octets)) }

    mutating func acknowledged(_ octets: Int) {
        guard largestAcknowledged < octets else { return }
        arrivedSize = Int32(clamping: octets)
        if let size = fallback, size < octets { change { $0.fallback = nil } }
    }

    /// Keeps a report that contradicts what was acknowledged; nil to forget it.
    mutating func doubt(_ report: Report?) { change { $0.doubted = report } }

    /// From `now` on nothing larger than `octets` is sent.
    mutating func lower(to octets: Int, at now: Instant) {
        troubles = [Trouble(limit: octets, lowered: now)]
        sentSize = min(sentSize, Int32(clamping: octets))
        arrivedSize = min(arrivedSize, Int32(clamping: octets))
    }

    /// Whether a larger datagram may be tried again.
    func isOutdated(at now: Instant) -> Bool {
        troubles.first?.lowered.map { Self.lifetime <= now - $0 } ?? false
    }

    /// Larger datagrams are tried again.
    mutating func raise() { troubles = [Trouble(fallback: limit)] }

    private mutating func change(_ body: (inout Trouble) -> Void) {
        var trouble = troubles.first ?? Trouble()
        body(&trouble)
        troubles = trouble == Trouble() ? [] : [trouble]
    }
}

extension Connection {
    /// Octets of the datagram that carries `count` octets of data.
    func datagramLength(of count: Int) -> Int { 40 + tcb.options.timestampsLength + count }

    /// Sets Eff.snd.MSS to what the SYNs and the path allow (RFC 9293 3.7.1).
    mutating func adaptSegmentSize() {
        let room = tcb.pathMTU.limit.map { max(1, $0 - datagramLength(of: 0)) } ?? .max
        let size = min(tcb.agreedSendMSS, room)
        tcb.effectiveSendMSS = size
        tcb.congestion?.segmentSize = size
    }

    /// Lets larger datagrams have another try, when the limit is old enough.
    mutating func probeLargerDatagrams(_ turn: inout Turn) {
        guard tcb.pathMTU.isOutdated(at: turn.now) else { return }
        let before = effectiveSendMSS
        tcb.pathMTU.raise()
        adaptSegmentSize()
        let after = effectiveSendMSS
        turn.note(.pathMTU(.raised(from: before, to: after)))
    }
}
