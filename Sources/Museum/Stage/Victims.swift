import Crypto
import PKI
import Simulator
import TCPSim
import TLSSim
import Trace

/// The client and the server that are attacked: their certificates, and the TLS programs of their connections.
///
/// Each connection has a TLS of its own, whose random source is forked by the connection's number. So the draws of one connection do not
/// change the draws of another.
package struct Victims {
    /// The certificates, and the judge with which each side evaluates the other's chain.
    package var cast: Visit.Cast
    private let show: Performance
    private let suite: CipherSuite

    /// Victims that speak `suite`.
    ///
    /// - Throws: ``TrustError`` if the certificates cannot be made.
    package init(_ show: Performance, _ suite: CipherSuite, checksMade: ChecksMade = .full) throws(TrustError) {
        self.show = show
        self.suite = suite
        // All exhibits of a seed have the same certificates, because the search for primes takes longer than most attacks.
        var options = Visit.Options(seed: show.seed, suite: suite)
        options.checksMade = checksMade
        cast = try Visit.Cast(options)
    }

    /// The random source of a victim.
    ///
    /// - Parameter name: the name of the fork, such as "client 0".
    func source(of name: String) -> SeededRandomSource { show.seeds.fork(name) }

    /// The client's program on a connection.
    ///
    /// - Parameters:
    ///   - number: the number of the connection, which names its random source.
    ///   - says: the messages that the client sends when the handshake is complete.
    ///   - variant: a TLS that breaks a rule; nil for the TLS without mistakes.
    ///   - judge: how the client judges the server's chain; nil for the judge of ``cast``.
    ///   - random: the random source; nil for ``source(of:)``.
    ///   - change: changes the default configuration.
    ///   - answers: as in ``TLSProgram``.
    ///   - talks: as in ``TLSProgram``.
    package func client(
        _ number: Int = 0, says: [[UInt8]], variant: TLSVariant? = nil, judge: ChainJudge? = nil,
        random: (any RandomSource & Sendable)? = nil, configure change: (inout Client.Configuration) -> Void = { _ in },
        answers: (@Sendable ([UInt8]) -> TLSProgram.Reply)? = nil, talks: TLSProgram.Talk? = nil
    ) -> TLSProgram {
        var configuration = Client.Configuration(
            hostName: Visit.hostName, cipherSuites: [suite], now: Visit.epoch, tracing: show.isDetailed)
        change(&configuration)
        return TLSProgram(
            TLSEnd(TLSEndpoint(configuration), random ?? source(of: "client \(number)")),
            judge: judge ?? cast.judges.client, says: says, variant: variant, answers: answers, talks: talks)
    }

    /// The server's program on a connection. Its parameters have the meaning of the client's.
    package func server(
        _ number: Int = 0, says: [[UInt8]] = [], random: (any RandomSource & Sendable)? = nil,
        configure change: (inout Server.Configuration) -> Void = { _ in },
        answers: (@Sendable ([UInt8]) -> TLSProgram.Reply)? = nil, talks: TLSProgram.Talk? = nil
    ) -> TLSProgram {
        var configuration = Server.Configuration(
            identity: cast.server, cipherSuites: [suite], now: Visit.epoch, tracing: show.isDetailed)
        change(&configuration)
        return TLSProgram(
            TLSEnd(TLSEndpoint(configuration), random ?? source(of: "server \(number)")),
            judge: cast.judges.server, says: says, answers: answers, talks: talks)
    }

    // MARK: TLS 1.3

    /// The client's program on a connection of TLS 1.3. It closes the connection when it has received `answer`.
    ///
    /// - Parameters:
    ///   - now: the current time of the stage.
    ///   - ticket: the ticket for a resumption; nil for a full handshake.
    ///   - early: the early data, which goes with the first ClientHello (RFC 8446 section 4.2.10); empty for none.
    func tls13Client(
        _ number: Int, at now: Instant, ticket: TLS13.Ticket? = nil, early: [UInt8] = [], says: [[UInt8]] = [],
        until answer: [UInt8], configure change: (inout TLS13.ClientConfiguration) -> Void = { _ in }
    ) -> TLSProgram {
        var configuration = TLS13.ClientConfiguration(
            hostName: Visit.hostName, ticket: ticket, earlyData: early, common: common(now))
        change(&configuration)
        return TLSProgram(
            TLSEnd(TLSEndpoint(client: .tls13(configuration)), source(of: "client \(number)")),
            judge: cast.judges.client, says: says, answers: { $0 == answer ? .ends([]) : .nothing })
    }

    /// The server's program on a connection of TLS 1.3. It answers when all octets that it has received so far are equal to a question.
    ///
    /// - Parameter replays: the register against replays of early data; nil for a server that accepts no early data.
    func tls13Server(
        _ number: Int, at now: Instant, ticketKey: TicketKey, replays: TLS13.ReplayRegister? = nil,
        answers: [(question: [UInt8], answer: [UInt8])],
        configure change: (inout TLS13.ServerConfiguration) -> Void = { _ in }
    ) -> TLSProgram {
        var configuration = TLS13.ServerConfiguration(
            identity: cast.server, ticketKey: ticketKey, common: common(now))
        change(&configuration)
        return TLSProgram(
            TLSEnd(TLSEndpoint(server: .tls13(configuration)), source(of: "server \(number)"), replays: replays),
            judge: cast.judges.server,
            answers: { heard in answers.first { $0.question == heard }.map { .says([$0.answer]) } ?? .nothing })
    }

    private func common(_ now: Instant) -> TLS13.CommonConfiguration {
        TLS13.CommonConfiguration(
            now: Visit.epoch * 1_000 + now.microseconds / 1_000, arithmetic: .live, tracing: show.isDetailed)
    }
}

