import Crypto
import Trace

/// The proof that the peer's Finished was verified: only a comparison that held makes a value of this type.
///
/// So a state that contains such a value cannot exist without the verification.
struct FinishedVerified: Hashable, Sendable {
    /// The sender of the Finished.
    let side: Role

    /// Verifies a Finished against the hash of the messages before it (RFC 5246 section 7.4.9).
    ///
    /// - Throws: ``TLSError/finishedMismatch``.
    init(_ finished: Finished, of side: Role, under schedule: KeySchedule, transcriptHash: [UInt8]) throws(TLSError) {
        let expected = schedule.verifyData(of: side, transcriptHash: transcriptHash)
        guard ConstantTime.areEqual(finished.verifyData, expected) else { throw .finishedMismatch }
        self.side = side
    }
}

/// The handshake is complete, and application data may be sent.
enum Traffic: Hashable, Sendable {
    case verified(FinishedVerified)
    /// WRONG: the endpoint does not keep the rule to compare verify_data.
    case unchecked(UncheckedFinished)
}

extension Session {
    /// Takes the peer's Finished, and verifies it against the transcript before it. It is not added to the transcript.
    ///
    /// - Throws: ``TLSError/finishedMismatch``; ``TLSError/malformed(_:)``.
    mutating func receive(finished message: HandshakeMessage, under schedule: KeySchedule) throws(TLSError) -> Traffic {
        let finished = try read(message, Finished.read)
        explain(finished)
        let hash = transcript.digest(by: schedule.suite.hash)
        tell(verifyDataOf: role.peer, schedule, transcriptHash: hash)
        firstFinished = firstFinished ?? finished.verifyData
        if let unchecked = UncheckedFinished(missingRules) { return .unchecked(unchecked) }
        let proof = try FinishedVerified(finished, of: role.peer, under: schedule, transcriptHash: hash)
        tellFinished()
        return .verified(proof)
    }

    /// Computes verify_data over all messages so far and sends Finished.
    mutating func sendFinished(_ schedule: KeySchedule) throws(TLSError) {
        let hash = transcript.digest(by: schedule.suite.hash)
        tell(verifyDataOf: role, schedule, transcriptHash: hash)
        let verifyData = schedule.verifyData(of: role, transcriptHash: hash)
        firstFinished = firstFinished ?? verifyData
        try send(Finished(verifyData: verifyData))
    }
}
