import TLSSim
import Trace

/// The statements about the differences of two visits, chosen by their figures.
struct VisitDifferences {
    let from: VisitFigures
    let to: VisitFigures
    let messages: MessageChanges

    /// All statements, in the order in which they are told.
    var notes: [any ComparisonNote] { trips + messageNotes + readings + proofs + keys + thefts }

    private var trips: [any ComparisonNote] {
        let reason: TripNote.Reason? =
            if to.hasEarlyData != from.hasEarlyData {
                to.hasEarlyData ? .earlyData : .noEarlyData
            } else if to.sendsPublicValueFirst != from.sendsPublicValueFirst {
                to.sendsPublicValueFirst ? .publicValueFirst : .choiceFirst
            } else {
                nil
            }
        guard let reason else { return [] }
        var notes: [any ComparisonNote] = []
        if let before = from.trips, let after = to.trips, before.beforeRequest != after.beforeRequest {
            notes.append(TripNote.trips(from: before.beforeRequest, to: after.beforeRequest, reason))
        }
        if from.flights != to.flights { notes.append(TripNote.flights(from: from.flights, to: to.flights, reason)) }
        return notes
    }

    // MARK: Messages

    private var messageNotes: [any ComparisonNote] {
        var notes: [any ComparisonNote] = []
        for message in messages.dropped {
            if let note = dropped(message) { notes.append(note) }
        }
        for message in messages.added {
            if let note = added(message) { notes.append(note) }
        }
        let hasClientKeyExchange = [from, to].allSatisfy { figures in
            figures.messages.contains { $0.step == "tls.client_key_exchange" }
        }
        if hasClientKeyExchange, isDecrypted(from), !isDecrypted(to) {
            notes.append(MessageNote.publicValueForPremaster)
        }
        if !isIdle(from), isIdle(to) { notes.append(MessageNote.changeCipherSpecIdle) }
        if let first = to.finishesFirst, first != from.finishesFirst { notes.append(MessageNote.finishedFirst(first)) }
        return notes
    }

    private func dropped(_ message: ComparedMessage) -> (any ComparisonNote)? {
        switch (message.who, message.step) {
        case (.server, "tls.server_key_exchange"):
            MessageNote.serverKeyExchangeDropped(isInHello: to.sendsPublicValueFirst)
        case (.client, "tls.client_key_exchange"):
            MessageNote.clientKeyExchangeDropped(isInHello: to.sendsPublicValueFirst)
        case (.server, "tls.server_hello_done"): MessageNote.serverHelloDoneDropped
        case (.server, "tls.certificate") where to.serverProof == .ticketSecret: MessageNote.certificateDropped
        // The signature goes with the certificate.
        case (.server, "tls.certificate_verify") where to.serverProof == .ticketSecret: nil
        default: message.isData ? nil : MessageNote.dropped(message.who, message.label, isTLS13: to.isTLS13)
        }
    }

    private func added(_ message: ComparedMessage) -> (any ComparisonNote)? {
        switch (message.who, message.step) {
        case (.server, "tls.server_key_exchange"): MessageNote.serverKeyExchangeAdded
        case (.server, "tls.certificate_verify"): MessageNote.certificateVerifyAdded
        case (.server, "tls.encrypted_extensions"): MessageNote.encryptedExtensionsAdded
        case (.client, "tls.end_of_early_data"): MessageNote.endOfEarlyDataAdded
        default: message.isData ? nil : MessageNote.added(message.who, message.label, isTLS13: to.isTLS13)
        }
    }

    private func isDecrypted(_ figures: VisitFigures) -> Bool { figures.serverProof == .decryption }

    /// Whether a ChangeCipherSpec changes no keys. In TLS 1.2 the next message of its writer is Finished (RFC 5246 section 7.1).
    private func isIdle(_ figures: VisitFigures) -> Bool {
        figures.messages.indices.contains { index in
            let message = figures.messages[index]
            let next = figures.messages[(index + 1)...].first { $0.who == message.who }
            return message.isChangeCipherSpec && next?.step != ComparedMessage.finished
        }
    }

    // MARK: What is read

