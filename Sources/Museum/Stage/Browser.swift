import Crypto
import PKI
import Simulator
import TCPSim
import TLSSim
import Trace

/// A victim's browser that sends many requests with the same cookie to a server, each on a connection of its own.
///
/// A script on a page of the attacker makes the browser send them, and chooses the path and the body. The browser adds the cookie, which
/// the script cannot read. The first connection makes a session, and the others resume it.
package final class Browser {
    /// The value of the cookie, as ASCII octets of hexadecimal digits.
    package let cookie: [UInt8]
    /// The number of connections so far.
    package private(set) var connections = 0

    private let stage: Stage
    private let victims: Victims
    private let places: (client: Int, server: Int)
    private let setClient: (inout Client.Configuration) -> Void
    private var session: ResumableSession?

    /// A browser and its server on a stage.
    ///
    /// - Parameters:
    ///   - digits: the number of digits of the cookie.
    ///   - costs: the computing time of the server; nil for none.
    ///   - setServer: changes the server's default configuration.
    ///   - setClient: changes the browser's default configuration.
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
                    // The request is complete if its header section is, because the body is in the same record.
                    heard.firstRange(of: Array("\r\n\r\n".utf8)) == nil
                        ? .nothing : .ends([Array("HTTP/1.1 204 No Content\r\n\r\n".utf8)])
                })
        }
    }

    /// The ASCII octets of the digits that a cookie can have.
    package static let digits = Array("0123456789abcdef".utf8)

    /// The part of a request before the cookie's value.
    package static func head(path: [UInt8]) -> [UInt8] {
        Array("POST /".utf8) + path + Array(" HTTP/1.1\r\nHost: \(Visit.hostName)\r\nCookie: id=".utf8)
    }

    /// The part of a request after the cookie's value.
    package static func tail(body: [UInt8]) -> [UInt8] { Array("; lang=en\r\n\r\n".utf8) + body }

    /// Opens a connection and sends a request.
    ///
    /// - Returns: the connection's socket number.
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
        return stage.connect(places.client, to: Socket(.server, 443), program)
    }

    /// Makes the session on a first connection, without an attack.
    package func begin(_ attacker: Attacker) {
        let socket = ask(path: [])
        _ = attacker.wait(.seconds(2))
        session = (stage.application(places.client, socket) as? TLSProgram)?.session
    }
}

/// An attacker in the path who changes one record in each connection of a browser, and observes the server's answer.
package struct RecordSwap {
    /// The server's answer to a changed record.
    package struct Answer: Hashable {
        /// The frame with the changed record.
        package let frame: Int
        /// The frame with the answer.
        package let answer: Int
        /// The time from the changed record to the answer, in microseconds of virtual time.
        package let time: Int64
        /// Whether the answer is an alert. The alert itself is encrypted.
        package let isAlert: Bool
        /// The number of the connection among all of the browser, counted from 0.
        package let connection: Int
    }

    private let attacker: Attacker
    private let browser: Browser
    /// The number of requests whose record the attacker was to change.
    package private(set) var count = 0

    /// An attacker in the path of a browser's connections.
    package init(_ attacker: Attacker, _ browser: Browser) {
        self.attacker = attacker
        self.browser = browser
    }

    /// Makes the browser send a request, and changes the request's record on the path.
    ///
    /// - Parameter change: gives the changed octets of the segment, which begins with the record's header. Their number must not change,
    ///   because the TCP sequence numbers stay.
    /// - Returns: the server's answer; nil if there is none within five seconds.
    package mutating func ask(
        path: [UInt8], body: [UInt8] = [], _ change: @escaping (_ record: [UInt8]) -> [UInt8]
    ) -> Answer? {
        var changed: (frame: Int, at: Int64)?
        attacker.guardPath { sight in
            guard changed == nil, sight.source.address == .client,
                sight.segment.payload.first == ContentType.applicationData.rawValue
            else { return .passes }
            changed = (sight.frame, sight.at)
            return .replaced([sight.carrying(change(sight.segment.payload))])
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
    /// The datagram with other data in its segment.
    package func carrying(_ payload: [UInt8]) -> [UInt8] {
        var changed = segment
        changed.payload = payload
        return carrying(changed)
    }

    /// The datagram with another segment.
    func carrying(_ segment: Segment) -> [UInt8] {
        SegmentCodec.encode(
            segment, from: source.address, to: destination.address, identification: read.header.identification,
            recording: false
        ).bytes
    }
}

/// A record of a CBC suite on the wire: the header, the IV and the blocks of the ciphertext (RFC 5246 section 6.2.3.2).
package struct BlockRecord {
    /// The number of octets in a block.
    package static let size = 16
    private let octets: [UInt8]

    /// The record of these octets.
    package init(_ octets: [UInt8]) { self.octets = octets }

    /// The number of blocks after the IV.
    package var count: Int { (octets.count - RecordLimits.header) / Self.size - 1 }

    /// A block of the ciphertext, counted from 0. The block -1 is the IV.
    package func block(_ index: Int) -> [UInt8] {
        Array(octets.dropFirst(RecordLimits.header + Self.size * (index + 1)).prefix(Self.size))
    }

    /// The record with these blocks in place of as many at its end.
    package func ending(in blocks: [[UInt8]]) -> [UInt8] { octets.dropLast(Self.size * blocks.count) + blocks.joined() }
}

/// XOR, octet by octet.
package func ^ (left: [UInt8], right: [UInt8]) -> [UInt8] { zip(left, right).map { $0 ^ $1 } }
