import Crypto
import PKI
import TLSSim

/// This program's own TLS, as a machine to compare another one with.
package enum OwnEndpoint {
    /// A teacher that asks the server in memory, with what a machine that was learned lets see of the other server's configuration: whether it
    /// asks for a certificate, how many tickets it gives, and what the program behind it does with data.
    ///
    /// - Parameters:
    ///   - pki: the certificates of the server.
    ///   - machine: the machine that it will be compared with.
    package static func server(
        _ pki: LessonPKI, like machine: MealyMachine, _ version: ProtocolVersion, seed: UInt64
    ) -> EndpointTeacher {
        let good = GoodHandshake(with: machine, role: .server, version)
        let path = good.path(in: machine)
        let authentication: ClientAuthentication =
            good.steps.contains(.emptyCertificate)
            ? (machine.run(good.steps.prefix(2)).answers.last?.isClosed == true ? .required() : .requested()) : .none
        let data = good.isComplete(in: machine) ? path.last.flatMap { machine.edge($0, .data)?.answer } : nil
        let service: EndpointTeacher.Service =
            switch data {
            case let answer? where answer.hasData: answer.isClosed ? .answers : .echoes
            default: .isSilent
            }
        // As `listen` does, the server speaks both versions. The puppet offers one.
        let tls12 = Server.Configuration(
            identity: pki.identity, extendedMasterSecret: true, clientAuthentication: authentication, arithmetic: .live,
            tracing: false)
        let tickets = machine.run(good.steps).answers.last?.messages.count { $0 == Letter.newSessionTicket.name } ?? 0
        var random = SeededRandomSource(seed: seed).fork("tickets")
        let tls13 = TLS13.ServerConfiguration(
            identity: pki.identity, clientAuthentication: authentication,
            ticketKey: tickets > 0 ? TicketKey(using: &random) : nil, tickets: tickets,
            common: TLS13.CommonConfiguration(arithmetic: .live, tracing: false))
        return EndpointTeacher(TLSEndpoint(server: .both(tls12, tls13)), service, seed: seed) { random in
            if version == .tls13 { return TLS13ClientPuppet(host: nil, random: random) }
            return TLS12ClientPuppet(host: nil, random: random)
        }
    }

    /// A teacher that asks the client in memory, with a program behind it that sends a request if the other client does.
    ///
    /// - Parameters:
    ///   - pki: the certificates of the puppet, which the client trusts.
    ///   - machine: the machine that it will be compared with.
    ///   - time: the time in seconds since 1970.
    package static func client(
        _ pki: LessonPKI, like machine: MealyMachine, _ version: ProtocolVersion, at time: Int64, seed: UInt64
    ) -> EndpointTeacher {
        let good = GoodHandshake(with: machine, role: .client, version)
        let sends = machine.run(good.steps).answers.last?.hasData ?? false
        let judge = ChainJudge(by: Evaluator(store: pki.trustStore), asking: ChainQuestion(hostName: host, time: time))
        let identity = pki.identity
        if version == .tls13 {
            let common = TLS13.CommonConfiguration(now: time * 1_000, arithmetic: .live, tracing: false)
            let client = TLS13.ClientConfiguration(hostName: host, common: common)
            return EndpointTeacher(
                TLSEndpoint(client: .tls13(client)), sends ? .asks : .isSilent, judge: judge, seed: seed
            ) {
                TLS13ServerPuppet(identity, random: $0)
            }
        }
        var client = Client.Configuration(hostName: host, extendedMasterSecret: true)
        (client.now, client.arithmetic, client.tracing) = (time, .live, false)
        return EndpointTeacher(TLSEndpoint(client), sends ? .asks : .isSilent, judge: judge, seed: seed) {
            TLS12ServerPuppet(identity, random: $0)
        }
    }

    /// The host of the certificates.
    private static let host = "localhost"
}
