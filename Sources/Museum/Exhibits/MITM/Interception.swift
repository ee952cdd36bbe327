import Crypto
import PKI
import Simulator
import TCPSim
import TLSSim
import Trace

/// A machine in the middle: Mallory accepts the victim's connection herself and opens a connection of her own to the server.
///
/// No cipher is broken. Both connections are real: each is between two endpoints of this program, with its own handshake and its own
/// keys. Only the victim's decision about Mallory's chain decides whether the attack succeeds.
package struct Interception: Sendable {
    /// The certificate that Mallory has.
    package enum Attacker: String, Hashable, Sendable, CaseIterable {
        /// A certificate for the server's name, from an authority that was installed on the victim's device.
        case installedAuthority = "installed-ca"
        /// A valid certificate for a name of her own, from the same public authority as the server's certificate.
        case samePublicAuthority = "same-public-ca"
        /// A certificate for the server's name, from an authority that she has made. No trust store contains this authority.
        case ownAuthority = "own-ca"
        /// A self-signed certificate for the server's name.
        case selfSigned = "self-signed"
    }

    /// What the victim's app checks, the most careful first.
    package enum Policy: String, Hashable, Sendable, CaseIterable {
        /// The whole chain and the name, and a pin: the leaf must have the key of the genuine leaf.
        case pinnedLeaf = "pin"
        /// The whole chain and the name, and a pin: the chain must contain the key of the genuine leaf's issuer.
        case pinnedAuthority = "pin-ca"
        /// The whole chain and the name.
        case full
        /// The whole chain, but not the name.
        case noHostName = "no-hostname"
        /// Nothing.
        case none
    }

    /// The secrets and the data that Mallory has at the end, taken from her own memory.
    package struct Loot: Sendable {
        /// The master secret of her connection with the victim; with TLS 1.3 the Main Secret.
        package let victimSecret: [UInt8]
        /// The master secret of her connection with the server; with TLS 1.3 the Main Secret.
        package let serverSecret: [UInt8]
        /// The victim's request.
        package let request: [UInt8]
        /// The server's answer, as Mallory has read it.
        package let answer: [UInt8]
        /// The changed answer, as the victim's application has read it.
        package let altered: [UInt8]
    }

    /// The certificate that Mallory has.
    package let attacker: Attacker
    /// The name of the victim's policy.
    package let policy: String
    /// The suite of both connections.
    package let suite: CipherSuite
    /// The verdict of the victim's judge about the chain; nil if the judge was never asked.
    package let verdict: Verdict?
    /// The connection between the victim (the client) and Mallory (the server).
    package let victimLeg: Journal
    /// The connection between Mallory (the client) and the server; nil if the victim sent no request.
    package let serverLeg: Journal?
    /// The error with which the victim ended its connection; nil if it accepted the chain.
    package let refusal: TLSError?
    /// What Mallory has at the end; nil if the victim refused her.
    package let loot: Loot?

    /// Runs the attack with one certificate against one policy.
    ///
    /// - Parameters:
    ///   - judge: how the victim decides about the chain.
    ///   - suite: the suite of both connections in TLS 1.2. It must use RSA, because all keys here are RSA keys.
    ///   - speaksTLS13: whether both connections use TLS 1.3 and its own suite, in place of `suite`.
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
            // She can change the answer, because she has the keys of both connections.
            if let ready = world.answered {
                victim.answer(Money.altered(world.client?.plaintext ?? []), at: ready)
                victim.proceed()
            }
            server = world
        }
        victim.finish()
        return Interception(
            attacker: attacker, policy: judge.name, suite: suite, verdict: victim.client?.verdict,
            victimLeg: victim.journal, serverLeg: server?.journal, refusal: victim.client?.failure,
            loot: loot(
                victim: victim, server: server,
                secret: speaksTLS13 ? SecretID(SecretName.main.rawValue) : Knowledge.masterSecret))
    }

    private static func loot(victim: World, server: World?, secret: SecretID) -> Loot? {
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

/// Makes the two connections, each before its first event.
private struct Legs {
    let attacker: Interception.Attacker
    let stage: InterceptionStage
    let judge: ChainJudge
    let suite: CipherSuite
    let speaksTLS13: Bool

    private var options: Visit.Options { Visit.Options(seed: stage.seed, suite: suite) }
    private var seeds: SeededRandomSource { SeededRandomSource(seed: stage.seed) }
    private var nobody: ChainJudge {
        ChainJudge(by: Evaluator(store: TrustStore(anchors: [])), asking: ChainQuestion(.client, time: Visit.epoch))
    }

    /// The victim connects to the server's address, and Mallory answers. She is on the path, and an address proves nothing.
    func toVictim() -> World {
        world(
            Words(
                english: "Mallory in the middle: between the victim and her", chinese: "中间人 Mallory：受害者与她之间"),
            seeds: (seeds, seeds.fork("mallory as server")),
            names: [.client: "victim", .server: "Mallory"], judge: judge,
            exchange: (stage.exchange.request(to: Visit.hostName), nil), owner: stage.identity(of: attacker),
            from: .zero)
    }

    /// Mallory connects to the server like any client, and checks the server's chain.
    func toServer(asking request: [UInt8], from start: Instant) -> World {
        world(
            Words(
                english: "Mallory in the middle: between her and the server", chinese: "中间人 Mallory：她与服务器之间"),
            seeds: (seeds.fork("mallory as client"), seeds),
            at: .attacker, names: [.client: "Mallory", .server: "server"], judge: stage.attackerJudge,
            exchange: (request, InterceptedExchange.answer), owner: stage.pki.identity, from: start)
    }

    private func world(
        _ title: Words, seeds: (client: SeededRandomSource, server: SeededRandomSource),
        at address: IPv4Address = .client, names: [Principal: String], judge: ChainJudge,
        exchange: (request: [UInt8], response: [UInt8]?), owner: Identity, from start: Instant
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
            ], names: names, glossary: .attacks, rules: rules,
            client: (HTTPSEnd(tls: client, judge: judge, exchange: exchange), address, chapter),
            server: HTTPSEnd(tls: server, judge: nobody, exchange: exchange), options: options,
            seeds: (seeds.client, seeds.server, self.seeds), key: owner, from: start)
    }
}

extension World {
    /// The time at which the client had the whole answer; nil if it never got it.
    fileprivate var answered: Instant? {
        journal.events.first { $0.step == Chapter.goodbye.step }?.at
    }
}
