import JSONLines
import TCPSim
import Testing
import Trace

/// The driver of a host, which also plays the other side on the wire.
struct Caller {
    var host = TCPDrive()
    var at: Int64 = 0
    /// The socket pair of the one connection that most tests are about.
    let local = Socket(IPv4Address(192, 168, 0, 1), 8_080)
    let remote = Socket(IPv4Address(192, 0, 2, 1), 40_001)

    /// What one line led to.
    struct Answer {
        let lines: [String]
        let objects: [JSON]

        func all(_ event: String) -> [JSON] { objects.filter { $0["ev"] == .string(event) } }
        /// The answer of a call.
        var ret: JSON? { all("ret").first }
        var isOK: Bool { ret?["ok"] == .bool(true) }
        var error: JSON? { ret?["err"] }
        var next: JSON? { objects.last?["next"] }
        /// The states that were entered.
        var states: [String] {
            all("state").map { if case .string(let name) = $0["to"] { name } else { "?" } }
        }
        /// The segments that were sent.
        var segments: [Segment] {
            all("packet").compactMap { event in
                guard case .string(let hex) = event["ip"], let octets = Hex.octets(hex) else { return nil }
                return try? SegmentCodec.decode(octets).segment
            }
        }
        /// The same in the RFC's notation.
        var shapes: [String] { segments.map(\.line) }
    }

    /// Hands the host a line.
    @discardableResult
    mutating func say(_ line: String) throws -> Answer {
        let lines = host.handle(line: line.utf8)
        let objects = try lines.map { try JSON($0.utf8, .flat) }
        #expect(objects.filter { $0["ev"] == .string("done") }.count == 1)
        #expect(objects.last?["ev"] == .string("done"))
        if case .integer(let next) = objects.last?["next"] { #expect(next > at) }
        return Answer(lines: lines, objects: objects)
    }

    /// An operation with these further members, now.
    @discardableResult
    mutating func call(_ operation: String, _ members: String = "") throws -> Answer {
        try say(#"{"op":"\#(operation)","at":\#(at)\#(members.isEmpty ? "" : ",")\#(members)}"#)
    }

    /// A segment arrives from the other side.
    @discardableResult
    mutating func arrive(
        seq: UInt32, ack: UInt32? = nil, _ control: ControlBits, data: [UInt8] = [], from port: UInt16? = nil,
        window: UInt16 = 65_535, options: [SegmentOption] = []
    ) throws -> Answer {
        let segment = Segment(
            sourcePort: port ?? remote.port, destinationPort: local.port, sequence: SequenceNumber(seq),
            acknowledgment: SequenceNumber(ack ?? 0), control: ack == nil ? control : control.union(.ack),
            window: window, options: options, payload: data)
        let datagram = SegmentCodec.encode(segment, from: remote.address, to: local.address, identification: 1)
        return try call("packet", #""ip":"\#(Hex.string(datagram.bytes))""#)
    }

    /// A host whose connections begin with 1000, listening as socket 3.
    static func listening(backlog: Int = 5, _ settings: String = "") throws -> Caller {
        var caller = Caller()
        try caller.call("config", #""iss":1000"# + (settings.isEmpty ? "" : "," + settings))
        #expect(try caller.call("listen", #""sock":3,"port":8080,"backlog":\#(backlog)"#).isOK)
        return caller
    }

    /// The same with an open connection accepted as socket 4, which next expects 101 and has sent up to 1001.
    static func connected(_ settings: String = "") throws -> Caller {
        var caller = try listening(backlog: 5, settings)
        try caller.arrive(seq: 100, .syn)
        try caller.arrive(seq: 101, ack: 1_001, [])
        #expect(try caller.call("accept", #""sock":3,"new":4"#).isOK)
        return caller
    }

    /// The same when the other side's SYN carries `options` and its handshake comes at these times.
    static func opened(
        _ settings: String = "", options: [SegmentOption], acknowledging: [SegmentOption] = [],
        window: UInt16 = 65_535, after delay: Int64 = 0
    ) throws -> Caller {
        var caller = try listening(backlog: 5, settings)
        try caller.arrive(seq: 100, .syn, window: window, options: options)
        caller.at += delay
        try caller.arrive(seq: 101, ack: 1_001, [], window: window, options: acknowledging)
        #expect(try caller.call("accept", #""sock":3,"new":4"#).isOK)
        return caller
    }

    /// Socket 4 writes that many octets.
    @discardableResult
    mutating func write(_ count: Int) throws -> Answer {
        try call("write", #""sock":4,"data":"\#(String(repeating: "ab", count: count))""#)
    }

    /// Socket 4 reads up to that many octets.
    @discardableResult
    mutating func read(_ count: Int) throws -> Answer { try call("read", #""sock":4,"n":\#(count)"#) }

    /// Time passes until that instant, in microseconds.
    @discardableResult
    mutating func wait(until instant: Int64) throws -> Answer {
        at = instant
        return try call("advance")
    }

    /// A figure of socket 4's status.
    mutating func status(_ name: String) throws -> JSON? {
        try call("status", #""sock":4"#).all("status").first?[name]
    }
}
