import TCPSim
import Trace

/// What a line asks for.
enum DriveCommand: Hashable, Sendable {
    /// Sets the host up.
    case config(Fields)
    /// Only time goes by.
    case advance
    /// A datagram arrives from the network.
    case packet([UInt8])
    /// Passive OPEN.
    case listen(socket: Int, port: UInt16, backlog: Int)
    /// Hands over the oldest open connection of a listening socket.
    case accept(socket: Int, new: Int)
    /// Active OPEN.
    case connect(socket: Int, port: UInt16, to: Socket)
    /// SEND.
    case write(socket: Int, data: [UInt8])
    /// RECEIVE; with `peek` what is read stays queued.
    case read(socket: Int, count: Int, peek: Bool)
    /// CLOSE: no more data is sent.
    case shutdown(socket: Int)
    /// Half-duplex close: no more is sent nor read.
    case close(socket: Int)
    /// ABORT.
    case abort(socket: Int)
    /// Sets an option of a socket.
    case setOption(socket: Int, name: String, value: Bool)
    /// STATUS.
    case status(socket: Int)
    /// Something that this program does not know.
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
