import PKI
import TLSSim
import Trace

extension Finding {
    /// The findings about TLS in a connection.
    static func tls(_ connection: EndedConnection) -> [Finding] {
        var search = TLSSearch(connection: connection)
        search.run()
        return search.findings
    }
}

/// Searches TLS in a connection for each diagnosis in turn.
private struct TLSSearch {
    let connection: EndedConnection
    private(set) var findings: [Finding] = []
    private var tls: EndedTLS { _read { yield connection.tls } }

    mutating func run() {
        guard let talk = tls.talk else {
            plainText(nil)
            return oldVersion()
        }
        if talk.hello == nil { plainText(talk) }
        if let hello = talk.firstHello, talk.answer == nil { unanswered(hello, talk) }
        let alert = decisiveAlert(talk)
        if let alert { decisive(alert, talk) }
        certificates(alert, talk)
        if alert == nil { silentRefusal(talk) }
        malformed(talk)
        negotiation(talk)
        ending(talk, hasAlert: alert != nil)
    }

    private mutating func add(
        _ diagnosis: TLSDiagnosis, _ certainty: Finding.Certainty, blame: Blame, frames: [Int?]
    ) {
        findings.append(
            Finding(diagnosis, certainty, blame: blame, frames: Evidence(Set(frames.compactMap(\.self)).sorted())))
    }

    // MARK: The sides

    /// The sides of the connection that are the client and the server of TLS.
    private var clientSide: Finding.Whose { tls.isSameClient ? .client : .server }
    private var serverSide: Finding.Whose { tls.isSameClient ? .server : .client }

    private func side(_ role: Role) -> Finding.Whose { role == .client ? clientSide : serverSide }

    private func line(of role: Role) -> TLSCourse.Line { tls.line(isFromClient: role == .client) }

    private func direction(of role: Role) -> Direction {
        side(role) == .client ? connection.client : connection.server
    }

    /// The first reset of a side.
    private func reset(of role: Role) -> SeenReset? {
        let whose = side(role)
        return connection.course.resets.first { connection.side(isFromOne: $0.isFromOne) == whose }
    }

    /// The end of a side's direction: its FIN or its first reset, whichever came first. Nil if there is neither.
    private func end(of role: Role) -> (frame: Int, time: Int64, isReset: Bool)? {
        let direction = direction(of: role)
        let reset = reset(of: role).map { (frame: $0.frame, time: $0.time, isReset: true) }
        guard let frame = direction.finFrame, let time = direction.finTime, frame < reset?.frame ?? .max else {
            return reset
        }
        return (frame, time, false)
    }

    /// Whether a side ended its direction before the other did.
    private func endsFirst(_ role: Role) -> Bool {
        guard let end = end(of: role) else { return false }
        return end.frame < self.end(of: role.peer)?.frame ?? .max
    }

    /// The frame with which a side begins to close: that of its first alert, or of the end of its direction.
    private func lastWord(of role: Role, _ talk: TLSTalk) -> Int {
        let alert = talk.alerts.first { $0.isFromClient == (role == .client) }?.frame ?? .max
        return min(alert, end(of: role)?.frame ?? .max)
    }

    /// Whether octets of a side are missing, also at the end of its stream, or may be missing before the first frame of the capture.
    private func hasGap(_ role: Role) -> Bool {
        let stream = line(of: role).stream
        let direction = direction(of: role)
        let sent = max(direction.highest, direction.ahead?.range.lowerBound ?? 0, reset(of: role)?.place ?? 0)
        let end = min(sent, direction.end ?? .max)
        return stream.hasGap || stream.isCut || stream.isLost || end > 0 && direction.seen.missing(in: 0..<end) > 0
            || !direction.hasSYN && tls.talk?.hello == nil
    }

    private var isWhole: Bool { !hasGap(.client) && !hasGap(.server) }

    /// The time from one event to a later one; nil if they have the same time, as in a capture without times.
    private func span(from: Int64, to: Int64) -> Int64? { to > from ? to - from : nil }

    // MARK: Other protocols

    /// Ports on which servers speak TLS from the first octet, by the registry of service names or by custom.
    private static let portsOfTLS: Set<UInt16> = [
        443, 465, 563, 636, 853, 989, 990, 992, 993, 994, 995, 4433, 4443, 5061, 5671, 8443, 8883, 9443, 10_443,
    ]

