import Crypto
import PKI
import Simulator
import TCPSim
import TLSSim
import Trace

/// An attacker who attacks each design: her means, and a further mistake of the victims. The raw value is the name on the command line.
package enum DesignAttacker: String, Sendable, CaseIterable {
    /// She listens, and does nothing else.
    case listens
    /// She replays the octets of a recorded client to the server.
    case replaysClient = "replays-client"
    /// She replays the octets of a recorded server to the client.
    case replaysServer = "replays-server"
    /// She does as ``replaysServer``, and the client draws the same secret again, with a new hello random if the design has fresh ones.
    case repeatedSecret = "repeated-secret"
    /// She is in the path, with keys of her own.
    case middle
    /// She does as ``middle``, and the client does not check the certificate.
    case uncheckedMiddle = "unchecked-middle"
    /// She has a recording, and later the server's private key.
    case thief
    /// She has a recording, and the client's generator is weak.
    case weakClient = "weak-client"
    /// She has a recording, and the server's generator is weak.
    case weakServer = "weak-server"
    /// She does as ``replaysClient``, and the server's generator has the same seed in both connections.
    case repeatedSeed = "repeated-seed"

    /// Whether she is the attacker of the row above, and the victims make one more mistake.
    package var isVariation: Bool { self == .repeatedSecret || self == .uncheckedMiddle || self == .repeatedSeed }
}

/// A cell of the table: the result of an attacker against a design.
package struct DesignCell: Sendable {
    package let attacker: DesignAttacker
    package let design: Design
    /// Whether the attacker has reached her goal.
    package let falls: Bool
    /// The number of her tries: connections, handshakes or guessed numbers; 0 if she only reads a recording.
    package let tries: Int
    /// The reason for the result.
    package let why: DesignFinding
}

