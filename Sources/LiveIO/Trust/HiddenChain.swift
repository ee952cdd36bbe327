import Crypto
import PKI
import TLSSim
import Trace
import TrustLab

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// The certificates of a server that speaks TLS 1.3, where they are encrypted (RFC 8446 section 4.4.2): only a whole handshake shows them.
struct HiddenChain {
    /// The certificates in DER, the leaf first; empty if the handshake did not come that far.
    private(set) var certificates: [[UInt8]] = []
    /// The suite of the handshake; nil unless the handshake is complete, which proves that the server has the key.
    private(set) var suite: String?
    /// Why the handshake ended early; nil if it is complete.
    private(set) var failure: String?

    /// The most octets that are read.
    private static let limit = 1 << 18

    /// Runs a handshake to its end and hangs up. The chain is not judged here.
    ///
    /// - Parameters:
    ///   - name: the name that the server is asked for.
    ///   - question: by which time the chain is read.
    ///   - milliseconds: how long the whole handshake may take.
    static func fetch(
        named name: String, question: Question, on socket: StreamSocket, within milliseconds: Int
    ) -> HiddenChain {
        var configuration = TLS13.ClientConfiguration(hostName: name)
        // The order of App Transport Security, so that the server chooses as it does for an app.
        configuration.cipherSuites = ATSSuite.tls13.compactMap { TLS13.CipherSuite.withCodePoint($0.codePoint) }
        configuration.common = TLS13.CommonConfiguration(now: question.time * 1_000, arithmetic: .live, tracing: false)
        var endpoint = TLSEndpoint(client: .tls13(configuration))
        var found = HiddenChain()
        var unsent: [UInt8] = []
        var random = SystemRandomSource()
        found.step(.start, &endpoint, &unsent, question, &random)
        let clock = ContinuousClock()
        let deadline = clock.now + .milliseconds(milliseconds)
        var taken = 0
        while true {
            if !unsent.isEmpty {
                guard let count = socket.send(unsent[...]) else { return found.ended("the connection broke") }
                unsent.removeFirst(count)
            }
            if unsent.isEmpty, found.suite != nil || found.failure != nil { return found }
            switch socket.receive(most: 1 << 14) {
            case .octets(let octets):
                taken += octets.count
                guard taken <= limit else { return found.ended("the handshake has more than \(limit) octets") }
                found.step(.bytes(octets), &endpoint, &unsent, question, &random)
                continue
            case .end, .broken: return found.ended("the server ended the connection")
            case .nothing: break
            }
            let left = (deadline - clock.now).components
            let wait = left.seconds * 1_000 + left.attoseconds / 1_000_000_000_000_000
            guard wait > 0 else { return found.ended("the server is silent") }
            let events = Int16(unsent.isEmpty ? POLLIN : POLLIN | POLLOUT)
            var waiting = [pollfd(fd: socket.descriptor, events: events, revents: 0)]
            _ = poll(&waiting, nfds_t(1), Int32(clamping: wait))
        }
    }

    /// What was found, if nothing more comes.
    private func ended(_ why: String) -> HiddenChain {
        guard suite == nil, failure == nil else { return self }
        var found = self
        found.failure = why
        return found
    }

    private mutating func step(
        _ input: Input, _ endpoint: inout TLSEndpoint, _ unsent: inout [UInt8], _ question: Question,
        _ random: inout SystemRandomSource
    ) {
        for output in endpoint.handle(input, using: &random) {
            switch output {
            case .bytes(let octets): unsent += octets
            case .judge(let chain):
                certificates = chain
                let verdict = Evaluator(store: TrustStore(anchors: []))
                    .judge(chain: chain, question: question, diligence: .none)
                step(.verdict(verdict), &endpoint, &unsent, question, &random)
            case .established(let parameters):
                suite = parameters.suite.name
            case .failed(let error, _): failure = "\(error)"
            default: break
            }
        }
    }
}
