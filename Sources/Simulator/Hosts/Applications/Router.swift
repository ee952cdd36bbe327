import TCPSim

/// A router before a network that takes `mtu` octets. It drops a datagram that is larger, and reports that to the sender unless it is
/// silent (RFC 1191 section 4).
struct Router: Application {
    let mtu: UInt16
    let isSilent: Bool

    func handle(_ event: ApplicationEvent) -> [Deed] {
        guard case .saw(let seen) = event, seen.header.totalLength > mtu else { return [] }
        let (octets, most) = (Int(seen.header.totalLength), Int(mtu))
        let loss = ScenarioLoss.tooBig(octets: octets, mtu: most, isSilent: isSilent)
        let report = Deed.report(
            UnreachableMessage(tooBig: seen.segment, in: seen.header, mtu: mtu),
            ScenarioCaption.tooBig(octets: octets, mtu: most), step: "network.report", cite: .rfc(1191))
        return [.keep(loss, step: "network.too_big")] + (isSilent ? [] : [report])
    }
}
