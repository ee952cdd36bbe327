import Trace

extension Packet {
    /// A segment as an IPv4 datagram. All runs make their packets with this function.
    ///
    /// - Parameters:
    ///   - number: its place among the packets of the run, from 1.
    ///   - identification: the Identification of its IPv4 header.
    ///   - sender: the variables of the connection that has sent it, after sending; nil for a segment that no connection has made.
    ///     They give the place of the payload in the stream, and the initial numbers from which the numbers of a label are counted.
    public init(
        _ segment: Segment, from source: Socket, to destination: Socket, number: Int, identification: UInt16,
        by sender: Connection.Variables? = nil
    ) {
        let encoded = SegmentCodec.encode(
            segment, from: source.address, to: destination.address, identification: identification, recording: false)
        self.init(
            number: number, bytes: encoded.bytes, payload: encoded.payload,
            stream: sender?.place(of: segment) ?? 0..<0,
            meaning: SegmentMeaning(first: sender?.firstNumbers(for: segment) ?? segment.firstNumbersOfSYN))
    }

    /// A captured segment, with its octets unchanged.
    ///
    /// - Parameters:
    ///   - datagram: the octets from the IP header on.
    ///   - segment: the segment in it.
    ///   - payload: the place of the segment's data in the datagram.
    ///   - first: the numbers from which those of the segment are counted; nil if the sender's is not known.
    public init(
        captured datagram: [UInt8], _ segment: Segment, payload: Range<Int>, number: Int,
        first: Segment.FirstNumbers?
    ) {
        let place = first.map { segment.dataSequence - ($0.sequence + 1) }
        self.init(
            number: number, bytes: datagram, payload: payload,
            stream: place.map { segment.payload.isEmpty ? 0..<0 : $0..<($0 + segment.payload.count) } ?? 0..<0,
            meaning: SegmentMeaning(first: first))
    }

    /// A captured segment that was read.
    public init(captured datagram: [UInt8], _ read: DecodedDatagram, number: Int, first: Segment.FirstNumbers?) {
        self.init(captured: datagram, read.segment, payload: read.payload, number: number, first: first)
    }

    /// A router's report as an IPv4 datagram.
    public init(
        _ message: UnreachableMessage, from router: IPv4Address, number: Int, identification: UInt16
    ) {
        let encoded = message.encode(from: router, identification: identification)
        self.init(
            number: number, bytes: encoded.bytes, payload: encoded.payload, stream: 0..<0, meaning: ReportMeaning())
    }
}

extension Segment {
    /// The first numbers that a SYN states itself, a forged SYN too; nil for any other segment (RFC 9293 section 3.4.1).
    fileprivate var firstNumbersOfSYN: FirstNumbers? {
        guard control.contains(.syn) else { return nil }
        return (sequence, control.contains(.ack) ? acknowledgment - 1 : nil)
    }
}

/// The meaning of a datagram with a segment. Its octets are read again for each question.
private struct SegmentMeaning: PacketMeaning {
    /// The numbers from which those of the segment are counted; nil if no connection has made the segment and it is not a SYN.
    let first: Segment.FirstNumbers?

    private func read(_ datagram: [UInt8], recording: Bool = false) -> DecodedDatagram? {
        try? SegmentCodec.decode(datagram, verifyingChecksums: false, recording: recording)
    }

    private func endpoint(_ socket: Socket?) -> Endpoint { socket?.endpoint ?? Endpoint(address: "", port: 0) }

    func source(of datagram: [UInt8]) -> Endpoint { endpoint(read(datagram)?.source) }
    func destination(of datagram: [UInt8]) -> Endpoint { endpoint(read(datagram)?.destination) }
    func fields(of datagram: [UInt8]) -> [Field] { read(datagram, recording: true)?.fields ?? [] }
    func label(of datagram: [UInt8]) -> String { read(datagram)?.segment.line ?? "" }

    func relativeLabel(of datagram: [UInt8]) -> String {
        guard let segment = read(datagram)?.segment else { return "" }
        guard let first else { return "(unknown: no connection has sent this segment)" }
        return segment.line(relativeTo: first)
    }

    func gist(of datagram: [UInt8]) -> String {
        guard let segment = read(datagram)?.segment else { return "" }
        let opensOrEnds = !segment.control.isDisjoint(with: [.syn, .fin, .rst])
        guard opensOrEnds || segment.payload.isEmpty else { return "" }
        return segment.control.subtracting(.psh).description
    }

    func kinds(of datagram: [UInt8]) -> [String] {
        guard let segment = read(datagram)?.segment else { return [] }
        return SegmentKind.bySpecificity.filter { $0.includes(segment) }.map(\.rawValue)
    }
}

/// The meaning of a datagram with a router's report. ICMP has no ports.
private struct ReportMeaning: PacketMeaning {
    private func endpoint(_ address: IPv4Address?) -> Endpoint {
        Endpoint(address: address?.description ?? "", port: 0)
    }

    func source(of datagram: [UInt8]) -> Endpoint { endpoint(UnreachableMessage.header(of: datagram)?.source) }
    func destination(of datagram: [UInt8]) -> Endpoint {
        endpoint(UnreachableMessage.header(of: datagram)?.destination)
    }
    func fields(of datagram: [UInt8]) -> [Field] { UnreachableMessage.fields(of: datagram) }

    func label(of datagram: [UInt8]) -> String {
        guard let message = try? UnreachableMessage(from: datagram, recording: false) else { return "" }
        return "<ICMP too big><MTU=\(message.nextHopMTU)><SEQ=\(message.sequence)>"
    }

    func relativeLabel(of datagram: [UInt8]) -> String { label(of: datagram) }
    func gist(of datagram: [UInt8]) -> String { "ICMP too big" }
}

extension Connection.Variables {
    /// The place of the segment's data in the stream of the sender, counted in octets from 0; empty for a segment without data.
    fileprivate func place(of segment: Segment) -> Range<Int> {
        guard !segment.payload.isEmpty else { return 0..<0 }
        let first = segment.dataSequence - (sending.initial + 1)
        return first..<(first + segment.payload.count)
    }

    /// The numbers from which those of a segment are counted; nil if this connection has sent no SYN.
    fileprivate func firstNumbers(for segment: Segment) -> Segment.FirstNumbers? {
        // Without a connection there are no first numbers to count from.
        guard hasSent else { return nil }
        let knowsPeer = hasReceived && segment.control.contains(.ack)
        return (sending.initial, knowsPeer ? receiving.initial : nil)
    }
}
