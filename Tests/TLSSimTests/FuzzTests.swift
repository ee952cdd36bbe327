import Crypto
import Foundation
import TestSupport
import Testing
import Trace

@testable import TLSSim

/// Inputs at random. Every one ends in an error of the table or in progress; none traps, and none costs much.
///
/// The seeds are counted, so that a run is the same everywhere. For a longer one:
/// `HANDSHAKESIM_FUZZ=100000 swift test --filter FuzzTests`.
@Suite struct FuzzTests {
    /// Seeds for each target.
    private static let count: UInt64 =
        ProcessInfo.processInfo.environment["HANDSHAKESIM_FUZZ"].flatMap { UInt64($0) } ?? 400

    // MARK: Decoders

    /// A decoder, and the writer of what it has read.
    private struct Decoder {
        let name: String
        let rewritten: (inout ByteReader) throws -> [UInt8]

        init<Body: HandshakeBody>(_ name: String, _ read: @escaping (inout ByteReader) throws(ParseError) -> Body) {
            self.name = name
            rewritten = { try read(&$0).message.body }
        }
    }

    private static var decoders: [Decoder] {
        let kinds = KeyExchangeKind.allCases
        return [
            Decoder("ClientHello", ClientHello.read), Decoder("ServerHello", ServerHello.read),
            Decoder("HelloRequest", HelloRequest.read), Decoder("Certificate", CertificateMessage.read),
            Decoder("CertificateRequest", CertificateRequest.read), Decoder("Finished", Finished.read),
            Decoder("CertificateVerify", CertificateVerify.read), Decoder("ServerHelloDone", ServerHelloDone.read),
            Decoder("CertificateStatus", CertificateStatus.read), Decoder("NewSessionTicket", NewSessionTicket.read),
        ]
            + kinds.map { kind in
                Decoder("ServerKeyExchange \(kind.name)") { reader throws(ParseError) in
                    try ServerKeyExchange.read(from: &reader, kind: kind)
                }
            }
            + kinds.map { kind in
                Decoder("ClientKeyExchange \(kind.name)") { reader throws(ParseError) in
                    try ClientKeyExchange.read(from: &reader, kind: kind)
                }
            }
    }

    /// Bodies that are right, of every kind that a handshake has.
    private func specimens() async throws -> [[UInt8]] {
        var bodies: [[UInt8]] = []
        for suite in Setting.exchanges {
            var client = try await RogueClient.facing(suite, extended: true)
            try client.connect()
            var server = try await RogueServer.facing(suite, extended: true)
            try server.connect()
            bodies += (client.parts.said + server.parts.said).map(\.body)
        }
        bodies.append(
            CertificateRequest(
                certificateTypes: [.rsaSign, .ecdsaSign], schemes: SignatureScheme.usual, authorities: [[0x30, 0]]
            ).message.body)
        bodies.append(CertificateVerify(scheme: .rsaPSSSHA256, signature: [1, 2, 3]).message.body)
        bodies.append(CertificateStatus(response: [0x30, 0]).message.body)
        bodies.append(NewSessionTicket(lifetimeHint: 300, ticket: [1, 2, 3]).message.body)
        let extensions: [HelloExtension] = [
            .serverName(Fixture.hostName), .maxFragmentLength(2), .statusRequest(StatusRequest(responders: [])),
            .applicationProtocols([Array("h2".utf8), Array("http/1.1".utf8)]), .sessionTicket([1, 2, 3]),
            .encryptThenMAC, .other(type: 0x4a4a, body: [1]),
        ]
        bodies.append(
            ClientHello(
                random: [UInt8](repeating: 1, count: 32), cipherSuites: [0x009c, 0x00ff], extensions: extensions
            ).message.body)
        return bodies
    }

