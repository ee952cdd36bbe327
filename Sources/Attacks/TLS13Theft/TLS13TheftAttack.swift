import Crypto
import Explain
import Simulator
import TLSSim
import Trace

extension TLS13 {
    /// What a thief opens of a recording of TLS 1.3.
    ///
    /// The attack gets what a thief gets: the octets of both directions, and the loot. It derives what can be derived by the key schedule,
    /// opens what opens, and shows the record that does not. What the ledger of a run says by rules is computed here.
    package enum TheftAttack {
        /// Attacks one recorded handshake.
        package static func run(on handshake: RecordedHandshake, with loot: TLS13.Loot) -> AttackReport {
            var report = AttackReport()
            report.describe(handshake)
            guard handshake.version == .tls13 else {
                report.end(.failed, .tls13(.otherVersion(handshake.version)))
                return report
            }
            guard let hellos = RecordedHellos(handshake.connection), let suite = hellos.suite else {
                report.end(.failed, .recording(.unreadable(.cutShort(awaiting: .serverHello, from: .server))))
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

/// Who holds the loot, and what has come of it.
private struct Thief {
    let hellos: RecordedHellos
    let suite: TLS13.CipherSuite
    let connection: RecordedConnection
    var onlooker = Onlooker()
    var psk: [UInt8]?
    /// What is known of the shared secret: all of it, or the half of X25519 behind zeros.
    var shared: [UInt8]?
    var hasHalf = false
    var reach = TLS13.Theft.Reach.nothing

    // MARK: The loot

    /// Finds out what the loot is good for; false if it is not what it should be, which ends the report.
    mutating func take(_ loot: TLS13.Loot, _ report: inout AttackReport) -> Bool {
        if loot.hasServerKey { report.add(.tls13(.keyOnlySigns(isUsed: hellos.server.selectedIdentity == nil))) }
        if loot.ticketKey != nil || loot.psk != nil, hellos.identity == nil { report.add(.tls13(.nothingOffered)) }
        if let key = loot.ticketKey, let ticket = hellos.identity {
            let name = Array(ticket.prefix(TicketKey.nameLength))
            guard let secret = TicketKey(name: name, secret: key)?.psk(in: ticket) else {
                report.end(.failed, .tls13(.ticketNotSealed))
                return false
            }
            report.add(.tls13(.ticketOpened), [.init("key of the tickets", key), .init("PSK", secret)])
            psk = secret
        } else if let secret = loot.psk, hellos.identity != nil {
            psk = secret
        }
        if let psk, !learn(psk, &report) { return false }
        return loot.privateValue.map { learn(privateValue: $0, &report) } ?? true
    }

    /// Tries the secret as that of a ticket and as one from outside TLS: their binders differ.
    private mutating func learn(_ psk: [UInt8], _ report: inout AttackReport) -> Bool {
        for kind in PSKKind.allCases {
            var candidate = onlooker
            candidate.learn(psk: psk, kind)
            let reading = OnlookersReading(connection, by: candidate)
            guard reading.isProved(.binder) == true, let early = reading.secret(.early) else { continue }
            onlooker = candidate
            report.add(.tls13(.pskProved), [.init("PSK", psk), .init("early_secret", early)])
            return true
        }
        report.end(.failed, .tls13(.pskWrong))
        return false
    }

    private mutating func learn(privateValue: [UInt8], _ report: inout AttackReport) -> Bool {
        guard let shares = hellos.shares else {
            report.end(.failed, .tls13(.privateValueOfNeither(nil)))
            return false
        }
        let group = shares.server.group
        if group == .x25519MLKEM768, privateValue.count == X25519.size {
            return learn(half: privateValue, shares.client.value, shares.server.value, &report)
        }
        guard let key = try? ShareKey(group: group, privateValue: privateValue, arithmetic: .live),
            key.share == shares.client || key.share == shares.server
        else {
            report.end(.failed, .tls13(.privateValueOfNeither(group)))
            return false
        }
        let side: Role = key.share == shares.client ? .client : .server
        let other = side == .client ? shares.server : shares.client
        guard let secret = try? key.sharedSecret(with: other, of: side.peer) else {
            report.end(.failed, .tls13(.privateValueOfNeither(group)))
            return false
        }
        onlooker.learn(key)
        shared = secret
        report.add(
            .tls13(.privateValue(side, group)),
            [.init("private value", privateValue), .init("shared secret", secret)])
        return true
    }

    /// The half of X25519 stands at the end of both shares and of the shared secret (draft-ietf-tls-ecdhe-mlkem section 3).
    private mutating func learn(
        half privateKey: [UInt8], _ client: [UInt8], _ server: [UInt8], _ report: inout AttackReport
    ) -> Bool {
        let ends = [Array(client.suffix(X25519.size)), Array(server.suffix(X25519.size))]
        guard let key = try? KeyAgreementKey(group: .x25519, privateKey: privateKey, arithmetic: .live),
            let index = ends.firstIndex(of: key.publicKey),
            let secret = try? key.sharedSecret(with: ends[1 - index])
        else {
            report.end(.failed, .tls13(.privateValueOfNeither(.x25519MLKEM768)))
            return false
        }
        hasHalf = true
        shared = [UInt8](repeating: 0, count: X25519MLKEM768.sharedSecretSize - X25519.size) + secret
        report.add(
            .tls13(.halfOfPrivateValue(index == 0 ? .client : .server)),
            [.init("private value", privateKey), .init("half of the secret", secret)])
        return true
    }

    // MARK: The recording

    /// Opens what opens.
    mutating func open(_ report: inout AttackReport) {
        let reading = OnlookersReading(connection, by: onlooker)
        let early = earlyData()
        if early.records > 0 {
            report.earlyData = early.octets
            report.add(.tls13(.earlyData(octets: early.octets.count, records: early.records)), early.quantities)
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
            .tls13(.handshake(messages: names)),
            reading.quantities([.handshake, .serverHandshakeTraffic, .clientHandshakeTraffic]))
        for (check, side) in [(OnlookerCheck.serverFinished, Role.server), (.clientFinished, .client)] {
            if reading.isProved(check) == true {
                report.add(.keys(.finishedVerified(side)))
            } else if reading.unread[side]?.isEmpty ?? true {
                report.add(.keys(.finishedMissing(side)))
            }
        }
        report.add(
            .tls13(.dataKeys),
            reading.quantities([.main, .clientApplicationTraffic, .serverApplicationTraffic]))
        let (client, server) = (reading.data(of: .client), reading.data(of: .server))
        (report.clientData, report.serverData) = (client.octets, server.octets)
        for (side, data) in [(Role.client, client), (.server, server)] where data.records > 0 {
            report.add(
                .plaintext(
                    .decrypted(
                        side, octets: data.octets.count, records: data.records, isComplete: reading.isComplete(side))))
        }
        reach = .everything
        report.conclude(.opened)
    }

    /// The early data, under the keys that the PSK and the first hello make. The hello does not name its suite: a server that takes early
    /// data has to choose the same one (RFC 8446 section 4.2.10), so the suite is that of ServerHello.
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
            // EndOfEarlyData is the last record under these keys, and a handshake message.
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

    /// What is missing for the second link.
    private var missing: TLS13.TheftFinding.Missing? {
        let lacksPSK = hellos.server.selectedIdentity != nil && psk == nil
        guard let group = hellos.shares?.server.group, shared == nil || hasHalf else { return lacksPSK ? .psk : nil }
        if hasHalf { return .latticeHalf }
        return lacksPSK ? .exchangeAndPSK(group) : .exchange(group)
    }

    /// Puts zeros in the place of what is missing, and tries the server's first encrypted record.
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
            .tls13(.attempt(missing: missing)),
            [
                .init("early_secret", early.octets), .init("handshake_secret tried", handshake.octets),
                .init("key tried", protection.keys.key), .init("tag under this key", protection.tag(of: record) ?? []),
                .init("tag in the record", Array(record.suffix(AESGCM.tagLength))),
            ])
        if psk != nil, shared == nil {
            report.add(.tls13(.withoutExchange(isOffered: hellos.client.acceptsPSKWithoutExchange)))
        }
    }
}

extension OnlookersReading {
    /// Secrets and keys that were told.
    fileprivate func quantities(_ names: [SecretName], _ stretch: TrafficStretch? = nil) -> [Calculation.Quantity] {
        let secrets = names.compactMap { name in secret(name).map { Calculation.Quantity(name.rawValue, $0) } }
        let keys = stretch.flatMap { self.keys($0) }
        return secrets + (keys.map { [.init("key", $0.key), .init("IV", $0.iv)] } ?? [])
    }
}

extension AttackReport {
    /// The longest value that is shown: a share of ML-KEM is longer.
    private static let longestShown = 256

    /// What the hellos say in clear.
    fileprivate mutating func show(_ hellos: RecordedHellos) {
        var quantities: [Calculation.Quantity] = []
        if let shares = hellos.shares {
            quantities = [.init("client's share", shares.client.value), .init("server's share", shares.server.value)]
        }
        if let ticket = hellos.identity { quantities.append(.init("ticket", ticket)) }
        add(
            .tls13(.inClear(hellos.shares?.server.group, ticket: hellos.identity?.count)),
            quantities.filter { $0.octets.count <= Self.longestShown })
    }

    /// What the theft comes to, in the words of the run's ledger.
    fileprivate mutating func sum(up loot: TLS13.Loot, _ thief: Thief, _ suite: RegisteredSuite) {
        let group = thief.hellos.shares?.server.group
        if thief.shared != nil, let group {
            // A thief with both halves needs no machine.
            guard group != .x25519MLKEM768 || thief.hasHalf else { return }
            if loot.ticketKey != nil {
                add(.reach(.ticketKeyAndGroup(group, opens: thief.reach)))
            } else if loot.psk == nil {
                add(.reach(.quantum(group, opens: thief.reach)))
            }
        } else if thief.psk != nil {
            add(.reach(loot.ticketKey != nil ? .ticketKey(opens: thief.reach) : .ticketSecret(opens: thief.reach)))
        } else if loot.hasServerKey {
            add(.forwardSecrecy(.tls13(suite)))
        }
    }
}
