import TCPSim
import Trace

extension Host {
    /// An action that a host asks for, or a report.
    public struct Event: Hashable, Sendable {
        /// The kind of an event.
        public enum Kind: Hashable, Sendable {
            /// The datagram is to be sent; it carries the segment.
            case transmit(Segment, datagram: [UInt8])
            /// A state has changed. `socket` is the user's number for the connection; nil if it has none.
            case entered(State, from: State, socket: Int?)
            /// A remark that explains no other event; only with ``TCPSim/Connection/Configuration/tracing``.
            case note(Note)
        }

        /// When it happened: a timer's event at the timer's instant, any other when the host was called.
        public let at: Instant
        /// The two sockets that name the connection, also of a segment without a connection; nil for a listening endpoint.
        public let route: Route?
        /// The kind of the event.
        public let kind: Kind
        /// The note that explains the datagram or the change of state; nil without ``TCPSim/Connection/Configuration/tracing``.
        public let note: Note?
    }

    /// A host's address, and how its connections behave.
    public struct Settings: Hashable, Sendable {
        /// The host's address.
        public var local: IPv4Address
        /// The connections' configuration.
        public var connection: Connection.Configuration
        /// How often a SYN,ACK is sent again. It is a SYN as well, to be sent again for three minutes at least (RFC 9293 3.8.3,
        /// MUST-23); see ``TCPSim/Connection/Configuration/synRetries``.
        public var synAckRetries = 7

        /// A host at `local`.
        public init(local: IPv4Address, connection: Connection.Configuration) {
            self.local = local
            self.connection = connection
        }

        /// The configuration of connections that are opened passively.
        var passive: Connection.Configuration {
            var configuration = connection
            configuration.synRetries = synAckRetries
            return configuration
        }
    }
}
