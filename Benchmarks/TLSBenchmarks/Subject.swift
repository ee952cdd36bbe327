import Crypto
import PKI
import TLSSim

/// A kind of handshake that is measured, with what it cannot do without.
struct Subject {
    typealias Operations = [(operation: PublicKeyOperation, times: Int)]

    let name: String
    /// The public-key operations of both sides.
    let operations: Operations
    /// What an RSA private operation needs besides.
    let precautions: Operations
    /// What is hashed, derived and protected in a handshake of so many octets.
    let symmetric: (_ octets: Int) -> () throws -> Void
    /// Two ends that have not started.
    let peers: (Peers.Tracing, _ seed: UInt64) -> Peers
    /// What OpenSSL is asked for; nil where it is not asked.
    let rivalsSuite: String?

    /// A full handshake with each suite of TLS 1.2.
    static func ofTLS12(_ world: World) -> [Subject] {
        CipherSuite.all.map { suite in
            Subject(
                name: suite.name, operations: PublicKeyOperation.contained(in: suite.keyExchange),
                precautions: PublicKeyOperation.precautions(in: suite.keyExchange),
                symmetric: { octets in SymmetricWork(suite, octets: octets).run },
                peers: { tracing, seed in Peers(suite, world, tracing, seed: seed) }, rivalsSuite: suite.name)
        }
    }

    /// Handshakes of TLS 1.3: full ones with either kind of certificate, the hybrid group, and one that begins with a ticket.
    static func ofTLS13(_ world: World) -> [Subject] {
        let exchange: Operations = [(.x25519Generation, 2), (.x25519Agreement, 2)]
        let lattice: Operations = [(.latticeGeneration, 1), (.latticeEncapsulation, 1), (.latticeDecapsulation, 1)]
        let rsa: Operations = [(.rsaPrivate, 1), (.rsaPublic, 1)]
        let ecdsa: Operations = [(.ecdsaSignature, 1), (.ecdsaVerification, 1)]
        func full(
            _ what: String, _ group: NamedGroup, _ judged: World.Judged, _ operations: Operations,
            precautions: Operations = []
        ) -> Subject {
            Subject(
                name: "TLS 1.3, \(what)", operations: operations, precautions: precautions,
                symmetric: { octets in TLS13SymmetricWork(octets: octets, records: 5).run },
                peers: { tracing, seed in
                    ends(group, judged, ticket: nil, key: nil, tracing, seed: seed)
                }, rivalsSuite: nil)
        }
        return [
            full("X25519 with RSA", .x25519, world.rsa, rsa + exchange, precautions: [(.rsaPublic, 2)]),
            full("X25519 with ECDSA", .x25519, world.curve, ecdsa + exchange),
            full(
                "X25519MLKEM768 with RSA", .x25519MLKEM768, world.rsa, rsa + exchange + lattice,
                precautions: [(.rsaPublic, 2)]),
            full("X25519MLKEM768 with ECDSA", .x25519MLKEM768, world.curve, ecdsa + exchange + lattice),
            resumed(world, exchange),
        ]
    }

    /// The exchange is X25519, and a ticket stands for the certificate. One ticket serves all: the server does not count.
    private static func resumed(_ world: World, _ exchange: Operations) -> Subject {
        var random = SeededRandomSource(seed: 3)
        let key = TicketKey(using: &random)
        var first = ends(.x25519, world.curve, ticket: nil, key: key, .none, seed: 0)
        first.shakeHands()
        let ticket = first.ticket
        precondition(ticket != nil, "there is no ticket")
        return Subject(
            name: "TLS 1.3, X25519 with a ticket", operations: exchange, precautions: [],
            symmetric: { octets in TLS13SymmetricWork(octets: octets, records: 3).run },
            peers: { tracing, seed in ends(.x25519, world.curve, ticket: ticket, key: key, tracing, seed: seed) },
            rivalsSuite: nil)
    }

    /// Two ends of TLS 1.3 that have not started.
    static func ends(
        _ group: NamedGroup, _ judged: World.Judged, _ suite: TLS13.CipherSuite = .aes128GCM, ticket: TLS13.Ticket?,
        key: TicketKey?, _ tracing: Peers.Tracing, seed: UInt64
    ) -> Peers {
        let common = TLS13.CommonConfiguration(arithmetic: .live, tracing: tracing != .none)
        let client = TLS13.ClientConfiguration(
            hostName: World.hostName, cipherSuites: [suite], groups: [group], shares: [group], ticket: ticket,
            common: common)
        let server = TLS13.ServerConfiguration(
            identity: judged.identity, cipherSuites: [suite], groups: [group], ticketKey: key,
            tickets: ticket == nil ? 1 : 0, common: common)
        return Peers(.tls13(client), .tls13(server), judged.verdict, tracing, seed: seed)
    }
}