    /// What cannot be read is an error inside the message.
    @Test func whatIsReadIsWrittenAgainAsItWasRead() async throws {
        let specimens = try await specimens()
        let decoders = Self.decoders
        forEachSeed(10 * Self.count) { seed, random in
            var mangler = Mangler(random: random)
            let octets = mangler.changed(specimens[Int(seed % UInt64(specimens.count))])
            for decoder in decoders {
                var reader = ByteReader(octets)
                do {
                    let written = try decoder.rewritten(&reader)
                    // Reading is a projection: what has been read and written reads as itself.
                    var again = ByteReader(written)
                    #expect(try decoder.rewritten(&again) == written, "\(decoder.name)")
                    #expect(reader.fields.coverExactly(0..<octets.count), "\(decoder.name)")
                } catch let error as ParseError {
                    #expect(
                        !error.field.isEmpty && (0...octets.count).contains(error.offset), "\(decoder.name): \(error)")
                }
            }
        }
    }

    /// By the record layer and the joiner of messages.
    @Test func everyOctetIsConsumedWaitsOrIsRefused() {
        forEachSeed(10 * Self.count) { _, random in
            var mangler = Mangler(random: random)
            var stream: [UInt8] = []
            for _ in 0...mangler.place(in: 5) {
                let type = UInt8(19 + mangler.place(in: 7))
                stream += record(type, mangler.random.octets(mangler.place(in: 60)))
            }
            stream = mangler.changed(stream)
            var layer = RecordLayer()
            var joiner = HandshakeJoiner()
            var consumed = 0
            do {
                for start in stride(from: 0, to: stream.count, by: 7) {
                    layer.append(Array(stream[start..<min(start + 7, stream.count)]))
                    while let record = try layer.next() {
                        #expect(record.stream.lowerBound == consumed)
                        consumed = record.stream.upperBound
                        if record.type == .handshake { joiner.append(record.plaintext) }
                        while let message = try joiner.next() { #expect(message.body.count <= stream.count) }
                    }
                }
                #expect(consumed + layer.unread == stream.count)
            } catch let error as TLSError {
                #expect(error.alert != nil)
            }
        }
    }

    // MARK: Machines

    /// What holds of an endpoint whatever it was sent.
    private func check<Peer: RoguePeer>(_ peer: inout Peer, state: (Peer) -> String) {
        if let error = peer.error {
            if case .internalFault(let what) = error { Issue.record("internal fault: \(what)") }
            #expect(peer.alert == error.alert)
            #expect(state(peer) == "Failed")
            // What has ended stays ended, and says nothing more.
            #expect(peer.hand(.bytes([22, 3, 3, 0, 1, 0])).isEmpty)
        } else {
            #expect(state(peer) != "Failed")
        }
        #expect(peer.parts.accepted.isEmpty || peer.parts.established)
        #expect(peer.parts.accepted.count < 200_000)
    }

    /// Steps from `start` on, some of them left out, doubled or exchanged.
    private func course(_ count: Int, from start: Int, _ mangler: inout Mangler) -> [Int] {
        var steps = Array(start..<count)
        for _ in 0..<mangler.place(in: 3) {
            let place = mangler.place(in: steps.count)
            guard place < steps.count else { continue }
            switch mangler.place(in: 3) {
            case 0: steps.remove(at: place)
            case 1: steps.insert(steps[place], at: place)
            default: steps.swapAt(place, mangler.place(in: steps.count))
            }
        }
        return steps
    }

    /// Goes on from one of `peers`, each a step further than the one before it, out of order and garbled.
    private func fuzz<Peer: RoguePeer>(
        _ peers: [Peer], _ random: SplitMix64, steps: [(inout Peer) throws -> Void], state: (Peer) -> String
    ) {
        var mangler = Mangler(random: random)
        let start = mangler.place(in: peers.count)
        let course = course(steps.count, from: start, &mangler)
        var peer = peers[start]
        peer.parts.mangler = mangler
        for index in course {
            // What the peer itself cannot do, for want of keys or parameters, it leaves.
            try? steps[index](&peer)
        }
        check(&peer, state: state)
    }

    @Test(arguments: Setting.fuzzed)
    func theServerStandsClientsThatGarbleRepeatReorderAndLeaveOut(setting: Setting) async throws {
        let steps: [(inout RogueClient) throws -> Void] = [
            { try $0.sayHello() }, { try $0.exchangeKeys() }, { try $0.changeCipherSpec() }, { try $0.finish() },
            { try $0.send(.applicationData, Array("ping".utf8)) }, { try $0.send(.alert, [1, 0]) },
        ]
        var peers = [try await RogueClient.facing(setting)]
        for step in steps.dropLast() {
            var next = peers[peers.count - 1]
            try step(&next)
            peers.append(next)
        }
        forEachSeed(Self.count / 4) { _, random in fuzz(peers, random, steps: steps) { $0.server.state } }
    }

    @Test(arguments: Setting.fuzzed)
    func theClientStandsServersThatGarbleRepeatReorderAndLeaveOut(setting: Setting) async throws {
        let steps: [(inout RogueServer) throws -> Void] = [
            { try $0.sayHello() }, { try $0.showCertificate() }, { try $0.offerKey() }, { try $0.endFlight() },
            { try $0.changeCipherSpec() }, { try $0.finish() },
            { try $0.send(.applicationData, Array("pong".utf8)) }, { try $0.send(.alert, [1, 0]) },
        ]
        var peers = [try await RogueServer.facing(setting)]
        for step in steps.dropLast() {
            var next = peers[peers.count - 1]
            try step(&next)
            peers.append(next)
        }
        forEachSeed(Self.count / 4) { _, random in fuzz(peers, random, steps: steps) { $0.client.state } }
    }
}

extension Setting {
    /// Every key exchange and every construction of records once.
    static let fuzzed: [Setting] = [
        .init(suite: .rsaAES128CBCSHA), .init(suite: .dheRSAAES128GCM), .init(suite: .ecdheRSAChaCha20),
        .init(suite: .rsaAES256CBCSHA256, encryptThenMAC: true), .init(suite: .ecdheECDSAAES256GCM),
    ]
}