/// The keys and certificates of the attackers, which depend on the seed alone. They are made once, and serve all cells of a table.
package struct DesignStage: Sendable {
    private let seed: UInt64
    /// The server's own certificate, with a key that does not belong to it.
    private let foreignKey: Identity
    /// A certificate for the server's name from an authority of the attacker's own.
    private let ownAuthority: Identity

    /// Makes the attackers' keys and certificates.
    ///
    /// - Throws: ``TrustError`` if the certificates cannot be made; ``RSAError`` if the RSA key cannot be made.
    package init(seed: UInt64) throws {
        self.seed = seed
        var random = SeededRandomSource(seed: seed).fork("attack algorithms")
        let server = try Visit.Cast(Visit.Options(seed: seed, suite: .rsaAES128GCM)).server
        let key = try RSAPrivateKey.generate(bits: 1_024, using: &random)
        foreignKey = Identity(chain: server.chain, privateKey: .rsa(key), hostNames: server.hostNames)
        let authority = try CertificateAuthority.root(.root(named: "Mallory CA", at: Visit.epoch), using: &random)
        ownAuthority = try authority.issueServer(hostName: Visit.hostName, at: Visit.epoch, using: &random).identity
    }

    /// Performs the attack of an attacker on a design.
    ///
    /// - Throws: ``TrustError`` if the certificates cannot be made.
    package func run(_ attacker: DesignAttacker, on design: Design) throws -> DesignCell {
        func cell(falls: Bool, tries: Int, why: DesignFinding) -> DesignCell {
            DesignCell(attacker: attacker, design: design, falls: falls, tries: tries, why: why)
        }
        switch attacker {
        case .listens:
            let ledger = try ledger(of: design)
            let falls = ledger.holds(.eavesdropper, Knowledge.masterSecret)
            return cell(
                falls: falls, tries: 0,
                why: .listened(ledger.facts(of: .eavesdropper).map(\.secret.name), hasKeys: falls))
        case .replaysClient:
            let show = show(Replay.self, variant: "fixed")
            let outcome = try Replay.toServer(show, design) { show.seeds.fork("server \($0)") }
            return cell(falls: outcome.reached, tries: outcome.tries, why: .paid(twice: outcome.reached))
        case .repeatedSeed:
            let show = show(Replay.self, variant: "fixed")
            let outcome = try Replay.toServer(show, design) { _ in ProcessGenerator(WeakPRNG.process(show)) }
            return cell(falls: outcome.reached, tries: outcome.tries, why: .paid(twice: outcome.reached))
        case .replaysServer: return try replaysServer(attacker, design) { $0.seeds.fork("client \($1)") }
        case .repeatedSecret:
            return try replaysServer(attacker, design) { show, number in
                // A design without fresh randoms does not draw them, so the client draws the secret first.
                var hello = show.seeds.fork("hello \(number)")
                let secret = show.seeds.fork("client")
                return design.isFresh ? GivenRandom(hello.octets(32), then: secret) : secret
            }
        case .middle: return try intercept(attacker, design, checksMade: .full)
        case .uncheckedMiddle: return try intercept(attacker, design, checksMade: .none)
        case .thief:
            let outcome = try ForwardSecrecy.stealServerKey(show(ForwardSecrecy.self, variant: "rsa"), design)
            let read = outcome.loot.first { $0.name == "request_1" }?.value.count
            return cell(falls: outcome.reached, tries: 0, why: .opened(octets: read))
        case .weakClient, .weakServer:
            var outcome = Outcome()
            let side: Role = attacker == .weakClient ? .client : .server
            let recording = try WeakPRNG.record(show(WeakPRNG.self, variant: "rsa"), of: design, weak: side, &outcome)
            WeakPRNG.attack(recording, weak: side, &outcome)
            return cell(
                falls: outcome.reached, tries: outcome.tries,
                why: .guessed(side, isFound: !outcome.loot.isEmpty, hasKeys: outcome.reached))
        }
    }

    /// A performance of an exhibit for a cell. The design decides which rules are in place, not the performance.
    private func show(_ exhibit: any Exhibit.Type, variant: String, journal: Bool = false) -> Performance {
        var wants = Performance.Wants()
        wants.journal = journal
        return Performance(exhibit.card, variant: variant, isDefended: false, seed: seed, wants)
    }

    /// The ledger of the knowledge of all parties after a visit without an attack.
    ///
    /// - Throws: ``TrustError`` if the certificates cannot be made.
    func ledger(of design: Design) throws -> Ledger {
        let show = show(WeakPRNG.self, variant: "rsa", journal: true)
        let stage = show.stage()
        stage.record.tell { $0.add(Knowledge.derivations(suite: design.suite, extendedMasterSecret: false)) }
        let victims = try Victims(show, design.suite)
        let (client, server) = show.pair(on: stage)
        stage.listen(server, port: 443) { _ in
            victims.server(random: design.random(victims.source(of: "server")), answers: { _ in .ends([Money.answer]) })
        }
        stage.connect(client, from: 50_000, to: Socket(.server, 443), victims.client(of: design, says: [show.request]))
        stage.run(for: .seconds(5))
        guard let journal = show.journals.first else {
            throw AttackFailure("a journal was asked for, and there is none")
        }
        return Ledger(journal)
    }

    /// Replays a recorded server to a client. If the client refuses it, the attacker answers the client with a public value of her own.
    private func replaysServer(
        _ attacker: DesignAttacker, _ design: Design,
        random: @escaping (Performance, Int) -> any RandomSource & Sendable
    ) throws -> DesignCell {
        let show = show(Replay.self, variant: "server")
        let outcome = try Replay.toClient(show, design) { random(show, $0) }
        let hers =
            outcome.reached
            ? nil : try intercept(design, showing: foreignKey, checksMade: .full) { random(show, 2 + $0) }
        return DesignCell(
            attacker: attacker, design: design, falls: outcome.reached || hers?.isThrough == true,
            tries: outcome.reached ? 1 : 2,
            why: outcome.reached
                ? .believed
                : .answered(isTaken: hers?.isThrough == true, hers?.near.failure.map { Words($0) } ?? ""))
    }

    /// Performs the attack of an attacker in the middle: first with the server's certificate and a key that does not belong to it, then with
    /// a certificate from an authority of her own.
    private func intercept(_ attacker: DesignAttacker, _ design: Design, checksMade: ChecksMade) throws -> DesignCell {
        var why: [Words] = []
        for (number, identity) in [foreignKey, ownAuthority].enumerated() {
            let both = try intercept(design, showing: identity, checksMade: checksMade)
            if both?.isThrough == true {
                return DesignCell(
                    attacker: attacker, design: design, falls: true, tries: number + 1,
                    why: .stoodBetween(number == 0 ? .foreignKey : .ownAuthority))
            }
            why.append(both?.near.failure.map { Words($0) } ?? "")
        }
        return DesignCell(attacker: attacker, design: design, falls: false, tries: 2, why: .turnedAway(why))
    }

    private func intercept(
        _ design: Design, showing identity: Identity, checksMade: ChecksMade,
        random: ((Int) -> any RandomSource & Sendable)? = nil
    ) throws -> TLSManInTheMiddle? {
        let show = show(UnsignedDH.self, variant: "goto-fail")
        let victims = try Victims(show, design.suite, checksMade: checksMade)
        let stage = ManInTheMiddleStage(
            show, client: victims.client(of: design, says: [show.request], random: random?(0)),
            server: victims.server(
                random: design.random(victims.source(of: "server")), answers: { _ in .ends([Money.answer]) }))
        let honest = try Visit.Cast(Visit.Options(seed: seed, suite: design.suite)).judges.client
        return TLSManInTheMiddle(show, stage, shown: identity, [design.suite], judge: honest)
    }
}
