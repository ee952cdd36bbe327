import Attacks
import Crypto
import PKI
import Simulator
import TCPSim
import TLSSim
import Trace

/// The two ends of TLS that are attacked: who they are, and what a TLS of theirs begins with.
///
/// Each connection has a TLS of its own, with randomness forked by its number: what one connection draws does not shift what another does.
package struct Victims {
    /// The certificates, and how each side judges the other's.
    package var cast: Visit.Cast
    private let show: Performance
    private let suite: CipherSuite

    /// Victims that speak `suite`.
    ///
    /// - Throws: ``TrustError`` if the certificates cannot be made.
    package init(_ show: Performance, _ suite: CipherSuite, diligence: Diligence = .full) throws(TrustError) {
        self.show = show
        self.suite = suite
        // The same certificates in all exhibits of a seed: to look for primes takes longer than most attacks.
        var options = Visit.Options(seed: show.seed, suite: suite)
        options.diligence = diligence
        cast = try Visit.Cast(options)
    }

    /// What a victim of that name draws from.
    func fresh(_ name: String) -> SeededRandomSource { show.seeds.fork(name) }

    /// The client's program on a connection.
    ///
    /// - Parameters:
    ///   - number: of the connection.
    ///   - change: what its configuration has otherwise.
    package func client(
        _ number: Int = 0, says: [[UInt8]], variant: TLSVariant? = nil, judge: ChainJudge? = nil,
        random: (any RandomSource & Sendable)? = nil, configure change: (inout Client.Configuration) -> Void = { _ in },
        answers: (@Sendable ([UInt8]) -> TLSProgram.Reply)? = nil, talks: TLSProgram.Talk? = nil
    ) -> TLSProgram {
        var configuration = Client.Configuration(
            hostName: Visit.hostName, cipherSuites: [suite], now: Visit.epoch, tracing: show.isDetailed)
        change(&configuration)
        return TLSProgram(
            .client, TLSEnd(TLSEndpoint(configuration), random ?? fresh("client \(number)")),
            judge: judge ?? cast.judges.client, says: says, variant: variant, answers: answers,
            talks: talks)
    }

    /// The server's program on a connection.
    package func server(
        _ number: Int = 0, says: [[UInt8]] = [], variant: TLSVariant? = nil,
        random: (any RandomSource & Sendable)? = nil, configure change: (inout Server.Configuration) -> Void = { _ in },
        answers: (@Sendable ([UInt8]) -> TLSProgram.Reply)? = nil, talks: TLSProgram.Talk? = nil
    ) -> TLSProgram {
        var configuration = Server.Configuration(
            identity: cast.server, cipherSuites: [suite], now: Visit.epoch, tracing: show.isDetailed)
        change(&configuration)
        return TLSProgram(
            .server, TLSEnd(TLSEndpoint(configuration), random ?? fresh("server \(number)")),
            judge: cast.judges.server, says: says, variant: variant, answers: answers,
            talks: talks)
    }

    // MARK: TLS 1.3

    /// The client's program on a connection of TLS 1.3. It goes when it has heard `answer`.
    ///
    /// - Parameters:
    ///   - now: the time on the stage.
    ///   - ticket: what it begins with; nil for a full handshake.
    ///   - early: what it says with its first hello.
    func tls13Client(
        _ number: Int, at now: Instant, ticket: TLS13.Ticket? = nil, early: [UInt8] = [], says: [[UInt8]] = [],
        until answer: [UInt8], configure change: (inout TLS13.ClientConfiguration) -> Void = { _ in }
    ) -> TLSProgram {
        var configuration = TLS13.ClientConfiguration(
            hostName: Visit.hostName, ticket: ticket, earlyData: early, common: common(now))
        change(&configuration)
        return TLSProgram(
            .client, TLSEnd(TLSEndpoint(client: .tls13(configuration)), fresh("client \(number)")),
            judge: cast.judges.client, says: says, answers: { $0 == answer ? .ends([]) : .nothing })
    }

    /// The server's program on a connection of TLS 1.3. It answers what it hears, once for each of these questions.
    ///
    /// - Parameter replays: what it remembers of early data; nil for a server that takes none.
    func tls13Server(
        _ number: Int, at now: Instant, ticketKey: TicketKey, replays: TLS13.ReplayRegister? = nil,
        answers: [(question: [UInt8], answer: [UInt8])],
        configure change: (inout TLS13.ServerConfiguration) -> Void = { _ in }
    ) -> TLSProgram {
        var configuration = TLS13.ServerConfiguration(
            identity: cast.server, ticketKey: ticketKey, common: common(now))
        change(&configuration)
        return TLSProgram(
            .server, TLSEnd(TLSEndpoint(server: .tls13(configuration)), fresh("server \(number)"), replays: replays),
            judge: cast.judges.server,
            answers: { heard in answers.first { $0.question == heard }.map { .says([$0.answer]) } ?? .nothing })
    }

    private func common(_ now: Instant) -> TLS13.CommonConfiguration {
        TLS13.CommonConfiguration(
            now: Visit.epoch * 1_000 + now.microseconds / 1_000, arithmetic: .live, tracing: show.isDetailed)
    }
}

extension Performance {
    /// A client and a server on a stage: the places of their hosts.
    ///
    /// - Parameter apart: whether an attacker is between them, so that each is on a wire of its own.
    package func pair(on stage: Stage, apart: Bool = false) -> (client: Int, server: Int) {
        (
            stage.add(StageHost(.client, at: .client, on: apart ? .victim : .wire, tcp("client"))),
            stage.add(StageHost(.server, at: .server, on: apart ? .server : .wire, tcp("server")))
        )
    }

    /// The attacker between a pair that is apart: on the victim's wire she has the server's address.
    package func attackerInTheMiddle(of stage: Stage) -> Attacker {
        attacker(on: stage, at: [.victim: .server, .server: .attacker])
    }

    /// What a victim asks for: a request with a password that it draws.
    package var request: [UInt8] { request("request") }

    /// The same, with a password of its own for each name.
    func request(_ name: String) -> [UInt8] {
        var random = seeds.fork(name)
        let password = Hex.string(random.octets(5))
        return Array("GET /account?password=\(password) HTTP/1.1\r\nHost: \(Visit.hostName)\r\n\r\n".utf8)
    }
}

extension Money {
    /// A server's answer that money depends on.
    package static let answer: [UInt8] = {
        let body = "pay in to \(account)\n"
        return Array("HTTP/1.1 200 OK\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)".utf8)
    }()
}

extension TLSProgram {
    /// A server that the attacker plays, with a certificate that she has got in some way.
    static func hers(
        _ show: Performance, _ identity: Identity, _ suite: CipherSuite, _ random: SeededRandomSource,
        answers: (@Sendable ([UInt8]) -> Reply)? = nil
    ) -> TLSProgram {
        let configuration = Server.Configuration(
            identity: identity, cipherSuites: [suite], now: Visit.epoch, tracing: show.isDetailed)
        let judge = ChainJudge(
            by: Evaluator(store: TrustStore(anchors: [])), asking: Question(.client, time: Visit.epoch))
        return TLSProgram(
            .server, TLSEnd(TLSEndpoint(configuration), random), judge: judge, answers: answers)
    }
}

/// A server that uses one secret number for the key exchange of all connections, which is a mistake already.
struct ReusingServer {
    /// The stage that it is on, alone.
    let stage: Stage
    /// The number.
    let secret: Integer
    /// How many bits it can have: few in the short variant.
    let bits: Int

    /// A server whose public values are looked at where the rule is in place.
    ///
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
