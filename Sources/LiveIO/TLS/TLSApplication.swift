import TLSSim
import Trace

/// What an application does on one connection: a value that is told what happens and says what it wants done.
package protocol TLSApplication {
    /// How long it waits for something to happen before it is told of ``TLSApplicationEvent/silence``.
    var patience: TimeSpan { get }
    /// How many requests it has had, each of them whole. A connection whose peer takes long to make the next one whole may be given
    /// up for others.
    var requests: Int { get }
    /// Whether the other side's close_notify is awaited after our own: without it, what it has sent may be cut off. RFC 5246 section 7.2.1
    /// does not demand it of who closes first, and so it is for the application to say.
    var awaitsGoodbye: Bool { get }
    /// Takes one event and returns what is to be done, in order.
    ///
    /// - Throws: what ends the whole run, such as an output whose reader is gone.
    mutating func react(to event: TLSApplicationEvent) throws -> [TLSApplicationAction]
}

/// What an application is told.
package enum TLSApplicationEvent: Sendable {
    /// The handshake is complete and verified.
    case established(SecurityParameters)
    /// The other side has sent these octets.
    case received([UInt8])
    /// The other side has sent these octets before the handshake was complete: they may be a copy of what has come before (RFC 8446
    /// section 8). The parameters are there where an answer may go out at once, behind the server's Finished (section 2.3).
    case receivedEarly([UInt8], SecurityParameters?)
    /// The other side has said close_notify. It is answered in any case once the application has said its last.
    case peerClosed
    /// Nothing has happened for as long as the application's patience lasts.
    case silence
}

/// What an application wants done.
package enum TLSApplicationAction: Sendable {
    /// Send these octets.
    case send([UInt8])
    /// Change the keys of what is sent, and ask the other side to do the same if `request`; nothing happens in TLS 1.2.
    case updateKeys(request: Bool)
    /// Say close_notify: nothing more will be sent.
    case close
}