    private mutating func plainText(_ talk: TLSTalk?) {
        guard connection.isOpened else { return }
        let client = line(of: .client).words
        let server = line(of: .server).words
        guard client.areText, !hasGap(.client) else { return }
        if talk != nil {
            // The only TLS is an alert with which the server answered plain text.
            guard talk?.alerts.contains(where: { !$0.isFromClient }) == true else { return }
        } else {
            let isRefusal = String(decoding: server.first.prefix(16), as: UTF8.self).hasPrefix("HTTP/1.1 400")
            // A server that has had no time to answer has not refused.
            let waited = connection.captureEnds - (connection.client.lastDataTime ?? connection.captureEnds)
            guard Self.portsOfTLS.contains(connection.server.socket.port),
                server.isEmpty && (waited >= 1_000_000 || end(of: .server) != nil) || isRefusal,
                client.areRequest || server.isEmpty && connection.server.octets == 0
            else { return }
        }
        add(
            .plainTextClient(client.quoted), .likely, blame: .likely(clientSide, "its first octets are words"),
            frames: [client.frames.first, talk?.alerts.first?.frame])
    }

    /// Adds SSL 2.0, of which only the hellos are known.
    private mutating func oldVersion() {
        guard let (frame, isFromOne) = tls.oldHello else { return }
        let client = connection.side(isFromOne: isFromOne)
        let isChosen = tls.oldAnswer != nil
        add(
            .obsolete(["SSL 2.0"], isChosen: isChosen), .certain,
            blame: .certain(
                isChosen == (client == .client) ? .server : .client,
                isChosen ? "it chose the version" : "its hello is of that version"), frames: [frame, tls.oldAnswer])
    }

    /// Adds what happened to a ClientHello that no ServerHello answered.
    private mutating func unanswered(_ hello: TLSTalk.SeenHello, _ talk: TLSTalk) {
        let server = line(of: .server)
        // If octets of the server are missing in the capture, the answer may be among them.
        guard server.records == 0, connection.isOpened, !hasGap(.server) else { return }
        if server.noRecord != nil || tls.prelude == nil && !server.words.isEmpty {
            return add(
                .plainTextServer(server.words.quoted), .certain,
                blame: .unknown("the packets do not tell which of the two has the wrong port"),
                frames: [hello.frames.first, server.words.frames.last])
        }
        let isAcknowledged = (direction(of: .client).acknowledged ?? .min) >= hello.end
        if endsFirst(.server), let end = end(of: .server), end.frame > hello.frames.last {
            // The client may have ended the connection before, in a frame that is missing.
            guard !hasGap(.client) else { return }
            let after = span(from: hello.lastTime, to: end.time)
            guard end.isReset else {
                // A FIN that crossed the ClientHello does not answer it.
                guard isAcknowledged else { return }
                return add(
                    .closedAfterClientHello(after: after), .certain,
                    blame: .likely(serverSide, "its FIN is its only answer"),
                    frames: [hello.frames.first, end.frame])
            }
            let reset = reset(of: .server)
            let isUsual = reset.flatMap { reset in reset.usual.map { $0.contains(reset.timeToLive) } }
            let blame: Blame =
                switch isUsual {
                case true?: .likely(serverSide, "the reset has the time to live of its other packets")
                case false?: .likely(.path, "no other packet of the server has the reset's time to live")
                case nil: .unknown("no other packet of the server shows its time to live")
                }
            return add(
                .resetAfterClientHello(after: after), .certain, blame: blame,
                frames: [hello.frames.first, end.frame])
        }
        // If the server's direction is not in the capture, an answer may have been sent all the same.
        guard direction(of: .server).segments > 0, !endsFirst(.server) else { return }
        let givesUp = end(of: .client)
        let waited = max(0, (givesUp?.time ?? connection.captureEnds) - hello.lastTime)
        // A client that closes at once has not waited for the answer.
        guard waited >= (givesUp == nil ? 3_000_000 : 1_000_000) else { return }
        add(
            .noServerHello(octets: hello.octets, waited: waited, isAcknowledged: isAcknowledged), .certain,
            blame: isAcknowledged
                ? .likely(serverSide, "its TCP acknowledged the ClientHello")
                : .likely(.path, "the handshake of TCP passed, and the ClientHello was not acknowledged"),
            frames: [hello.frames.first, givesUp?.frame])
    }

    // MARK: Alerts

