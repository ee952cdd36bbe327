import PKI
import Trace
import TrustLab

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// What is seen of a server that answers, or why nothing is.
public enum ServerExamination {
    /// Asks a server what App Transport Security asks of it, and puts what is seen beside what the device and the app have.
    ///
    /// - Parameters:
    ///   - host: the host in the app's URL.
    ///   - timeout: how long each connection and each answer may take, in seconds.
    ///   - evidence: the device and the app; its chain, if it has one, is taken for that of a server that shows none.
    /// - Throws: ``NetworkError/interrupted``, and what is wrong with this program's own system.
    public static func make(
        of place: Endpoint, host: ATSHost, timeout: Double, evidence: TrustEvidence
    ) async throws -> Examination {
        var evidence = evidence
        let live = ATSLiveServer(
            place, serverName: host.text, timeout: timeout, evaluator: Evaluator(store: evidence.platformStore),
            question: evidence.platformQuestion)
        func failed(_ problem: ContactProblem) -> Examination {
            var examination = Examination(of: host, sight: .nothing(problem), evidence: evidence)
            examination.place = place
            return examination
        }
        let learned: ATSLiveServer.Learned
        do {
            // The cheapest remedy is looked for among all offers, so all are made.
            learned = try await live.learn(ATSOffer.all)
        } catch let failure as ATSLiveServer.Failure {
            return failed(failure.problem)
        } catch let error as NetworkError {
            guard let problem = problem(error, place, timeout) else { throw error }
            return failed(problem)
        }
        guard let anything = learned.server.anything else { return failed(refusal(learned.server, place)) }
        var server = learned.server
        var remarks = learned.remarks
        if anything.chain.isEmpty, !evidence.chain.isEmpty {
            let verdict = Evaluator(store: evidence.platformStore)
                .evaluate(chain: evidence.chain, question: evidence.platformQuestion)
            server = server.showing(evidence.chain, verdict)
            remarks.append(ExaminationRemark.certificatesGiven.sentence(in: .english))
        } else {
            evidence.chain = anything.chain
        }
        var examination = Examination(of: host, sight: .server(server), evidence: evidence)
        examination.place = place
        examination.remarks = remarks
        return examination
    }

    /// Why there is no connection; nil where the user has ended the attempt.
    private static func problem(_ error: NetworkError, _ place: Endpoint, _ timeout: Double) -> ContactProblem? {
        switch error {
        case .unknownHost(let host, let why): .unknownHost(host, why: why)
        case .cannotConnect(_, ECONNREFUSED): .refused(place, why: String(cString: strerror(ECONNREFUSED)))
        case .cannotConnect(_, let code): .unreachable(place, why: String(cString: strerror(code)))
        case .connectingTakesTooLong: .unreachable(place, why: "no answer within \(Int(timeout.rounded(.up))) s")
        case .cannotListen, .interrupted: nil
        }
    }

    /// What a server says that agrees to nothing.
    private static func refusal(_ server: ATSServer, _ place: Endpoint) -> ContactProblem {
        for case .refused(let alert?) in ATSOffer.all.compactMap({ server.answers[$0] }) {
            return .alerted(place, alert: alert)
        }
        return .closed(place)
    }
}
