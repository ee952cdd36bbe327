import TCPSim
import Trace

extension ListenerSpace {
    /// An acknowledgment that a stranger makes up in a client's name. Each is wrong in one of the things that a cookie holds (RFC 4987
    /// 3.6), so none may open a connection.
    package enum FalseCookie: Int, Hashable, Sendable, CaseIterable {
        /// The hash is wrong.
        case guessed
        /// The cookie claims another MSS.
        case otherSize
        /// The cookie was made for a stranger's socket.
        case otherSocket
        /// The cookie was made for another initial sequence number of the client.
        case otherNumber
        /// The cookie is more than two minutes old.
        case expired

        /// The segment. Without cookies each is a guess.
        func segment(inNameOf client: Int, _ scope: Scope) -> Segment {
            let socket = ListenerSpace.socket(ofClient: client)
            let first = scope.initial(of: End(.a, client: client), 0)
            let cookies = ListenerSpace.cookies(scope) ?? SYNCookies(.always, key: SipHash.Key(low: 1, high: 2))
            func cookie(
                _ socket: Socket, _ first: SequenceNumber, at now: Instant = ListenerSpace.beginning
            ) -> SequenceNumber {
                cookies.cookie(
                    for: ListenerSpace.syn(from: socket, first), from: socket, to: ListenerSpace.socketB, at: now
                ).number
            }
            let right = cookie(socket, first)
            let number =
                switch self {
                case .guessed: SequenceNumber(right.rawValue ^ 1)
                case .otherSize: SequenceNumber(right.rawValue ^ 2 << 24)
                case .otherSocket: cookie(ListenerSpace.socket(ofStranger: 0), first)
                case .otherNumber: cookie(socket, first + 1)
                case .expired: cookie(socket, first, at: ListenerSpace.beginning + .seconds(-128))
                }
            return Segment(
                sourcePort: socket.port, destinationPort: ListenerSpace.socketB.port, sequence: first + 1,
                acknowledgment: number + 1, control: .ack, window: 65_535)
        }
    }
}
