import PKI
import Trace

/// The evidence for a diagnosis: the server as it was seen, the device, the moment, and the app.
package struct Examination: Sendable {
    /// The host in the app's URL.
    package var host: ATSHost
    /// How the server was seen.
    package var sight: Sight
    /// The certificates, the moment, the device's authorities and the app's pins.
    package var evidence: TrustEvidence
    /// The app's NSAppTransportSecurity.
    package var dictionary = ATSDictionary()
    /// The app's policy; nil where it is not known.
    package var policy: PolicyColumn?
    /// The certificates that the server showed earlier, in DER, the leaf first.
    package var earlier: [[UInt8]] = []
    /// Where the server was asked; nil where it was not.
    package var place: Endpoint?
    /// The remarks about how the server was seen.
    package var remarks: [String] = []

    /// Whether an earlier session goes on, in which no certificates are sent.
    package var isResumed = false

    /// How a server was seen.
    package enum Sight: Hashable, Sendable {
        /// The server was asked, and answered.
        case server(ATSServer)
        /// A connection to the server was recorded.
        case recording(ATSConnection)
        /// Its certificates alone are at hand.
        case certificates
        /// No certificate and no TLS was seen, for this reason.
        case nothing(ContactProblem)
    }

    /// An examination of what was seen of `host`.
    package init(of host: ATSHost, sight: Sight, evidence: TrustEvidence) {
        self.host = host
        self.sight = sight
        self.evidence = evidence
    }

    /// An examination of what was learned of `host` by asking. Every chain is judged by what the device has.
    ///
    /// - Parameter evidence: the device and the app; its chain, if it has one, is taken for that of a server that shows none, and its OCSP
    ///   response for that of a server that staples none.
    package init(of host: ATSHost, _ learned: ServerInterview.Learned, evidence: TrustEvidence) {
        var evidence = evidence
        switch learned {
        case .nothing(let problem): self.init(of: host, sight: .nothing(problem), evidence: evidence)
        case .agreed(let anything, let answers, let staple):
            evidence.prefer(staple)
            let isGiven = anything.chain.isEmpty && !evidence.chain.isEmpty
            var seen = ATSServer(anything: anything, answers: answers)
            if isGiven { seen = seen.showing(evidence.chain) } else { evidence.chain = anything.chain }
            let server = seen.judged { [evidence] in evidence.evaluation(of: $0) }
            self.init(of: host, sight: .server(server), evidence: evidence)
            if isGiven { remarks = [ExaminationRemark.certificatesGiven.sentence(in: .english)] }
        }
    }

    /// Whether the app has pins of its own or in its Info.plist.
    package var hasPins: Bool {
        !evidence.pins.isEmpty || !evidence.pinnedKeys.isEmpty || dictionary.pinning?.domain(for: host.text) != nil
    }

    /// The judgement of App Transport Security, as `trust ats` asks for it; nil where no server was seen.
    func transport() -> ATSJudgement? {
        let rules = dictionary.rules(forHost: host)
        // Whose the anchor of the chain is: the system's or the user's.
        let policy = ATSPolicy(anchorKind: evaluation.anchorKind ?? evidence.systemKind)
        return switch sight {
        case .server(let server): policy.judge(server, by: rules)
        case .recording(let connection): policy.judge(connection, by: rules)
        case .certificates: evidence.transportJudgement(by: rules)
        case .nothing: nil
        }
    }

    /// What became of the handshake, in which order the certificates came, and whether the certificate was revoked: also what was not examined.
    func remarks(on verdict: Verdict?) -> [String] {
        let trial = connection.map { $0.handshake ?? .unseen(.noServer) }
        let disorder = verdict.flatMap { ExaminationRemark(orderIn: $0) }
        return [trial].compactMap { $0?.failure == nil ? $0?.sentence(in: .english) : nil }
            + [disorder].compactMap { $0?.sentence(in: .english) } + revocationRemarks(on: verdict)
    }

    /// SecTrust's evaluation of the chain. The chain of a connection that was seen has been judged already.
    var evaluation: SecTrust.Evaluation { connection?.evaluation ?? evidence.evaluation() }

    /// The connection of a client that offers everything; nil where no server was seen.
    private var connection: ATSConnection? {
        switch sight {
        case .server(let server): server.anything
        case .recording(let connection): connection
        case .certificates, .nothing: nil
        }
    }

    /// Why no certificate was seen, where none was.
    var absence: Ailment.Absence {
        if isResumed { return .resumed }
        if connection?.hidesCertificates == true { return .encrypted }
        return connection?.handshake == .unseen(.recordingEnds) ? .notRecorded : .notShown
    }

    /// Whether the certificate was revoked, as far as it was asked.
    package func revocationRemarks(on verdict: Verdict?) -> [String] {
        let source: RevocationRemark.Source
        switch sight {
        case .server: source = .server
        case .recording(let connection): source = .recording(isEncrypted: connection.version == .tls13)
        case .certificates: source = .files
        case .nothing: return []
        }
        return verdict.map { [RevocationRemark(of: $0, source).sentence(in: .english)] } ?? []
    }
}
