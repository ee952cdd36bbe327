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
                    ? .likely(
                        serverSide,
                        Words(
                            english: "the time of the capture is outside of the certificate's dates",
                            chinese: "抓包的时间不在证书的有效期内"))
                    : shown != nil && tls.judgedAt != nil
                        ? .likely(
                            clientSide,
                            Words(
                                english: "the time of the capture is within the certificate's dates",
                                chinese: "抓包的时间在证书的有效期内"))
                        : .unknown(
                            Words(
                                english: "the packets do not show the certificate's dates, or the time",
                                chinese: "从数据包看不出证书的日期，或看不出时间")),
                frames: frames)
        }
        nameMismatch(talk, refusal: refusal, isSilent: isSilent, frames: frames)
        incompleteChain(refusal: refusal, isSilent: isSilent, frames: frames)
        if refusal == .unknownCA {
            let hasGap = findings.contains { $0.code == "tls.incomplete_chain" }
            add(
                .unknownCA(issuer: tls.serverChain.last?.issuer.shownName), .certain,
                blame: hasGap
                    ? .likely(
                        serverSide,
                        Words(
                            english: "it did not send the certificate that issued its own",
                            chinese: "它没有发送签发它自己证书的那张证书"))
                    : .unknown(
                        Words(
                            english: "the packets do not show which authorities the client was given",
                            chinese: "从数据包看不出给了客户端哪些 CA")),
                frames: frames)
        } else if let refusal, isRefused, findings.count == before {
            add(
                .certificateRefused(refusal), .certain,
                blame: refusal == .certificateRevoked
                    ? .likely(
                        serverSide,
                        Words(english: "the alert says that its certificate is revoked", chinese: "警报说明它的证书已吊销"))
                    : .unknown(
                        Words(
                            english: "the alert does not tell what is wrong: the certificate or the client's rule",
                            chinese: "警报没有说明错在哪里：是证书，还是客户端的规则")),
                frames: frames)
        }
        if let leaf = tls.serverChain.first, leaf.isSelfIssued {
            add(
                .selfSigned(subject: leaf.shownName), .certain,
                blame: .certain(serverSide, Words(english: "it sent the certificate", chinese: "证书是它发送的")),
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
            .likely,
            blame: .unknown(
                Words(
                    english: "the packets do not tell which is wrong: the name asked for or the certificate",
                    chinese: "从数据包看不出错在哪里：是要访问的名称，还是证书")),
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
            blame: .likely(
                serverSide,
                Words(english: "it sent its certificate without the issuer's", chinese: "它发送了自己的证书，没有发送颁发者的证书")),
            frames: frames)
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
            blame: .likely(clientSide, Words(english: "it ended the connection itself", chinese: "连接是它自己结束的")),
            frames: [talk.certificate?.frame ?? talk.answerFrame, end.frame])
    }
}
