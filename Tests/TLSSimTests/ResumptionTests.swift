import Crypto
import Testing
import Trace

@testable import TLSSim

/// A session that goes on in another connection.
struct ResumptionTests {
    /// Every suite, by name and by ticket, with the extended master secret and without, three times.
    @Test(arguments: CipherSuite.live, Revisit.Way.allCases)
    func everySuiteResumesByNameAndByTicket(suite: CipherSuite, way: Revisit.Way) async throws {
        for extended in [false, true] {
            var revisit = try await Revisit(suite, way, extended: extended, tracing: true)
            let first = await revisit.visit()
            #expect(first.isComplete && first.isResumed == false, "\(first.errors)")
            var blocks = [first.learned(Knowledge.keyBlock, by: .client)]
            for _ in 0..<2 {
                let again = await revisit.visit()
                #expect(again.isComplete && again.isResumed == true, "\(suite) \(way): \(again.errors)")
                #expect(again.plaintext[.server] == Array("ping".utf8))
                #expect(again.plaintext[.client] == Array("pong".utf8))
                #expect(again.parameters(.client)?.suite.implemented == suite)
                #expect(again.parameters(.client)?.group == nil)
                #expect(again.parameters(.server)?.extendedMasterSecret == extended)
                #expect(again.parameters(.client)?.peer.chain == first.parameters(.client)?.peer.chain)
                for secret in [Knowledge.masterSecret, Knowledge.keyBlock] {
                    let value = again.learned(secret, by: .client)
                    #expect(value != nil && value == again.learned(secret, by: .server))
                }
                #expect(
                    again.learned(Knowledge.masterSecret, by: .client)
                        == first.learned(Knowledge.masterSecret, by: .client))
                blocks.append(again.learned(Knowledge.keyBlock, by: .client))
            }
            // The same secret, and no key twice: the randoms are new.
            #expect(Set(blocks).count == 3)
        }
    }

    /// Messages come in the order of RFC 5246 figure 2 and RFC 5077 figures 1 and 2.
    @Test func messagesComeInTheOrderOfTheRFCs() async throws {
        var byName = try await Revisit(.dheRSAAES128GCM, .name, tracing: true)
        await byName.visit()
        let resumed = await byName.visit()
        #expect(
            resumed.labels(.client) == [
                "ClientHello", "ChangeCipherSpec", "Finished", "application data", "Alert close_notify",
            ])
        #expect(
            resumed.labels(.server) == [
                "ServerHello", "ChangeCipherSpec", "Finished", "application data", "Alert close_notify",
            ])
        var byTicket = try await Revisit(.dheRSAAES128GCM, .ticket, tracing: true)
        let full = await byTicket.visit()
        #expect(full.labels(.server).suffix(5).prefix(3) == ["NewSessionTicket", "ChangeCipherSpec", "Finished"])
        // Old enough for a new ticket.
        byTicket.server.now += 3600
        byTicket.client.now += 3600
        let renewed = await byTicket.visit()
        #expect(renewed.isResumed == true)
        #expect(
            renewed.labels(.server).prefix(4) == ["ServerHello", "NewSessionTicket", "ChangeCipherSpec", "Finished"])
        // One flight each way, and the data goes with the client's proof: a round trip is saved.
        #expect(resumed.flights.prefix(2).map(\.from) == [.client, .server])
        let states = (renewed.outputs[.client] ?? []).compactMap {
            if case .entered(let state, _) = $0 { state } else { nil }
        }
        #expect(
            states.prefix(5) == [
                "ExpectServerHello", "ExpectNewSessionTicket", "ExpectChangeCipherSpec", "ExpectFinished", "Traffic",
            ])
    }

    /// Tracing changes no octet.
    @Test(arguments: Revisit.Way.allCases)
    func tracingChangesNoOctet(way: Revisit.Way) async throws {
        var traced = try await Revisit(.ecdheRSAAES128GCM, way, tracing: true)
        var silent = try await Revisit(.ecdheRSAAES128GCM, way, tracing: false)
        for _ in 0..<2 {
            #expect(await traced.visit().flights.map(\.octets) == (await silent.visit()).flights.map(\.octets))
        }
    }

    /// Each message's fields cover it, and are read as they were written.
    @Test func theFieldsOfEveryMessageCoverIt() async throws {
        for way in Revisit.Way.allCases {
            var revisit = try await Revisit(.dheRSAAES128GCM, way, tracing: true)
            await revisit.visit()
            let outcome = await revisit.visit()
            var written: [[Pane]] = []
            var read: [[Pane]] = []
            for principal in [Principal.client, .server] {
                for output in outcome.outputs[principal] ?? [] {
                    if case .wrote(let record, _) = output { written.append(record.message.panes) }
                    if case .read(let record, _) = output { read.append(record.message.panes) }
                }
            }
            #expect(Set(written) == Set(read) && written.count == 10)
            for pane in written.joined() { #expect(pane.fields.coverExactly(0..<pane.bytes.count)) }
        }
    }

    // MARK: Tickets that are no good

    /// A ticket in which any octet is changed, or that is cut or garbage, leads to a full handshake and no error.
    @Test func aDamagedTicketLeadsToAFullHandshake() async throws {
        var revisit = try await Revisit()
        await revisit.visit()
        let session = try #require(revisit.client.session)
        let ticket = try #require(session.ticket)
        #expect(revisit.answer().isAbbreviated)
        func present(_ octets: [UInt8]) -> [Output] {
            revisit.client.session?.ticket = octets
            return revisit.answer()
        }
        for index in ticket.indices {
            var changed = ticket
            changed[index] ^= 1 << UInt8(index % 8)
            #expect(present(changed).isFull, "octet \(index)")
        }
        for count in stride(from: 1, to: ticket.count, by: 7) { #expect(present(Array(ticket.prefix(count))).isFull) }
        #expect(present(ticket + [0]).isFull)
        #expect(present([UInt8](repeating: 0, count: 60_000)).isFull)
        #expect(present(ticket).isAbbreviated)
        // Sealed under another key of the same name.
        var other = SeededRandomSource(seed: 99)
        revisit.server.ticketKey = TicketKey(using: &other)
        #expect(revisit.answer().isFull)
        // The full handshake runs to its end and yields a new ticket.
        let outcome = await revisit.visit()
        #expect(outcome.isComplete && outcome.isResumed == false)
        #expect(await revisit.visit().isResumed == true)
    }

    /// Names and tickets are good until their time is over, and never longer than a day.
    @Test(arguments: Revisit.Way.allCases)
    func namesAndTicketsExpire(way: Revisit.Way) async throws {
        var revisit = try await Revisit(.rsaAES128GCM, way)
        await revisit.visit()
        func resumes(after seconds: Int64) -> Bool {
            revisit.server.now = Fixture.time + seconds
            let answer = revisit.answer()
            #expect(answer.isAbbreviated != answer.isFull)
            return answer.isAbbreviated
        }
        #expect(resumes(after: 0) && resumes(after: 7199))
        #expect(!resumes(after: 7200) && !resumes(after: .max - Fixture.time))
        // A clock that went backwards.
        #expect(!resumes(after: -1) && !resumes(after: .min))
        // The client does not even ask after the lifetime that it was told.
        revisit.server.now = Fixture.time
        revisit.client.now = Fixture.time + 86_400
        #expect(revisit.answer().isFull)
        // Renewing gives a new ticket, and the secret is no younger for it.
        guard way == .ticket else { return }
        var renewals = 0
        revisit.client.now = Fixture.time
        while revisit.client.now < Fixture.time + 90_000 {
            let before = revisit.client.session
            guard await revisit.visit().isResumed == true else { break }
            renewals += revisit.client.session == before ? 0 : 1
            revisit.client.now += 3600
            revisit.server.now = revisit.client.now
        }
        #expect(revisit.client.now == Fixture.time + 86_400)
        #expect(renewals == 23)
    }

    /// The client may keep the name's session longer than the server, which then makes a full handshake.
    @Test func aNameThatTheServerForgotLeadsToAFullHandshake() async throws {
        var revisit = try await Revisit(.rsaAES128GCM, .name)
        await revisit.visit()
        revisit.server.sessions = SessionCache()
        let outcome = await revisit.visit()
        #expect(outcome.isComplete && outcome.isResumed == false)
    }

    /// A cache keeps as many sessions as it may, the newest.
    @Test func aCacheKeepsTheNewestSessions() async throws {
        var revisit = try await Revisit(.rsaAES128GCM, .name)
        await revisit.visit()
        let session = try #require(revisit.client.session)
        var cache = SessionCache(capacity: 3)
        for number in UInt8(0)..<5 {
            var copy = session
            copy.sessionID = [number]
            cache.insert(copy)
            cache.insert(copy)
        }
        #expect(cache.sessions.map(\.sessionID) == [[2], [3], [4]])
        #expect(cache.session(named: [3], at: Fixture.time) != nil)
        cache.remove([3])
        #expect(cache.session(named: [3], at: Fixture.time) == nil)
        var none = SessionCache(capacity: -1)
        none.insert(session)
        #expect(none.sessions.isEmpty)
    }

    // MARK: What has to be the same

    /// RFC 7627 section 5.3: bound sessions stay bound, others begin anew.
    @Test(arguments: Revisit.Way.allCases)
    func aSessionWithTheExtendedMasterSecretIsNotResumedWithoutIt(way: Revisit.Way) async throws {
        var bound = try await Revisit(.rsaAES128GCM, way, extended: true)
        await bound.visit()
        // The client does not offer such a session without the extension; one that does gets handshake_failure.
        bound.client.extendedMasterSecret = false
        #expect(bound.answer().isFull)
        bound.client.session = bound.client.session.map { $0.with(extendedMasterSecret: false) }
        #expect(bound.answer().alert == .handshakeFailure)
        var unbound = try await Revisit(.rsaAES128GCM, way, extended: false)
        await unbound.visit()
        unbound.client.extendedMasterSecret = true
        unbound.server.extendedMasterSecret = true
        let outcome = await unbound.visit()
        #expect(outcome.isComplete && outcome.isResumed == false)
        #expect(outcome.parameters(.server)?.extendedMasterSecret == true)
        #expect(await unbound.visit().isResumed == true)
    }

    /// A session goes on with its own suite or not at all.
    @Test(arguments: Revisit.Way.allCases)
    func aSessionIsResumedWithItsOwnSuiteOrNotAtAll(way: Revisit.Way) async throws {
        var revisit = try await Revisit(.rsaAES128GCM, way)
        revisit.client.cipherSuites = [.rsaAES256GCM, .rsaAES128GCM]
        await revisit.visit()
        // The server would choose otherwise today, and still goes on with what there is.
        revisit.server.cipherSuites = [.rsaAES256GCM, .rsaAES128GCM]
        #expect(await revisit.visit().parameters(.client)?.suite.implemented == .rsaAES128GCM)
        // It no longer accepts the suite at all.
        revisit.server.cipherSuites = [.rsaAES256GCM]
        #expect(revisit.answer().isFull)
        // A client that offers the session without its suite (RFC 5246 section 7.4.1.2).
        revisit.server.cipherSuites = [.rsaAES256GCM, .rsaAES128GCM]
        revisit.client.cipherSuites = [.rsaAES256GCM]
        #expect(revisit.answer().isFull, "our own client does not")
        revisit.client.session = revisit.client.session.map { $0.with(suite: .rsaAES256GCM) }
        #expect(revisit.answer().alert == .illegalParameter)
    }

    /// A session made for one host is not resumed for another (RFC 6066 section 3).
    @Test(arguments: Revisit.Way.allCases)
    func aSessionIsNotResumedForAnotherHost(way: Revisit.Way) async throws {
        var revisit = try await Revisit(.rsaAES128GCM, way)
        await revisit.visit()
        revisit.client.hostName = "other.example.com"
        #expect(revisit.answer().isFull, "our own client does not offer it")
        revisit.client.session = revisit.client.session.map { $0.with(serverName: "other.example.com") }
        #expect(revisit.answer().isFull)
    }

    /// Someone who has the name and not the master secret gets no further than Finished.
    @Test func theNameOfASessionWithoutItsSecretIsWorthless() async throws {
        for way in Revisit.Way.allCases {
            var revisit = try await Revisit(.rsaAES128GCM, way)
            await revisit.visit()
            revisit.client.session = revisit.client.session.map {
                $0.with(masterSecret: [UInt8](repeating: 1, count: 48))
            }
            let outcome = await revisit.visit()
            #expect(outcome.alerts[.client] == .badRecordMAC && outcome.established.isEmpty)
            // Both sides forget what led here.
            #expect(revisit.client.session == nil)
            #expect(revisit.server.sessions?.sessions.isEmpty ?? true)
        }
    }

    /// A recorded resumption cannot be played back: the server's random is new.
    @Test func aRecordedResumptionCannotBeReplayed() async throws {
        var revisit = try await Revisit()
        await revisit.visit()
        let recording = await revisit.visit().flights.filter { $0.from == .client }.map(\.octets)
        var server = TLSEndpoint(revisit.server)
        var random = SeededRandomSource(seed: 1234)
        var outputs: [Output] = []
        for flight in recording { outputs += server.handle(.bytes(flight), using: &random) }
        #expect(outputs.isAbbreviated)
        #expect(outputs.alert == .badRecordMAC)
        #expect(!outputs.contains { if case .established = $0 { true } else { false } })
    }

    // MARK: How a session ends

    /// A fatal alert spoils the session on both sides; a transport that is cut off does not.
    @Test func aFatalAlertSpoilsTheSession() async throws {
        for way in Revisit.Way.allCases {
            var revisit = try await Revisit(.rsaAES128GCM, way)
            // The client's data arrives damaged: bad_record_mac after the handshake.
            let outcome = await revisit.visit { index, from, octets in
                guard index == 4, from == .client else { return octets }
                return octets.dropLast() + [octets[octets.count - 1] ^ 1]
            }
            #expect(outcome.established.count == 2 && outcome.alerts[.server] == .badRecordMAC)
            #expect(revisit.client.session == nil && revisit.server.sessions?.sessions.isEmpty ?? true)
            let cut = await revisit.visit { index, _, octets in index >= 4 ? [] : octets }
            #expect(cut.errors[.client] == .truncated)
            #expect(await revisit.visit().isResumed == true)
        }
    }

    /// What is kept can be written down and read again; what is damaged is refused with the line.
    @Test func aSessionIsWrittenDownAndReadAgain() async throws {
        for way in Revisit.Way.allCases {
            var revisit = try await Revisit(.ecdheRSAChaCha20, way, extended: true)
            revisit.client.maximumFragment = .octets2048
            await revisit.visit()
            let session = try #require(revisit.client.session)
            #expect(try ResumableSession(text: session.text) == session)
            for damage in [
                ("TLS 1.2 session", "TLS 1.3 session"), ("master secret: ", "master secret: 00"),
                ("suite: TLS", "suite: SSL"),
                ("issued: ", "issued: -"), ("verified: yes", "verified: perhaps"), ("created: ", "create: "),
                ("fragment: 2048", "fragment: 2047"), ("certificate: 3", "certificate: x"),
                ("server name: www", "server name: w w"), ("extended master secret: yes\n", ""),
                ("issued", "suite: x\nissued"), ("issued", "\u{0}\nissued"),
            ] {
                let text = session.text.replacing(damage.0, with: damage.1)
                #expect(text != session.text)
                #expect(throws: SessionTextError.self, "\(damage)") { try ResumableSession(text: text) }
            }
            #expect(throws: SessionTextError.self) { try ResumableSession(text: "") }
            let error = #expect(throws: SessionTextError.self) {
                try ResumableSession(text: session.text.replacing("verified: yes", with: "verified: x"))
            }
            #expect(error?.description == "line 9: the verified is neither yes nor no")
        }
    }
}

extension ResumableSession {
    /// A copy in which something that is fixed has been changed: what a liar would remember.
    func with(
        suite: CipherSuite? = nil, extendedMasterSecret: Bool? = nil, serverName: String? = nil,
        masterSecret: [UInt8]? = nil
    ) -> ResumableSession {
        ResumableSession(
            sessionID: sessionID, ticket: ticket, ticketLifetime: ticketLifetime, issued: issued, created: created,
            masterSecret: masterSecret ?? self.masterSecret, suite: suite ?? self.suite,
            extendedMasterSecret: extendedMasterSecret ?? self.extendedMasterSecret,
            serverName: serverName ?? self.serverName, maximumFragment: maximumFragment, peer: peer)
    }
}
