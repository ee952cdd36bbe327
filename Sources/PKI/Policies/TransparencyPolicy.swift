import Trace

/// Logs of Certificate Transparency have promised with timestamps to publish the certificate (RFC 6962).
///
/// If the question names known logs, the timestamps are verified, and only those that verify count. Otherwise the timestamps are
/// counted without a check. Only timestamps inside the certificate are examined; a server can also send some in the handshake or
/// in an OCSP response.
struct TransparencyPolicy: Policy {
    func examine(_ path: CandidatePath, _ question: Question) -> [Finding] { [] }

    func conclude(_ path: CandidatePath, _ question: Question) -> [Finding] {
        guard let leaf = path.members.first, question.isAboutServers else { return [] }
        let kind = path.tip?.anchorKind
        let least = question.serverRules.flatMap { rules in
            kind.flatMap { rules.logs(issued: leaf.structure.notBefore, days: leaf.structure.days, under: $0) }
        }
        guard least != nil || question.knownLogs != nil else { return [] }
        let timestamps = SignedTimestamp.list(in: leaf.structure).prefix(SignedTimestamp.most)
        var findings: [Finding] = []
        var logs: Set<[UInt8]> = []
        for timestamp in timestamps {
            guard let known = question.knownLogs else {
                logs.insert(timestamp.log)
                continue
            }
            let finding = verify(timestamp, by: known, on: leaf, in: path, at: question.time)
            findings.append(finding)
            if finding.outcome == .passed { logs.insert(timestamp.log) }
        }
        if let least, let cite = question.serverRules?.transparency.cite {
            let statement = Statement.transparency(
                .timestamps(logs: logs.count, least: least, areVerified: question.knownLogs != nil))
            findings.append(
                logs.count >= least
                    ? leaf.passed(.transparency, statement, cite: cite)
                    : leaf.failed(.transparency, statement, cite: cite, refusal: .badCertificate))
        } else if timestamps.isEmpty {
            findings.append(note(leaf, .noTimestamps))
        }
        return findings
    }

    private func verify(
        _ timestamp: SignedTimestamp, by logs: [KnownLog], on leaf: CandidatePath.Member, in path: CandidatePath,
        at time: Int64
    ) -> Finding {
        guard let log = logs.first(where: { $0.identifier == timestamp.log }) else {
            return note(leaf, .timestampOfUnknownLog(identifier: Hex.string(timestamp.log)))
        }
        guard path.members.count > 1 else { return note(leaf, .timestampWithoutIssuer(log: log.name)) }
        guard log.hasSigned(timestamp, for: leaf.structure, issuedBy: path.members[1].structure) else {
            return note(leaf, .timestampFails(log: log.name))
        }
        let seconds = Int64(clamping: timestamp.time / 1000)
        guard seconds <= time else { return note(leaf, .timestampInFuture(log: log.name, from: seconds, at: time)) }
        let statement = Statement.transparency(.timestampVerifies(log: log.name, at: seconds))
        return leaf.passed(.transparency, statement, cite: .rfc(6962, "3.2"))
    }

    private func note(_ leaf: CandidatePath.Member, _ statement: TransparencyStatement) -> Finding {
        leaf.noted(.transparency, .transparency(statement), cite: .rfc(6962, "5.2"))
    }
}
