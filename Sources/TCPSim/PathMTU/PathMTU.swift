import Trace

/// The estimate of the largest datagram that the path carries (RFC 1191).
///
/// Our datagrams forbid routers to fragment them. A router drops a datagram that is too large for the next network, and
/// reports that by ICMP. If a device on the path drops ICMP, the missing acknowledgments are the only sign (RFC 2923).
struct PathMTU: Hashable, Sendable {
    /// A router's report that is not yet confirmed.
    struct Report: Hashable, Sendable {
        /// The largest datagram that the router would forward, in octets.
        let mtu: Int
        /// The number of the segment that the router says it has dropped.
        let sequence: SequenceNumber
    }

    /// The state that only a path with a small MTU needs. The properties of ``PathMTU`` with these names say what they are.
    private struct Trouble: Hashable, Sendable {
        var limit: Int?
        var lowered: Instant?
        var fallback: Int?
        var doubted: Report?
    }

    /// One element, or none. Most connections have none, and an empty array needs no memory.
    private var troubles: [Trouble] = []
    private var sentSize = Int32(Self.minimum)
    private var arrivedSize = Int32(Self.minimum)

    /// The largest datagram that we send, in octets; nil if only the two MSS limit it.
    var limit: Int? { troubles.first?.limit }
    /// The old limit in octets while larger datagrams are tried; nil if none are tried.
    var fallback: Int? { troubles.first?.fallback }
    /// A report that contradicts the acknowledgments; nil if there is none.
    var doubted: Report? { troubles.first?.doubted }
    /// The largest datagram that was sent, in octets: maxsizesent of RFC 5927.
    var largestSent: Int { Int(sentSize) }
    /// The largest datagram whose data was acknowledged, in octets: maxsizeacked of RFC 5927.
    var largestAcknowledged: Int { Int(arrivedSize) }

    /// The datagram that every network must carry, in octets (RFC 791). No report lowers the limit further (RFC 1191 3).
    static let minimum = 68
    /// How long a lowered limit is kept. The path may have changed, and no message says when it carries larger datagrams
    /// again.
    static let lifetime = TimeSpan.seconds(600)

    /// The MTUs of common networks, the largest first. They are tried if a router does not say the MTU (RFC 1191 7).
    private static let plateaus = [65_535, 32_000, 17_914, 8_166, 4_352, 2_002, 1_492, 1_006, 508, 296, minimum]

    /// The largest plateau below `octets`; the smallest plateau if there is none below.
    static func plateau(below octets: Int) -> Int { plateaus.first { $0 < octets } ?? minimum }

    /// The sizes that are tried if no report comes, the largest first: the datagram that nearly every path carries (RFC 4821
    /// 7.2), the datagram that every host accepts (RFC 791), and the datagram that every network carries.
    private static let safe = [1_024, harmless, minimum]

    /// A datagram of 576 octets passes on nearly every path. It is suspected only if larger datagrams were suspected before.
    static let harmless = 576

    /// The next smaller size to try if no report comes; nil if there is no smaller one.
    static func safe(below octets: Int) -> Int? { safe.first { $0 < octets } }

    mutating func sent(_ octets: Int) { sentSize = max(sentSize, Int32(clamping: octets)) }

    mutating func acknowledged(_ octets: Int) {
        guard largestAcknowledged < octets else { return }
        arrivedSize = Int32(clamping: octets)
        if let size = fallback, size < octets { change { $0.fallback = nil } }
    }

    /// Keeps a report that contradicts the acknowledgments; nil to forget it.
    mutating func doubt(_ report: Report?) { change { $0.doubted = report } }

    /// From `now` on no datagram of more than `octets` octets is sent.
    mutating func lower(to octets: Int, at now: Instant) {
        troubles = [Trouble(limit: octets, lowered: now)]
        sentSize = min(sentSize, Int32(clamping: octets))
        arrivedSize = min(arrivedSize, Int32(clamping: octets))
    }

    /// Whether the limit is so old that larger datagrams may be tried again.
    func isOutdated(at now: Instant) -> Bool {
        troubles.first?.lowered.map { Self.lifetime <= now - $0 } ?? false
    }

    /// Removes the limit, so that larger datagrams are tried again. It stays as the fallback.
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
        tcb.congestion?.resize(to: size)
    }

    /// Tries larger datagrams again if the limit is old enough.
    mutating func probeLargerDatagrams(_ turn: inout Turn) {
        guard tcb.pathMTU.isOutdated(at: turn.now) else { return }
        let before = effectiveSendMSS
        tcb.pathMTU.raise()
        adaptSegmentSize()
        let after = effectiveSendMSS
        turn.note(.pathMTU(.raised(from: before, to: after)))
    }
}
