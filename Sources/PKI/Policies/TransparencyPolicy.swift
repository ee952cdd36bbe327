import Trace

/// Logs of Certificate Transparency have promised with timestamps to publish the certificate (RFC 6962).
///
/// If the question names known logs, the timestamps are verified, and only those that verify count; the state and the shard of the log
/// count too. Otherwise the timestamps are only counted, which is noted and is no pass. Timestamps stand inside the certificate, in the
/// handshake, or in an OCSP response. Where too few were seen and the handshake was not, the finding says that it decides nothing.
struct TransparencyPolicy: Policy {
    func examine(_ path: CandidatePath, _ question: ChainQuestion) -> [CheckResult] { [] }

    func conclude(_ path: CandidatePath, _ question: ChainQuestion) -> [CheckResult] {
        guard let leaf = path.members.first, question.isAboutServers else { return [] }
        let issuer = path.members.count > 1 ? Issuer.known(path.members[1].structure) : .absent
        return findings(about: leaf, by: issuer, question, under: path.tip?.anchorKind)
    }

    /// The finding that the timestamps are too few under an anchor of this kind, whatever issuer the path lacks. Empty if they may be enough,
    /// and if others may be sent.
    ///
    /// - Parameter issuer: the certificate of the leaf's issuer; nil if that is missing.
    static func shortfall(
        of leaf: CandidatePath.Member, issuedBy issuer: CertificateStructure?, _ question: ChainQuestion,
        under kind: AnchorKind
    ) -> [CheckResult] {
        TransparencyPolicy().findings(about: leaf, by: issuer.map(Issuer.known) ?? .missing, question, under: kind)
            .filter { finding in
                guard !finding.passed, case .transparency(let statement) = finding.statement else { return false }
                return statement.doubt == nil
            }
    }

    /// The issuer of the leaf. Timestamps inside a certificate are for the issuer's key.
    private enum Issuer {
        /// The issuer's certificate is known.
        case known(CertificateStructure)
        /// It is missing, and a device may fetch it: a timestamp that needs it may be good.
        case missing
        /// There is none.
        case absent
    }

    private func findings(
        about leaf: CandidatePath.Member, by issuer: Issuer, _ question: ChainQuestion, under kind: AnchorKind?
    ) -> [CheckResult] {
        let (from, to) = (leaf.structure.notBefore, leaf.structure.notAfter)
        // A certificate outside its dates is refused for that reason.
        let isInForce = from <= question.time && question.time <= to
        let least = question.serverRules.flatMap { rules in
            kind.flatMap { isInForce ? rules.logs(from: from, to: to, under: $0) : nil }
        }
        guard least != nil || question.knownLogs != nil else { return [] }
        let timestamps = Timestamp.all(of: leaf, by: issuer, question)
        var findings: [CheckResult] = []
        var count = TimestampCount(areVerified: question.knownLogs != nil)
        if let known = question.knownLogs {
            let verified = timestamps.map { ($0, verify($0, by: known, on: leaf, issuer, at: question.time)) }
            findings = verified.map(\.1.finding)
            let current = verified.filter { $0.1.standing == .current }.map(\.0)
            for timestamp in current { count.add(timestamp.promise, isInside: timestamp.isInside) }
            // A retired log counts if it was not retired when the certificate was issued, by the word of a log that is current. Outside
            // the certificate it never counts.
            let issued = current.map(\.seconds).min()
            for (timestamp, found) in verified where timestamp.isInside {
                if case .retired(let end) = found.standing, let issued, issued < end {
                    count.inside.insert(timestamp.promise.log)
                }
            }
        } else {
            for timestamp in timestamps { count.add(timestamp.promise, isInside: timestamp.isInside) }
        }
        guard let least, let cite = question.serverRules?.transparency.cite else {
            return timestamps.isEmpty ? findings + [note(leaf, .noTimestamps)] : findings
        }
        let finding = count.finding(of: leaf.index, least: least, cite: cite, unless: doubt(question))
        return findings + [finding] + (finding.outcome == .passed ? documented(count, leaf, question) : [])
    }

    /// A list of logs counts while it is younger than this (Apple, CertificateTransparency.m).
    private static let oldestList = 60 * CivilTime.day

    /// Why too few timestamps decide nothing; nil if they decide.
    private func doubt(_ question: ChainQuestion) -> TimestampDoubt? {
        let times = question.knownLogs?.map(\.listed) ?? []
        // A list without a time is taken for the device's own, and logs from several lists count as long as the newest.
        if let newest = times.compactMap({ $0 }).max(), !times.contains(nil) {
            let (age, overflow) = question.time.subtractingReportingOverflow(newest)
            let isOld = overflow ? question.time > newest : age >= TransparencyPolicy.oldestList
            if isOld { return .oldList(from: newest) }
        }
        return question.sentTimestamps == .notSeen ? .handshakeNotSeen : nil
    }