    /// The first alert that ends the connection.
    ///
    /// An alert after the other side's end is only a reaction to it. An encrypted alert after the handshake, which cannot be opened, is most
    /// likely close_notify. If octets are missing, it is not known whether the handshake was over.
    private func decisiveAlert(_ talk: TLSTalk) -> TLSTalk.SeenAlert? {
        talk.alerts.first { alert in
            let peer: Role = alert.isFromClient ? .server : .client
            guard alert.isFatal, alert.frame < end(of: peer)?.frame ?? .max else { return false }
            return alert.name != nil || talk.answer != nil && isWhole && !talk.isAfterHandshake(alert)
        } ?? lateAlert(talk) ?? alertAlone(talk)
    }

    /// The alert with which a server of TLS 1.3 refuses a client's certificate, or the lack of one. The client has finished before, so that the
    /// alert is the server's first record after the handshake, and its last. A client that was not asked for a certificate sends its Finished
    /// alone: then the record is a close_notify.
    private func lateAlert(_ talk: TLSTalk) -> TLSTalk.SeenAlert? {
        guard talk.isTLS13, talk.isComplete, talk.hasClientFlight, isWhole, !talk.server.keys.areKnown,
            talk.server.applicationRecords == 1,
            let last = talk.server.last, last.type == .applicationData, last.length == 19,
            let end = end(of: .server), end.frame >= last.frame, last.frame < self.end(of: .client)?.frame ?? .max,
            !tls.hasClosed(isFromClient: true)
        else { return nil }
        return TLSTalk.SeenAlert(
            frame: last.frame, time: end.time, isFromClient: false, isEncrypted: true)
    }

    /// The alert that is the server's whole answer to the client's data, less than a second after it. A server that closes by a timer waits
    /// for longer.
    private func alertAlone(_ talk: TLSTalk) -> TLSTalk.SeenAlert? {
        guard tls.wasAnsweredByAlertAlone, isWhole, let last = talk.server.last, let asked = talk.client.last,
            last.time - asked.time < 1_000_000, last.frame < end(of: .client)?.frame ?? .max
        else { return nil }
        return TLSTalk.SeenAlert(frame: last.frame, time: last.time, isFromClient: false, isEncrypted: true)
    }

    /// Adds the meaning of the alert that ended the connection.
    private mutating func decisive(_ alert: TLSTalk.SeenAlert, _ talk: TLSTalk) {
        let by = alert.isFromClient ? clientSide : serverSide
        let frames = [talk.firstHello?.frames.first, alert.frame]
        guard let name = alert.name else {
            return add(
                .fatalAlert(nil, by: by), .likely, blame: .unknown("the alert is encrypted"), frames: frames)
        }
        let isDirect = talk.answer == nil && !alert.isFromClient && talk.hello != nil
        // An alert that answers plain text means nothing more: its sender has read letters as a version.
        if findings.contains(where: { $0.code.hasPrefix("tls.plain_text") }) { return }
        // Without a hello it is not known which side is the TLS client.
        if talk.hello == nil, talk.answer == nil, name != .protocolVersion {
            return add(
                .fatalAlert(name, by: by), .certain,
                blame: .unknown("the alert says what its sender saw, and not which side brought it about"),
                frames: frames)
        }
        switch (name, alert.isFromClient) {
        case (.protocolVersion, _):
            add(
                .versionMismatch(offered: talk.hello?.versions ?? [], chosen: nil, by: by), .certain, blame: .nobody,
                frames: frames)
        case (.handshakeFailure, false) where isDirect, (.insufficientSecurity, false) where isDirect:
            add(
                .noCommonSuite(name, suites: talk.hello?.cipherSuites.count ?? 0), .likely, blame: .nobody,
                frames: frames)
        case (.unrecognizedName, false):
            add(
                .unrecognizedName(askedName(talk)), .certain,
                blame: .unknown("the packets do not tell whether the name is wrong or the server's list"),
                frames: frames)
        case (.noApplicationProtocol, _):
            add(
                .noApplicationProtocol((talk.hello?.applicationProtocols ?? []).map { EndedTLS.text($0).quotable }),
                .certain, blame: .nobody, frames: frames)
        case (.inappropriateFallback, _):
            add(
                .fallbackRefused, .certain, blame: .unknown("why the first attempt failed is not in this connection"),
                frames: frames)
        case (.badRecordMAC, _), (.decryptionFailed, _), (.decryptError, _):
            add(
                .decryptionFailed(name, by: by), .likely,
                blame: .unknown("a change on the path and a fault of either program look the same"), frames: frames)
        case (_, true) where name.isAboutCertificates: break
        case (_, false) where name.isAboutCertificates || name == .certificateRequired || name == .handshakeFailure:
            clientCertificate(alert, name: name, talk, frames: frames)
        default: fatal(name, by: by, frames: frames)
        }
    }

