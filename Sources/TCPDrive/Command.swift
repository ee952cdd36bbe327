import JSONLines
import TCPSim
import Trace

/// Why a line cannot be carried out: which field, and what is wrong with it.
public struct CommandError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The name of the field, such as "at".
    public let field: String
    /// What is wrong with it.
    public let problem: String

    /// "at: missing".
    public var description: String { "\(field): \(problem)" }
}

/// What a line asks for.
public enum Command: Hashable, Sendable {
    /// Sets the host up.
    case config(JSONObject)
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

    /// Reads a line's object.
    ///
    /// - Throws: ``CommandError`` naming the field that is missing or wrong.
    init(_ object: JSONObject) throws(CommandError) {
        let fields = Fields(object: object)
        let operation = try fields.string("op")
        switch operation {
        case "config": self = .config(object)
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
                peek: try fields.boolean("peek", default: false))
        case "shutdown": self = .shutdown(socket: try fields.integer("sock"))
        case "close": self = .close(socket: try fields.integer("sock"))
        case "abort": self = .abort(socket: try fields.integer("sock"))
        case "setopt":
            self = .setOption(
                socket: try fields.integer("sock"), name: try fields.string("name"), value: try fields.boolean("value"))
        case "status": self = .status(socket: try fields.integer("sock"))
        default: self = .unknown(operation)
        }
    }
}

/// The members of an object, read as what they must be.
struct Fields {
    let object: JSONObject

    private func value(_ name: String) throws(CommandError) -> JSONObject.Value {
        guard let value = object[name] else { throw CommandError(field: name, problem: "missing") }
        return value
    }

    /// An integer within limits.
    func integer<T: FixedWidthInteger>(
        _ name: String, _ allowed: ClosedRange<T> = .min ... .max
    ) throws(CommandError) -> T {
        guard case .integer(let number) = try value(name) else {
            throw CommandError(field: name, problem: "must be an integer")
        }
        guard let exact = T(exactly: number), allowed.contains(exact) else {
            let limits = "\(allowed.lowerBound) to \(allowed.upperBound)"
            throw CommandError(field: name, problem: "\(number) is outside \(limits)")
        }
        return exact
    }

    func string(_ name: String) throws(CommandError) -> String {
        guard case .string(let text) = try value(name) else {
            throw CommandError(field: name, problem: "must be a text")
        }
        return text
    }

    func boolean(_ name: String, default: Bool? = nil) throws(CommandError) -> Bool {
        if let value = `default`, object[name] == nil { return value }
        guard case .boolean(let value) = try value(name) else {
            throw CommandError(field: name, problem: "must be true or false")
        }
        return value
    }

    func octets(_ name: String) throws(CommandError) -> [UInt8] {
        guard let octets = Hex.octets(try string(name)) else {
            throw CommandError(field: name, problem: "must be an even number of hexadecimal digits")
        }
        return octets
    }

    /// "a.b.c.d:port".
    func endpoint(_ name: String) throws(CommandError) -> Socket {
        let parts = try string(name).split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 2, let address = IPv4Address(String(parts[0])), let port = UInt16(parts[1]), port > 0
        else {
            throw CommandError(field: name, problem: "must be an address and a port, such as 192.0.2.1:80")
        }
        return Socket(address, port)
    }
}
