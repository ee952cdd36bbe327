import TCPSim
import Trace

/// A host in the network: its address, its TCP, and the application on it.
package struct Host: Sendable {
    /// Which segments of other hosts a host sees.
    package enum Eye: Sendable {
        /// It sees none.
        case offPath
        /// It sees a copy of each.
        case onPath
        /// It sees each before the wire gets it, and can keep it.
        case inPath
    }

    /// The name of the host in the journal.
    let principal: Principal
    /// The program on the host.
    package internal(set) var application: any Application
    /// Which segments of other hosts it sees.
    let eye: Eye
    /// Whether the network carries its datagrams that have another source address than its own (RFC 2827 says that it should not).
    let mayForge: Bool
    /// The chapter that begins when its connection is open; nil if none does.
    let chapter: Chapter?
    /// Its TCP.
    var station: Station
    /// The sender of the last segment that arrived for its connection. Segments go there while the connection has no remote socket.
    var correspondent: Socket?
    /// How many octets its application has handed to TCP.
    var written = 0

    /// A host before anything has happened.
    package init(
        _ principal: Principal, connection: Connection, application: any Application, chapter: Chapter? = nil,
        eye: Eye = .offPath, mayForge: Bool = false
    ) {
        self.principal = principal
        self.application = application
        self.chapter = chapter
        self.eye = eye
        self.mayForge = mayForge
        station = Station(principal, connection)
        correspondent = connection.remote
    }

    /// A host without a connection.
    package init(
        _ principal: Principal, at address: IPv4Address, _ application: any Application, eye: Eye = .offPath,
        mayForge: Bool = false
    ) {
        let configuration = Connection.Configuration(isn: .forced(SequenceNumber(0)))
        self.init(
            principal, connection: Connection(local: Socket(address, 0), configuration: configuration),
            application: application, eye: eye, mayForge: mayForge)
    }

    package var connection: Connection { station.connection }
    var address: IPv4Address { station.connection.local.address }
    /// The socket that its segments go to.
    var remote: Socket { station.connection.remote ?? correspondent ?? station.connection.local }
    /// Whether the network carries a segment of this host with the source address `source`.
    func mayBear(_ source: IPv4Address) -> Bool { mayForge || source == address }
    /// Whether a segment from the socket `source` to the port `port` belongs to its connection.
    func expects(_ source: Socket, at port: UInt16) -> Bool {
        port == station.connection.local.port && (station.connection.remote ?? source) == source
    }

    /// A station for a port without a connection. It answers with a reset.
    func closedStation(at port: UInt16) -> Station {
        Station(principal, Connection(local: Socket(address, port), configuration: connection.configuration))
    }

    /// The sequence number of the next octet of its application. The SYN has taken the first number.
    var nextNumber: SequenceNumber { station.connection.sending.initial + 1 + written }
}
