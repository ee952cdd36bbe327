import Trace

extension StateDiagram {
    /// TCP's states and the ways between them: Figure 5 of RFC 9293 with its notes, and in its notation.
    ///
    /// The figure leaves out resets for the most part (note 3). So does this.
    public static let tcp = StateDiagram(
        machine: "TCP", states: State.allCases.map(\.rawValue),
        arrows: [
            arrow(.closed, .listen, "passive OPEN / create TCB"),
            arrow(.closed, .synSent, "active OPEN / create TCB, snd SYN"),
            arrow(.listen, .closed, "CLOSE / delete TCB"),
            arrow(.listen, .synReceived, "rcv SYN / snd SYN,ACK"),
            arrow(.listen, .synSent, "SEND / snd SYN"),
            arrow(.synSent, .closed, "CLOSE / delete TCB"),
            arrow(.synSent, .synReceived, "rcv SYN / snd SYN,ACK"),
            arrow(.synSent, .established, "rcv SYN,ACK / snd ACK"),
            arrow(.synReceived, .listen, "rcv RST (after a passive OPEN)"),
            arrow(.synReceived, .established, "rcv ACK of SYN"),
            arrow(.synReceived, .finWait1, "CLOSE / snd FIN"),
            arrow(.established, .finWait1, "CLOSE / snd FIN"),
            arrow(.established, .closeWait, "rcv FIN / snd ACK"),
            arrow(.finWait1, .finWait2, "rcv ACK of FIN"),
            arrow(.finWait1, .closing, "rcv FIN / snd ACK"),
            arrow(.finWait1, .timeWait, "rcv FIN, and ACK of FIN / snd ACK"),
            arrow(.finWait2, .timeWait, "rcv FIN / snd ACK"),
            arrow(.closing, .timeWait, "rcv ACK of FIN"),
            arrow(.closeWait, .lastAck, "CLOSE / snd FIN"),
            arrow(.lastAck, .closed, "rcv ACK of FIN"),
            arrow(.timeWait, .closed, "timeout = 2 MSL / delete TCB"),
        ])

    private static func arrow(_ from: State, _ to: State, _ label: String) -> Arrow {
        Arrow(from: from.rawValue, to: to.rawValue, label, cite: .rfc(9293, "3.3.2"))
    }
}
