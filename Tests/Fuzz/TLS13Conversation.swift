import Chance
import Crypto
import PKI
import Simulator
import TLSSim
import Trace

/// A client and a server of TLS 1.3 that have talked with nothing between them.
struct TLS13Conversation {
    /// The situation: how the server is asked, and how it answers.
    enum Kind: String, CaseIterable {
        /// One round trip.
        case full
        /// The client has sent no share: HelloRetryRequest.
        case retry
        /// The server asks for the client's certificate.
        case mutual
    }

    let kind: Kind
    let cast: Visit.Cast
    /// The octets that each side has sent.
    private(set) var client: [UInt8] = []
    private(set) var server: [UInt8] = []

    /// Lets the two talk: a handshake, a word of the client's, the close.
    init(_ kind: Kind, _ cast: Visit.Cast) {
        self.kind = kind
        self.cast = cast
        var (client, clientRandom) = clientBefore
        var (server, serverRandom) = serverBefore
        var (toServer, toClient) = ([Input.start], [Input.start])
        var hasSpoken = false
        while !toServer.isEmpty || !toClient.isEmpty {
            let asked = toClient
            toClient = []
            for input in asked {
                for output in client.handle(input, using: &clientRandom) {
                    switch output {
                    case .bytes(let octets):
                        self.client += octets
                        toServer.append(.bytes(octets))
                    case .judge(let chain): toClient.append(.verdict(cast.judges.client.verdict(on: chain)))
                    case .established where !hasSpoken:
                        hasSpoken = true
                        toClient += [.send(Array("ping".utf8)), .close]
                    default: break
                    }
                }
            }
            let told = toServer
            toServer = []
            for input in told {
                for output in server.handle(input, using: &serverRandom) {
                    switch output {
                    case .bytes(let octets):
                        self.server += octets
                        toClient.append(.bytes(octets))
                    case .judge(let chain): toServer.append(.verdict(cast.judges.server.verdict(on: chain)))
                    default: break
                    }
                }
            }
        }
    }

    /// The client, as it was before.
    var clientBefore: (endpoint: TLSEndpoint, random: SeededRandomSource) {
        let configuration = TLS13.ClientConfiguration(
            hostName: Visit.hostName, shares: kind == .retry ? [] : [.x25519],
            identity: kind == .mutual ? cast.client : nil)
        return (TLSEndpoint(client: .tls13(configuration)), SeededRandomSource(seed: 2))
    }

    /// The server, as it was before.
    var serverBefore: (endpoint: TLSEndpoint, random: SeededRandomSource) {
        var configuration = TLS13.ServerConfiguration(identity: cast.server)
        if kind == .mutual {
            configuration.clientAuthentication = .required(authorities: cast.pki.trustStore.authorityNames)
        }
        return (TLSEndpoint(server: .tls13(configuration)), SeededRandomSource(seed: 3))
    }
}
