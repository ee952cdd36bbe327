import PKI
import TLSSim
import Trace

/// The findings about the server's certificate.
extension TLSSearch {
    mutating func certificates(_ alert: TLSTalk.SeenAlert?, _ talk: TLSTalk) {
        let refusal = alert?.isFromClient == true ? alert?.name : nil
        let isRefused = refusal?.isAboutCertificates == true
        let isSilent = alert == nil && isRefusedSilently(talk)
        let frames = [talk.certificate?.frame, isRefused ? alert?.frame : isSilent ? end(of: .client)?.frame : nil]
        let before = findings.count
        let stale = tls.judgedAt.flatMap { now in tls.serverChain.first { !$0.isValid(at: now) } }
        if refusal == .certificateExpired || stale != nil && (isRefused && refusal != .unknownCA || isSilent) {
            let shown = stale ?? tls.serverChain.first
            add(
                .certificateExpired(shown.map { (subject: $0.shownName, from: $0.notBefore, until: $0.notAfter) }),
                refusal == .certificateExpired ? .certain : .likely,
                // If the dates of all certificates hold, the client's clock is wrong.
                blame: stale != nil
                    ? .likely(serverSide, "the time of the capture is outside of the certificate's dates")
                    : shown != nil && tls.judgedAt != nil
                        ? .likely(clientSide, "the time of the capture is within the certificate's dates")
                        : .unknown("the packets do not show the certificate's dates, or the time"),
                frames: frames)
        }
        nameMismatch(talk, refusal: refusal, isSilent: isSilent, frames: frames)
        incompleteChain(refusal: refusal, isSilent: isSilent, frames: frames)
        if refusal == .unknownCA {
            let hasGap = findings.contains { $0.code == "tls.incomplete_chain" }
            add(
                .unknownCA(issuer: tls.serverChain.last?.issuer.shownName), .certain,
                blame: hasGap
                    ? .likely(serverSide, "it did not send the certificate that issued its own")
                    : .unknown("the packets do not show which authorities the client was given"),
                frames: frames)
        } else if let refusal, isRefused, findings.count == before {
            add(
                .certificateRefused(refusal), .certain,
                blame: refusal == .certificateRevoked
                    ? .likely(serverSide, "the alert says that its certificate is revoked")
                    : .unknown("the alert does not tell what is wrong: the certificate or the client's rule"),
                frames: frames)
        }
        if let leaf = tls.serverChain.first, leaf.isSelfIssued {
            add(
                .selfSigned(subject: leaf.shownName), .certain, blame: .certain(serverSide, "it sent the certificate"),
                frames: [talk.certificate?.frame])
        }
    }

    mutating func nameMismatch(
        _ talk: TLSTalk, refusal: AlertDescription?, isSilent: Bool, frames: [Int?]
    ) {
        guard let name = talk.hello?.serverName, let leaf = tls.serverChain.first, !leaf.isFor(name) else { return }
        let leavesAtOnce =
            talk.isComplete && !hasGap(.client) && tls.applicationOctets(isFromClient: true) == 0 && refusal == nil
            && lastWord(of: .client, talk) < lastWord(of: .server, talk)
        guard refusal == .badCertificate || refusal == .certificateUnknown || isSilent || leavesAtOnce else { return }
        add(
            .nameMismatch(
                asked: askedName(talk) ?? "", names: leaf.serverNames.map { EndedTLS.text($0.utf8).quotable }),
            .likely, blame: .unknown("the packets do not tell which is wrong: the name asked for or the certificate"),
            frames: frames + (leavesAtOnce ? [end(of: .client)?.frame] : []))
    }

    mutating func incompleteChain(refusal: AlertDescription?, isSilent: Bool, frames: [Int?]) {
        guard let leaf = tls.serverChain.first, !leaf.isSelfIssued, tls.verdict?.isTrusted != true,
            tls.verdict?.trustsIssuer != true,
            !tls.serverChain.dropFirst().contains(where: { $0.subject.encoded == leaf.issuer.encoded })
        else { return }
        let isRejected = tls.isJudgeGiven && tls.verdict?.kind == .unknownCA
        let isRefused = [.unknownCA, .badCertificate, .certificateUnknown].contains(refusal)
        // If the issuer is a root that the client does not know, the chain is complete. The name of a root rarely has one of these words,
        // and a certificate that a root issued rarely says where the root can be fetched.
        let issuer = leaf.issuer.label.lowercased()
        let isIntermediate =
            leaf.namesIssuerAddress
            || ["intermediate", "issuing", "sub ca", "subordinate"].contains { issuer.contains($0) }
        guard isRejected || (isRefused || isSilent) && isIntermediate else { return }
        add(
            .incompleteChain(issuer: leaf.issuer.shownName), .likely,
            blame: .likely(serverSide, "it sent its certificate without the issuer's"), frames: frames)
    }

    /// Whether the client ended the connection between the server's certificate and its own Finished, without an alert before that.
    ///
    /// The certificate must have arrived: the client has acknowledged it. In TLS 1.3, where it is protected, the server's flight must have.
    func isRefusedSilently(_ talk: TLSTalk) -> Bool {
        let shown = talk.isTLS13 && talk.server.protectedRecords > 0 ? talk.server.last?.end : talk.certificate?.end
        let hasArrived = shown.map { direction(of: .server).acknowledged ?? .min >= $0 } ?? false
        return hasArrived && !talk.isComplete && !talk.client.isFinished && talk.client.specChanges == 0
            && talk.alerts.allSatisfy { $0.frame > end(of: .client)?.frame ?? .max }
            && (!talk.isTLS13 || talk.client.protectedRecords == 0) && endsFirst(.client) && isWhole
    }

    mutating func silentRefusal(_ talk: TLSTalk) {
        guard isRefusedSilently(talk), let end = end(of: .client) else { return }
        add(
            .silentRefusal(isReset: end.isReset), .likely,
            blame: .likely(clientSide, "it ended the connection itself"),
            frames: [talk.certificate?.frame ?? talk.answerFrame, end.frame])
    }
}
