import Crypto
import PKI
import Simulator
import TCPSim
import TLSSim
import Trace

/// An attacker between two others: Mallory ends the victim's connection herself and opens one of her own to the server.
///
/// Nothing is broken. Both connections are real, each between two of the machines of this program, each with its own handshake
/// and its own keys. All that decides is what the victim makes of the chain that Mallory shows.
package struct Interception: Sendable {
    /// What Mallory has got for a certificate.
    package enum Attacker: String, Hashable, Sendable, CaseIterable {
        /// One for the victim's host, by an authority that was installed on the victim's device.
        case installedAuthority = "installed-ca"
        /// A good one of the server's own public authority, for a host of hers.
        case samePublicAuthority = "same-public-ca"
        /// One for the victim's host, by an authority that she has made and no store has.
        case ownAuthority = "own-ca"
        /// One for the victim's host, signed with its own key.
        case selfSigned = "self-signed"
    }

    /// What the victim's app checks, the most careful first.
    package enum Policy: String, Hashable, Sendable, CaseIterable {
        /// Everything, and the leaf's key has to be the one it knows.
        case pinnedLeaf = "pin"
        /// Everything, and there has to be the key of the one authority that it knows.
        case pinnedAuthority = "pin-ca"
        /// Everything.
        case full
        /// Everything but the name.
        case noHostName = "no-hostname"
        /// Nothing.
        case none
    }

    /// What Mallory holds in the end, taken from her own memory.
    package struct Loot: Sendable {
        /// The master secret of her connection with the victim.
        package let victimSecret: [UInt8]
        /// That of her connection with the server.
        package let serverSecret: [UInt8]
        /// The victim's request.
        package let request: [UInt8]
        /// What the server answered.
        package let answer: [UInt8]
        /// What the victim's application has read instead.
        package let altered: [UInt8]
    }

    /// What she has got for a certificate.
    package let attacker: Attacker
    /// What the victim's way to decide is called.
    package let policy: String
    /// The suite of both connections.
    package let suite: CipherSuite
    /// The chain that she shows.
    package let chain: [[UInt8]]
    /// What the victim's judge says of it; nil if it was never asked.
    package let verdict: Verdict?
    /// The connection between the victim (the client) and Mallory (the server).
    package let victimLeg: Journal
    /// The connection between Mallory (the client) and the server; nil where the victim never asked for anything.
    package let serverLeg: Journal?
    /// Why the victim has refused; nil where it has not.
    package let refusal: TLSError?
    /// What she holds; nil where it is nothing.
    package let loot: Loot?

    /// Carries it out.
    ///
    /// - Parameters:
    ///   - judge: how the victim decides about the chain that it is shown.
    ///   - suite: one that is signed or encrypted to with RSA, as all keys here are.
    ///   - speaksTLS13: whether both connections are of TLS 1.3, which has suites of its own.
    package static func run(
        _ attacker: Attacker, on stage: InterceptionStage, judge: ChainJudge, suite: CipherSuite = .dheRSAAES128GCM,
        speaksTLS13: Bool = false
    ) -> Interception {
        let legs = Legs(attacker: attacker, stage: stage, judge: judge, suite: suite, speaksTLS13: speaksTLS13)
        var victim = legs.toVictim()
        victim.open()
        victim.proceed()
        var server: World?
        if let request = victim.request {
            var world = legs.toServer(asking: request.octets, from: request.at)
            world.run()
            // What she passes on is her own affair: the keys are hers on both sides.
            if let ready = world.answered {
                victim.answer(Money.altered(world.client?.plaintext ?? []), at: ready)
                victim.proceed()
            }
            server = world
        }
        victim.finish()
        return Interception(
            attacker: attacker, policy: judge.name, suite: suite, chain: stage.identity(of: attacker).chain,
            verdict: victim.client?.verdict, victimLeg: victim.journal, serverLeg: server?.journal,
            refusal: victim.client?.failure,
            loot: loot(victim, server, speaksTLS13 ? SecretID(SecretName.main.rawValue) : Knowledge.masterSecret))
    }

    private static func loot(_ victim: World, _ server: World?, _ secret: SecretID) -> Loot? {
        guard let server, server.answered != nil, let mallory = server.client, let client = victim.client,
            let victimSecret = Ledger(victim.journal).fact(.server, secret)?.value,
            let serverSecret = Ledger(server.journal).fact(.client, secret)?.value,
            let request = Ledger(victim.journal).fact(.server, Knowledge.applicationData)?.value
        else { return nil }
        return Loot(
            victimSecret: victimSecret, serverSecret: serverSecret, request: request, answer: mallory.plaintext,
            altered: client.plaintext)
    }
}

