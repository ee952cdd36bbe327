import Capture
import TCPHost
import TCPSim
import TestSupport
import Trace

/// A transfer between two of the program's own hosts on a wire that loses, delays, doubles and damages datagrams.
///
/// It is recorded at both ends. The log of the wire knows the truth about each frame.
struct LossyTransfer {
    /// The rates of the wire's faults, in thousandths of all datagrams.
    struct Faults: Sendable {
        var loss: UInt64 = 0
        var reorder: UInt64 = 0
        var duplicate: UInt64 = 0
        var corrupt: UInt64 = 0
        /// Whether the wire loses no datagram of the client.
        var sparesClient = false
    }

    /// A frame of a recording, and the truth about it.
    struct Frame {
        let packet: PcapNG.Packet
        /// Whether any of its sequence numbers was sent before.
        let isSentAgain: Bool
        /// The step with which the sender sent it again; nil if it was sent for the first time.
        let step: String?
        /// Whether the recording shows that it was sent again or overtaken.
        let isKnowable: Bool
        /// Whether it was sent only once, and before segments that the recording has before it.
        let isOvertaken: Bool
        /// Whether it is the copy of a datagram that the wire has doubled.
        let isCopy: Bool
        /// Whether the wire has damaged it.
        let isDamaged: Bool
    }

    /// The steps with which a sender sends a segment again.
    private static let steps: Set<String> = [
        "tcp.fast_retransmit", "tcp.partial_ack", "tcp.recovery_retransmission", "tcp.retransmission",
    ]

    private struct Flight {
        let number: Int
        let octets: [UInt8]
        let isCopy: Bool
        let isDamaged: Bool
    }

    private struct Sent {
        let isClient: Bool
        let start: UInt32
        let length: UInt32
        let isSentAgain: Bool
        let step: String?
        let isOfHandshake: Bool
        var isLost = false
    }

    private(set) var client: [Frame] = []
    private(set) var server: [Frame] = []
    /// The number of segments of the server with data or FIN that the wire has lost.
    var lostOfServer: Int { flights.count { !$0.isClient && $0.length > 0 && !$0.isOfHandshake && $0.isLost } }
    var sentAgain: Int { flights.count { $0.isSentAgain } }
    private(set) var received = 0

    private var hosts: [TCPHost.Host]
    private var random: SplitMix64
    private let faults: Faults
    private var now = Instant.zero
    private var wire = Schedule<(toServer: Bool, flight: Flight)>()
    private var flights: [Sent] = []
    private var highest: [UInt32?] = [nil, nil]
    private var seen: [[(start: UInt32, end: UInt32)]] = [[], []]
    private var latest: [Instant] = [.zero, .zero]

    /// Sends `octets` octets from the server to the client, after a request.
    init(seed: UInt64, _ faults: Faults, octets: Int, timestamps: Bool = true, sack: Bool = true, window: Int = 1 << 20)
    {
        func host(_ last: UInt8) -> TCPHost.Host {
            var connection = Connection.Configuration.modern(
                isn: .generated(secret: SipHash.Key(low: seed, high: UInt64(last))))
            connection.minimumRTO = .milliseconds(200)
            connection.selectiveAcknowledgment = sack
            connection.timestamps = timestamps ? TimestampClock(offset: UInt32(last) * 1_000) : nil
            connection.receiveBuffer = window
            connection.msl = .seconds(1)
            return TCPHost.Host(TCPHost.Host.Settings(local: IPv4Address(10, 0, 0, last), connection: connection))
        }
        hosts = [host(1), host(2)]
        random = SplitMix64(seed: seed)
        self.faults = faults
        run(octets)
    }

    private mutating func run(_ octets: Int) {
        try? hosts[1].listen(1, port: 443, backlog: 4)
        try? hosts[0].connect(1, port: 40_000, to: Socket(IPv4Address(10, 0, 0, 2), 443))
        var (hasAsked, isAccepted, left, isClosed) = (false, false, octets, [false, false])
        for _ in 0..<200_000 {
            if !hasAsked { hasAsked = (try? hosts[0].write(1, [UInt8](repeating: 7, count: 300))) != nil }
            if !isAccepted { isAccepted = (try? hosts[1].accept(1, as: 2)) != nil }
            if isAccepted {
                _ = try? hosts[1].read(2, 65_536)
                while left > 0,
                    let count = try? hosts[1].write(
                        2, [UInt8](repeating: UInt8(truncatingIfNeeded: left), count: min(left, 16_384)))
                {
                    left -= count
                }
                if left == 0, !isClosed[1] { isClosed[1] = (try? hosts[1].shutdown(2)) != nil }
            }
            while let octets = try? hosts[0].read(1, 65_536) {
                received += octets.count
                guard octets.isEmpty else { continue }
                if !isClosed[0] { isClosed[0] = (try? hosts[0].close(1)) != nil }
                break
            }
            guard step() else { return }
        }
    }

