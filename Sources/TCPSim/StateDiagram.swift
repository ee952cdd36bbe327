import Trace

extension StateDiagram {
    /// TCP's states and the arrows between them: figure 5 of RFC 9293 with its notes, and in its notation.
    ///
    /// The figure leaves out most resets (note 3). So does this diagram.
    public static let tcp = StateDiagram(
        machine: "TCP", states: State.allCases.map(\.rawValue),
        arrows: [
            arrow(.closed, to: .listen, "passive OPEN / create TCB"),
            arrow(.closed, to: .synSent, "active OPEN / create TCB, snd SYN"),
            arrow(.listen, to: .closed, "CLOSE / delete TCB"),
            arrow(.listen, to: .synReceived, "rcv SYN / snd SYN,ACK"),
            arrow(.listen, to: .synSent, "SEND / snd SYN"),
            arrow(.synSent, to: .closed, "CLOSE / delete TCB"),
            arrow(.synSent, to: .synReceived, "rcv SYN / snd SYN,ACK"),
            arrow(.synSent, to: .established, "rcv SYN,ACK / snd ACK"),
            arrow(.synReceived, to: .listen, "rcv RST (after a passive OPEN)"),
            arrow(.synReceived, to: .established, "rcv ACK of SYN"),
            arrow(.synReceived, to: .finWait1, "CLOSE / snd FIN"),
            arrow(.established, to: .finWait1, "CLOSE / snd FIN"),
            arrow(.established, to: .closeWait, "rcv FIN / snd ACK"),
            arrow(.finWait1, to: .finWait2, "rcv ACK of FIN"),
            arrow(.finWait1, to: .closing, "rcv FIN / snd ACK"),
            arrow(.finWait1, to: .timeWait, "rcv FIN, and ACK of FIN / snd ACK"),
            arrow(.finWait2, to: .timeWait, "rcv FIN / snd ACK"),
            arrow(.closing, to: .timeWait, "rcv ACK of FIN"),
            arrow(.closeWait, to: .lastAck, "CLOSE / snd FIN"),
            arrow(.lastAck, to: .closed, "rcv ACK of FIN"),
            arrow(.timeWait, to: .closed, "timeout = 2 MSL / delete TCB"),
        ])

    private static func arrow(_ from: State, to: State, _ label: String) -> Arrow {
        Arrow(from: from.rawValue, to: to.rawValue, label, cite: .rfc(9293, "3.3.2"))
    }
}
