import Crypto
import Explain
import PKI
import Recordings
import TLSSim
import Trace

/// An attack with a private key that is stolen later on a connection that was recorded earlier.
///
/// The attack has only what a thief has: the recording and the key file. It does not use the memory of the endpoints. With RSA key
/// transport it decrypts the conversation. With ephemeral Diffie–Hellman it shows that the key has only made a signature and decrypts
/// nothing.
package enum ForwardSecrecyAttack {
    /// Attacks one recorded connection with the server's private key.
    package static func run(on connection: RecordedConnection, with key: RSAPrivateKey) -> AttackReport {
        run(on: connection, with: key, TLS13.Loot(hasServerKey: true))
    }

    /// Attacks one recorded connection of either version: TLS 1.2 with the key, TLS 1.3 with the loot.
    package static func run(
        on connection: RecordedConnection, with key: RSAPrivateKey?, _ loot: TLS13.Loot
    ) -> AttackReport {
        do {
            let handshake = try RecordedHandshake(connection)
            guard let key, handshake.version != .tls13 else { return TLS13.TheftAttack.run(on: handshake, with: loot) }
            return run(on: handshake, with: key)
        } catch {
            var report = AttackReport()
            report.note(connection)
            report.end(.failed, RecordingFinding.unreadable(error))
            return report
        }
    }

    /// Attacks one recorded handshake with the server's private key.
    package static func run(on handshake: RecordedHandshake, with key: RSAPrivateKey) -> AttackReport {
        if handshake.version == .tls13 {
            return TLS13.TheftAttack.run(on: handshake, with: TLS13.Loot(hasServerKey: true))
        }
        var report = AttackReport()
        report.describe(handshake)
        guard handshake.keyExchange != .resumed else {
            report.end(.failed, OutOfReachFinding.resumed)
            return report
        }
        // A certificate for ECDSA has no RSA key to compare with. For ECDHE the answer does not depend on the key.
        if handshake.suite.agreement == .ecdhe, handshake.leafKey == nil {
            report.end(.forwardSecret, ForwardSecrecyFinding.ellipticCurve(handshake.suite))
            return report
        }
        guard report.compare(handshake, key) else { return report }

        switch handshake.keyExchange {
        case .rsa(let encrypted): decrypt(encrypted, of: handshake, with: key, &report)
        case .dheRSA(let offer, let params, let clientValue):
            explain(offer, params: params, clientValue: clientValue, of: handshake, with: key.publicKey, &report)
        case .ecdhe: report.end(.forwardSecret, ForwardSecrecyFinding.ellipticCurve(handshake.suite))
        case .tls13, .resumed, .other:
            let isKnown = handshake.suite.agreement != .unknown
            report.end(
                .failed,
                isKnown ? OutOfReachFinding.versionNotRead(handshake.version) : .suiteUnknown(handshake.suite))
        }
        return report
    }

    // MARK: RSA key transport

    private static func decrypt(
        _ encrypted: [UInt8], of handshake: RecordedHandshake, with key: RSAPrivateKey, _ report: inout AttackReport
    ) {
        let premaster: [UInt8]
        do {
            premaster = try key.decryptByThief(encrypted)
        } catch {
            return report.end(.failed, KeyTransportFinding.premasterInvalid(count: nil))
        }
        guard premaster.count == RSAKeyExchange.premasterLength else {
            return report.end(.failed, KeyTransportFinding.premasterInvalid(count: premaster.count))
        }
        report.add(
            KeyTransportFinding.premasterDecrypted,
            [.init("EncryptedPreMasterSecret", encrypted), .init("pre_master_secret", premaster)])
        open(handshake, by: .premaster(premaster), &report)
    }

    // MARK: From the premaster secret on

    /// A secret from which the keys of a connection of TLS 1.2 are derived.
    package enum Secret: Hashable, Sendable {
        /// The premaster secret.
        case premaster([UInt8])
        /// The master secret.
        case master([UInt8])
    }

    /// Decrypts a recorded connection with a known secret.
    package static func opened(_ handshake: RecordedHandshake, by secret: Secret) -> AttackReport {
        var report = AttackReport()
        open(handshake, by: secret, &report)
        return report
    }

    /// Computes the keys, proves them with Finished, and decrypts both directions.
    static func open(_ handshake: RecordedHandshake, by secret: Secret, _ report: inout AttackReport) {
        guard let suite = handshake.suite.implemented else {
            return report.end(.failed, KeyTransportFinding.cipherNotImplemented(handshake.suite))
        }
        guard handshake.serverHello.compressionMethod == 0 else {
            return report.end(.failed, OutOfReachFinding.compressed(method: handshake.serverHello.compressionMethod))
        }
        let extended = handshake.extendedMasterSecret
        let (client, server) = (handshake.clientHello.random, handshake.serverHello.random)
        let encryptThenMAC = handshake.serverHello.extensions.contains(.encryptThenMAC)
        let schedule =
            switch secret {
            case .premaster(let octets):
                KeySchedule(
                    premasterSecret: octets, clientRandom: client, serverRandom: server, suite: suite,
                    sessionHash: extended ? suite.hash.hash(handshake.sessionMessages) : nil,
                    encryptThenMAC: encryptThenMAC)
            case .master(let octets):
                KeySchedule(
                    resuming: octets, clientRandom: client, serverRandom: server, suite: suite,
                    encryptThenMAC: encryptThenMAC)
            }
        report.add(DerivedKeysFinding.masterSecret(extended: extended), [.init("master_secret", schedule.masterSecret)])
        open(handshake, with: schedule, suite: suite, &report)
    }

    private static func open(
        _ handshake: RecordedHandshake, with schedule: KeySchedule, suite: CipherSuite, _ report: inout AttackReport
    ) {
        report.add(DerivedKeysFinding.keyBlock, schedule.keyBlockParts)
        let client = handshake.clientProtected.map { ProtectedFlight($0, schedule.clientProtection) }
        let server = handshake.serverProtected.map { ProtectedFlight($0, schedule.serverProtection) }
        var transcript = handshake.sessionMessages + handshake.clientAfterKeyExchange
        let clientProved = report.prove(.client, by: client, after: transcript, schedule: schedule, suite: suite)
        // The server's Finished covers the client's Finished and NewSessionTicket, which comes between the two (RFC 5077 section 3.3).
        transcript += (client?.finished?.bytes ?? []) + handshake.serverBeforeFinished
        let serverProved = report.prove(.server, by: server, after: transcript, schedule: schedule, suite: suite)
        guard clientProved || serverProved else { return report.end(.failed, DerivedKeysFinding.nothingProved) }
        if let client { report.show(client, from: .client) }
        if let server { report.show(server, from: .server) }
        report.conclude(with: schedule, extended: handshake.extendedMasterSecret)
    }

    // MARK: Ephemeral Diffie–Hellman

    private static func explain(
        _ offer: ServerKeyExchange, params: ServerDHParams, clientValue: [UInt8], of handshake: RecordedHandshake,
        with key: RSAPublicKey, _ report: inout AttackReport
    ) {
        let group = RecordedGroup(p: Integer(bigEndian: params.p), g: Integer(bigEndian: params.g))
        report.add(ForwardSecrecyFinding.publicValues(group), params.quantities(clientValue))
        let signed = handshake.clientHello.random + handshake.serverHello.random + offer.params.bytes
        report.add(verdict(on: offer, over: signed, by: key), [.init("signature", offer.signature)])
        report.add(ForwardSecrecyFinding.nothingToDecrypt)
        report.end(.forwardSecret, ForwardSecrecyFinding.exponentNeeded(group))
    }

    private static func verdict(
        on offer: ServerKeyExchange, over signed: [UInt8], by key: RSAPublicKey
    ) -> ForwardSecrecyFinding {
        do {
            switch offer.scheme.method {
            case .pkcs1(let hash): try PKCS1v15.verify(offer.signature, of: signed, hash: hash, by: key)
            case .pss(let hash): try PSS.verify(offer.signature, of: signed, hash: hash, by: key)
            case .ecdsa, .ed25519, nil: return .signatureNotChecked(offer.scheme)
            }
            return .signatureVerified(offer.scheme)
        } catch {
            return .signatureWrong(offer.scheme)
        }
    }
}