    /// Adds an alert that has no entry of its own. Only some alerts say that the trouble is their sender's.
    private mutating func fatal(_ name: AlertDescription, by: Finding.Whose, frames: [Int?]) {
        let blame: Blame =
            switch name {
            case .internalError: .likely(by, "the alert says that the trouble is its sender's own")
            case .userCanceled: .likely(by, "the alert says that its user ended it")
            default: .unknown("the sender of an alert is not at fault by sending it")
            }
        add(.fatalAlert(name, by: by), .certain, blame: blame, frames: frames)
    }

    /// Adds the meaning of a server's alert about its client's certificate.
    private mutating func clientCertificate(
        _ alert: TLSTalk.SeenAlert, name: AlertDescription, _ talk: TLSTalk, frames: [Int?]
    ) {
        let isShown = talk.client.certificates.map { !$0.isEmpty } ?? false
        let missing: [AlertDescription] = [
            .handshakeFailure, AlertDescription(rawValue: 41), .badCertificate, .certificateRequired,
        ]
        if name == .certificateRequired || talk.requestsCertificate && !isShown && missing.contains(name) {
            let certainty: Finding.Certainty = name == .certificateRequired ? .certain : .likely
            add(
                .clientCertificateMissing(name), certainty,
                blame: .likely(
                    clientSide,
                    name == .certificateRequired
                        ? "the alert says that it showed no certificate" : "it was asked for one, and showed none"),
                frames: frames)
        } else if isShown, name.isAboutCertificates {
            add(
                .clientCertificateRefused(name), .certain,
                blame: [.certificateExpired, .certificateRevoked].contains(name)
                    ? .likely(clientSide, "the alert says what is wrong with its certificate")
                    : .unknown("the packets do not show which authorities the server trusts"),
                frames: frames)
        } else {
            fatal(name, by: serverSide, frames: frames)
        }
    }

    private func askedName(_ talk: TLSTalk) -> String? {
        talk.hello?.serverName.map { EndedTLS.text($0.utf8).quotable }
    }

    // MARK: The server's certificate

