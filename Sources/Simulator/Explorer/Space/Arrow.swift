import TCPSim

extension TCPSpace {
    /// A change of a connection's state.
    package struct Arrow: Hashable, Sendable, CustomStringConvertible {
        /// The state it leads out of.
        package let from: TCPSim.State
        /// The state it leads into.
        package let to: TCPSim.State

        /// "SYN-SENT > ESTABLISHED".
        package var description: String { "\(from) > \(to)" }

        /// The arrows of RFC 9293, figure 5, in the order of the states. Its arrow from FIN-WAIT-1 to TIME-WAIT is two here: the FIN
        /// that acknowledges ours leads by way of FIN-WAIT-2.
        package static let figure5: [Arrow] = arrows([
            (.closed, [.listen, .synSent]),
            (.listen, [.closed, .synSent, .synReceived]),
            (.synSent, [.closed, .synReceived, .established]),
            (.synReceived, [.listen, .established, .finWait1]),
            (.established, [.finWait1, .closeWait]),
            (.finWait1, [.finWait2, .closing]),
            (.finWait2, [.timeWait]),
            (.closeWait, [.lastAck]),
            (.closing, [.timeWait]),
            (.lastAck, [.closed]),
            (.timeWait, [.closed]),
        ])

        /// What the figure leaves out, as it says of itself: error conditions. A reset (RFC 9293 3.10.7.4), or the other side's silence
        /// (3.8.3), ends a connection in every state.
        package static let omissions: [Arrow] = [
            TCPSim.State.synReceived, .established, .finWait1, .finWait2, .closeWait, .closing,
        ].map { Arrow(from: $0, to: .closed) }

        /// Those that a connection may take.
        static let known = figure5 + omissions

        private static func arrows(_ table: [(from: TCPSim.State, to: [TCPSim.State])]) -> [Arrow] {
            table.flatMap { from, all in all.map { Arrow(from: from, to: $0) } }
        }
    }

    /// Which arrows of figure 5 are among `arrows`: "19 of 20 arrows; not SYN-SENT > SYN-RECEIVED".
    package static func coverage(_ arrows: Set<Arrow>) -> String {
        let missing = Arrow.figure5.filter { !arrows.contains($0) }
        let text = "\(Arrow.figure5.count - missing.count) of \(Arrow.figure5.count) arrows"
        return missing.isEmpty ? text : text + "; not " + missing.map(\.description).joined(separator: ", ")
    }

    /// Which changes of state that figure 5 leaves out are among `arrows`: "CLOSING > CLOSED"; "none" without any.
    package static func beyond(_ arrows: Set<Arrow>) -> String {
        let taken = Arrow.omissions.filter(arrows.contains)
        return taken.isEmpty ? "none" : taken.map(\.description).joined(separator: ", ")
    }
}