extension RSAPrivateKey {
    /// Decrypts octets by PKCS #1 v1.5 with a stolen key. Blinding hides a key from an observer who measures the time. A thief has no such
    /// observer, so the blinding is the same each time.
    func decryptByThief(_ octets: [UInt8]) throws(RSAError) -> [UInt8] {
        var blinding = SeededRandomSource(seed: 0)
        return try PKCS1v15.decrypt(octets, with: self, blindedBy: &blinding)
    }
}

extension RecordedHandshake {
    /// The RSA key in the server's certificate; nil if there is none.
    fileprivate var leafKey: RSAPublicKey? {
        certificates.first.flatMap { try? CertifiedKey.key(inCertificate: $0) }?.rsa
    }
}

extension ServerDHParams {
    /// The public values of the exchange: the server's parameters and the client's public value dh_Yc.
    func quantities(_ clientValue: [UInt8]) -> [Calculation.Quantity] {
        [.init("dh_p", p), .init("dh_g", g), .init("dh_Ys", ys), .init("dh_Yc", clientValue)]
    }
}

// MARK: - Findings of every attack

extension AttackReport {
    /// Adds the findings about octets that are missing, cut or contradictory in the capture.
    mutating func note(_ connection: RecordedConnection) {
        for (side, stream) in [(Role.client, connection.client), (.server, connection.server)] {
            if let first = stream.missing.first {
                add(RecordingFinding.octetsMissing(side, ranges: stream.missing.count, from: first.lowerBound))
            }
            if let first = stream.cutPackets.first {
                add(RecordingFinding.packetsCut(side, count: stream.cutPackets.count, first: first))
            }
            if let first = stream.contradictions.first {
                add(RecordingFinding.packetsContradict(side, count: stream.contradictions.count, first: first))
            }
        }
    }

