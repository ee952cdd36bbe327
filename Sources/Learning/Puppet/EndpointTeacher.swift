import Crypto
import PKI
import TLSSim

/// A teacher that asks an endpoint of this program, without a socket between: what the endpoint sends is heard at once, and silence needs no
/// time.
package struct EndpointTeacher: Teacher {
    /// What the program behind the endpoint does.
    package enum Service: Hashable, Sendable {
        /// A server answers data and closes, as `listen` does.
        case answers
        /// It sends back what it gets, as `listen --echo` does.
        case echoes
        /// It reads and says nothing.
        case isSilent
        /// A client sends a request when the connection is open, and closes when the answer has come.
        case asks
    }

    private let endpoint: TLSEndpoint
    private let service: Service
    private let judge: ChainJudge?
    private let seed: UInt64
    private let puppet: @Sendable (SeededRandomSource) -> any Puppet
    private var asked: UInt64 = 0

    /// A teacher that asks `endpoint`, each time from its beginning.
    ///
    /// - Parameters:
    ///   - judge: the judge of the puppet's certificate, for a client.
    ///   - puppet: makes the end that sends the letters, with its random numbers.
    package init(
        _ endpoint: TLSEndpoint, _ service: Service, judge: ChainJudge? = nil, seed: UInt64,
        puppet: @escaping @Sendable (SeededRandomSource) -> any Puppet
    ) {
        (self.endpoint, self.service, self.judge, self.seed, self.puppet) = (endpoint, service, judge, seed, puppet)
    }

    package mutating func answers(to word: [Letter], known: [Answer], patience: Int) -> [Answer] {
        asked += 1
        let source = SeededRandomSource(seed: seed).fork("question \(asked)")
        var puppet = puppet(source.fork("puppet"))
        var connection = Connection(endpoint: endpoint, random: source.fork("endpoint"), service: service, judge: judge)
        puppet.receive(connection.take([.start]))
        return word.map { letter in
            guard !connection.isClosed else { return .gone }
            puppet.ear.empty()
            let octets = puppet.send(letter)
            puppet.receive(connection.take(octets.isEmpty ? [] : [.bytes(octets)]))
            return Answer(puppet.ear.messages, isClosed: connection.isClosed)
        }
    }

    /// An endpoint with its program, for the time of one question.
    private struct Connection {
        var endpoint: TLSEndpoint
        var random: SeededRandomSource
        let service: Service
        let judge: ChainJudge?
        var isClosed = false

        /// Gives the endpoint inputs, and returns what it sends.
        mutating func take(_ inputs: [Input]) -> [UInt8] {
            var sent: [UInt8] = []
            var inputs = inputs
            while !inputs.isEmpty {
                let input = inputs.removeFirst()
                // An end that has sent its own close_notify ends the stream.
                if input == .close { isClosed = true }
                for output in endpoint.handle(input, using: &random) {
                    if case .bytes(let octets) = output { sent += octets }
                    inputs += reaction(to: output)
                }
            }
            isClosed = isClosed || endpoint.isOver
            return sent
        }

        private func reaction(to output: Output) -> [Input] {
            switch (output, service) {
            case (.peerClosed, _): [.close]
            case (.judge(let chain), _): judge.map { [.verdict($0.verdict(on: chain))] } ?? []
            case (.established, .asks): [.send(PuppetData.request)]
            case (.plaintext(let data), .answers): [.send(data), .close]
            case (.plaintext(let data), .echoes): [.send(data)]
            case (.plaintext, .asks): [.close]
            default: []
            }
        }
    }
}
