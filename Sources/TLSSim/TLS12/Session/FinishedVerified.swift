import Crypto
import Trace

/// Proof that the peer's Finished was right: only the comparison itself makes one.
///
/// A state that owns one cannot exist without the comparison having been made.
struct FinishedVerified: Hashable, Sendable {
    /// Whose Finished it was.
    let side: Role

    /// Verifies a Finished against the transcript before it (RFC 5246 section 7.4.9).
    init(
        _ message: HandshakeMessage, _ schedule: KeySchedule, _ session: inout Session
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

/// The handshake is complete: application data may flow. It takes the proof to get here.
struct Traffic: Hashable, Sendable {
    let finished: FinishedVerified
}

extension Session {
    /// Computes verify_data over everything so far and sends it.
    mutating func sendFinished(_ schedule: KeySchedule) throws(TLSError) {
        let hash = transcript.digest(by: schedule.suite.hash)
        tell(verifyDataOf: role, schedule, transcriptHash: hash)
        let verifyData = schedule.verifyData(of: role, transcriptHash: hash)
        firstFinished = firstFinished ?? verifyData
        try send(Finished(verifyData: verifyData))
    }
}
