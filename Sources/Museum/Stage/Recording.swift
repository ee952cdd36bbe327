import Capture
import Crypto
import Explain
import PKI
import Recordings
import TLSSim
import Trace

/// A recording of packets, and the connections in it: all that an attacker has who only listened.
package struct Recording: Sendable {
    /// The connections, in the order in which they begin.
    package let connections: [RecordedConnection]
    /// The packets with their frame numbers.
    private let packets: [(number: Int, octets: [UInt8])]

    /// A recording of the datagrams that an attacker has seen.
    package init(_ sights: [Sight]) {
        let packets = sights.map { PcapNG.Packet(timestamp: $0.at, frame: $0.datagram) }
        let file = PcapNG.file(packets: packets, linkType: .ipv4)
        // The program has written the file itself, so reading it does not fail.
        connections = (try? Reassembler(file).connections) ?? []
        self.packets = sights.map { ($0.frame, $0.datagram) }
    }

    /// The recording in a capture file.
    ///
    /// - Throws: ``ParseError`` if the octets are not a capture.
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

    /// The handshakes of the connections, without those that cannot be read.
    package var handshakes: [RecordedHandshake] { connections.compactMap { try? RecordedHandshake($0) } }
    /// What the servers of the connections have shown, also where a handshake ended early.
    package var offers: [RecordedOffer] { connections.compactMap { try? RecordedOffer($0) } }

    /// The number of the first packet that contains the first 32 of these octets; empty if no packet contains them.
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

extension RecordedOffer {
    /// The key in the server's certificate; nil if there is none that can be read.
    var certifiedKey: PublicKey? { certificates.first.flatMap { try? CertifiedKey.key(inCertificate: $0) } }
}

extension RecordedHandshake {
    /// The key in the server's certificate; nil if there is none that can be read.
    var certifiedKey: PublicKey? { certificates.first.flatMap { try? CertifiedKey.key(inCertificate: $0) } }

    /// The premaster secret of RSA key transport, and what it opens. Nil if the key does not decrypt them.
    func opened(with key: RSAPrivateKey) -> (premaster: [UInt8], plaintext: Opened)? {
        guard case .rsa(let encrypted) = keyExchange else { return nil }
        // The attacker decrypts on her own machine, where no other party measures the time. So the blinding need not be secret.
        var blinding = SeededRandomSource(seed: 0)
        guard let premaster = try? PKCS1v15.decrypt(encrypted, with: key, blindedBy: &blinding),
            let plaintext = plaintext(by: .premaster(premaster))
        else { return nil }
        return (premaster, plaintext)
    }

    /// The premaster secret of Diffie–Hellman, from the exponent of one side. Nil if the side's public value does not have that
    /// exponent. Leading octets of zero are removed from the secret (RFC 5246 section 8.1.2).
    func premaster(by exponent: Integer, of side: Role) -> [UInt8]? {
        guard case .dheRSA(_, let params, let publicValue) = keyExchange else { return nil }
        let p = Integer(bigEndian: params.p)
        let (own, others) = side == .client ? (publicValue, params.ys) : (params.ys, publicValue)
        guard Integer(bigEndian: params.g).power(exponent, modulo: p) == Integer(bigEndian: own) else { return nil }
        return Integer(bigEndian: others).power(exponent, modulo: p)?.bigEndian
    }

    /// The application data of both sides, and the keys; nil if the secret is not the connection's. The recorded Finished messages prove the
    /// secret.
    func plaintext(by secret: ForwardSecrecyAttack.Secret) -> Opened? {
        let report = ForwardSecrecyAttack.opened(self, by: secret)
        return report.keys.map { Opened(client: report.clientData, server: report.serverData, keys: $0) }
    }

    /// What a secret has opened.
    struct Opened {
        /// The client's application data.
        let client: [UInt8]
        /// The server's application data.
        let server: [UInt8]
        /// The keys, and whether the extended master secret was agreed.
        let keys: (schedule: KeySchedule, extended: Bool)
    }
}

extension Outcome {
    /// Adds the keys of a recorded connection that she has opened.
    ///
    /// - Parameter connection: the number of the connection; nil if there is only one.
    mutating func computes(_ opened: RecordedHandshake.Opened, connection: Int? = nil) {
        computes(opened.keys.schedule, extended: opened.keys.extended, connection: connection)
    }
}

/// An exhibit whose attack, or a part of it, needs only a recording.
package protocol CaptureExhibit: Exhibit {
    /// Attacks a recording, and adds the results to an outcome.
    static func attack(_ recording: Recording, variant: String, outcome: inout Outcome)
}

/// An exhibit whose attacker has a recording and nothing else. The recording is made by a performance, or comes from a file.
package protocol RecordedExhibit: CaptureExhibit {
    /// Performs and records the victims' connections. It adds to `outcome` what does not come from the attacker: the theory, the sockets
    /// and the true values.
    static func record(_ show: Performance, _ outcome: inout Outcome) throws -> Recording
}

extension RecordedExhibit {
    /// Performs and records the victims' connections, and attacks the recording.
    package static func perform(_ show: Performance) throws -> Outcome {
        var outcome = Outcome()
        let recording = try record(show, &outcome)
        attack(recording, variant: show.variant, outcome: &outcome)
        return outcome
    }
}
