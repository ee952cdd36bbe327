import Attacks
import PKI
import Simulator
import TLSSim
import TrustLab

/// An app for iOS that decides about a chain as a library does, in the place of a TLS client's judge.
enum LibraryJudge {
    /// The policies, as the trust lab calls them: without pins, then with the key of the genuine leaf.
    static let names = [
        "default handling", "AFSecurityPolicy none", "AFSecurityPolicy publicKey", "TrustKit",
        "NSPinnedDomains, leaf identities", "Alamofire public keys", "no host name", "trust anything",
    ]

    /// The app with each of them, on a device on which an attacker has installed what she could.
    static func all(on stage: InterceptionStage, against attacker: Interception.Attacker) -> [ChainJudge] {
        let (store, installed) = (stage.store(against: attacker), stage.installed(by: attacker))
        let question = Question(hostName: Visit.hostName, time: Visit.epoch)
        return names.compactMap { PolicyColumn.named($0) }.map { column in
            ChainJudge(column.name, asking: question) { chain in
                var evidence = TrustEvidence(
                    chain: chain, asked: .server(Visit.hostName), time: Visit.epoch,
                    systemAnchors: stage.pki.trustStore.anchors)
                // The authorities of a lesson play the system's part: no log knows their certificates.
                evidence.systemKind = .app
                evidence.userAnchors = installed
                evidence.pins = Array(stage.pki.identity.chain.prefix(1))
                let accepts = column.decision(on: evidence)?.accepts == true
                // A verdict of TLS with the library's decision in it: no check, or a pin that no key has.
                return Evaluator(store: store).judge(
                    chain: chain, question: question, diligence: accepts ? .none : .pinned([]))
            }
        }
    }
}
