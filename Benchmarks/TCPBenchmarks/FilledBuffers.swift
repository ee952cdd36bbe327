import Measurement
import TCPHost
import TCPSim
import Trace

/// What a segment costs a whole host, from the octets of a datagram on, whose connection has much in its buffers.
///
/// The user of a server reads nothing and writes at once what fits. So what the client sends stays unread, and what the server sends
/// stays unacknowledged until the client says otherwise.
struct FilledBuffers {
    private static let client = Socket(IPv4Address(10, 0, 0, 1), 50_000)
    private static let server = Socket(IPv4Address(10, 0, 0, 2), 80)
    /// Full segments of the client.
    private static let mss = 1_460
    /// The shift of the client's window.
    private static let shift = 8

    private var host: TCPHost.Host
    /// Octets that the client has sent.
    private var sent = 0
    /// Octets that the client has acknowledged.
    private var acknowledged = 0

    /// A server whose buffers take `buffer` octets, with one connection.
    init(buffer: Int) throws {
        var configuration = Connection.Configuration(isn: .forced(SequenceNumber(1_000)))
        configuration.windowScale = 8
        configuration.receiveBuffer = buffer
        configuration.sendBuffer = buffer
        configuration.tracing = false
        host = TCPHost.Host(TCPHost.Host.Settings(local: Self.server.address, connection: configuration))
        try host.listen(0, port: Self.server.port, backlog: 1)
        let options: [SegmentOption] = [
            .maximumSegmentSize(UInt16(Self.mss)), .noOperation, .windowScale(UInt8(Self.shift)),
        ]
        arrive(Self.datagram(.syn, sequence: 0, acknowledgment: 0, options: options))
        arrive(datagram())
        try host.accept(0, as: 1)
    }

    private mutating func arrive(_ datagram: [UInt8]) {
        host.arrive(datagram)
        _ = host.takeEvents()
    }

    /// The client's next segment, with `payload`.
    private func datagram(_ payload: [UInt8] = []) -> [UInt8] {
        Self.datagram(.ack, sequence: 1 + sent, acknowledgment: 1_001 + acknowledged, payload: payload)
    }

    private static func datagram(
        _ control: ControlBits, sequence: Int, acknowledgment: Int, options: [SegmentOption] = [],
        payload: [UInt8] = []
    ) -> [UInt8] {
        let segment = Segment(
            sourcePort: client.port, destinationPort: server.port, sequence: SequenceNumber(0) + sequence,
            acknowledgment: SequenceNumber(0) + acknowledgment, control: control, window: 65_535, options: options,
            payload: payload)
        return SegmentCodec.encode(segment, from: client.address, to: server.address, identification: 1).bytes
    }

    /// Nanoseconds for each of `count` segments, which `make` makes beforehand.
    private mutating func cost(of count: Int, _ make: (inout FilledBuffers) -> [UInt8]) -> Double {
        let datagrams = (0..<count).map { _ in make(&self) }
        return seconds { for datagram in datagrams { arrive(datagram) } } / Double(count) * 1e9
    }

    /// Nanoseconds for each of `count` segments with data.
    private mutating func costOfData(_ count: Int) -> Double {
        let payload = [UInt8](repeating: 7, count: Self.mss)
        return cost(of: count) { this in
            defer { this.sent += Self.mss }
            return this.datagram(payload)
        }
    }

    /// Nanoseconds for each of `count` acknowledgments of a full segment.
    private mutating func costOfAcknowledgments(_ count: Int) -> Double {
        cost(of: count) { this in
            this.acknowledged += Self.mss
            return this.datagram()
        }
    }

    static func measure(_ options: Options, _ report: inout Report) throws {
        // The least at which the costs are taken; in between the buffer fills.
        let fillings = [300_000, 2_300_000]
        func name(_ cargo: String, _ octets: Int, _ state: String) -> String {
            "a segment \(cargo), \(Double(octets) / 1e6) MB \(state)"
        }
        let data = fillings.map { name("with data", $0, "unread") }
        let pure = fillings.map { name("without data", $0, "unacknowledged") }
        let segments = 100
        if data.contains(where: options.wants) {
            var costs = [[Double]](repeating: [], count: fillings.count)
            for _ in 0..<options.repetitions {
                var server = try FilledBuffers(buffer: 1 << 22)
                for (place, filling) in fillings.enumerated() {
                    _ = server.costOfData((filling - server.sent) / mss)
                    costs[place].append(server.costOfData(segments))
                }
            }
            for (name, costs) in zip(data, costs) { report.add(Figure(name, unit: "ns", costs)) }
        }
        if pure.contains(where: options.wants) {
            var costs = [[Double]](repeating: [], count: fillings.count)
            for _ in 0..<options.repetitions {
                for (place, filling) in fillings.enumerated() {
                    var server = try FilledBuffers(buffer: 1 << 22)
                    _ = try server.host.write(1, [UInt8](repeating: 7, count: filling + segments * mss))
                    costs[place].append(server.costOfAcknowledgments(segments))
                }
            }
            for (name, costs) in zip(pure, costs) { report.add(Figure(name, unit: "ns", costs)) }
        }
    }
}
