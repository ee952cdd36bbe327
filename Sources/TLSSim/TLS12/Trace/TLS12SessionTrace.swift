import Crypto
import PKI
import Trace

/// The data of earlier steps that the notes of later steps of TLS 1.2 need.
struct TLS12Story: Hashable, Sendable {
    /// Whether the resumed session came in a ticket; nil in a full handshake.
    var resumedByTicket: Bool?
    /// The finite-field group of the key exchange.
    var group: FiniteFieldGroup?
    /// The name of the curve of the key exchange.
    var curve: String?
    /// Whether the server refuses a client without a certificate. Nil on the client's side, which does not know it.
    var requiresCertificate: Bool?
    /// Whether the client has a certificate. Nil on the server's side, which does not know it.
    var hasCertificate: Bool?
    /// The keys with which this side protects its records.
    var writingKeys: WritingKeys?
}

/// The outputs for the trace of TLS 1.2. They change no octet that is sent.
extension Session {
    // MARK: Hellos

    /// This side has drawn its random.
    mutating func tell(drawn random: [UInt8]) { tell(random, of: role, .generated) }

    /// The other side's random has arrived.
    mutating func tell(received random: [UInt8]) { tell(random, of: role.peer, .received) }

    private mutating func tell(_ random: [UInt8], of side: Role, _ acquired: Acquired) {
        trace(.learned(side == .client ? Knowledge.clientRandom : Knowledge.serverRandom, acquired, random))
    }

    /// The client has offered to resume a session.
    mutating func tell(offered session: ResumableSession) {
        trace(.note(.resumption(.offered(byTicket: session.ticket != nil))))
    }

    /// The hellos have settled the parameters.
    mutating func tell(_ negotiated: Negotiated) {
        if let limit = negotiated.maximumFragment { trace(.note(.negotiation(.maximumFragment(limit)))) }
        if let name = negotiated.applicationProtocol { trace(.note(.negotiation(.applicationProtocol(name)))) }
    }

    /// The client has examined the server's hello for the downgrade sentinel and for renegotiation_info. `checksDowngrade` says whether it
    /// acts on the sentinel.
    mutating func tell(signsIn answer: ServerHello, checksDowngrade: Bool) {
        guard tracing else { return }
        tell(received: answer.random)
        if let toTLS12 = answer.downgradeSentinel {
            emit(
                .note(
                    .negotiation(
                        checksDowngrade ? .downgradeSentinel(toTLS12: toTLS12) : .downgradeSentinelPassedOver)))
        }
        if !answer.extensions.contains(.renegotiationInfo([])) { emit(.note(.negotiation(.noRenegotiationInfo))) }
    }

    // MARK: Authentication

    /// The keyUsage of the server's certificate allows the key exchange.
    mutating func tell(keyUsage kind: KeyExchangeKind) {
        trace(.checked("key usage", passed: true, .trust(.keyUsage(kind))))
    }

    /// The keyUsage of the client's certificate allows signatures.
    mutating func tellClientMaySign() {
        trace(.checked("key usage", passed: true, .clientAuthentication(.clientMaySign)))
    }

    /// The client has shown no certificate, and the server does not demand one.
    mutating func tellAnonymous() { trace(.note(.clientAuthentication(.clientAnonymous))) }

    /// The server has stapled a response to its certificate.
    mutating func tell(stapled response: [UInt8]) {
        trace(.note(.trust(.statusStapled(octets: response.count, try? StapledResponse(response)))))
    }

    /// The client has signed all handshake messages so far.
    mutating func tell(signature: [UInt8], over messages: [UInt8], by signer: Signer) {
        trace(
            .computed(
                .handshakeSignature(
                    HandshakeSigning(
                        content: .messages(messages), scheme: signer.scheme, key: signer.publicKey,
                        signature: signature)),
                .clientAuthentication(.handshakeSigned(signer.scheme))))
    }

    /// The client's signature over all handshake messages so far is verified.
    mutating func tell(verified proof: CertificateVerify, over messages: [UInt8], by key: PublicKey) {
        guard tracing else { return }
        let signing = HandshakeSigning(
            content: .messages(messages), scheme: proof.scheme, key: key, signature: proof.signature)
        emit(.computed(.handshakeVerification(signing), .clientAuthentication(.verifyingMessages(proof.scheme))))
        emit(
            .checked(
                "signature of CertificateVerify", passed: true, .clientAuthentication(.clientProved(proof.scheme))))
    }

    /// The verify_data of a side is computed.
    mutating func tell(verifyDataOf side: Role, _ schedule: KeySchedule, transcriptHash: [UInt8]) {
        trace(
            .computed(
                .tls12(.verifyData(schedule, of: side, transcriptHash: transcriptHash)), .handshake(.verifyData(side))))
    }

    /// The other side's Finished is verified.
    mutating func tellFinished() {
        let peer = role.peer
        trace(.checked("verify_data of the \(peer)", passed: true, .handshake(.finishedVerified(peer))))
    }

    /// The handshake is complete on this side.
    mutating func tell(established agreement: Agreement) {
        if let old = agreement.resumed {
            trace(.note(.resumption(.established(byTicket: old.ticket != nil || old.sessionID.isEmpty))))
        } else {
            trace(.note(.handshake(.established(agreement.secrecy))))
        }
    }

    // MARK: Records

    /// A record is written. `protection` is its protection in the state before it; nil if no calculation is to be shown.
    mutating func tell(
        _ record: Record, by protection: RecordProtection?, isWhole: Bool, isLast: Bool, _ note: Note?
    ) {
        if let protection, let keys = story.writingKeys {
            let protected = ProtectedRecord(record, under: protection, by: keys)
            emit(.computed(.tls12(.recordProtected(protected)), .record(.protected(protection.method, record.type))))
        }
        let point: TracedRecord.TranscriptPoint = isLast && record.type == .handshake ? .after(transcript) : .none
        emit(.wrote(TracedRecord(record: record, dissector: dissector, aligned: isWhole, transcript: point), note))
    }

    /// A record has arrived.
    mutating func tell(read record: Record) {
        guard tracing else { return }
        let aligned = record.type != .handshake || joiner.isEmpty
        let point: TracedRecord.TranscriptPoint = aligned && record.type == .handshake ? .before(transcript) : .none
        emit(.read(TracedRecord(record: record, dissector: dissector, aligned: aligned, transcript: point), nil))
    }

    /// Application data is decrypted.
    mutating func tell(data: [UInt8]) {
        guard tracing, let cipher = records.inbound?.cipher else { return }
        explain(.traffic(.applicationData(octets: data.count, cipher)))
        emit(.learned(by: Knowledge.recordDecryption(cipher), data))
    }
}
