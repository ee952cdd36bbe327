import TCPSim
import TLSSim
import Trace

/// A program on a host. It is told what happens there, and answers with what it does. It knows of the network only what reaches its host.
package protocol Application: Sendable {
    /// How the host's TCP is opened for it: actively for a client, passively for a server; nil for a program without a connection.
    var role: Role? { get }
    /// The state of its TLS; nil for a program that the run need not wait for.
    var state: String? { get }

    /// Takes an event, and returns what the program does about it, in order.
    mutating func handle(_ event: ApplicationEvent) -> [ApplicationAction]
}

extension Application {
    /// Nil: the program has no connection.
    package var role: Role? { nil }
    /// Nil: the run need not wait for the program.
    package var state: String? { nil }
}

/// An event that an application is told of.
package enum ApplicationEvent: Sendable {
    /// The run begins.
    case started
    /// The connection is open.
    case connected
    /// Octets have come out of the connection.
    case read([UInt8])
    /// The other side has closed its direction.
    case ended
    /// The time has come that the application asked for with ``ApplicationAction/later(_:after:)``, or something outside the host asks it to act.
    case prompted(Prompt)
    /// A datagram passes the host, which is on the path of the datagram.
    case saw(DecodedDatagram)
}

/// What an application is asked to do at an instant.
package enum Prompt: Sendable {
    /// It sends this answer to the request that waits.
    case answer([UInt8])
    /// It closes its connection.
    case close
    /// It does its one action now, such as to send the next forged SYN.
    case act
    /// It sends these octets on.
    case pass(Relay.Passage)
    /// It cuts off the stream of the host at that address, from that sequence number on.
    case cut(IPv4Address, at: SequenceNumber)
}

/// An action of an application. Its cause in the journal is the event that the application was told of.
package enum ApplicationAction: Sendable {
    case begin(Chapter)
    /// The user hands over data, which TLS may protect.
    case supply(SecretID, [UInt8])
    /// The outputs of TLS are carried out and recorded. The actions `then` follow, with the last of those records as their cause.
    indirect case outputs([Output], then: [ApplicationAction])
    /// Octets are sent, with the remarks about them.
    case pass(Relay.Passage)
    /// TCP's CLOSE.
    case close
    /// TCP's ABORT.
    case abort
    /// The application is prompted after some time.
    case later(Prompt, after: TimeSpan)
    /// This request waits until its answer comes from outside the world.
    case wait(for: [UInt8])
    /// The hosts on the path are told to cut off the stream of this host at its next octet.
    case cue
    /// The segment that the host has just seen is not forwarded, for that reason. Only a host in the path can do this.
    case keep(any Remark, step: String = "path.withheld")
    /// The journal gets a remark about what the application has seen.
    case note(any Remark, step: String)
    /// A segment that no TCP has made is sent, with the source address `from`. The journal records it with that remark and step id.
    /// `cite` is the rule that the segment misuses.
    case send(Segment, from: IPv4Address, to: IPv4Address, any Remark, step: String, cite: Citation? = nil)
    /// A router reports to the sender of a datagram that it was not delivered. Only scenarios have a router.
    case report(UnreachableMessage, any Remark, step: String, cite: Citation? = nil)
}