    private var readings: [any ComparisonNote] {
        var notes: [any ComparisonNote] = []
        func reading(_ item: OnlookerItem) -> (before: OnlookerReading, after: OnlookerReading) {
            (from.readings[item] ?? .absent, to.readings[item] ?? .absent)
        }
        let certificate = reading(.serverCertificate)
        if certificate.before.isClear, certificate.after == .encrypted {
            notes.append(ReadingNote.certificateEncrypted)
        }
        if certificate.before == .encrypted, certificate.after.isClear { notes.append(ReadingNote.certificateClear) }
        let client = reading(.clientCertificate)
        if client.before.isClear, client.after == .encrypted { notes.append(ReadingNote.clientCertificateEncrypted) }
        if from.encryptedMessages < to.encryptedMessages, from.sealedType != to.sealedType {
            notes.append(
                ReadingNote.encrypted(
                    to.encryptedMessages, of: to.handshakeMessages.count, before: from.encryptedMessages,
                    ofBefore: from.handshakeMessages.count))
            if case .text(let name) = reading(.hostName).after, reading(.hostName).before.isClear {
                notes.append(ReadingNote.hostNameStaysClear(name))
            }
        }
        let choice = reading(.protocolChosen)
        if choice.before.isClear, choice.after == .encrypted { notes.append(ReadingNote.protocolEncrypted) }
        if let before = from.sealedType, to.sealedType == Self.applicationData, before != Self.applicationData {
            notes.append(ReadingNote.kindHidden)
        }
        if reading(.ticket).after.isClear, !reading(.ticket).before.isClear { notes.append(ReadingNote.ticketClear) }
        return notes
    }

    /// The content type of records of application data (RFC 8446 section 5.1).
    private static let applicationData: UInt64 = 23

    // MARK: Proofs and keys

    private var proofs: [any ComparisonNote] {
        var notes: [any ComparisonNote] = []
        if from.serverProof.kind != to.serverProof.kind {
            notes.append(ProofNote.serverProof(from: from.serverProof, to: to.serverProof))
        }
        if let before = from.serverProof.scheme, let after = to.serverProof.scheme, before != after,
            after.contains("_pss_")
        {
            notes.append(ProofNote.scheme(from: before, to: after, isTLS13: to.isTLS13))
        }
        if to.sendsBeforeProof, !from.sendsBeforeProof { notes.append(ProofNote.afterEarlyData) }
        if from.finishedLength < to.finishedLength, to.finishesFirst == .server {
            notes.append(ProofNote.finishedLength(from: from.finishedLength, to: to.finishedLength))
        }
        return notes
    }

    private var keys: [any ComparisonNote] {
        var notes: [any ComparisonNote] = []
        let hasTicket = to.serverProof == .ticketSecret
        if from.secrets.count != to.secrets.count {
            notes.append(
                KeyNote.secrets(from: from.secrets.count, to: to.secrets.count, schedule(hasTicket: hasTicket)))
        }
        let early = to.secrets.filter { Self.earlySecrets.contains($0) && !from.secrets.contains($0) }
        if !early.isEmpty { notes.append(KeyNote.earlySecrets(early)) }
        if from.namesRandoms, !to.namesRandoms { notes.append(KeyNote.randomsInTranscript) }
        if !from.isTLS13, to.isTLS13 { notes.append(KeyNote.suiteName(to.suite)) }
        if from.versionField == from.version, to.versionField != to.version {
            notes.append(KeyNote.versionField(field: to.versionField, version: to.version))
        }
        if let before = from.publicValueLength, let after = to.publicValueLength, before != after {
            notes.append(KeyNote.publicValue(from: before, to: after, isInHello: to.sendsPublicValueFirst))
        }
        if hasTicket, from.serverProof != .ticketSecret, to.publicValueLength != nil {
            notes.append(KeyNote.exchangeStays)
        }
        return notes
    }

    /// The secrets that are made for early data (RFC 8446 section 7.1).
    private static let earlySecrets = [SecretName.clientEarlyTraffic.rawValue, SecretName.earlyExporter.rawValue]

    private func schedule(hasTicket: Bool) -> KeyNote.Schedule {
        guard to.secrets.contains(SecretName.handshake.rawValue) else { return .oneSecret }
        if hasTicket { return from.serverProof == .ticketSecret ? .sameChain : .chainFromTicket }
        return .chain
    }

    private var thefts: [any ComparisonNote] {
        let replay: [any ComparisonNote] = to.hasEarlyData && !from.hasEarlyData ? [TheftNote.replay] : []
        return replay
            + ComparedTheft.allCases.compactMap { theft in
                let before = from.thefts[theft] ?? .absent
                let after = to.thefts[theft] ?? .absent
                return before.gain == after.gain ? nil : TheftNote.outcome(theft, from: before, to: after)
            }
    }
}

extension SideProof {
    /// The scheme of a signature; nil for other proofs.
    var scheme: String? {
        switch self {
        case .signedParameters(let scheme), .signedTranscript(let scheme): scheme
        case .decryption, .ticketSecret, .nothing: nil
        }
    }

    /// The proof without its scheme.
    var kind: SideProof {
        switch self {
        case .signedParameters: .signedParameters(scheme: "")
        case .signedTranscript: .signedTranscript(scheme: "")
        case .decryption, .ticketSecret, .nothing: self
        }
    }
}
