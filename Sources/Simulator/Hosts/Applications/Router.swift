import TCPSim

/// A router before a network whose MTU is smaller. It drops a datagram that is larger than that MTU, and reports this to the sender
/// unless it is silent (RFC 1191 section 4).
struct Router: Application {
    /// The MTU of the network behind the router, in octets.
    let mtu: UInt16
    /// Whether the router sends no report.
    let isSilent: Bool

    func handle(_ event: ApplicationEvent) -> [ApplicationAction] {
        guard case .saw(let seen) = event, seen.header.totalLength > mtu else { return [] }
        let (octets, most) = (Int(seen.header.totalLength), Int(mtu))
        let loss = ScenarioLoss.tooBig(octets: octets, mtu: most, isSilent: isSilent)
        let report = ApplicationAction.report(
            UnreachableMessage(tooBig: seen.segment, in: seen.header, mtu: mtu),
            ScenarioCaption.tooBig(octets: octets, mtu: most), step: "network.report", cite: .rfc(1191))
        return [.keep(loss, step: "network.too_big")] + (isSilent ? [] : [report])
    }
}
