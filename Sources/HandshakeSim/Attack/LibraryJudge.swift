import Museum
import PKI
import Simulator
import TLSSim
import TrustLab

/// Judges of a TLS client that decide about a chain like an iOS app with a library.
enum LibraryJudge {
    /// The policies by their names in the trust lab.
    static let names = [
        "default handling", "AFSecurityPolicy none", "AFSecurityPolicy publicKey", "TrustKit",
        "NSPinnedDomains, leaf identities", "Alamofire public keys", "no host name", "trust anything",
    ]

    /// A judge for each policy, on a device on which the attacker's authority is installed if she has one there.
    static func all(on stage: InterceptionStage, against attacker: Interception.Attacker) -> [ChainJudge] {
        let (store, installed) = (stage.store(against: attacker), stage.installed(by: attacker))
        let question = ChainQuestion(hostName: Visit.hostName, time: Visit.epoch)
        return names.compactMap { PolicyColumn.named($0) }.map { column in
            ChainJudge(column.name, asking: question) { chain in
                var evidence = TrustEvidence(
                    chain: chain, asked: .server(Visit.hostName), time: Visit.epoch,
                    systemAnchors: stage.pki.trustStore.anchors)
                // The anchors count as an app's, because no Certificate Transparency log has the certificates of this program.
                evidence.systemKind = .app
                evidence.userAnchors = installed
                evidence.pins = Array(stage.pki.identity.chain.prefix(1))
                let accepts = column.decision(on: evidence)?.accepts == true
                // The library's decision as a verdict: no check if it accepts the chain, otherwise a list of pins that matches no key.
                return Evaluator(store: store).judge(
                    chain: chain, question: question, checksMade: accepts ? .none : .pinned([]))
            }
        }
    }
}
