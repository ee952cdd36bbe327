import TLSSim

/// An attacker on the path between the client and the server of a visit. She has no key. The two sides speak as they do without her.
package enum VisitAttacker: String, Hashable, Sendable, CaseIterable {
    /// She reads what is in clear, and sends nothing.
    case onlooker
    /// She ends both connections with forged resets, when the client has sent a protected record.
    case reset = "rst-injection"
    /// She changes one bit of the client's first protected record.
    case recordChange = "record-change"
    /// She changes the suites in the ClientHello of TLS 1.2.
    case downgrade
    /// She changes the versions in a ClientHello that offers TLS 1.3 and TLS 1.2.
    case versionDowngrade = "version-downgrade"
    /// She cuts the answer off with a forged FIN.
    case truncation

    /// Whether the connection ends by her segments: TCP fails on one side at least.
    package var endsConnection: Bool { self == .reset || self == .truncation }
    /// Whether she changes the ClientHello.
    package var changesHello: Bool { self == .downgrade || self == .versionDowngrade }

    /// Her host, beside the two of the visit.
    ///
    /// - Parameter suite: the suite that ``downgrade`` leaves in the ClientHello.
    func host(leaving suite: CipherSuite?) -> Host {
        switch self {
        case .onlooker: Host(.attacker, at: .attacker, PathOnlooker(), eye: .onPath)
        case .reset: Host(.attacker, at: .attacker, PathReset(), eye: .onPath, mayForge: true)
        case .recordChange: changer(.lastBit)
        case .downgrade: changer(suite.map { .suites($0) })
        case .versionDowngrade: changer(.versions)
        case .truncation: Host(.attacker, at: .attacker, Truncation(), eye: .inPath, mayForge: true)
        }
    }

    private func changer(_ change: PathChange.Change?) -> Host {
        Host(.attacker, at: .attacker, PathChange(change), eye: .inPath, mayForge: true)
    }
}

/// A program of an attacker who stands beside a visit, and who can say in the end what she has done and learned.
protocol PathAttacker: Application {
    var conclusions: [PathConclusion] { get }
}

extension Visit.Options {
    /// The suite that an attacker of the kind ``VisitAttacker/downgrade`` leaves in the ClientHello: the one that the client prefers least of those
    /// that the server's key can serve. Nil if it is the server's own choice already, or without such an attacker.
    package var leftSuite: CipherSuite? {
        guard attacker == .downgrade, tls13 == nil else { return nil }
        let offered = CipherSuite.lessons.contains(suite) ? [CipherSuite.rsaAES128GCM] : CipherSuite.all
        let left = offered.last { $0.keyExchange.certifiedAlgorithm == suite.keyExchange.certifiedAlgorithm }
        return left == suite ? nil : left
    }

    /// The suite that the two sides speak in the end.
    var spokenSuite: CipherSuite { leftSuite ?? suite }
    /// Whether the client and the server speak TLS 1.2 and TLS 1.3.
    var bothSpeakBoth: Bool { attacker == .versionDowngrade }
}
