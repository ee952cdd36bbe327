import Crypto
import Explain
import Recordings
import Simulator
import TLSSim
import Trace

extension TLS13 {
    /// An attack with stolen secrets on a recording of TLS 1.3.
    ///
    /// The attack has only what a thief has: the octets of both directions, and the loot. It derives the secrets that the key schedule gives
    /// (RFC 8446 section 7.1), decrypts the records that it can, and shows a record that it cannot decrypt. The ledger of a run deduces by
    /// rules which secrets a thief gets. This attack computes them.
    package enum TheftAttack {
        package static func run(on handshake: RecordedHandshake, with loot: TLS13.Loot) -> AttackReport {
            var report = AttackReport()
            report.describe(handshake)
            guard handshake.version == .tls13 else {
                report.end(.failed, TLS13.TheftFinding.otherVersion(handshake.version))
                return report
            }
            guard let hellos = RecordedHellos(handshake.connection), let suite = hellos.suite else {
                report.end(.failed, RecordingFinding.unreadable(.cutShort(awaiting: .serverHello, from: .server)))
                return report
            }
            var thief = Thief(hellos: hellos, suite: suite, connection: handshake.connection)
            report.show(hellos)
            guard thief.take(loot, &report) else { return report }
            thief.open(&report)
            report.sum(up: loot, thief, handshake.suite)
            return report
        }
    }
}

/// A thief with the loot, and the secrets that follow from it.
private struct Thief {
    let hellos: RecordedHellos
    let suite: TLS13.CipherSuite
    let connection: RecordedConnection
    var onlooker = Onlooker()
    var psk: [UInt8]?
    /// The shared secret as far as it is known: all of it, or zeros in place of the ML-KEM half, followed by the half of X25519.
    var shared: [UInt8]?
    var hasHalf = false
    var reach = TLS13.Theft.Reach.nothing

    // MARK: The loot

    /// Checks the loot against the recording and learns its secrets. Ends the report and returns false if a part does not belong to the
    /// recording.
    mutating func take(_ loot: TLS13.Loot, _ report: inout AttackReport) -> Bool {
        if loot.hasServerKey {
            report.add(TLS13.TheftFinding.keyOnlySigns(isUsed: hellos.server.selectedIdentity == nil))
        }
        if loot.ticketKey != nil || loot.psk != nil, hellos.identity == nil {
            report.add(TLS13.TheftFinding.nothingOffered)
        }
        if let key = loot.ticketKey, let ticket = hellos.identity {
            let name = Array(ticket.prefix(TicketKey.nameLength))
            guard let secret = TicketKey(name: name, secret: key)?.psk(in: ticket) else {
                report.end(.failed, TLS13.TheftFinding.ticketNotSealed)
                return false
            }
            report.add(TLS13.TheftFinding.ticketOpened, [.init("key of the tickets", key), .init("PSK", secret)])
            psk = secret
        } else if let secret = loot.psk, hellos.identity != nil {
            psk = secret
        }
        if let psk, !learn(psk, &report) { return false }
        return loot.privateValue.map { learn(privateValue: $0, &report) } ?? true
    }

    /// Tries the PSK as the secret of a ticket and as an external PSK, because the two have different binder keys.
    private mutating func learn(_ psk: [UInt8], _ report: inout AttackReport) -> Bool {
        for kind in PSKKind.allCases {
            var candidate = onlooker
            candidate.learn(psk: psk, kind)
            let reading = OnlookersReading(connection, by: candidate)
            guard reading.isProved(.binder) == true, let early = reading.secret(.early) else { continue }
            onlooker = candidate
            report.add(TLS13.TheftFinding.pskProved, [.init("PSK", psk), .init("early_secret", early)])
            return true
        }
        report.end(.failed, TLS13.TheftFinding.pskWrong)
        return false
    }

    private mutating func learn(privateValue: [UInt8], _ report: inout AttackReport) -> Bool {
        guard let shares = hellos.shares else {
            report.end(.failed, TLS13.TheftFinding.privateValueOfNeither(nil))
            return false
        }
        let group = shares.server.group
        if group == .x25519MLKEM768, privateValue.count == X25519.size {
            return learn(
                half: privateValue, client: shares.client.value, server: shares.server.value, &report)
        }
        guard let key = try? ShareKey(group: group, privateValue: privateValue, arithmetic: .live),
            key.share == shares.client || key.share == shares.server
        else {
            report.end(.failed, TLS13.TheftFinding.privateValueOfNeither(group))
            return false
        }
        let side: Role = key.share == shares.client ? .client : .server
        let other = side == .client ? shares.server : shares.client
        guard let secret = try? key.sharedSecret(with: other, of: side.peer) else {
            report.end(.failed, TLS13.TheftFinding.privateValueOfNeither(group))
            return false
        }
        onlooker.learn(key)
        shared = secret
        report.add(
            TLS13.TheftFinding.privateValue(side, group),
            [.init("private value", privateValue), .init("shared secret", secret)])
        return true
    }

