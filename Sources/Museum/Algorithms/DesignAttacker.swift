import Attacks
import Crypto
import PKI
import Simulator
import TCPSim
import TLSSim
import Trace

/// An attacker who is set on each design: what she has, and what the victims do wrong besides. The raw value is the name on the command line.
package enum DesignAttacker: String, Sendable, CaseIterable {
    /// She listens, and does nothing else.
    case listens
    /// She sends a recorded client to the server again.
    case replaysClient = "replays-client"
    /// She sends a recorded server to the client again.
    case replaysServer = "replays-server"
    /// The same, and the client draws the same secret again, under a new random.
    case repeatedSecret = "repeated-secret"
    /// She is in the path, with keys of her own.
    case middle
    /// The same, and the client does not look at the certificate.
    case uncheckedMiddle = "unchecked-middle"
    /// She has a recording, and later the server's private key.
    case thief
    /// She has a recording, and the client's generator is weak.
    case weakClient = "weak-client"
    /// She has a recording, and the server's generator is weak.
    case weakServer = "weak-server"
    /// The server's generator has had the same seed twice, and she replays.
    case repeatedSeed = "repeated-seed"

    /// Whether it is the attacker of the row before, and the victims make one mistake more.
    package var isVariation: Bool { self == .repeatedSecret || self == .uncheckedMiddle || self == .repeatedSeed }
}

/// A cell of the table: an attacker who was set on a design, and what came of it.
package struct DesignCell: Sendable {
    /// The attacker.
    package let attacker: DesignAttacker
    /// The design.
    package let design: Design
    /// Whether she has reached her goal.
    package let falls: Bool
    /// What it cost her: connections, handshakes, or numbers that she tried; 0 where she only looks.
    package let tries: Int
    /// Why it came so.
    package let why: DesignFinding
}

