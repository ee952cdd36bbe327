import Crypto
import TLSSim
import TrustSim

/// A client and a server with nothing between them but arrays.
struct Peers {
    private var client: Client
    private var server: Server
    private var clientRandom: SeededRandomSource
    private var serverRandom: SeededRandomSource
    private let verdict: Verdict

    init(_ suite: CipherSuite, _ world: World, tracing: Bool, seed: UInt64) {
        clientRandom = SeededRandomSource(seed: seed).fork("client")
        serverRandom = SeededRandomSource(seed: seed).fork("server")
        let judged = world.server(for: suite)
        verdict = judged.verdict
        client = Client(
            .init(
                hostName: World.hostName, cipherSuites: [suite], extendedMasterSecret: true, encryptThenMAC: true,
                arithmetic: .live, tracing: tracing))
        server = Server(
            .init(
                identity: judged.identity, cipherSuites: [suite], extendedMasterSecret: true, encryptThenMAC: true,
                arithmetic: .live, tracing: tracing))
    }

    /// The handshake, from ClientHello to the second Finished.
    mutating func shakeHands() {
        var established = 0
        var forServer: [[UInt8]] = []
        var inputs: [Input] = [.start]
        while !inputs.isEmpty {
            var pending: [Input] = []
            for input in inputs {
                for output in client.handle(input, using: &clientRandom) {
                    switch output {
                    case .bytes(let octets): forServer.append(octets)
                    case .judge: pending.append(.verdict(verdict))
                    case .established: established += 1
                    default: break
                    }
                }
            }
            for octets in forServer {
                for output in server.handle(.bytes(octets), using: &serverRandom) {
                    switch output {
                    case .bytes(let octets): pending.append(.bytes(octets))
                    case .established: established += 1
                    default: break
                    }
                }
            }
            forServer = []
            inputs = pending
        }
        precondition(established == 2, "the handshake has failed")
    }

    /// Sends `data` from the client to the server and returns how many octets came out there.
    mutating func transfer(_ data: [UInt8]) -> Int {
        var count = 0
        for case .bytes(let octets) in client.handle(.send(data), using: &clientRandom) {
            for case .plaintext(let text) in server.handle(.bytes(octets), using: &serverRandom) { count += text.count }
        }
        return count
    }
}
