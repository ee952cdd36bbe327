import Explain
import Recordings
import TLSSim
import Trace
import TrustLab

/// What an observer learns about a server from one recorded connection, even if the handshake failed. In TLS 1.2 all messages before
/// ChangeCipherSpec are in clear. In TLS 1.3 the hellos are in clear, and the lengths of the records behind them are visible.
package struct RecordedContact: Sendable {
    /// What the server did.
    package let seen: Seen
    /// The name in the client's server_name extension; nil if the client sent no such extension, or nothing at all.
    package let serverName: String?

    /// What a server did on a recorded connection.
    package enum Seen: Sendable {
        /// The server agreed on a connection, which is not judged yet. `beside` is what the server has sent in clear beside its
        /// certificates. `isResumed` says whether the connection resumes an earlier session, in which no certificates are sent.
        case agreed(ATSConnection, beside: SentBeside, isResumed: Bool)
        /// The server did not agree, for this reason.
        case nothing(ContactProblem)
    }

    /// Reads a recorded connection.
    ///
    /// - Throws: ``RecordingError`` if the recording does not show what the server did: it begins too late, lacks octets, or has no
    ///   ClientHello.
    package init(_ recording: RecordedConnection) throws(RecordingError) {
        let (client, server) = (RecordedFlights(recording.client.bytes), ServerFlight(recording.server.bytes))
        if recording.client.bytes.isEmpty, let problem = RecordedContact.unopened(recording) {
            (seen, serverName) = (.nothing(problem), nil)
            return
        }
        let hello = try RecordedHandshake.clientHello(client, recording.client)
        serverName = hello.serverName
        guard let answer = server.hello, server.stop.map(\.isAlert) != false else {
            guard recording.server.missing.first?.lowerBound != 0 else { throw .beginningMissing(.server) }
            guard server.stop != nil || recording.server.missing.isEmpty else {
                throw .cutShort(awaiting: .serverHello, from: .server)
            }
            seen = .nothing(RecordedContact.problem(server, recording))
            return
        }
        let (version, suite) = (answer.chosenVersion, RegisteredSuite(answer.cipherSuite))
        let reading = Reading(
            client: client, server: server, recording: recording, version: version, suite: suite,
            clientRandom: hello.random)
        seen = .agreed(
            ATSConnection(
                version: ProtocolVersion.all.first { $0 == version }, suite: suite, chain: server.certificates ?? [],
                group: server.group, handshake: reading.trial),
            beside: SentBeside(
                response: server.staple,
                timestamps: hello.extensions.timestamps == nil ? .notSeen : server.timestamps),
            isResumed: version == .tls13
                ? answer.selectedIdentity != nil : server.isProtected && server.certificates == nil)
    }

    // MARK: No agreement

    /// Why TCP made no connection; nil if the recording does not show that.
    private static func unopened(_ recording: RecordedConnection) -> ContactProblem? {
        let place = recording.server.sender
        guard recording.client.hasBeginning, recording.client.missing.isEmpty else { return nil }
        if !recording.server.hasBeginning, recording.server.hasReset {
            let reset = Words(english: "the SYN was answered with a reset", chinese: "对 SYN 的回应是复位报文段")
            return .refused(place, why: reset)
        }
        let silence = Words(english: "the SYN was not answered", chinese: "SYN 没有得到回应")
        return recording.server.packets == 0 ? .unreachable(place, why: silence) : nil
    }

    private static func problem(_ server: ServerFlight, _ recording: RecordedConnection) -> ContactProblem {
        let (place, progress) = (recording.server.sender, server.progress)
        switch server.stop {
        case .alert(let alert)?: return .alerted(place, alert: alert, isGeneral: false)
        case .malformed(let why)?: return .unreadable(place, why: why)
        case .foreign(let octets)?: return .notTLS(place, ContactProblem.Greeting(octets))
        case nil: break
        }
        let hasEnded = recording.server.hasReset || recording.server.hasEnded && !recording.client.hasEnded
        return hasEnded
            ? .closed(place, after: progress, isReset: recording.server.hasReset)
            : .silent(place, after: progress, seconds: nil)
    }
}

extension ServerFlight.Stop {
    fileprivate var isAlert: Bool { if case .alert = self { true } else { false } }
}

// MARK: - The outcome of the handshake

/// A recorded handshake from the messages behind both hellos on.
private struct Reading {
    let client: RecordedFlights
    let server: ServerFlight
    let recording: RecordedConnection
    let version: ProtocolVersion
    let suite: RegisteredSuite
    let clientRandom: [UInt8]

    private func failed(_ cause: HandshakeFailure.Cause) -> HandshakeTrial {
        .failed(HandshakeFailure(cause, in: version, with: suite, isRecorded: true))
    }

