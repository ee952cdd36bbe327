import Crypto
import Trace

/// The proof that the peer's Finished was verified: only the verification makes a value of this type.
///
/// So a state that contains such a value cannot exist without the verification. The exception is an endpoint of the museum that does not
/// compare verify_data, against the rule.
struct FinishedVerified: Hashable, Sendable {
    /// The sender of the Finished.
    let side: Role

    /// Verifies a Finished against the transcript before it (RFC 5246 section 7.4.9).
    ///
    /// - Throws: ``TLSError/finishedMismatch``; ``TLSError/malformed(_:)``.
    init(
        _ message: HandshakeMessage, under schedule: KeySchedule, _ session: inout Session
    ) throws(TLSError) {
        side = session.role.peer
        let finished = try message.parsed(Finished.read)
        session.explain(finished)
        let hash = session.transcript.digest(by: schedule.suite.hash)
        let expected = schedule.verifyData(of: side, transcriptHash: hash)
        session.tell(verifyDataOf: side, schedule, transcriptHash: hash)
        session.firstFinished = session.firstFinished ?? finished.verifyData
        guard session.comparesFinished else { return }
        guard ConstantTime.areEqual(finished.verifyData, expected) else { throw .finishedMismatch }
        session.tellFinished()
    }
}

/// The handshake is complete, and application data may be sent. This state needs the proof.
struct Traffic: Hashable, Sendable {
    let finished: FinishedVerified
}

extension Session {
    /// Computes verify_data over all messages so far and sends Finished.
    mutating func sendFinished(_ schedule: KeySchedule) throws(TLSError) {
        let hash = transcript.digest(by: schedule.suite.hash)
        tell(verifyDataOf: role, schedule, transcriptHash: hash)
        let verifyData = schedule.verifyData(of: role, transcriptHash: hash)
        firstFinished = firstFinished ?? verifyData
        try send(Finished(verifyData: verifyData))
    }
}
