import TCPSim
import Trace

/// A machine in the network: its address, its TCP, and the application on it.
package struct Host: Sendable {
    /// What a host sees of the segments of others.
    package enum Eye: Sendable {
        /// Nothing.
        case offPath
        /// A copy of each.
        case onPath
        /// Each before the wire gets it, so that it can be kept.
        case inPath
    }

    /// What acts on it, as a journal calls it.
    let principal: Principal
    /// What runs on it.
    package internal(set) var application: any Application
    /// What it sees.
    let eye: Eye
    /// Whether the network carries what bears another source address than its own (RFC 2827 says that it should not).
    let mayForge: Bool
    /// The chapter that begins when it is connected.
    let chapter: Chapter?
    /// Its TCP.
    var station: Station
    /// Where its last segment came from: a reset without a connection goes there.
    var correspondent: Socket?
    /// How many octets its application has handed to TCP.
    var written = 0

    /// A machine that has done nothing yet.
    package init(
        _ principal: Principal, _ connection: Connection, _ application: any Application, chapter: Chapter? = nil,
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

    /// A machine that opens no connection.
    package init(
        _ principal: Principal, at address: IPv4Address, _ application: any Application, eye: Eye = .offPath,
        mayForge: Bool = false
    ) {
        let configuration = Connection.Configuration(isn: .forced(SequenceNumber(0)))
        self.init(
            principal, Connection(local: Socket(address, 0), configuration: configuration), application, eye: eye,
            mayForge: mayForge)
    }

    /// Its connection.
    package var connection: Connection { station.connection }
    /// Where it is.
    var address: IPv4Address { station.connection.local.address }
    /// Where its segments go.
    var remote: Socket { station.connection.remote ?? correspondent ?? station.connection.local }
    /// Whether the network carries a segment of its own with that source address.
    func mayBear(_ source: IPv4Address) -> Bool { mayForge || source == address }
    /// Whether a segment from that socket, to that port, is for its connection.
    func expects(_ source: Socket, at port: UInt16) -> Bool {
        port == station.connection.local.port && (station.connection.remote ?? source) == source
    }

    /// A port without a connection.
    func closedStation(at port: UInt16) -> Station {
        Station(principal, Connection(local: Socket(address, port), configuration: connection.configuration))
    }

    /// The sequence number that the next octet of its application will have: the SYN has taken one.
    var nextNumber: SequenceNumber { station.connection.sending.initial + 1 + written }
}
