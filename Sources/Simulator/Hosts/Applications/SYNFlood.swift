import TCPSim

/// The source of a SYN flood: each SYN has another source address, at which no host exists (RFC 4987 section 2).
struct SYNFlood: Application {
    /// The host that is flooded.
    let target: Socket
    private var count: UInt8 = 0

    init(_ target: Socket) { self.target = target }

    /// Sends the next SYN when it is prompted to act.
    mutating func handle(_ event: ApplicationEvent) -> [ApplicationAction] {
        guard case .prompted(.act) = event else { return [] }
        count &+= 1
        let syn = Segment(
            sourcePort: 40_000 + UInt16(count), destinationPort: target.port,
            sequence: SequenceNumber(1_000 * UInt32(count)), control: .syn, window: 65_535)
        return [
            .send(syn, from: .absent(count), to: target.address, ScenarioCaption.forged, step: "network.forged")
        ]
    }
}
