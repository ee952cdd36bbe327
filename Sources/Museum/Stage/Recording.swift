import Attacks
import Capture
import Crypto
import Explain
import PKI
import TLSSim
import Trace

/// What an attacker has who was a witness and nothing else: the packets that passed, and the connections that they make.
package struct Recording: Sendable {
    /// The connections, in the order in which they begin.
    package let connections: [RecordedConnection]
    private let packets: [(number: Int, octets: [UInt8])]

    /// A recording of what was seen.
    package init(_ sights: [Sight]) {
        let packets = sights.map { PcapNG.Packet(timestamp: $0.at, frame: $0.datagram) }
        let file = PcapNG.file(packets: packets, linkType: .ipv4)
        // What this program has written can be read.
        connections = (try? Reassembler(file).connections) ?? []
        self.packets = sights.map { ($0.frame, $0.datagram) }
    }

    /// The recording in a capture file.
    ///
    /// - Throws: `ParseError` where the octets are no capture.
    package init(capture: [UInt8]) throws {
        connections = try Reassembler(capture).connections
        var reader = CaptureReader()
        reader.append(capture)
        reader.end()
        var packets: [(number: Int, octets: [UInt8])] = []
        while let item = try reader.next() {
            if case .frame(let frame) = item { packets.append((frame.number, Array(reader.buffer[frame.octets]))) }
        }
        self.packets = packets
    }

    /// The handshakes that can be read in it.
    package var handshakes: [RecordedHandshake] { connections.compactMap { try? RecordedHandshake($0) } }

    /// The first packet that has these octets in it; none if they are spread over several.
    package func frames(with octets: [UInt8]) -> [Int] {
        let wanted = Array(octets.prefix(32))
        guard let first = wanted.first else { return [] }
        let found = packets.first { packet in
            var rest = packet.octets[...]
            while let place = rest.firstIndex(of: first) {
                if rest[place...].starts(with: wanted) { return true }
                rest = rest[(place + 1)...]
            }
            return false
        }
        return found.map { [$0.number] } ?? []
    }
}

extension RecordedHandshake {
    /// The key in the server's certificate; nil where there is none that can be read.
    var certifiedKey: PublicKey? { certificates.first.flatMap { try? CertifiedKey.key(inCertificate: $0) } }

    /// The server's signed parameters; nil where the suite has none.
    var serverKeyExchange: ServerKeyExchange? {
        guard let kind = suite.implemented?.keyExchange, kind != .rsa else { return nil }
        let message = RecordedFlights(connection.server.bytes).messages.first { $0.type == .serverKeyExchange }
        return try? message?.parsed { reader throws(ParseError) in
            try ServerKeyExchange.read(from: &reader, kind: kind)
        }
    }

    /// The premaster secret that RSA has carried and what the client has said, if that key opens them; nil if it does not.
    func opened(with key: RSAPrivateKey) -> (premaster: [UInt8], request: [UInt8])? {
        guard case .rsa(let encrypted) = keyExchange else { return nil }
        // At home there is no clock to hide from.
        var blinding = SeededRandomSource(seed: 0)
        guard let premaster = try? PKCS1v15.decrypt(encrypted, with: key, blindedBy: &blinding),
            let plaintext = plaintext(by: .premaster(premaster))
        else { return nil }
        return (premaster, plaintext.client)
    }

    /// The premaster secret of Diffie–Hellman, if that is the exponent of that side; nil if it is not. It has no leading zeros (RFC 5246
    /// section 8.1.2).
    func premaster(by exponent: Integer, of side: Role) -> [UInt8]? {
        guard case .dheRSA(_, let params, let publicValue) = keyExchange else { return nil }
        let p = Integer(bigEndian: params.p)
        let (own, others) = side == .client ? (publicValue, params.ys) : (params.ys, publicValue)
        guard Integer(bigEndian: params.g).power(exponent, modulo: p) == Integer(bigEndian: own) else { return nil }
        return Integer(bigEndian: others).power(exponent, modulo: p)?.bigEndian
    }

    /// What both sides have said, if that secret is the connection's: it is proved by Finished.
    func plaintext(by secret: ForwardSecrecyAttack.Secret) -> (client: [UInt8], server: [UInt8])? {
        let report = ForwardSecrecyAttack.opened(self, by: secret)
        return report.outcome == .opened ? (report.clientData, report.serverData) : nil
    }
}

/// An exhibit of which a recording alone gives her something, if not all.
package protocol CaptureExhibit: Exhibit {
    /// What she makes of a recording.
    static func attack(_ recording: Recording, _ variant: String, _ outcome: inout Outcome)
}

/// An exhibit whose attacker has a recording and nothing else. What is recorded is performed first, or comes from a file.
package protocol RecordedExhibit: CaptureExhibit {
    /// Performs what is recorded, and says of it in `outcome` what is known without her: theory, sockets, the truth.
    static func record(_ show: Performance, _ outcome: inout Outcome) throws -> Recording
}

extension RecordedExhibit {
    /// What is recorded is performed, and then attacked.
    package static func perform(_ show: Performance) throws -> Outcome {
        var outcome = Outcome()
        let recording = try record(show, &outcome)
        attack(recording, show.variant, &outcome)
        return outcome
    }
}
