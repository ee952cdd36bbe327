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
        _ message: HandshakeMessage, of side: Role, _ schedule: KeySchedule, _ session: inout Session
    ) throws(TLSError) {
        let finished = try message.parsed(Finished.read)
        let isResumed = schedule.masterInvocation == nil
        session.explain(isResumed ? .resumption(.finished(side)) : .handshake(.finished(side)))
        let hash = session.transcript.digest(by: schedule.suite.hash)
        let expected = schedule.verifyData(of: side, transcriptHash: hash)
        session.trace(
            .computed(.verifyData(schedule, of: side, transcriptHash: hash), .handshake(.verifyData(side))))
        guard ConstantTime.areEqual(finished.verifyData, expected) else { throw .finishedMismatch }
        session.trace(.checked("verify_data of the \(side)", passed: true, .handshake(.finishedVerified(side))))
        self.side = side
    }
}

/// The handshake is complete: application data may flow. It takes the proof to get here.
struct Traffic: Hashable, Sendable {
    let finished: FinishedVerified
}

extension Session {
    /// Computes verify_data over everything so far and sends it.
    mutating func sendFinished(
        _ side: Role, _ schedule: KeySchedule, resuming: Bool = false
    ) throws(TLSError) {
        let hash = transcript.digest(by: schedule.suite.hash)
        trace(.computed(.verifyData(schedule, of: side, transcriptHash: hash), .handshake(.verifyData(side))))
        let finished = Finished(verifyData: schedule.verifyData(of: side, transcriptHash: hash))
        try send(finished, resuming ? .resumption(.finished(side)) : .handshake(.finished(side)))
    }
}
