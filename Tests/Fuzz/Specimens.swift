import Crypto
import PKI
import Render
import Simulator
import TLSSim
import Trace
import TrustLab

/// What is right, made once: visits, chains, keys.
struct Specimens {
    /// A visit, what each side said in it, and what each was made of.
    struct Conversation {
        let options: Visit.Options
        let cast: Visit.Cast
        let journal: Journal
        /// The octets of each side's stream.
        let client: [UInt8]
        let server: [UInt8]
    }

    let conversations: [Conversation]
    /// The same of TLS 1.3.
    let tls13Conversations: [TLS13Conversation]
    /// The situations of the trust lab, small ones.
    let evidence: [TrustEvidence]

    init() throws {
        let suites: [CipherSuite] = [
            .rsaAES128GCM, .dheRSAAES128GCM, .ecdheECDSAAES128GCM,
        ]
        conversations = try suites.map { suite in
            let options = Visit.Options(
                seed: 1, suite: suite, clientCertificate: suite == .dheRSAAES128GCM ? .good : nil)
            let cast = try Visit.Cast(options)
            let journal = Visit.run(options, cast).journal
            return Conversation(
                options: options, cast: cast, journal: journal, client: Self.stream(of: .client, in: journal),
                server: Self.stream(of: .server, in: journal))
        }
        let cast = conversations[1].cast
        tls13Conversations = TLS13Conversation.Kind.allCases.map { TLS13Conversation($0, cast) }
        let world = try ScenarioWorld(seed: 1)
        evidence = try TrustScenario.all.map { try $0.evidence(in: world) }.filter { evidence in
            !evidence.chain.isEmpty && evidence.chain.allSatisfy { $0.count < 3000 }
        }
    }

    /// All certificates, DER.
    var certificates: [[UInt8]] {
        Array(Set(evidence.flatMap { $0.chain + $0.systemAnchors })).sorted { $0.count < $1.count }
    }

    /// The stream that a side has sent.
    private static func stream(of who: Principal, in journal: Journal) -> [UInt8] {
        var octets: [UInt8] = []
        for event in journal.events {
            guard case .sent(let packet, _) = event.kind, event.who == who, packet.stream.lowerBound == octets.count
            else { continue }
            octets += packet.bytes[packet.payload]
        }
        return octets
    }
}
