import PKI
import Trace
import TrustLab

/// What is seen of a server that answers, or why nothing is.
package enum ServerExamination {
    /// Asks a server what App Transport Security asks of it, and puts what is seen beside what the device and the app have.
    ///
    /// - Parameters:
    ///   - host: the host in the app's URL.
    ///   - timeout: how long each connection and each answer may take, in seconds.
    ///   - dictionary: the app's.
    ///   - evidence: the device and the app; its chain, if it has one, is taken for that of a server that shows none.
    ///   - isThorough: whether the server's answer to every offer is needed.
    /// - Throws: ``NetworkError/interrupted``, and what is wrong with this program's own system.
    package static func make(
        of place: Endpoint, host: ATSHost, timeout: Double, dictionary: ATSDictionary, evidence: TrustEvidence,
        isThorough: Bool = false
    ) throws -> Examination {
        let rules = dictionary.rules(forHost: host)
        let policy = ATSPolicy(anchorKind: evidence.systemKind)
        // The cheapest remedy is looked for among all offers, so all are made where one is needed.
        let learned = try LiveServer.learn(
            place, named: host.text, within: timeout, question: evidence.platformQuestion, rules.offer,
            then: ATSOffer.all
        ) { connection in
            !isThorough
                && policy.judge(connection, by: rules).failures.allSatisfy {
                    $0.requirement.isTrust || $0.requirement == .handshake
                }
        }
        var examination = Examination(of: host, learned, evidence: evidence)
        examination.place = place
        examination.dictionary = dictionary
        return examination
    }
}
