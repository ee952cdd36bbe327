import TLSSim
import Trace

/// An application on one connection: a value that takes events and returns actions.
package protocol TLSApplication {
    /// How long the application waits for something to happen. Then it gets ``TLSApplicationEvent/silence``.
    var patience: TimeSpan { get }
    /// How many whole requests it has received. If others wait for room, a connection may be closed because its peer takes long to
    /// complete the next request.
    var requests: Int { get }
    /// Whether the connection waits for the other side's close_notify after our own. Without it, data of the other side may have been cut
    /// off. RFC 5246 section 7.2.1 does not require the side that closes first to wait, so the application decides.
    var awaitsGoodbye: Bool { get }
    /// Takes one event and returns the actions that follow, in order.
    ///
    /// - Throws: what ends the whole run, such as an error of an output whose reader has gone.
    mutating func react(to event: TLSApplicationEvent) throws -> [TLSApplicationAction]
}

/// An event of a connection, for its application.
package enum TLSApplicationEvent: Sendable {
    /// The handshake is complete and verified.
    case established(SecurityParameters)
    /// The other side has sent these octets.
    case received([UInt8])
    /// The other side has sent these octets before the handshake was complete. They may be a replay (RFC 8446 section 8). The parameters
    /// are there if an answer may go out immediately, behind the server's Finished (section 2.3).
    case receivedEarly([UInt8], SecurityParameters?)
    /// The other side has sent close_notify. Our own follows behind the actions of the application.
    case peerClosed
    /// Nothing has happened for as long as ``TLSApplication/patience``.
    case silence
}

/// An action of an application.
package enum TLSApplicationAction: Sendable {
    /// Sends these octets.
    case send([UInt8])
    /// Changes the keys for sending and, if `request`, asks the other side to do the same. In TLS 1.2 nothing happens.
    case updateKeys(request: Bool)
    /// Sends close_notify: nothing more will be sent.
    case close
}