    /// Learns the private value of X25519 in X25519MLKEM768. The half of X25519 is at the end of both shares and of the shared secret
    /// (draft-ietf-tls-ecdhe-mlkem section 3).
    private mutating func learn(
        half privateKey: [UInt8], client: [UInt8], server: [UInt8], _ report: inout AttackReport
    ) -> Bool {
        let ends = [Array(client.suffix(X25519.size)), Array(server.suffix(X25519.size))]
        guard let key = try? KeyAgreementKey(group: .x25519, privateKey: privateKey, arithmetic: .live),
            let index = ends.firstIndex(of: key.publicKey),
            let secret = try? key.sharedSecret(with: ends[1 - index])
        else {
            report.end(.failed, TLS13.TheftFinding.privateValueOfNeither(.x25519MLKEM768))
            return false
        }
        hasHalf = true
        shared = [UInt8](repeating: 0, count: X25519MLKEM768.sharedSecretSize - X25519.size) + secret
        report.add(
            TLS13.TheftFinding.halfOfPrivateValue(index == 0 ? .client : .server),
            [.init("private value", privateKey), .init("half of the secret", secret)])
        return true
    }

    // MARK: The recording

    /// Decrypts the records that the secrets open, and adds the findings.
    mutating func open(_ report: inout AttackReport) {
        let reading = OnlookersReading(connection, by: onlooker)
        let early = earlyData()
        if early.records > 0 {
            report.earlyData = early.octets
            report.add(
                TLS13.TheftFinding.earlyData(octets: early.octets.count, records: early.records), early.quantities)
            reach = .earlyData
        }
        guard reading.isProved(.serverFinished) == true else {
            attempt(&report)
            guard early.records == 0 else { return report.conclude(.earlyDataOpened) }
            return report.conclude(hellos.server.keyShare == nil ? .closedWithoutForwardSecrecy : .forwardSecret)
        }
        let names = [Role.server, .client].flatMap { side in
            reading.messages(of: side).filter { !["ClientHello", "ServerHello", "HelloRetryRequest"].contains($0) }
        }
        report.add(
            TLS13.TheftFinding.handshake(messages: names),
            reading.quantities([.handshake, .serverHandshakeTraffic, .clientHandshakeTraffic]))
        for (check, side) in [(OnlookerCheck.serverFinished, Role.server), (.clientFinished, .client)] {
            if reading.isProved(check) == true {
                report.add(DerivedKeysFinding.finishedVerified(side))
            } else if reading.unread[side]?.isEmpty ?? true {
                report.add(DerivedKeysFinding.finishedMissing(side))
            }
        }
        report.add(
            TLS13.TheftFinding.dataKeys,
            reading.quantities([.main, .clientApplicationTraffic, .serverApplicationTraffic]))
        let (client, server) = (reading.data(of: .client), reading.data(of: .server))
        (report.clientData, report.serverData) = (client.octets, server.octets)
        for (side, data) in [(Role.client, client), (.server, server)] where data.records > 0 {
            report.add(
                PlaintextFinding.decrypted(
                    side, octets: data.octets.count, records: data.records, isComplete: reading.isComplete(side)))
        }
        reach = .everything
        report.conclude(.opened)
    }

    /// The early data, decrypted with the keys that follow from the PSK and the first ClientHello; no octets if it cannot be decrypted.
    ///
    /// ClientHello does not name the suite of the early data. A server that accepts early data must choose the same suite (RFC 8446 section
    /// 4.2.10), so the suite is that of ServerHello.
    private func earlyData() -> (octets: [UInt8], records: Int, quantities: [Calculation.Quantity]) {
        var joiner = HandshakeJoiner()
        joiner.append(hellos.messages)
        guard let psk, hellos.client.offersEarlyData, let hello = try? joiner.next() else { return ([], 0, []) }
        let secret = EarlySecret(psk: psk, hash: suite.hash).clientTraffic(
            TranscriptHash.of(hello.bytes, by: suite.hash))
        var protection = TrafficProtection(suite, secret)
        var data: [UInt8] = []
        var count = 0
        for record in IncomingRecords.records(in: connection.client.bytes)
        where record.first == ContentType.applicationData.rawValue {
            // The last record under these keys is EndOfEarlyData, a handshake message.
            guard let inner = try? protection.open(record),
                inner.typeCode == ContentType.applicationData.rawValue
            else { break }
            data += inner.content
            count += 1
        }
        let name = SecretName.clientEarlyTraffic.rawValue
        let keys = protection.keys
        return (data, count, [.init(name, secret.octets), .init("key", keys.key), .init("IV", keys.iv)])
    }

