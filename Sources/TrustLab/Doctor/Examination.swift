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
    /// The versions of iOS by whose rules of App Transport Security is judged.
    package var period = ATSPeriod.latest
    /// The app's policy. Nil if it is not known.
    package var policy: PolicyColumn?
    /// The certificates that the server showed earlier, in DER, the leaf first.
    package var earlier: [[UInt8]] = []
    /// The address and port at which the server was asked. Nil if no server was asked.
    package var place: Endpoint?
    /// The remarks about how the server was seen.
    package var remarks: [Words] = []

    /// Whether an earlier session is resumed, so that no certificates are sent.
    package var isResumed = false

    /// How a server was seen.
    package enum Sight: Hashable, Sendable {
        /// The server was asked, and answered.
        case server(ATSServer)
        /// A connection to the server was recorded.
        case recording(ATSConnection)
        /// No server was seen; only its certificates are given.
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

    /// An examination from the result of an interview with `host`. SecTrust evaluates every chain with the anchors of the device.
    ///
    /// - Parameter evidence: the device and the app. Its chain, if it has one, is used if the server shows none, and its OCSP response if the
    ///   server staples none.
    package init(of host: ATSHost, _ learned: ServerInterview.Learned, evidence: TrustEvidence) {
        var evidence = evidence
        switch learned {
        case .nothing(let problem): self.init(of: host, sight: .nothing(problem), evidence: evidence)
        case .agreed(let anything, let answers, let beside):
            evidence.take(beside)
            let isGiven = anything.chain.isEmpty && !evidence.chain.isEmpty
            var seen = ATSServer(anything: anything, answers: answers)
            if isGiven { seen = seen.showing(evidence.chain) } else { evidence.chain = anything.chain }
            // Timestamps are about one certificate. What the server sends beside another one was not seen.
            let server = seen.judged { [evidence] chain in
                var other = evidence
                if chain.first != evidence.chain.first { other.sentTimestamps = .notSeen }
                return other.evaluation(of: chain)
            }
            self.init(of: host, sight: .server(server), evidence: evidence)
            if isGiven { remarks = [Words(ExaminationRemark.certificatesGiven)] }
        }
    }

    /// Whether the app has pins of its own or in its Info.plist.
    package var hasPins: Bool {
        !evidence.pins.isEmpty || !evidence.pinnedKeys.isEmpty || dictionary.pinning?.pinned(for: host.text) != nil
    }

    /// The judgement of App Transport Security, as in `trust ats`. Nil if neither a server nor its certificates were seen.
    func transport() -> ATSJudgement? {
        let rules = dictionary.rules(forHost: host, on: period)
        // The kind of the chain's anchor: the system's or the user's.
        let policy = ATSPolicy(anchorKind: evaluation.anchorKind ?? evidence.systemKind)
        return switch sight {
        case .server(let server): policy.judge(server, by: rules)
        case .recording(let connection): policy.judge(connection, by: rules)
        case .certificates: evidence.transportJudgement(by: rules)
        case .nothing: nil
        }
    }

    /// Remarks about the handshake, the order of the certificates and revocation. They also tell what was not examined.
    func remarks(on verdict: Verdict?) -> [Words] {
        let trial = connection.map { $0.handshake ?? .unseen(.noServer) }
        let disorder = verdict.flatMap { ExaminationRemark(orderIn: $0) }
        // A failure and a doubt are reasons, which the report tells.
        let seen = trial.flatMap { trial in
            trial.failure != nil ? nil : trial.doubt == nil ? Words(trial) : trial.proof
        }
        let counted = verdict.flatMap { ExaminationRemark(countedIn: $0) }
        return [seen].compactMap { $0 }
            + [disorder, counted].compactMap { $0.map { Words($0) } } + revocationRemarks(on: verdict)
    }

    /// SecTrust's evaluation of the chain. The chain of a connection that was seen has already been evaluated.
    var evaluation: SecTrust.Evaluation { connection?.evaluation ?? evidence.evaluation() }

    /// The connection that was recorded, or that of a client that offers everything. Nil if no server was seen.
    private var connection: ATSConnection? {
        switch sight {
        case .server(let server): server.anything
        case .recording(let connection): connection
        case .certificates, .nothing: nil
        }
    }

    /// Why no certificate was seen. Valid only if none was.
    var absence: RefusalReason.Absence {
        if isResumed { return .resumed }
        if connection?.hidesCertificates == true { return .encrypted }
        return connection?.handshake == .unseen(.recordingEnds) ? .notRecorded : .notShown
    }

    /// A remark on whether the certificate was revoked. Empty if no server was seen, or without a verdict.
    package func revocationRemarks(on verdict: Verdict?) -> [Words] {
        let source: RevocationRemark.Source
        switch sight {
        case .server: source = .server
        case .recording(let connection): source = .recording(isEncrypted: connection.version == .tls13)
        case .certificates: source = .files
        case .nothing: return []
        }
        return verdict.map { [Words(RevocationRemark(of: $0, source))] } ?? []
    }
}