    private mutating func certificates(_ alert: TLSTalk.SeenAlert?, _ talk: TLSTalk) {
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

    private mutating func nameMismatch(
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

    private mutating func incompleteChain(refusal: AlertDescription?, isSilent: Bool, frames: [Int?]) {
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
    private func isRefusedSilently(_ talk: TLSTalk) -> Bool {
        let shown = talk.isTLS13 && talk.server.protectedRecords > 0 ? talk.server.last?.end : talk.certificate?.end
        let hasArrived = shown.map { direction(of: .server).acknowledged ?? .min >= $0 } ?? false
        return hasArrived && !talk.isComplete && !talk.client.isFinished && talk.client.specChanges == 0
            && talk.alerts.allSatisfy { $0.frame > end(of: .client)?.frame ?? .max }
            && (!talk.isTLS13 || talk.client.protectedRecords == 0) && endsFirst(.client) && isWhole
    }

    private mutating func silentRefusal(_ talk: TLSTalk) {
        guard isRefusedSilently(talk), let end = end(of: .client) else { return }
        add(
            .silentRefusal(isReset: end.isReset), .likely,
            blame: .likely(clientSide, "it ended the connection itself"),
            frames: [talk.certificate?.frame ?? talk.answerFrame, end.frame])
    }

    // MARK: Messages

    private mutating func malformed(_ talk: TLSTalk) {
        for role in [Role.client, .server] {
            let line = line(of: role)
            guard !hasGap(role) else { continue }
            if let (frame, error) = line.malformed {
                add(
                    .malformed(error.sentence(in: .english), by: side(role)), .certain,
                    blame: .likely(side(role), "they came in its stream, with nothing missing before them"),
                    frames: [frame])
            } else if let found = line.noRecord, line.records > 0 {
                add(
                    .malformed(Hex.string(found.octets.prefix(8)), by: side(role)), .certain,
                    blame: .likely(side(role), "they came in its stream, with nothing missing before them"),
                    frames: [found.mark.frame])
            }
        }
    }

    private mutating func negotiation(_ talk: TLSTalk) {
        guard let seen = talk.firstHello else { return }
        let (hello, frame) = (seen.message, seen.frames.first)
        if let version = talk.version, !(hello.supportedVersions?.contains(version) ?? (version <= hello.version)) {
            add(
                .versionMismatch(offered: hello.versions, chosen: version, by: serverSide), .certain,
                blame: .likely(serverSide, "it chose what the client had not offered"),
                frames: [frame, talk.answerFrame])
        }
        slowHandshake(talk)
        obsolete(talk, hello)
        if talk.client.specChanges > 1 || !talk.renegotiation.isEmpty, !talk.isTLS13 {
            findings.append(
                Finding(
                    TLSDiagnosis.renegotiation, talk.opening.hasOpened ? .certain : .likely, blame: .nobody,
                    frames: talk.renegotiation))
        }
        let isFull = talk.isTLS13 || talk.certificate?.frame != nil
        if hello.offeredSession != "none", talk.resumption == "no", talk.answer != nil, isFull {
            add(
                .notResumed(session: hello.offeredSession), .certain,
                blame: .likely(serverSide, "it made a full handshake instead"),
                frames: [frame, talk.answerFrame])
        }
        if let retry = talk.retryFrame {
            add(
                .helloRetry(group: talk.answer?.keyShare?.group.name), .certain, blame: .nobody, frames: [frame, retry])
        }
        if seen.octets > 1_400, seen.frames.last != frame {
            add(
                .largeClientHello(octets: seen.octets), .certain, blame: .nobody,
                frames: [frame, seen.frames.last])
        }
        if let prelude = tls.prelude { add(.afterPlainText(prelude), .certain, blame: .nobody, frames: [frame]) }
    }

    private mutating func slowHandshake(_ talk: TLSTalk) {
        let pause = talk.pause
        guard pause.length > 1_000_000, isWhole else { return }
        let again = [connection.client, connection.server].flatMap {
            $0.lost.frames + $0.timeouts.frames + $0.needlessFrames.frames
        }
        guard !again.contains(where: { $0 > pause.frames.before && $0 <= pause.frames.after }) else { return }
        let whose = pause.isFromClient ? clientSide : serverSide
        add(
            .slowHandshake(pause.length, by: whose), .likely,
            blame: .likely(whose, "it was its turn to speak, and nothing was sent again meanwhile"),
            frames: [pause.frames.before, pause.frames.after])
    }

    private mutating func obsolete(_ talk: TLSTalk, _ hello: ClientHello) {
        guard let version = talk.version else {
            // Numbers without a name are of GREASE, of drafts of TLS 1.3, or unknown.
            guard let best = hello.versions.filter({ !GREASE.holds($0.rawValue) }).max(), best < .tls12 else { return }
            return add(
                .obsolete([best.shownName], isChosen: false), .certain,
                blame: .certain(clientSide, "it offers nothing newer"),
                frames: [talk.firstHello?.frames.first])
        }
        var items = version < .tls12 ? [version.shownName] : []
        items += tls.weakParameters(talk)
        guard !items.isEmpty else { return }
        add(
            .obsolete(items, isChosen: true), .certain,
            blame: version >= .tls12 || hello.versions.contains { $0 >= .tls12 && $0.name != nil }
                ? .likely(serverSide, "the choice is the server's")
                : .unknown("the client offers nothing newer, and the server takes it"),
            frames: [talk.answerFrame, talk.certificate?.frame])
    }

    // MARK: The end

    private mutating func ending(_ talk: TLSTalk, hasAlert: Bool) {
        guard talk.isComplete, !hasAlert else { return }
        let silent = [Role.client, .server].filter { role in
            end(of: role) != nil && !tls.hasClosed(isFromClient: role == .client) && !hasGap(role)
                && line(of: role).malformed == nil && line(of: role).noRecord == nil
        }
        guard let first = silent.min(by: { (end(of: $0)?.frame ?? 0) < (end(of: $1)?.frame ?? 0) }) else { return }
        add(
            .noCloseNotify(by: side(first)), talk[first == .client].keys.areKnown ? .certain : .likely,
            blame: .likely(side(first), "its last record before the end is no alert"),
            frames: silent.map { end(of: $0)?.frame }.sorted { $0 ?? 0 < $1 ?? 0 })
    }
}