    /// What Apple's document demands of the logs and its published program does not count.
    private func documented(
        _ count: TimestampCount, _ leaf: CandidatePath.Member, _ question: ChainQuestion
    ) -> [CheckResult] {
        let counted = count.inside.union(count.outside)
        let logs = question.knownLogs?.filter { counted.contains($0.identifier) } ?? []
        var statements: [TransparencyStatement] = []
        let owners = Set(logs.map(\.operatorName))
        if owners.count == 1, let owner = owners.first, let owner { statements.append(.oneOperator(owner)) }
        if !logs.isEmpty, logs.allSatisfy({ $0.isTiled == true }) { statements.append(.onlyTiledLogs) }
        return statements.map {
            leaf.noted(.transparency, .transparency($0), cite: Citation("Apple, 103214"))
        }
    }

    // MARK: - One timestamp

    /// A timestamp with the place where it stands.
    private struct Timestamp {
        let promise: SignedTimestamp
        /// Whether it is inside the certificate.
        let isInside: Bool
        /// Its time in seconds since 1970.
        var seconds: Int64 { Int64(clamping: promise.time / 1000) }

        /// The timestamps of a certificate: inside it, then those of the handshake, then those of the OCSP response. A log has signed each of
        /// them, so it does not matter who has signed the response.
        static func all(
            of leaf: CandidatePath.Member, by issuer: Issuer, _ question: ChainQuestion
        ) -> [Timestamp] {
            let sent = question.sentTimestamps.list.map(SignedTimestamp.list(inVector:)) ?? []
            let response = question.stapledResponse.flatMap { try? OCSPResponse($0) }
            let answers = response?.basic?.answers.filter { answer in
                switch issuer {
                case .known(let issuer): answer.isAbout(leaf.structure, issuedBy: issuer)
                case .missing: true
                case .absent: false
                }
            }
            let stapled = (answers ?? []).compactMap(\.timestamps).flatMap(SignedTimestamp.list(inExtension:))
            return [(SignedTimestamp.list(in: leaf.structure), true), (sent, false), (stapled, false)].flatMap {
                (list, isInside) in
                list.prefix(SignedTimestamp.most).map { Timestamp(promise: $0, isInside: isInside) }
            }
        }
    }

    /// What a verified timestamp counts for.
    private enum Standing: Equatable {
        /// Its log was current at its time.
        case current
        /// Its log was retired later.
        case retired(at: Int64)
        /// It does not count.
        case none
    }

    private func verify(
        _ timestamp: Timestamp, by logs: [KnownLog], on leaf: CandidatePath.Member, _ issuer: Issuer, at time: Int64
    ) -> (finding: CheckResult, standing: Standing) {
        let (promise, seconds) = (timestamp.promise, timestamp.seconds)
        guard let log = logs.first(where: { $0.identifier == promise.log }) else {
            return (note(leaf, .timestampOfUnknownLog(identifier: Hex.string(promise.log))), .none)
        }
        switch (timestamp.isInside, issuer) {
        case (true, .absent): return (note(leaf, .timestampWithoutIssuer(log: log.name)), .none)
        case (true, .missing): break
        case (true, .known(let issuer)):
            guard log.hasSigned(promise, for: leaf.structure, issuedBy: issuer) else {
                return (note(leaf, .timestampFails(log: log.name)), .none)
            }
        case (false, _):
            guard log.hasSigned(promise, for: leaf.structure, issuedBy: nil) else {
                return (note(leaf, .timestampFails(log: log.name)), .none)
            }
        }
        guard seconds <= time else {
            return (note(leaf, .timestampInFuture(log: log.name, from: seconds, at: time)), .none)
        }
        if let shard = log.shard, !shard.contains(leaf.structure.notAfter) {
            return (note(leaf, .timestampOutsideShard(log: log.name, shard)), .none)
        }
        let statement = Statement.transparency(.timestampVerifies(log: log.name, at: seconds))
        let verifies = leaf.passed(.transparency, statement, cite: .rfc(6962, "3.2"))
        switch log.state {
        case .current: return (verifies, .current)
        case .readOnly(let since):
            return seconds < since
                ? (verifies, .current) : (note(leaf, .timestampAfterEnd(log: log.name, end: since)), .none)
        case .retired(let end):
            return seconds < end
                ? (verifies, .retired(at: end)) : (note(leaf, .timestampAfterEnd(log: log.name, end: end)), .none)
        case .uncounted: return (note(leaf, .timestampOfUncountedLog(log: log.name)), .none)
        }
    }

    private func note(_ leaf: CandidatePath.Member, _ statement: TransparencyStatement) -> CheckResult {
        leaf.noted(.transparency, .transparency(statement), cite: .rfc(6962, "5.2"))
    }
}
