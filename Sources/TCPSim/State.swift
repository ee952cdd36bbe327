/// The state of a connection (RFC 9293 3.3.2).
///
/// Figure 5 of the RFC shows the arrows between the states. The RFC calls it only a summary: the specification is the event
/// processing of section 3.10.
public enum State: String, Hashable, Sendable, CaseIterable, CustomStringConvertible {
    /// No connection. The RFC calls this state fictional, because there is no TCB.
    case closed = "CLOSED"
    /// Waits for a connection request.
    case listen = "LISTEN"
    /// Has sent a SYN and waits for the other side's SYN.
    case synSent = "SYN-SENT"
    /// Has sent and received a SYN and waits for the acknowledgment of its own SYN.
    case synReceived = "SYN-RECEIVED"
    /// Open: data may flow both ways.
    case established = "ESTABLISHED"
    /// Its user has closed; waits for the acknowledgment of its FIN, or for the other side's FIN. Still receives data.
    case finWait1 = "FIN-WAIT-1"
    /// Its FIN is acknowledged; waits for the other side's FIN, and still receives data.
    case finWait2 = "FIN-WAIT-2"
    /// The other side has sent its FIN; waits for its own user to close, and may still send data.
    case closeWait = "CLOSE-WAIT"
    /// Both sides have sent a FIN, and the FINs crossed; waits for the acknowledgment of its own FIN.
    case closing = "CLOSING"
    /// Has received the other side's FIN and then sent its own; waits for the acknowledgment of its FIN.
    case lastAck = "LAST-ACK"
    /// Both directions are closed; waits until no segment of this connection can be left in the network.
    case timeWait = "TIME-WAIT"

    /// Whether both sides know both initial sequence numbers (RFC 9293 3.5.2, third group).
    public var isSynchronized: Bool {
        switch self {
        case .closed, .listen, .synSent, .synReceived: false
        case .established, .finWait1, .finWait2, .closeWait, .closing, .lastAck, .timeWait: true
        }
    }

    /// Whether data from the other side may still arrive: its FIN has not been received.
    public var receivesData: Bool {
        switch self {
        case .established, .finWait1, .finWait2: true
        case .closed, .listen, .synSent, .synReceived, .closeWait, .closing, .lastAck, .timeWait: false
        }
    }

    /// Whether queued data, or a FIN queued after it, may be sent. In FIN-WAIT-1 and CLOSING that is the data queued before
    /// CLOSE.
    var sendsData: Bool {
        switch self {
        case .established, .finWait1, .closeWait, .closing: true
        case .closed, .listen, .synSent, .synReceived, .finWait2, .lastAck, .timeWait: false
        }
    }

    /// The RFC's name: "SYN-SENT".
    public var description: String { rawValue }
}