/// What the attackers need that is made once: it depends on the seed alone.
package struct DesignStage: Sendable {
    private let seed: UInt64
    /// The server's own certificate, and a key that does not belong to it.
    private let foreignKey: Identity
    /// A certificate for the server's name from an authority of the attacker's own.
    private let ownAuthority: Identity

    /// Makes the attackers' keys and certificates.
    ///
    /// - Throws: ``TrustError`` if the certificates cannot be made, or an error of the RSA key.
    package init(seed: UInt64) throws {
        self.seed = seed
        var random = SeededRandomSource(seed: seed).fork("attack algorithms")
        let server = try Visit.Cast(Visit.Options(seed: seed, suite: .rsaAES128GCM)).server
        let key = try RSAPrivateKey.generate(bits: 1_024, using: &random)
        foreignKey = Identity(chain: server.chain, privateKey: .rsa(key), hostNames: server.hostNames)
        let authority = try CertificateAuthority.root(.root(named: "Mallory CA", at: Visit.epoch), using: &random)
        ownAuthority = try authority.issueServer(hostName: Visit.hostName, at: Visit.epoch, using: &random).identity
    }

    /// Sets an attacker on a design.
    ///
    /// - Throws: ``TrustError`` if the certificates cannot be made.
    package func run(_ attacker: DesignAttacker, on design: Design) throws -> DesignCell {
        func cell(_ falls: Bool, _ tries: Int, _ why: DesignFinding) -> DesignCell {
            DesignCell(attacker: attacker, design: design, falls: falls, tries: tries, why: why)
        }
        switch attacker {
        case .listens:
            let ledger = try ledger(of: design)
            let falls = ledger.holds(.eavesdropper, Knowledge.masterSecret)
            return cell(falls, 0, .listened(ledger.facts(of: .eavesdropper).map(\.secret.name), hasKeys: falls))
        case .replaysClient:
            let show = show(Replay.self, "fixed")
            let outcome = try Replay.toServer(show, design) { show.seeds.fork("server \($0)") }
            return cell(outcome.reached, outcome.tries, .paid(twice: outcome.reached))
        case .repeatedSeed:
            let show = show(Replay.self, "fixed")
            let outcome = try Replay.toServer(show, design) { _ in ProcessGenerator(WeakPRNG.process(show)) }
            return cell(outcome.reached, outcome.tries, .paid(twice: outcome.reached))
        case .replaysServer: return try replaysServer(attacker, design) { $0.seeds.fork("client \($1)") }
        case .repeatedSecret:
            return try replaysServer(attacker, design) { show, number in
                // Where the hellos have constants, the secret is the first that is drawn.
                var hello = show.seeds.fork("hello \(number)")
                let secret = show.seeds.fork("client")
                return design.isFresh ? GivenRandom(hello.octets(32), then: secret) : secret
            }
        case .middle: return try stand(attacker, design, .full)
        case .uncheckedMiddle: return try stand(attacker, design, .none)
        case .thief:
            let outcome = try ForwardSecrecy.stealServerKey(show(ForwardSecrecy.self, "rsa"), design)
            let read = outcome.loot.first { $0.name == "request_1" }?.value.count
            return cell(outcome.reached, 0, .opened(octets: read))
        case .weakClient, .weakServer:
            var outcome = Outcome()
            let side: Role = attacker == .weakClient ? .client : .server
            let recording = try WeakPRNG.record(show(WeakPRNG.self, "rsa"), design, weak: side, &outcome)
            WeakPRNG.attack(recording, weak: side, &outcome)
            return cell(
                outcome.reached, outcome.tries,
                .guessed(side, isFound: !outcome.loot.isEmpty, hasKeys: outcome.reached))
        }
    }

    /// A performance for a cell, with the rules in it that the design has.
    private func show(_ exhibit: any Exhibit.Type, _ variant: String, journal: Bool = false) -> Performance {
        var wants = Performance.Wants()
        wants.journal = journal
        return Performance(exhibit.card, variant: variant, isDefended: false, seed: seed, wants)
    }

    /// A visit as it should be, without an attacker who does anything.
    private func visit(_ show: Performance, _ design: Design, tell: (Stage) -> Void = { _ in }) throws -> Stage {
        let stage = show.stage()
        tell(stage)
        let victims = try Victims(show, design.suite)
        let (client, server) = show.pair(on: stage)
        stage.listen(server, port: 443) { _ in
            victims.server(random: design.random(victims.fresh("server")), answers: { _ in .ends([Money.answer]) })
        }
        stage.connect(client, from: 50_000, to: Socket(.server, 443), victims.client(of: design, says: [show.request]))
        return stage
    }

    /// Who knows what after a visit.
    func ledger(of design: Design) throws -> Ledger {
        let show = show(WeakPRNG.self, "rsa", journal: true)
        let stage = try visit(show, design) { stage in
            stage.record.tell { $0.add(Knowledge.derivations(suite: design.suite, extendedMasterSecret: false)) }
        }
        stage.run(for: .seconds(5))
        guard let journal = show.journals.first else {
            throw AttackFailure("a journal was asked for, and there is none")
        }
        return Ledger(journal)
    }

    /// The recorded octets are sent to a client. If it does not take them, she answers it with a value of her own.
    private func replaysServer(
        _ attacker: DesignAttacker, _ design: Design,
        random: @escaping (Performance, Int) -> any RandomSource & Sendable
    ) throws -> DesignCell {
        let show = show(Replay.self, "server")
        let outcome = try Replay.toClient(show, design) { random(show, $0) }
        let hers = outcome.reached ? nil : try intercept(design, foreignKey, .full) { random(show, 2 + $0) }
        return DesignCell(
            attacker: attacker, design: design, falls: outcome.reached || hers?.isThrough == true,
            tries: outcome.reached ? 1 : 2,
            why: outcome.reached
                ? .believed : .answered(isTaken: hers?.isThrough == true, hers?.near.failure?.english ?? ""))
    }

    /// She stands between both: first with the server's certificate and a key that does not belong to it, then with a certificate of an
    /// authority of her own.
    private func stand(_ attacker: DesignAttacker, _ design: Design, _ diligence: Diligence) throws -> DesignCell {
        var why: [String] = []
        for (number, identity) in [foreignKey, ownAuthority].enumerated() {
            let both = try intercept(design, identity, diligence)
            if both?.isThrough == true {
                return DesignCell(
                    attacker: attacker, design: design, falls: true, tries: number + 1,
                    why: .stoodBetween(number == 0 ? .foreignKey : .ownAuthority))
            }
            why.append(both?.near.failure?.english ?? "")
        }
        return DesignCell(attacker: attacker, design: design, falls: false, tries: 2, why: .turnedAway(why))
    }

    private func intercept(
        _ design: Design, _ identity: Identity, _ diligence: Diligence,
        random: ((Int) -> any RandomSource & Sendable)? = nil
    ) throws -> Interloper? {
        let show = show(UnsignedDH.self, "goto-fail")
        let victims = try Victims(show, design.suite, diligence: diligence)
        let stage = MiddleStage(
            show, client: victims.client(of: design, says: [show.request], random: random?(0)),
            server: victims.server(
                random: design.random(victims.fresh("server")), answers: { _ in .ends([Money.answer]) }))
        let honest = try Visit.Cast(Visit.Options(seed: seed, suite: design.suite)).judges.client
        return Interloper(stage, shown: identity, [design.suite], judge: honest)
    }
}
