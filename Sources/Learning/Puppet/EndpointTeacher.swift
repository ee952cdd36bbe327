import Crypto
import TLSSim

/// A teacher that asks an endpoint of this program, without a socket between: what the endpoint sends is heard at once, and silence needs no
/// time.
package struct EndpointTeacher: Teacher {
    /// What the program behind the server does with a request.
    package enum Service: Hashable, Sendable {
        /// It answers and closes, as `listen` does.
        case answers
        /// It sends back what it gets, as `listen --echo` does.
        case echoes
        /// It reads and says nothing.
        case isSilent
    }

    private let server: TLSEndpoint
    private let service: Service
    private let seed: UInt64
    private let puppet: @Sendable (SeededRandomSource) -> any Puppet
    private var asked: UInt64 = 0

    /// A teacher that asks `server`, each time from its beginning.
    ///
    /// - Parameter puppet: makes the end that sends the letters, with its random numbers.
    package init(
        _ server: TLSEndpoint, _ service: Service, seed: UInt64,
        puppet: @escaping @Sendable (SeededRandomSource) -> any Puppet
    ) {
        (self.server, self.service, self.seed, self.puppet) = (server, service, seed, puppet)
    }

    package mutating func answers(to word: [Letter], known: [Answer], patience: Int) -> [Answer] {
        asked += 1
        let source = SeededRandomSource(seed: seed).fork("question \(asked)")
        var puppet = puppet(source.fork("puppet"))
        var connection = Connection(server: server, random: source.fork("server"), service: service)
        return word.map { letter in
            guard !connection.isClosed else { return .gone }
            puppet.ear.empty()
            puppet.receive(connection.hear(puppet.send(letter)))
            return Answer(puppet.ear.messages, isClosed: connection.isClosed)
        }
    }

    /// A server with its program, for the time of one question.
    private struct Connection {
        var server: TLSEndpoint
        var random: SeededRandomSource
        let service: Service
        var isClosed = false

        /// Gives the server octets, and returns what it sends.
        mutating func hear(_ octets: [UInt8]) -> [UInt8] {
            var sent: [UInt8] = []
            var inputs: [Input] = octets.isEmpty ? [] : [.bytes(octets)]
            while !inputs.isEmpty {
                for output in server.handle(inputs.removeFirst(), using: &random) {
                    switch output {
                    case .bytes(let octets): sent += octets
                    case .plaintext(let data): inputs += reaction(to: data)
                    case .peerClosed: inputs.append(.close)
                    default: break
                    }
                }
                // A server that has sent its own close_notify ends the stream.
                if case .close? = inputs.first { isClosed = true }
            }
            isClosed = isClosed || server.isOver
            return sent
        }

        private func reaction(to data: [UInt8]) -> [Input] {
            switch service {
            case .answers: [.send(data), .close]
            case .echoes: [.send(data)]
            case .isSilent: []
            }
        }
    }
}
