import Crypto
import PKI
import Simulator
import TCPSim
import TLSSim
import Trace

/// A victim's browser that asks a server for the same thing again and again, each time in a connection of its own.
///
/// A script in a page of the attacker's makes it do so, and chooses the path and the body. The browser adds the cookie, which the script
/// cannot read. The first connection makes a session, and the others resume it.
package final class Browser {
    /// What the browser adds, in hexadecimal digits.
    package let cookie: [UInt8]
    /// How many connections there were.
    package private(set) var connections = 0

    private let stage: Stage
    private let victims: Victims
    private let places: (client: Int, server: Int)
    private let setClient: (inout Client.Configuration) -> Void
    private var session: ResumableSession?

    /// A browser and its server on a stage.
    ///
    /// - Parameters:
    ///   - digits: of the cookie.
    ///   - costs: what computing costs the server.
    ///   - setServer: what the server's configuration has otherwise.
    ///   - setClient: what the browser's has.
    /// - Throws: ``TrustError`` if the certificates cannot be made.
    package init(
        _ show: Performance, on stage: Stage, suite: CipherSuite = .rsaAES128CBCSHA, digits: Int, costs: Costs? = nil,
        server setServer: @escaping (inout Server.Configuration) -> Void = { _ in },
        client setClient: @escaping (inout Client.Configuration) -> Void = { _ in }
    ) throws(TrustError) {
        self.stage = stage
        self.setClient = setClient
        let victims = try Victims(show, suite)
        self.victims = victims
        places = show.pair(on: stage)
        stage.hosts[places.server].costs = costs
        var random = show.seeds.fork("cookie")
        cookie = random.octets(digits).map { Self.digits[Int($0 & 0x0f)] }
        let server = places.server
        var number = 0
        var cache = SessionCache()
        stage.listen(server, port: 443) { _ in
            number += 1
            if cache.sessions.isEmpty,
                let made = stage.applications(of: server).lazy.compactMap({ ($0.application as? TLSProgram)?.session })
                    .first
            {
                cache.insert(made)
            }
            return victims.server(
                number,
                configure: {
                    $0.sessions = cache
                    setServer(&$0)
                },
                answers: { heard in
                    // The end of its head says whether the request is whole: the body is in the same record.
                    heard.firstRange(of: Array("\r\n\r\n".utf8)) == nil
                        ? .nothing : .ends([Array("HTTP/1.1 204 No Content\r\n\r\n".utf8)])
                })
        }
    }

    /// The digits of cookies.
    package static let digits = Array("0123456789abcdef".utf8)

    /// What stands before the cookie in a request.
    package static func head(path: [UInt8]) -> [UInt8] {
        Array("POST /".utf8) + path + Array(" HTTP/1.1\r\nHost: \(Visit.hostName)\r\nCookie: id=".utf8)
    }

    /// What stands behind the cookie.
    package static func tail(body: [UInt8]) -> [UInt8] { Array("; lang=en\r\n\r\n".utf8) + body }

    /// Opens a connection and asks.
    ///
    /// - Returns: its socket number.
    @discardableResult
    package func ask(path: [UInt8], body: [UInt8] = []) -> Int {
        connections += 1
        let session = session
        let program = victims.client(
            connections, says: [Self.head(path: path) + cookie + Self.tail(body: body)],
            configure: {
                $0.session = session
                setClient(&$0)
            })
        let socket = stage.connect(places.client, to: Socket(.server, 443), program)
        return socket
    }

    /// A first connection in peace, to make the session.
    package func begin(_ attacker: Attacker) {
        let socket = ask(path: [])
        _ = attacker.wait(.seconds(2))
        session = (stage.application(places.client, socket) as? TLSProgram)?.session
    }
}

/// An attacker in the path who changes one record in each of a browser's connections, and looks how it is answered.
package struct RecordSwap {
    /// What came back.
    package struct Answer: Hashable {
        /// The frame with the changed record.
        package let frame: Int
        /// The frame with the answer.
        package let answer: Int
        /// From the one to the other, in microseconds.
        package let time: Int64
        /// Whether the answer is an alert. The alert itself is encrypted.
        package let isAlert: Bool
        /// The place of the connection among all, counted from 0.
        package let connection: Int
    }

    private let attacker: Attacker
    private let browser: Browser
    /// Records that were changed.
    package private(set) var count = 0

    /// Hers, with what the browser does for her.
    package init(_ attacker: Attacker, _ browser: Browser) {
        self.attacker = attacker
        self.browser = browser
    }

    /// Has the browser ask, and changes its record on the way.
    ///
    /// - Parameter change: what becomes of the stream from the header of the record on. Its length has to stay, so that TCP's numbers fit.
    /// - Returns: nil if the server says nothing.
    package mutating func ask(
        path: [UInt8], body: [UInt8] = [], _ change: @escaping (_ record: [UInt8]) -> [UInt8]
    ) -> Answer? {
        var changed: (frame: Int, at: Int64)?
        attacker.guardPath { sight in
            guard changed == nil, sight.source.address == .client,
                sight.segment.payload.first == ContentType.applicationData.rawValue
            else { return .passes }
            changed = (sight.frame, sight.at)
            return .replaced(sight.carrying(change(sight.segment.payload)))
        }
        count += 1
        browser.ask(path: path, body: body)
        let types = [ContentType.alert.rawValue, ContentType.applicationData.rawValue]
        let answer = attacker.wait(.seconds(5)) { sight in
            changed != nil && sight.source.address == .server && sight.segment.payload.first.map(types.contains) == true
        }
        _ = attacker.wait(.milliseconds(50))
        guard let answer, let changed else { return nil }
        return Answer(
            frame: changed.frame, answer: answer.frame, time: answer.at - changed.at,
            isAlert: answer.segment.payload.first == ContentType.alert.rawValue, connection: browser.connections - 1)
    }
}

extension Sight {
    /// The datagram with other octets in its segment.
    package func carrying(_ payload: [UInt8]) -> [UInt8] {
        var changed = segment
        changed.payload = payload
        let identification = datagram.count > 5 ? UInt16(datagram[4]) << 8 | UInt16(datagram[5]) : 0
        return SegmentCodec.encode(
            changed, from: source.address, to: destination.address, identification: identification, recording: false
        ).bytes
    }
}

/// A record of a CBC suite as it is on the wire: header, IV and blocks.
package struct BlockRecord {
    /// Octets of a block.
    package static let size = 16
    private static let header = 5
    private let octets: [UInt8]

    /// Those octets.
    package init(_ octets: [UInt8]) { self.octets = octets }

    /// How many blocks there are behind the IV.
    package var count: Int { (octets.count - Self.header) / Self.size - 1 }

    /// A block of the ciphertext, counted from 0; the IV is -1.
    package func block(_ index: Int) -> [UInt8] {
        Array(octets.dropFirst(Self.header + Self.size * (index + 1)).prefix(Self.size))
    }

    /// The record with other blocks at its end.
    package func ending(in blocks: [[UInt8]]) -> [UInt8] { octets.dropLast(Self.size * blocks.count) + blocks.joined() }
}

/// XOR, octet by octet.
package func ^ (left: [UInt8], right: [UInt8]) -> [UInt8] { zip(left, right).map { $0 ^ $1 } }