    /// Adds the findings about the capture and about the two hellos.
    mutating func describe(_ handshake: RecordedHandshake) {
        note(handshake.connection)
        let (client, server) = (handshake.clientHello.random, handshake.serverHello.random)
        let hellos = RecordingFinding.hellos(
            suite: handshake.suite, version: handshake.version, extendedMasterSecret: handshake.extendedMasterSecret)
        add(hellos, [.init("client_random", client), .init("server_random", server)])
    }

    /// Compares the key with the certificate in the capture. Ends the report and returns false if they do not belong together.
    fileprivate mutating func compare(_ handshake: RecordedHandshake, _ key: RSAPrivateKey) -> Bool {
        guard let leaf = handshake.certificates.first else {
            end(.failed, StolenKeyFinding.noCertificate)
            return false
        }
        let certified: RSAPublicKey
        do {
            guard case .rsa(let key) = try CertifiedKey.key(inCertificate: leaf) else {
                let why = Words(
                    english: "the certificate's key is for ECDSA, not for RSA", chinese: "证书的密钥用于 ECDSA，不用于 RSA")
                end(.failed, StolenKeyFinding.certificateUnreadable(why))
                return false
            }
            certified = key
        } catch {
            end(.failed, StolenKeyFinding.certificateUnreadable("\(error)"))
            return false
        }
        guard certified.n == key.n else {
            end(
                .failed, StolenKeyFinding.doesNotFit(certificateBits: certified.n.bitWidth, keyBits: key.n.bitWidth),
                showing: [
                    .init("modulus in the certificate", certified.n.bigEndian),
                    .init("modulus of the key", key.n.bigEndian),
                ])
            return false
        }
        add(StolenKeyFinding.fits(bits: key.n.bitWidth))
        return true
    }

    /// Checks a side's Finished against the transcript before it, and adds the finding. Returns whether the Finished is right.
    fileprivate mutating func prove(
        _ side: Role, by flight: ProtectedFlight?, after transcript: [UInt8], schedule: KeySchedule, suite: CipherSuite
    ) -> Bool {
        guard let flight, flight.finished != nil || flight.stop != nil else {
            add(DerivedKeysFinding.finishedMissing(side))
            return false
        }
        let expected = schedule.verifyData(of: side, transcriptHash: suite.hash.hash(transcript))
        guard let finished = flight.finished, finished.type == .finished, finished.body == expected else {
            if case .endsInsideRecord = flight.stop, flight.records == 0 {
                add(DerivedKeysFinding.finishedMissing(side))
            } else {
                add(DerivedKeysFinding.finishedWrong(side))
            }
            return false
        }
        add(DerivedKeysFinding.finishedVerified(side), [.init("verify_data", expected)])
        return true
    }

    fileprivate mutating func show(_ flight: ProtectedFlight, from side: Role) {
        if side == .client { clientData = flight.data } else { serverData = flight.data }
        let (octets, records) = (flight.data.count, flight.records)
        add(PlaintextFinding.decrypted(side, octets: octets, records: records, isComplete: flight.isComplete))
        if let stop = flight.stop { add(PlaintextFinding.stopped(side, afterRecords: flight.records, stop)) }
    }
}