    /// The inputs of the handshake secret that the thief lacks; nil if none is missing.
    private var missing: TLS13.TheftFinding.Missing? {
        let lacksPSK = hellos.server.selectedIdentity != nil && psk == nil
        guard let group = hellos.shares?.server.group, shared == nil || hasHalf else { return lacksPSK ? .psk : nil }
        if hasHalf { return .latticeHalf }
        return lacksPSK ? .exchangeAndPSK(group) : .exchange(group)
    }

    /// Puts zeros in place of the missing inputs, tries to decrypt the server's first encrypted record, and adds the finding.
    private func attempt(_ report: inout AttackReport) {
        guard let missing else { return }
        let accepted = hellos.server.selectedIdentity == nil ? nil : psk
        let early = EarlySecret(psk: accepted, hash: suite.hash)
        let handshake = early.handshakeSecret(shared: shared)
        let traffic = handshake.traffic(of: .server, TranscriptHash.of(hellos.messages, by: suite.hash))
        var protection = TrafficProtection(suite, traffic)
        let records = IncomingRecords.records(in: connection.server.bytes)
        guard let record = records.first(where: { $0.first == ContentType.applicationData.rawValue }),
            (try? protection.open(record)) == nil
        else { return }
        report.add(
            TLS13.TheftFinding.attempt(missing: missing),
            [
                .init("early_secret", early.octets), .init("handshake_secret tried", handshake.octets),
                .init("key tried", protection.keys.key), .init("tag under this key", protection.tag(of: record) ?? []),
                .init("tag in the record", Array(record.suffix(AESGCM.tagLength))),
            ])
        if psk != nil, shared == nil {
            report.add(TLS13.TheftFinding.withoutExchange(isOffered: hellos.client.acceptsPSKWithoutExchange))
        }
    }
}

extension OnlookersReading {
    /// The secrets with these names, and the keys of the stretch, as far as the onlooker has computed them.
    fileprivate func quantities(_ names: [SecretName], _ stretch: TrafficStretch? = nil) -> [Calculation.Quantity] {
        let secrets = names.compactMap { name in secret(name).map { Calculation.Quantity(name.rawValue, $0) } }
        let keys = stretch.flatMap { self.keys($0) }
        return secrets + (keys.map { [.init("key", $0.key), .init("IV", $0.iv)] } ?? [])
    }
}

extension AttackReport {
    /// The length of the longest value that is shown, in octets. A key share of ML-KEM is longer and is not shown.
    private static let longestShown = 256

    /// Adds the finding about the values that are in clear in the hellos.
    fileprivate mutating func show(_ hellos: RecordedHellos) {
        var quantities: [Calculation.Quantity] = []
        if let shares = hellos.shares {
            quantities = [.init("client's share", shares.client.value), .init("server's share", shares.server.value)]
        }
        if let ticket = hellos.identity { quantities.append(.init("ticket", ticket)) }
        add(
            TLS13.TheftFinding.inClear(hellos.shares?.server.group, ticket: hellos.identity?.count),
            quantities.filter { $0.octets.count <= Self.longestShown })
    }

    /// Adds the conclusion of the theft, in the words that the ledger of a run uses.
    fileprivate mutating func sum(up loot: TLS13.Loot, _ thief: Thief, _ suite: RegisteredSuite) {
        let group = thief.hellos.shares?.server.group
        if thief.shared != nil, let group {
            // A thief with both halves of the private value needs no quantum computer.
            guard group != .x25519MLKEM768 || thief.hasHalf else { return }
            if loot.ticketKey != nil {
                add(TLS13.Theft.ticketKeyAndGroup(group, opens: thief.reach))
            } else if loot.psk == nil {
                add(TLS13.Theft.quantum(group, opens: thief.reach))
            }
        } else if thief.psk != nil {
            add(
                loot.ticketKey != nil
                    ? TLS13.Theft.ticketKey(opens: thief.reach) : .ticketSecret(opens: thief.reach))
        } else if loot.hasServerKey {
            add(ForwardSecrecyFinding.tls13(suite))
        }
    }
}
