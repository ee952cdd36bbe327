import Crypto
import PKI
import TLSSim
import Trace

/// This program's own TLS, as a peer that is asked in memory.
package struct OwnEndpoint {
    private let pki: LessonPKI
    private let version: ProtocolVersion
    /// The time in seconds since 1970.
    private let time: Int64
    private let seed: UInt64
    /// The rules that the endpoint does not keep, on purpose. They are of TLS 1.2.
    package var missingRules: MissingRules = []
    private var authentication = ClientAuthentication.none
    private var tickets = 0
    private var service: EndpointTeacher.Service

    /// An endpoint whose program echoes what it gets, or, for a client, sends a request and closes when the answer has come. Its certificates,
    /// or those of the puppet, which a client trusts, are made from the seed.
    ///
    /// - Parameter time: the time in seconds since 1970.
    /// - Throws: ``TrustError`` if the certificates cannot be made.
    package init(_ role: Role, _ version: ProtocolVersion, at time: Int64, seed: UInt64) throws(TrustError) {
        pki = try LessonPKI.make(hostName: Self.host, at: time, seed: seed)
        (self.version, self.time, self.seed) = (version, time, seed)
        service = role == .server ? .echoes : .asks
    }

    /// The endpoint with what a machine that was learned lets see of the other one's configuration: whether it asks for a certificate, how
    /// many tickets it gives, and what the program behind it does with data.
    package func like(_ machine: MealyMachine, _ role: Role) -> OwnEndpoint {
        var copy = self
        let good = GoodHandshake(with: machine, role: role, version)
        let last = machine.run(good.steps).answers.last
        guard role == .server else {
            copy.service = last?.hasData == true ? .asks : .isSilent
            return copy
        }
        if good.steps.contains(.emptyCertificate) {
            let isRefused = machine.run(good.steps.prefix(2)).answers.last?.isClosed == true
            copy.authentication = isRefused ? .required() : .requested()
        }
        copy.tickets = last?.messages.count { $0 == Letter.newSessionTicket.name } ?? 0
        let open = good.isComplete(in: machine) ? good.path(in: machine).last : nil
        let data = open.flatMap { machine.edge($0, .data)?.answer }
        copy.service = data?.hasData == true ? data?.isClosed == true ? .answers : .echoes : .isSilent
        return copy
    }

    /// A teacher that asks it.
    package func teacher(of role: Role) -> EndpointTeacher { role == .server ? server : client }

    private var server: EndpointTeacher {
        // As `listen` does, the server speaks both versions. The puppet offers one.
        var tls12 = Server.Configuration(
            identity: pki.identity, extendedMasterSecret: true, clientAuthentication: authentication, arithmetic: .live,
            tracing: false)
        tls12.missingRules = missingRules
        var random = SeededRandomSource(seed: seed).fork("tickets")
        let tls13 = TLS13.ServerConfiguration(
            identity: pki.identity, clientAuthentication: authentication,
            ticketKey: tickets > 0 ? TicketKey(using: &random) : nil, tickets: tickets,
            common: TLS13.CommonConfiguration(arithmetic: .live, tracing: false))
        return EndpointTeacher(TLSEndpoint(server: .both(tls12, tls13)), service, seed: seed) { [version] random in
            if version == .tls13 { return TLS13ClientPuppet(host: nil, random: random) }
            return TLS12ClientPuppet(host: nil, random: random)
        }
    }

    private var client: EndpointTeacher {
        let question = ChainQuestion(hostName: Self.host, time: time)
        let judge = ChainJudge(by: Evaluator(store: pki.trustStore), asking: question)
        let identity = pki.identity
        if version == .tls13 {
            let common = TLS13.CommonConfiguration(now: time * 1_000, arithmetic: .live, tracing: false)
            let client = TLS13.ClientConfiguration(hostName: Self.host, common: common)
            return EndpointTeacher(TLSEndpoint(client: .tls13(client)), service, judge: judge, seed: seed) {
                TLS13ServerPuppet(identity, random: $0)
            }
        }
        var client = Client.Configuration(hostName: Self.host, extendedMasterSecret: true)
        (client.now, client.arithmetic, client.tracing) = (time, .live, false)
        client.missingRules = missingRules
        return EndpointTeacher(TLSEndpoint(client), service, judge: judge, seed: seed) {
            TLS12ServerPuppet(identity, random: $0)
        }
    }

    /// The host of the certificates.
    package static let host = "localhost"
}
