import TCPSim
import Trace

extension Packet {
    /// A segment as an IPv4 datagram with the names of its fields and its labels. All runs make their packets here.
    ///
    /// - Parameters:
    ///   - number: its place among the packets of the run, from 1.
    ///   - identification: the Identification of its IPv4 header.
    ///   - connection: the connection that sends it, after it has sent it; nil for a segment that no connection has made. From it
    ///     come the place of the payload in the stream, and the label in which numbers are counted from the initial ones.
    init(
        _ segment: Segment, from source: Socket, to destination: Socket, number: Int, identification: UInt16,
        by connection: Connection? = nil
    ) {
        let encoded = SegmentCodec.encode(
            segment, from: source.address, to: destination.address, identification: identification, recording: true)
        self.init(
            number: number, source: source.endpoint, destination: destination.endpoint, bytes: encoded.bytes,
            fields: encoded.fields, payload: encoded.payload, stream: connection?.place(of: segment) ?? 0..<0,
            label: segment.line, relativeLabel: connection?.relativeLine(of: segment) ?? segment.line)
    }

    /// A router's report as an IPv4 datagram with the names of its fields and its label. ICMP has no ports.
    init(
        _ message: UnreachableMessage, from router: IPv4Address, to host: Socket, number: Int, identification: UInt16
    ) {
        let encoded = message.encode(from: router, identification: identification)
        let label = "<ICMP too big><MTU=\(message.nextHopMTU)><SEQ=\(message.sequence)>"
        self.init(
            number: number, source: Endpoint(address: router.description, port: 0),
            destination: Endpoint(address: host.address.description, port: 0), bytes: encoded.bytes,
            fields: encoded.fields, payload: encoded.payload, stream: 0..<0, label: label, relativeLabel: label)
    }

    /// A second copy of the datagram, as a packet of its own.
    func copy(number: Int) -> Packet {
        Packet(
            number: number, source: source, destination: destination, bytes: bytes, fields: fields, payload: payload,
            stream: stream, label: label, relativeLabel: relativeLabel)
    }
}

extension Connection {
    /// Which octets of the stream that it sends are in the segment, counted from 0; empty for a segment without data.
    fileprivate func place(of segment: Segment) -> Range<Int> {
        guard !segment.payload.isEmpty else { return 0..<0 }
        let first = segment.dataSequence - (sending.initial + 1)
        return first..<(first + segment.payload.count)
    }

    /// The segment in the notation of RFC 9293 3.5, with its numbers counted from the initial ones as far as they are known.
    fileprivate func relativeLine(of segment: Segment) -> String {
        // Without a connection there are no first numbers to count from.
        guard state != .closed, state != .listen else { return segment.line }
        let knowsPeer = state != .synSent && segment.control.contains(.ack)
        return segment.line(
            relativeTo: (sequence: sending.initial, acknowledgment: knowsPeer ? receiving.initial : nil))
    }
}
