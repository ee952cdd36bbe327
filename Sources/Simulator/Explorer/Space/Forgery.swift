import TCPSim
import Trace

extension TCPSpace {
    /// A segment that a stranger forges. A stranger sees no segment of the connection, so the numbers are close, but not exact. A TCP has to
    /// withstand each of these segments (RFC 9293 3.10.7, RFC 5961). No TCP can tell a forged segment with exact numbers from a true one.
    ///
    /// To a host that listens, a stranger sends acknowledgments in a client's name. Each has one error in its cookie (RFC 4987 3.6).
    package enum Forgery: UInt8, Hashable, Sendable, CaseIterable {
        /// A reset with a number in the window, but not at RCV.NXT (RFC 5961 3).
        case resetInWindow
        /// A reset with a number before the window.
        case resetOutside
        /// A SYN with a number in the window (RFC 5961 4).
        case synInWindow
        /// A SYN with a number before the window.
        case synOutside
        /// An acknowledgment of what was never sent.
        case unsentAcknowledged
        /// An acknowledgment of what was acknowledged long ago (RFC 5961 5).
        case oldAcknowledged
        /// An octet in the window that acknowledges what was never sent (RFC 5961 5).
        case dataInWindow
        /// An octet with a number before the window.
        case dataOutside

        /// The hash of a cookie is wrong.
        case guessed
        /// The cookie claims another MSS.
        case otherSize
        /// The cookie was made for a stranger's socket.
        case otherSocket
        /// The cookie was made for another initial sequence number of the client.
        case otherNumber
        /// The cookie is more than two minutes old.
        case expired

        /// The segments that a connection has to withstand.
        static let nearMisses: [Forgery] = [
            .resetInWindow, .resetOutside, .synInWindow, .synOutside, .unsentAcknowledged, .oldAcknowledged,
            .dataInWindow, .dataOutside,
        ]
        /// The acknowledgments that a host that listens has to withstand.
        static let cookies: [Forgery] = [.guessed, .otherSize, .otherSocket, .otherNumber, .expired]

        var bit: UInt16 { 1 << UInt16(rawValue) }

        /// The acknowledgment with a false cookie in the name of a client. If B uses no cookies, the cookie is a guess.
        func cookie(inNameOf client: End, _ scope: Scope) -> Segment {
            let socket = scope.socket(of: client)
            let first = scope.initial(of: client, 0)
            let cookies = scope.synCookies ?? SYNCookies(.always, key: SipHash.Key(low: 1, high: 2))
            func cookie(
                _ socket: Socket, _ first: SequenceNumber, at now: Instant = scope.beginning
            ) -> SequenceNumber {
                cookies.cookie(for: scope.syn(from: socket, first), from: socket, to: TCPSpace.socketB, at: now).number
            }
            let right = cookie(socket, first)
            let number =
                switch self {
                case .otherSize: SequenceNumber(right.rawValue ^ 2 << 24)
                case .otherSocket: cookie(TCPSpace.socket(ofStranger: 0), first)
                case .otherNumber: cookie(socket, first + 1)
                case .expired: cookie(socket, first, at: scope.beginning + .seconds(-128))
                default: SequenceNumber(right.rawValue ^ 1)
                }
            return Segment(
                sourcePort: socket.port, destinationPort: TCPSpace.socketB.port, sequence: first + 1,
                acknowledgment: number + 1, control: .ack, window: 65_535)
        }

        /// The forged segment for the present numbers of `connection`; nil if there is none of this kind in its state.
        func segment(for connection: Connection, of peer: Peer) -> Segment? {
            let (sequence, acknowledgment, control): (SequenceNumber, SequenceNumber, ControlBits)
            let (sending, receiving) = (connection.sending, connection.receiving)
            switch connection.state {
            case .closed, .listen:
                // There is no window. A reset gets no answer, and an acknowledgment gets a reset.
                switch self {
                case .resetInWindow: (sequence, acknowledgment, control) = (SequenceNumber(7), .init(0), .rst)
                case .unsentAcknowledged: (sequence, acknowledgment, control) = (SequenceNumber(7), .init(9), .ack)
                default: return nil
                }
            case .synSent:
                // Only a segment that acknowledges the SYN has an effect, or a SYN alone, as in a simultaneous open.
                let (wrong, next) = (sending.initial, sending.next)
                switch self {
                case .resetInWindow: (sequence, acknowledgment, control) = (SequenceNumber(7), next + 1, [.rst, .ack])
                case .resetOutside: (sequence, acknowledgment, control) = (SequenceNumber(7), .init(0), .rst)
                case .synInWindow: (sequence, acknowledgment, control) = (SequenceNumber(7), next + 1, [.syn, .ack])
                case .synOutside: (sequence, acknowledgment, control) = (SequenceNumber(7), wrong, [.syn, .ack])
                case .unsentAcknowledged: (sequence, acknowledgment, control) = (SequenceNumber(7), next + 1, .ack)
                case .oldAcknowledged: (sequence, acknowledgment, control) = (SequenceNumber(7), wrong, .ack)
                default: return nil
                }
            case .synReceived, .established, .finWait1, .finWait2, .closeWait, .closing, .lastAck, .timeWait:
                let (next, right) = (receiving.next, sending.unacknowledged)
                let wrong = sending.next + 1
                switch self {
                case .resetInWindow, .synInWindow, .dataInWindow:
                    // A window of one number holds only RCV.NXT, and the forged number is another one.
                    guard receiving.window > 1 else { return nil }
                default: break
                }
                switch self {
                case .resetInWindow: (sequence, acknowledgment, control) = (next + 1, .init(0), .rst)
                case .resetOutside: (sequence, acknowledgment, control) = (next - 1, .init(0), .rst)
                case .synInWindow:
                    // In SYN-RECEIVED a SYN takes a passive side back to LISTEN (RFC 9293 3.10.7.4, fourth check).
                    guard connection.state != .synReceived else { return nil }
                    (sequence, acknowledgment, control) = (next + 1, .init(0), .syn)
                case .synOutside: (sequence, acknowledgment, control) = (next - 2, .init(0), .syn)
                case .unsentAcknowledged: (sequence, acknowledgment, control) = (next, wrong, .ack)
                case .oldAcknowledged:
                    let old = right - sending.maximumWindow - 1
                    (sequence, acknowledgment, control) = (next, old, .ack)
                case .dataInWindow: (sequence, acknowledgment, control) = (next + 1, wrong, .ack)
                case .dataOutside: (sequence, acknowledgment, control) = (next - 2, right, .ack)
                case .guessed, .otherSize, .otherSocket, .otherNumber, .expired: return nil
                }
            }
            let hasData = self == .dataInWindow || self == .dataOutside
            return Segment(
                sourcePort: TCPSpace.socket(of: peer.other).port, destinationPort: TCPSpace.socket(of: peer).port,
                sequence: sequence, acknowledgment: acknowledgment, control: control, window: 65_535,
                payload: hasData ? [TCPSpace.forgedOctet] : [])
        }
    }

    /// The octet of data in a forged segment. No user sends this octet.
    static let forgedOctet: UInt8 = 127
}
