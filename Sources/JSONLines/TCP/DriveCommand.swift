import TCPSim
import Trace

/// A command of `tcp drive`: what one line asks for. The words OPEN, SEND and so on are the user calls of RFC 9293 section 3.9.1.
enum DriveCommand: Hashable, Sendable {
    /// Sets up the host.
    case config(Fields)
    /// Moves the clock, and nothing else.
    case advance
    /// A datagram arrives from the network.
    case packet([UInt8])
    /// Passive OPEN.
    case listen(socket: Int, port: UInt16, backlog: Int)
    /// Gives the oldest open connection of the listening socket `socket` the number `new`.
    case accept(socket: Int, new: Int)
    /// Active OPEN.
    case connect(socket: Int, port: UInt16, to: Socket)
    /// SEND.
    case write(socket: Int, data: [UInt8])
    /// RECEIVE. With `peek` the data stays queued.
    case read(socket: Int, count: Int, peek: Bool)
    /// CLOSE: no more data is sent, and data can still be read.
    case shutdown(socket: Int)
    /// Half-duplex close: no more data is sent or read (RFC 9293 section 3.6.1).
    case close(socket: Int)
    case abort(socket: Int)
    case setOption(socket: Int, name: String, value: Bool)
    case status(socket: Int)
    /// An operation that this program does not know.
    case unknown(String)

    /// Reads the fields of a line.
    ///
    /// - Throws: ``RequestError`` naming the field that is missing or wrong.
    init(_ fields: Fields) throws(RequestError) {
        let operation = try fields.text("op")
        switch operation {
        case "config": self = .config(fields)
        case "advance": self = .advance
        case "packet": self = .packet(try fields.octets("ip"))
        case "listen":
            self = .listen(
                socket: try fields.integer("sock"), port: try fields.integer("port", 1...65_535),
                backlog: try fields.integer("backlog"))
        case "accept": self = .accept(socket: try fields.integer("sock"), new: try fields.integer("new"))
        case "connect":
            self = .connect(
                socket: try fields.integer("sock"), port: try fields.integer("port", 0...65_535),
                to: try fields.endpoint("to"))
        case "write": self = .write(socket: try fields.integer("sock"), data: try fields.octets("data"))
        case "read":
            self = .read(
                socket: try fields.integer("sock"), count: try fields.integer("n", 0 ... .max),
                peek: try fields.truth("peek", else: false))
        case "shutdown": self = .shutdown(socket: try fields.integer("sock"))
        case "close": self = .close(socket: try fields.integer("sock"))
        case "abort": self = .abort(socket: try fields.integer("sock"))
        case "setopt":
            self = .setOption(
                socket: try fields.integer("sock"), name: try fields.text("name"), value: try fields.truth("value"))
        case "status": self = .status(socket: try fields.integer("sock"))
        default: self = .unknown(operation)
        }
    }
}

extension Fields {
    /// "a.b.c.d:port".
    func endpoint(_ name: String) throws(RequestError) -> Socket {
        guard let socket = Socket(try text(name)) else {
            throw error(name, "must be an address and a port, such as 192.0.2.1:80")
        }
        return socket
    }
}