extension Performance {
    /// Adds a client and a server to a stage.
    ///
    /// - Parameter apart: whether each is on a wire of its own, for an attacker between them.
    /// - Returns: the indices of their hosts.
    package func pair(on stage: Stage, apart: Bool = false) -> (client: Int, server: Int) {
        (
            stage.add(StageHost(.client, at: .client, on: apart ? .victim : .wire, tcp("client"))),
            stage.add(StageHost(.server, at: .server, on: apart ? .server : .wire, tcp("server")))
        )
    }

    /// The attacker between a client and a server on two wires. On the victim's wire she has the server's address.
    package func attackerInTheMiddle(of stage: Stage) -> Attacker {
        attacker(on: stage, at: [.victim: .server, .server: .attacker])
    }

    /// A victim's HTTP request, with a password from the random source.
    package var request: [UInt8] { request("request") }

    /// A victim's HTTP request, with another password for each name.
    func request(_ name: String) -> [UInt8] {
        var random = seeds.fork(name)
        let password = Hex.string(random.octets(5))
        return Array("GET /account?password=\(password) HTTP/1.1\r\nHost: \(Visit.hostName)\r\n\r\n".utf8)
    }
}

extension Money {
    /// The server's HTTP answer with the account to pay into.
    package static let answer: [UInt8] = {
        let body = "pay in to \(account)\n"
        return Array("HTTP/1.1 200 OK\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)".utf8)
    }()
}

extension TLSProgram {
    /// The program of a server that the attacker runs.
    ///
    /// - Parameter identity: the certificate chain that she shows, and the key that she has.
    static func attackersServer(
        in show: Performance, identity: Identity, suite: CipherSuite, random: SeededRandomSource,
        answers: (@Sendable ([UInt8]) -> Reply)? = nil
    ) -> TLSProgram {
        let configuration = Server.Configuration(
            identity: identity, cipherSuites: [suite], now: Visit.epoch, tracing: show.isDetailed)
        let judge = ChainJudge(
            by: Evaluator(store: TrustStore(anchors: [])), asking: ChainQuestion(.client, time: Visit.epoch))
        return TLSProgram(
            TLSEnd(TLSEndpoint(configuration), random), judge: judge, answers: answers)
    }
}

/// A server that uses one secret exponent for the key exchange of all connections. That is a mistake of its own.
struct ReusingServer {
    /// The server's stage, on which there is no other victim.
    let stage: Stage
    /// The secret exponent.
    let secret: Integer
    /// The largest number of bits that the exponent can have: 32 in the short variant, 160 otherwise.
    let bits: Int

    /// A server on a stage of its own. It checks the client's public values if the rule is in place.
    ///
    /// - Parameters:
    ///   - suite: the only suite of the server.
    ///   - change: changes the server's default configuration.
    /// - Throws: ``TrustError`` if the certificates cannot be made.
    init(
        _ show: Performance, _ suite: CipherSuite, configure change: @escaping (inout Server.Configuration) -> Void
    ) throws(TrustError) {
        let (stage, victims) = (show.stage(), try Victims(show, suite))
        let bits = show.variant == "short" ? 32 : 160
        var draw = show.seeds.fork("exponent")
        let secret = draw.integer(in: 1...Integer.powerOfTwo(bits) - 1)
        let server = stage.add(StageHost(.server, at: .server, show.tcp("server")))
        var count = 0
        stage.listen(server, port: 443) { _ in
            count += 1
            return victims.server(
                count,
                configure: {
                    change(&$0)
                    $0.reusedExponent = secret
                    $0.checksPublicValue = show.extent
                })
        }
        (self.stage, self.secret, self.bits) = (stage, secret, bits)
    }
}
