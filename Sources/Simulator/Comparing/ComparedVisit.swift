import TLSSim
import Trace

/// The visits that can be compared, by their names on the command line.
package enum ComparedVisit: String, Hashable, Sendable, CaseIterable {
    /// TLS 1.2 with RSA key transport.
    case rsa
    /// TLS 1.2 with ephemeral Diffie–Hellman in a finite field.
    case dhe
    /// TLS 1.2 with ephemeral Diffie–Hellman on a curve.
    case ecdhe
    /// TLS 1.3, a first connection.
    case tls13
    /// TLS 1.3, a second connection that begins with a ticket.
    case tls13PSK = "tls13-psk"
    /// TLS 1.3, a second connection whose request is early data.
    case tls13EarlyData = "tls13-0rtt"

    /// Its name in documents.
    package var name: String { rawValue }

    /// The options of the visit.
    package func options(
        seed: UInt64, clientCertificate: ClientCertificate? = nil, applicationProtocols: [String] = []
    ) -> Visit.Options {
        var options = Visit.Options(
            seed: seed, clientCertificate: clientCertificate, applicationProtocols: applicationProtocols)
        switch self {
        case .rsa: options.suite = .rsaAES128GCM
        case .dhe: options.suite = .dheRSAAES128GCM
        case .ecdhe: options.suite = .ecdheRSAAES128GCM
        case .tls13: options.tls13 = Visit.TLS13Options()
        case .tls13PSK: options.tls13 = Visit.TLS13Options(resumes: true)
        case .tls13EarlyData: options.tls13 = Visit.TLS13Options(sendsEarlyData: true)
        }
        return options
    }

    /// The command line of the same visit, without the program's name.
    package func arguments(
        seed: UInt64, clientCertificate: ClientCertificate? = nil, applicationProtocols: [String] = []
    ) -> [String] {
        let kind =
            switch self {
            case .rsa: ["--rsa"]
            case .dhe: ["--dh"]
            case .ecdhe: ["--cipher", CipherSuite.ecdheRSAAES128GCM.name]
            case .tls13: ["--tls13"]
            case .tls13PSK: ["--tls13", "--resume", "psk"]
            case .tls13EarlyData: ["--tls13", "--resume", "early"]
            }
        return kind + (clientCertificate.map { ["--client-cert", $0.rawValue] } ?? [])
            + (applicationProtocols.isEmpty ? [] : ["--alpn", applicationProtocols.joined(separator: ",")])
            + ["--seed", String(seed)]
    }
}

extension Visit.Options {
    /// What a machine that breaks the public keys of this visit could compute.
    var quantumDerivations: [Derivation] {
        tls13.map { Knowledge.quantumDerivations($0.group) } ?? Knowledge.quantumDerivations(suite.keyExchange)
    }
}