    /// Goes on to the next event. Returns false if there is none.
    private mutating func step() -> Bool {
        for index in 0..<2 { send(from: index) }
        guard let next = [wire.next, hosts[0].nextDeadline(), hosts[1].nextDeadline()].compactMap(\.self).min() else {
            return false
        }
        now = max(now, next)
        for index in 0..<2 { hosts[index].advance(to: now) }
        while let at = wire.next, at <= now, let (_, item) = wire.popFirst() {
            let index = item.toServer ? 1 : 0
            record(item.flight, at: index)
            hosts[index].arrive(item.flight.octets)
        }
        return true
    }

    private mutating func send(from index: Int) {
        var step: String?
        for event in hosts[index].takeEvents() {
            if case .note(let note) = event.kind, Self.steps.contains(note.step) { step = note.step }
            if let note = event.note, Self.steps.contains(note.step) { step = note.step }
            guard case .transmit(let segment, let datagram) = event.kind else { continue }
            let (start, length) = (segment.sequence.rawValue, UInt32(segment.length))
            let before = highest[index] ?? start
            let isSentAgain = length > 0 && Int32(bitPattern: start &- before) < 0
            if length > 0 {
                let end = start &+ length
                highest[index] = Int32(bitPattern: end &- before) > 0 ? end : before
            }
            flights.append(
                Sent(
                    isClient: index == 0, start: start, length: length, isSentAgain: isSentAgain,
                    step: isSentAgain ? step : nil, isOfHandshake: segment.control.contains(.syn)))
            step = nil
            let flight = Flight(number: flights.count - 1, octets: datagram, isCopy: false, isDamaged: false)
            record(flight, at: index)
            carry(flight, from: index)
        }
    }

    private mutating func carry(_ flight: Flight, from index: Int) {
        let draws = (0..<4).map { _ in random.next() % 1_000 }
        guard draws[0] >= faults.loss || index == 0 && faults.sparesClient else {
            flights[flight.number].isLost = true
            return
        }
        var octets = flight.octets
        let isDamaged = draws[3] < faults.corrupt && octets.count > 100
        if isDamaged { octets[octets.count - 1 - Int(random.next() % 40)] ^= 4 }
        var at = max(now + .microseconds(10_000 + Int64(random.next() % 300)), latest[index])
        if draws[1] < faults.reorder {
            at = at + .microseconds(Int64(random.next() % 9_000))
        } else {
            latest[index] = at
        }
        wire.add(
            (index == 0, Flight(number: flight.number, octets: octets, isCopy: false, isDamaged: isDamaged)), at: at)
        guard draws[2] < faults.duplicate else { return }
        wire.add(
            (index == 0, Flight(number: flight.number, octets: octets, isCopy: true, isDamaged: isDamaged)),
            at: at + .microseconds(100))
    }

    private mutating func record(_ flight: Flight, at index: Int) {
        let sent = flights[flight.number]
        let isOwn = sent.isClient == (index == 0)
        var isKnowable = true
        if !isOwn, sent.length > 0 {
            // The recording shows it only if it already has some of its octets, or octets behind them.
            let end = sent.start &+ sent.length
            isKnowable = seen[index].contains { Int32(bitPattern: $0.end &- sent.start) > 0 }
            seen[index].append((sent.start, end))
        }
        let frame = Frame(
            packet: PcapNG.Packet(timestamp: 1_700_000_000_000_000 + now.microseconds, frame: flight.octets),
            isSentAgain: sent.isSentAgain, step: sent.step, isKnowable: isKnowable,
            isOvertaken: !isOwn && sent.length > 0 && !sent.isSentAgain && isKnowable, isCopy: flight.isCopy,
            isDamaged: flight.isDamaged)
        if index == 0 { client.append(frame) } else { server.append(frame) }
    }

    static func file(_ frames: [Frame]) -> [UInt8] { PcapNG.file(packets: frames.map(\.packet)) }
}