/// The two connections, before anything has happened on them.
private struct Legs {
    let attacker: Interception.Attacker
    let stage: InterceptionStage
    let judge: ChainJudge
    let suite: CipherSuite
    let speaksTLS13: Bool

    private var options: Visit.Options { Visit.Options(seed: stage.seed, suite: suite) }
    private var seeds: SeededRandomSource { SeededRandomSource(seed: stage.seed) }
    private var nobody: ChainJudge {
        ChainJudge(by: Evaluator(store: TrustStore(anchors: [])), asking: Question(.client, time: Visit.epoch))
    }

    /// The victim calls the server, and Mallory answers: she is on the path, and the address is no proof.
    func toVictim() -> World {
        world(
            "Mallory in the middle: between the victim and her", (seeds, seeds.fork("mallory as server")),
            names: [.client: "victim", .server: "Mallory"], judge,
            (stage.exchange.request(to: Visit.hostName), nil), owner: stage.identity(of: attacker), from: .zero)
    }

    /// Mallory calls the server, as any client does. She is careful.
    func toServer(asking request: [UInt8], from start: Instant) -> World {
        world(
            "Mallory in the middle: between her and the server", (seeds.fork("mallory as client"), seeds),
            at: .attacker,
            names: [.client: "Mallory", .server: "server"], stage.malloryJudge, (request, InterceptedExchange.answer),
            owner: stage.pki.identity, from: start)
    }

    private func world(
        _ title: String, _ seeds: (client: SeededRandomSource, server: SeededRandomSource),
        at address: IPv4Address = .client, names: [Principal: String], _ judge: ChainJudge,
        _ exchange: (request: [UInt8], response: [UInt8]?), owner: Identity, from start: Instant
    ) -> World {
        let (tls13, common) = (Visit.TLS13Options(), TLS13.CommonConfiguration(now: Visit.epoch * 1_000))
        let client = Visit.clientTLS(
            options, seeds: seeds.client, identity: nil,
            tls: speaksTLS13
                ? TLSEndpoint(client: .tls13(TLS13.ClientConfiguration(hostName: Visit.hostName, common: common))) : nil
        )
        let server = Visit.serverTLS(
            options, seeds: seeds.server, identity: owner, authorities: [],
            tls: speaksTLS13
                ? TLSEndpoint(server: .tls13(TLS13.ServerConfiguration(identity: owner, common: common))) : nil)
        let rules =
            speaksTLS13
            ? Knowledge.derivations(tls13: tls13.suite, group: tls13.group, resumes: false)
            : Knowledge.derivations(suite: suite, extendedMasterSecret: false)
        let chapter: Chapter =
            speaksTLS13 ? .tls13(.handshake(tls13, nil)) : .handshake(suite.keyExchange, client: nil)
        let exchange = Exchange(request: exchange.request, response: exchange.response.map { [$0] })
        return World(
            title: title,
            settings: [
                ("suite", suite.name), ("Mallory's certificate", attacker.rawValue),
                ("the victim checks", self.judge.name),
            ], names: names, rules: rules,
            client: (HTTPSEnd(.client, tls: client, judge: judge, exchange: exchange), address, chapter),
            server: HTTPSEnd(.server, tls: server, judge: nobody, exchange: exchange), options: options,
            seeds: (seeds.client, seeds.server, self.seeds), key: owner, from: start)
    }
}

extension World {
    /// When the client had the whole answer; nil if it never had.
    fileprivate var answered: Instant? {
        journal.events.first { $0.step == Chapter.goodbye.step }?.at
    }
}
