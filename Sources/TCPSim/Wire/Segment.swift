/// The unit of TCP: a header and, perhaps, data (RFC 9293 3.1).
public struct Segment: Hashable, Sendable {
    /// The sender's port.
    public var sourcePort: UInt16
    /// The receiver's port.
    public var destinationPort: UInt16
    /// SEG.SEQ: the number of the first data octet; if SYN is set, the number of the SYN itself.
    public var sequence: SequenceNumber
    /// SEG.ACK: the next number that the sender expects; meaningful only with ACK set.
    public var acknowledgment: SequenceNumber
    /// The control bits.
    public var control: ControlBits
    /// SEG.WND: how many octets from SEG.ACK on the sender accepts. The number is not yet shifted by the window scale.
    public var window: UInt16
    /// SEG.UP: where urgent data ends, as an offset from SEG.SEQ; meaningful only with URG set.
    public var urgentPointer: UInt16
    /// The options, in wire order.
    public var options: [SegmentOption] {
        get { optionList.options }
        set { optionList = OptionList(newValue) }
    }
    /// The options in their compact form.
    var optionList: OptionList
    /// The data.
    public var payload: [UInt8]

    /// A segment with the given header fields and data.
    public init(
        sourcePort: UInt16, destinationPort: UInt16, sequence: SequenceNumber,
        acknowledgment: SequenceNumber = SequenceNumber(0), control: ControlBits, window: UInt16 = 0,
        urgentPointer: UInt16 = 0, options: [SegmentOption] = [], payload: [UInt8] = []
    ) {
        self.init(
            sourcePort: sourcePort, destinationPort: destinationPort, sequence: sequence,
            acknowledgment: acknowledgment, control: control, window: window, urgentPointer: urgentPointer,
            optionList: OptionList(options), payload: payload)
    }

    /// A segment with the options in their compact form.
    init(
        sourcePort: UInt16, destinationPort: UInt16, sequence: SequenceNumber, acknowledgment: SequenceNumber,
        control: ControlBits, window: UInt16, urgentPointer: UInt16 = 0, optionList: OptionList,
        payload: consuming [UInt8]
    ) {
        self.sourcePort = sourcePort
        self.destinationPort = destinationPort
        self.sequence = sequence
        self.acknowledgment = acknowledgment
        self.control = control
        self.window = window
        self.urgentPointer = urgentPointer
        self.optionList = optionList
        self.payload = payload
    }

    /// SEG.LEN: how many sequence numbers it takes: one for each octet of data, and one each for SYN and FIN (RFC 9293
    /// 3.4).
    public var length: Int {
        payload.count + (control.contains(.syn) ? 1 : 0) + (control.contains(.fin) ? 1 : 0)
    }

    /// SEG.SEQ + SEG.LEN: the first sequence number after it. An acknowledgment with this number covers all of it.
    public var end: SequenceNumber { sequence + length }

    /// The sequence number of its first data octet: a SYN comes before the data.
    public var dataSequence: SequenceNumber { sequence + (control.contains(.syn) ? 1 : 0) }

    /// The value of its maximum segment size option; nil without that option.
    public var maximumSegmentSize: UInt16? {
        for case .maximumSegmentSize(let value) in options { return value }
        return nil
    }

    /// The RFC's own notation with absolute numbers: "<SEQ=1000><ACK=5001><CTL=SYN,ACK>", with data "<DATA=517>".
    public var line: String {
        line(sequence: sequence.description, acknowledgment: acknowledgment.description)
    }

    /// The numbers from which those of a segment are counted: the ISS of its sender, and the IRS that its sender has
    /// learned, or nil if it has learned none.
    public typealias FirstNumbers = (sequence: SequenceNumber, acknowledgment: SequenceNumber?)

    /// The same notation with each number counted from the first one of its direction, as packet analysers show it.
    /// Without the IRS the acknowledgment number stays absolute.
    public func line(relativeTo first: FirstNumbers) -> String {
        let acknowledged = first.acknowledgment.map { String(acknowledgment.place(from: $0)) }
        return line(
            sequence: String(sequence.place(from: first.sequence)),
            acknowledgment: acknowledged ?? acknowledgment.description)
    }

    private func line(sequence: String, acknowledgment: String) -> String {
        var text = "<SEQ=\(sequence)>"
        if control.contains(.ack) { text += "<ACK=\(acknowledgment)>" }
        if !control.isEmpty { text += "<CTL=\(control)>" }
        if !payload.isEmpty { text += "<DATA=\(payload.count)>" }
        return text
    }
}
