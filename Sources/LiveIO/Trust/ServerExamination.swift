import PKI
import Trace
import TrustLab

/// The examination of a live server by the rules of App Transport Security.
package enum ServerExamination {
    /// Asks a server for everything that App Transport Security requires, and combines the answers with the device and the app. If the
    /// server does not answer, the examination says why.
    ///
    /// - Parameters:
    ///   - host: the host in the app's URL.
    ///   - timeout: how long each connection and each answer may take, in seconds.
    ///   - dictionary: the app's Info.plist.
    ///   - evidence: the device and the app. Its chain, if it has one, is used for a server that shows no certificates.
    ///   - period: the versions of iOS by whose rules is judged.
    ///   - isThorough: whether the server's answer to every offer is needed.
    /// - Throws: ``NetworkError/interrupted`` if the user ends the attempt, ``FileError`` if the program may open no more descriptors.
    package static func make(
        of place: Endpoint, host: ATSHost, timeout: Double, dictionary: ATSDictionary, evidence: TrustEvidence,
        on period: ATSPeriod = .latest, isThorough: Bool = false
    ) throws -> Examination {
        let rules = dictionary.rules(forHost: host, on: period)
        let policy = ATSPolicy(anchorKind: evidence.systemKind)
        // If a rule is broken, the cheapest remedy is searched among all offers. So all offers are made then.
        let learned = try LiveServer.learn(
            place, named: host.text, within: timeout, question: evidence.platformQuestion, rules.offer,
            then: ATSOffer.all(on: period)
        ) { connection in
            !isThorough
                && policy.judge(connection, by: rules).failures.allSatisfy {
                    $0.requirement.isTrust || $0.requirement == .handshake
                }
        }
        var examination = Examination(of: host, learned, evidence: evidence)
        examination.place = place
        examination.dictionary = dictionary
        examination.period = period
        return examination
    }
}
