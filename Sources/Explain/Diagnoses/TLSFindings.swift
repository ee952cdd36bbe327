import PKI
import TLSSim
import Trace

extension DiagnosisResult {
    static func tls(_ connection: EndedConnection) -> [DiagnosisResult] {
        var search = TLSSearch(connection: connection)
        search.run()
        return search.findings
    }
}

/// Searches TLS in a connection for each diagnosis in turn.
struct TLSSearch {
    let connection: EndedConnection
    private(set) var findings: [DiagnosisResult] = []
    var tls: EndedTLS { _read { yield connection.tls } }

    mutating func run() {
        guard tls.isThere, let talk = tls.talk else {
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

    mutating func add(
        _ diagnosis: TLSDiagnosis, _ certainty: DiagnosisResult.Certainty, blame: Blame, frames: [Int?]
    ) {
        findings.append(
            DiagnosisResult(
                diagnosis, certainty, blame: blame, frames: Evidence(Set(frames.compactMap(\.self)).sorted())))
    }

    // MARK: The sides

    /// The sides of the connection that are the client and the server of TLS.
    var clientSide: DiagnosisResult.Whose { tls.isSameClient ? .client : .server }
    var serverSide: DiagnosisResult.Whose { tls.isSameClient ? .server : .client }

    func side(_ role: Role) -> DiagnosisResult.Whose { role == .client ? clientSide : serverSide }

    func line(of role: Role) -> TLSCourse.Line { tls.line(isFromClient: role == .client) }

    func direction(of role: Role) -> Direction {
        side(role) == .client ? connection.client : connection.server
    }

    /// The first reset of a side.
    func reset(of role: Role) -> SeenReset? {
        let whose = side(role)
        return connection.course.resets.first { connection.side(isFromOne: $0.isFromOne) == whose }
    }

    /// The end of a side's direction: its FIN or its first reset, whichever came first. Nil if there is neither.
    func end(of role: Role) -> (frame: Int, time: Int64, isReset: Bool)? {
        let direction = direction(of: role)
        let reset = reset(of: role).map { (frame: $0.frame, time: $0.time, isReset: true) }
        guard let frame = direction.finFrame, let time = direction.finTime, frame < reset?.frame ?? .max else {
            return reset
        }
        return (frame, time, false)
    }

    /// Whether a side ended its direction before the other did.
    func endsFirst(_ role: Role) -> Bool {
        guard let end = end(of: role) else { return false }
        return end.frame < self.end(of: role.peer)?.frame ?? .max
    }

    /// The frame with which a side begins to close: that of its first alert, or of the end of its direction.
    func lastWord(of role: Role, _ talk: TLSTalk) -> Int {
        let alert = talk.alerts.first { $0.isFromClient == (role == .client) }?.frame ?? .max
        return min(alert, end(of: role)?.frame ?? .max)
    }

    /// Whether octets of a side are missing, also at the end of its stream, or may be missing before the first frame of the capture.
    func hasGap(_ role: Role) -> Bool {
        let stream = line(of: role).stream
        let direction = direction(of: role)
        let sent = max(direction.highest, direction.ahead?.range.lowerBound ?? 0, reset(of: role)?.place ?? 0)
        let end = min(sent, direction.end ?? .max)
        return stream.hasGap || stream.isCut || stream.isLost || end > 0 && direction.seen.missing(in: 0..<end) > 0
            || !direction.hasSYN && tls.talk?.hello == nil
    }

    var isWhole: Bool { !hasGap(.client) && !hasGap(.server) }

    /// The time from one event to a later one; nil if they have the same time, as in a capture without times.
    func span(from: Int64, to: Int64) -> Int64? { to > from ? to - from : nil }

    // MARK: Alerts

    /// The first alert that ends the connection.
    ///
    /// An alert after the other side's end is only a reaction to it. An encrypted alert after the handshake, which cannot be opened, is most
    /// likely close_notify. If octets are missing, it is not known whether the handshake was over.
    func decisiveAlert(_ talk: TLSTalk) -> TLSTalk.SeenAlert? {
        talk.alerts.first { alert in
            let peer: Role = alert.isFromClient ? .server : .client
            guard alert.isFatal, alert.frame < end(of: peer)?.frame ?? .max else { return false }
            return alert.name != nil || talk.answer != nil && isWhole && !talk.isAfterHandshake(alert)
        } ?? lateAlert(talk) ?? alertAlone(talk)
    }

    /// The alert with which a server of TLS 1.3 refuses a client's certificate, or the lack of one. The client has finished before, so that the
    /// alert is the server's first record after the handshake, and its last. A client that was not asked for a certificate sends its Finished
    /// alone: then the record is a close_notify.
    func lateAlert(_ talk: TLSTalk) -> TLSTalk.SeenAlert? {
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
    func alertAlone(_ talk: TLSTalk) -> TLSTalk.SeenAlert? {
        guard tls.wasAnsweredByAlertAlone, isWhole, let last = talk.server.last, let asked = talk.client.last,
            last.time - asked.time < 1_000_000, last.frame < end(of: .client)?.frame ?? .max
        else { return nil }
        return TLSTalk.SeenAlert(frame: last.frame, time: last.time, isFromClient: false, isEncrypted: true)
    }

    /// Adds the meaning of the alert that ended the connection.
    mutating func decisive(_ alert: TLSTalk.SeenAlert, _ talk: TLSTalk) {
        let by = alert.isFromClient ? clientSide : serverSide
        let frames = [talk.firstHello?.frames.first, alert.frame]
        guard let name = alert.name else {
            return add(
                .fatalAlert(nil, by: by), .likely,
                blame: .unknown(Words(english: "the alert is encrypted", chinese: "警报是加密的")), frames: frames)
        }
        let isDirect = talk.answer == nil && !alert.isFromClient && talk.hello != nil
        // An alert that answers plain text means nothing more: its sender has read letters as a version.
        if findings.contains(where: { $0.code.hasPrefix("tls.plain_text") }) { return }
        // Without a hello it is not known which side is the TLS client.
        if talk.hello == nil, talk.answer == nil, name != .protocolVersion {
            return add(
                .fatalAlert(name, by: by), .certain,
                blame: .unknown(
                    Words(
                        english: "the alert says what its sender saw, and not which side brought it about",
                        chinese: "警报说明发送方看到了什么，没有说明是哪一方引起的")),
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
                blame: .unknown(
                    Words(
                        english: "the packets do not tell whether the name is wrong or the server's list",
                        chinese: "从数据包看不出，错在名称还是服务器的列表")),
                frames: frames)
        case (.noApplicationProtocol, _):
            add(
                .noApplicationProtocol((talk.hello?.applicationProtocols ?? []).map { EndedTLS.text($0).quotable }),
                .certain, blame: .nobody, frames: frames)
        case (.inappropriateFallback, _):
            add(
                .fallbackRefused, .certain,
                blame: .unknown(
                    Words(
                        english: "why the first attempt failed is not in this connection",
                        chinese: "第一次尝试失败的原因不在这个连接中")),
                frames: frames)
        case (.badRecordMAC, _), (.decryptionFailed, _), (.decryptError, _):
            add(
                .decryptionFailed(name, by: by), .likely,
                blame: .unknown(
                    Words(
                        english: "a change on the path and a fault of either program look the same",
                        chinese: "路径上的改动与任一方程序的错误，看上去一样")), frames: frames)
        case (_, true) where name.isAboutCertificates: break
        case (_, false) where name.isAboutCertificates || name == .certificateRequired || name == .handshakeFailure:
            clientCertificate(alert, name: name, talk, frames: frames)
        default: fatal(name, by: by, frames: frames)
        }
    }

    /// Adds an alert that has no entry of its own. Only some alerts say that the trouble is their sender's.
    mutating func fatal(_ name: AlertDescription, by: DiagnosisResult.Whose, frames: [Int?]) {
        let blame: Blame =
            switch name {
            case .internalError:
                .likely(
                    by, Words(english: "the alert says that the trouble is its sender's own", chinese: "警报说明这是发送方自己的问题")
                )
            case .userCanceled:
                .likely(by, Words(english: "the alert says that its user ended it", chinese: "警报说明是它的用户结束的"))
            default:
                .unknown(
                    Words(english: "the sender of an alert is not at fault by sending it", chinese: "发送警报本身不说明发送方有错"))
            }
        add(.fatalAlert(name, by: by), .certain, blame: blame, frames: frames)
    }

    /// Adds the meaning of a server's alert about its client's certificate.
    mutating func clientCertificate(
        _ alert: TLSTalk.SeenAlert, name: AlertDescription, _ talk: TLSTalk, frames: [Int?]
    ) {
        let isShown = talk.client.certificates.map { !$0.isEmpty } ?? false
        let missing: [AlertDescription] = [
            .handshakeFailure, AlertDescription(rawValue: 41), .badCertificate, .certificateRequired,
        ]
        if name == .certificateRequired || talk.requestsCertificate && !isShown && missing.contains(name) {
            let certainty: DiagnosisResult.Certainty = name == .certificateRequired ? .certain : .likely
            add(
                .clientCertificateMissing(name), certainty,
                blame: .likely(
                    clientSide,
                    name == .certificateRequired
                        ? Words(english: "the alert says that it showed no certificate", chinese: "警报说明它没有出示证书")
                        : Words(english: "it was asked for one, and showed none", chinese: "要求它出示，它没有出示")),
                frames: frames)
        } else if isShown, name.isAboutCertificates {
            add(
                .clientCertificateRefused(name), .certain,
                blame: [.certificateExpired, .certificateRevoked].contains(name)
                    ? .likely(
                        clientSide,
                        Words(english: "the alert says what is wrong with its certificate", chinese: "警报说明了它的证书错在哪里"))
                    : .unknown(
                        Words(
                            english: "the packets do not show which authorities the server trusts",
                            chinese: "从数据包看不出服务器信任哪些 CA")),
                frames: frames)
        } else {
            fatal(name, by: serverSide, frames: frames)
        }
    }

    func askedName(_ talk: TLSTalk) -> String? {
        talk.hello?.serverName.map { EndedTLS.text($0.utf8).quotable }
    }

    // MARK: Messages

    mutating func malformed(_ talk: TLSTalk) {
        for role in [Role.client, .server] {
            let line = line(of: role)
            guard !hasGap(role) else { continue }
            if let (frame, error) = line.malformed {
                add(
                    .malformed(Words(error), by: side(role)), .certain,
                    blame: .likely(
                        side(role),
                        Words(
                            english: "they came in its stream, with nothing missing before them",
                            chinese: "它们在它的字节流中，前面什么也不缺")),
                    frames: [frame])
            } else if let found = line.noRecord, line.records > 0 {
                add(
                    .malformed(Words(same: Hex.string(found.octets.prefix(8))), by: side(role)), .certain,
                    blame: .likely(
                        side(role),
                        Words(
                            english: "they came in its stream, with nothing missing before them",
                            chinese: "它们在它的字节流中，前面什么也不缺")),
                    frames: [found.mark.frame])
            }
        }
    }

    mutating func negotiation(_ talk: TLSTalk) {
        guard let seen = talk.firstHello else { return }
        let (hello, frame) = (seen.message, seen.frames.first)
        if let version = talk.version, !(hello.supportedVersions?.contains(version) ?? (version <= hello.version)) {
            add(
                .versionMismatch(offered: hello.versions, chosen: version, by: serverSide), .certain,
                blame: .likely(
                    serverSide, Words(english: "it chose what the client had not offered", chinese: "它选了客户端没有提出的版本")),
                frames: [frame, talk.answerFrame])
        }
        slowHandshake(talk)
        obsolete(talk, hello)
        if talk.client.specChanges > 1 || !talk.renegotiation.isEmpty, !talk.isTLS13 {
            findings.append(
                DiagnosisResult(
                    TLSDiagnosis.renegotiation, talk.opening.hasOpened ? .certain : .likely, blame: .nobody,
                    frames: talk.renegotiation))
        }
        let isFull = talk.isTLS13 || talk.certificate?.frame != nil
        if hello.offeredSession != "none", talk.resumption == "no", talk.answer != nil, isFull {
            add(
                .notResumed(session: hello.offeredSession), .certain,
                blame: .likely(serverSide, Words(english: "it made a full handshake instead", chinese: "它改做了完整的握手")),
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

    mutating func slowHandshake(_ talk: TLSTalk) {
        let pause = talk.pause
        guard pause.length > 1_000_000, isWhole else { return }
        let again = [connection.client, connection.server].flatMap {
            $0.lost.frames + $0.timeouts.frames + $0.needlessFrames.frames
        }
        guard !again.contains(where: { $0 > pause.frames.before && $0 <= pause.frames.after }) else { return }
        let whose = pause.isFromClient ? clientSide : serverSide
        add(
            .slowHandshake(pause.length, by: whose), .likely,
            blame: .likely(
                whose,
                Words(
                    english: "it was its turn to speak, and nothing was sent again meanwhile",
                    chinese: "轮到它说话，而这期间没有重传")),
            frames: [pause.frames.before, pause.frames.after])
    }

    mutating func obsolete(_ talk: TLSTalk, _ hello: ClientHello) {
        guard let version = talk.version else {
            // Numbers without a name are of GREASE, of drafts of TLS 1.3, or unknown.
            guard let best = hello.versions.filter({ !GREASE.holds($0.rawValue) }).max(), best < .tls12 else { return }
            return add(
                .obsolete([Words(english: best.shownName, chinese: best.chineseShownName)], isChosen: false), .certain,
                blame: .certain(clientSide, Words(english: "it offers nothing newer", chinese: "它没有提出更新的版本")),
                frames: [talk.firstHello?.frames.first])
        }
        var items = version < .tls12 ? [Words(english: version.shownName, chinese: version.chineseShownName)] : []
        items += tls.weakParameters(talk)
        guard !items.isEmpty else { return }
        add(
            .obsolete(items, isChosen: true), .certain,
            blame: version >= .tls12 || hello.versions.contains { $0 >= .tls12 && $0.name != nil }
                ? .likely(serverSide, Words(english: "the choice is the server's", chinese: "选择是服务器作出的"))
                : .unknown(
                    Words(
                        english: "the client offers nothing newer, and the server takes it",
                        chinese: "客户端没有提出更新的，而服务器接受了")),
            frames: [talk.answerFrame, talk.certificate?.frame])
    }

    // MARK: The end

    mutating func ending(_ talk: TLSTalk, hasAlert: Bool) {
        guard talk.isComplete, !hasAlert else { return }
        let silent = [Role.client, .server].filter { role in
            end(of: role) != nil && !tls.hasClosed(isFromClient: role == .client) && !hasGap(role)
                && line(of: role).malformed == nil && line(of: role).noRecord == nil
        }
        guard let first = silent.min(by: { (end(of: $0)?.frame ?? 0) < (end(of: $1)?.frame ?? 0) }) else { return }
        add(
            .noCloseNotify(by: side(first)), talk[first == .client].keys.areKnown ? .certain : .likely,
            blame: .likely(
                side(first), Words(english: "its last record before the end is no alert", chinese: "结束之前，它的最后一条记录不是警报")),
            frames: silent.map { end(of: $0)?.frame }.sorted { $0 ?? 0 < $1 ?? 0 })
    }
}
