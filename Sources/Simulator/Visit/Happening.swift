import TCPSim
import Trace

extension World {
    /// What is going to happen at some instant.
    enum Happening: Sendable {
        /// A datagram comes out of the wire.
        case arrival(Packet, octets: [UInt8], sentIn: Int, at: Principal)
        /// A timer of a connection may have run out.
        case timer(Connection.Timer, of: Principal)
        /// The server's application has its answer.
        case serverAnswers([UInt8], cause: Int)
        /// A machine between two connections sends something on.
        case passes(Relay.Passage, by: Principal)
        /// The application that closes second gets round to it.
        case closes(Principal, cause: Int)
    }
}
