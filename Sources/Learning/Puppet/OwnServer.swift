import Crypto
import PKI
import TLSSim

/// This program's own server, as a machine to compare another one with.
package enum OwnServer {
    /// A teacher that asks the server in memory, with what a machine that was learned lets see of the other server's configuration: whether it
    /// asks for a certificate, and what the program behind it does with data.
    ///
    /// - Parameters:
    ///   - pki: the certificates of the server.
    ///   - machine: the machine that it will be compared with.
    package static func teacher(
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
        if version == .tls13 {
            var server = TLS13.ServerConfiguration(
                identity: pki.identity, clientAuthentication: authentication,
                common: TLS13.CommonConfiguration(arithmetic: .live, tracing: false))
            server.isCompatible = true
            return EndpointTeacher(TLSEndpoint(server: .tls13(server)), service, seed: seed) {
                TLS13ClientPuppet(host: nil, random: $0)
            }
        }
        let server = Server.Configuration(
            identity: pki.identity, extendedMasterSecret: true, clientAuthentication: authentication, arithmetic: .live,
            tracing: false)
        return EndpointTeacher(TLSEndpoint(server), service, seed: seed) { TLS12ClientPuppet(host: nil, random: $0) }
    }
}
