import Trace

/// Logs of Certificate Transparency have promised with timestamps to publish the certificate (RFC 6962).
///
/// If the question names known logs, the timestamps are verified, and only those that verify count; the state and the shard of the log
/// count too. Otherwise the timestamps are only counted, which is noted and is no pass. Only timestamps inside the certificate are
/// examined; a server can also send some in the handshake or in an OCSP response.
struct TransparencyPolicy: Policy {
    func examine(_ path: CandidatePath, _ question: Question) -> [Finding] { [] }

    func conclude(_ path: CandidatePath, _ question: Question) -> [Finding] {
        guard let leaf = path.members.first, question.isAboutServers else { return [] }
        let (from, to) = (leaf.structure.notBefore, leaf.structure.notAfter)
        let kind = path.tip?.anchorKind
        // A certificate outside its dates is refused for that reason.
        let isInForce = from <= question.time && question.time <= to
        let least = question.serverRules.flatMap { rules in
            kind.flatMap { isInForce ? rules.logs(from: from, to: to, under: $0) : nil }
        }
        guard least != nil || question.knownLogs != nil else { return [] }
        let timestamps = Array(SignedTimestamp.list(in: leaf.structure).prefix(SignedTimestamp.most))
        var findings: [Finding] = []
        var logs: Set<[UInt8]> = []
        var hasCurrent = true
        if let known = question.knownLogs {
            let verified = timestamps.map { ($0, verify($0, by: known, on: leaf, in: path, at: question.time)) }
            findings = verified.map(\.1.finding)
            let current = verified.filter { $0.1.standing == .current }.map(\.0)
            hasCurrent = !current.isEmpty
            logs = Set(current.map(\.log))
            // A retired log counts if it was not retired when the certificate was issued, by the word of a log that is current.
            let issued = current.map { Int64(clamping: $0.time / 1000) }.min()
            for (timestamp, found) in verified {
                if case .retired(let end) = found.standing, let issued, issued < end { logs.insert(timestamp.log) }
            }
        } else {
            logs = Set(timestamps.map(\.log))
        }
        guard let least, let cite = question.serverRules?.transparency.cite else {
            return timestamps.isEmpty ? findings + [note(leaf, .noTimestamps)] : findings
        }
        let isVerified = question.knownLogs != nil
        let count = Statement.transparency(.timestamps(logs: logs.count, least: least, areVerified: isVerified))
        if logs.count < least || logs.isEmpty {
            findings.append(leaf.failed(.transparency, count, cite: cite, refusal: .badCertificate))
        } else if !hasCurrent {
            let statement = Statement.transparency(.noCurrentLog)
            findings.append(leaf.failed(.transparency, statement, cite: cite, refusal: .badCertificate))
        } else if isVerified {
            findings.append(leaf.passed(.transparency, count, cite: cite))
        } else {
            findings.append(leaf.noted(.transparency, count, cite: cite))
        }
        return findings
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
        _ timestamp: SignedTimestamp, by logs: [KnownLog], on leaf: CandidatePath.Member, in path: CandidatePath,
        at time: Int64
    ) -> (finding: Finding, standing: Standing) {
        guard let log = logs.first(where: { $0.identifier == timestamp.log }) else {
            return (note(leaf, .timestampOfUnknownLog(identifier: Hex.string(timestamp.log))), .none)
        }
        guard path.members.count > 1 else { return (note(leaf, .timestampWithoutIssuer(log: log.name)), .none) }
        guard log.hasSigned(timestamp, for: leaf.structure, issuedBy: path.members[1].structure) else {
            return (note(leaf, .timestampFails(log: log.name)), .none)
        }
        let seconds = Int64(clamping: timestamp.time / 1000)
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

    private func note(_ leaf: CandidatePath.Member, _ statement: TransparencyStatement) -> Finding {
        leaf.noted(.transparency, .transparency(statement), cite: .rfc(6962, "5.2"))
    }
}