    var trial: HandshakeTrial {
        if server.isProved(clientRandom: clientRandom) == false { return failed(.badProof) }
        if version == .tls13 { return sealed }
        let isLate = client.protected != nil
        if case .alert(let alert)? = server.stop {
            return failed(
                .init(serverAlert: alert, suite, isRequested: server.requestsCertificate, isLate: isLate)
                    ?? .serverAlert(alert, isLate: isLate))
        }
        if let alert = client.alert { return failed(.clientAlert(alert)) }
        let mine = IncomingRecords.records(in: client.protected ?? []).first?.first
        // The records that the server sent behind its ChangeCipherSpec, as they were on the wire.
        let theirs = IncomingRecords.records(in: RecordedFlights(recording.server.bytes).protected ?? []).first?.first
        if mine == ContentType.alert.rawValue { return failed(.clientAlert(nil)) }
        if theirs == ContentType.alert.rawValue { return failed(.serverAlert(nil, isLate: isLate)) }
        // Both records are Finished messages: the handshake has succeeded.
        if mine == ContentType.handshake.rawValue, theirs == ContentType.handshake.rawValue { return .recorded(suite) }
        return cutOff(isLate: isLate)
    }

    /// Whether every octet was recorded. Octets behind a missing one were not read, although the ends of both streams may be known.
    private var isWhole: Bool { recording.client.missing.isEmpty && recording.server.missing.isEmpty }

    /// The outcome of a connection that ended in the middle of the handshake, or whose recording ends there.
    private func cutOff(isLate: Bool) -> HandshakeTrial {
        guard isWhole else { return .unseen(.recordingEnds) }
        let (client, server) = (recording.client, recording.server)
        if server.hasReset || server.hasEnded && !client.hasReset && !client.hasEnded {
            return self.server.requestsCertificate && isLate
                ? failed(.certificateDemanded(nil))
                : failed(.serverEnded(self.server.progress, isReset: server.hasReset, isLate: isLate))
        }
        if client.hasReset || client.hasEnded { return failed(.clientEnded(self.server.progress)) }
        return .unseen(.recordingEnds)
    }

    // MARK: TLS 1.3

    /// The lengths in octets by which encrypted records of TLS 1.3 are recognized. A record has the content, an octet of type and the
    /// tag (RFC 8446 section 5.2).
    private enum Sealed {
        /// The octet of type, and the tag of the AEAD.
        static let overhead = 1 + 16
        /// A record with an alert.
        static let alert = 2 + overhead
        /// The message Certificate without certificates (section 4.4.2): header, context, list.
        static let emptyCertificate = 4 + 1 + 3
        /// The message Finished with SHA-256 and with SHA-384 (section 4.4.4).
        static let finished = [4 + 32, 4 + 48]
        /// The records of the last flight of a client that shows no certificate.
        static let last = finished.map { $0 + overhead } + Sealed.demanded
        /// A record with an empty Certificate, alone or together with Finished.
        static let demanded = [emptyCertificate + overhead] + finished.map { $0 + emptyCertificate + overhead }
    }

    /// The outcome of a handshake of TLS 1.3. The hellos are in clear; an alert and Finished are recognized by their lengths.
    private var sealed: HandshakeTrial {
        if case .alert(let alert)? = server.stop { return failed(.serverAlert(alert, isLate: false)) }
        if let alert = client.alert { return failed(.clientAlert(alert)) }
        let (mine, theirs) = (Self.sealedLengths(recording.client.bytes), Self.sealedLengths(recording.server.bytes))
        guard let first = mine.first else { return cutOff(isLate: false) }
        if first == Sealed.alert { return failed(.clientAlert(nil)) }
        // A record of another length is data. A client that sends data has completed the handshake.
        guard mine.allSatisfy({ $0 == Sealed.alert || Sealed.last.contains($0) }) else { return .recorded(suite) }
        guard isWhole else { return .unseen(.recordingEnds) }
        guard theirs.last == Sealed.alert else { return .recorded(suite) }
        let hasShownNone = mine.contains(where: Sealed.demanded.contains)
        // The client has sent only its last flight. So the server's last record, which has the length of an alert, answers it.
        if mine.allSatisfy(Sealed.last.contains) {
            return failed(hasShownNone ? .certificateDemanded(nil) : .serverAlert(nil, isLate: true))
        }
        // Both sides have sent a record with the length of an alert, and there is no data: the server's alert may be a close_notify or
        // a refusal.
        return hasShownNone ? .unseen(.answerSealed) : .recorded(suite)
    }

    /// The lengths of the records whose outer type is application data.
    private static func sealedLengths(_ octets: [UInt8]) -> [Int] {
        IncomingRecords.records(in: octets).filter { $0.first == ContentType.applicationData.rawValue }
            .map { $0.count - RecordLimits.header }
    }
}
