import TCPSim
import TLSSim
import Trace

/// A program on a host: it is told what happens there and says what it does. It learns of the network what reaches its host, and nothing
/// else.
package protocol Application: Sendable {
    /// How the host's TCP is opened for it; nil for a program without a connection.
    var role: Role? { get }
    /// The state that its TLS is in; nil for a program whose end is no matter of the run.
    var state: String? { get }

    /// Takes what happens and returns what is to be done, in order.
    mutating func handle(_ event: ApplicationEvent) -> [Deed]
}

extension Application {
    /// Nil: the program is no end of a connection.
    package var role: Role? { nil }
    /// Nil: the end of its TLS is no matter of the run.
    package var state: String? { nil }
}

/// What an application is told.
package enum ApplicationEvent: Sendable {
    /// The run begins.
    case started
    /// The connection is open.
    case connected
    /// Octets have come out of the connection.
    case read([UInt8])
    /// The other side has closed its direction.
    case ended
    /// What the application had itself reminded of, or what it is asked to do from outside.
    case prompted(Prompt)
    /// A datagram passes the host, which sees it on the path.
    case saw(DecodedDatagram)
}

/// What an application is to do at an instant.
package enum Prompt: Sendable {
    /// The answer to the request that waits.
    case answer([UInt8])
    /// To close.
    case close
    /// To do now what it has waited for.
    case act
    /// To send something on.
    case pass(Relay.Passage)
    /// To act on the stream of the host at that address, from that octet on.
    case cut(IPv4Address, at: SequenceNumber)
}

/// What an application does. The cause of a deed is the event that the application was told of.
package enum Deed: Sendable {
    /// A chapter begins.
    case begin(Chapter)
    /// The user hands over data, which TLS may protect.
    case supply(SecretID, [UInt8])
    /// TLS has this to do and to tell; after that, and because of it, comes `thereupon`.
    indirect case outputs([Output], thereupon: [Deed])
    /// Octets go out, with what is said about them.
    case pass(Relay.Passage)
    /// TCP's CLOSE.
    case close
    /// TCP's ABORT.
    case abort
    /// The application is prompted after some time.
    case later(Prompt, after: TimeSpan)
    /// A request waits until it is answered from outside.
    case wait(for: [UInt8])
    /// The hosts on the path are told that the next octet is the one to act on.
    case cue
    /// The segment that was just seen does not get through, for that reason. Only a host in the path can do this.
    case keep(any Remark, step: String = "path.withheld")
    /// A segment that no TCP has made is put on the wire. It bears the address `from`, and the journal has it with that remark, step id and
    /// rule that it misuses.
    case send(Segment, from: IPv4Address, to: IPv4Address, any Remark, step: String, cite: Citation? = nil)
    /// A router tells the sender of a datagram that it was not delivered. Only scenarios have a router.
    case report(UnreachableMessage, any Remark, step: String, cite: Citation? = nil)
}
