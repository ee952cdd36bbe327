import Crypto
import PKI
import Synchronization
import TLSSim

extension Visit {
    /// Who takes part in a visit: the two sides' certificates, and how each judges the other's.
    package struct Cast: Sendable {
        /// The authorities that both sides trust.
        package let pki: LessonPKI
        /// The server's chain and key.
        package let server: Identity
        /// The client's chain and key, for a server that asks; nil where it has none.
        package let client: Identity?
        /// How each side decides about the other's chain: the client about the server's, and the server about the client's.
        package var judges: (client: ChainJudge, server: ChainJudge)

        /// Makes a small PKI and the certificates that the options ask for.
        ///
        /// - Throws: ``TrustError`` if the certificates cannot be made.
        package init(_ options: Options) throws(TrustError) {
            let seeds = SeededRandomSource(seed: options.seed)
            let made = try Authorities.made(by: options.seed)
            let pki = made.pki
            var pkiRandom = made.random
            let isOnCurve = options.suite.keyExchange == .ecdheECDSA
            var clientRandom = seeds.fork("client pki")
            let client = try options.clientCertificate?.identity(
                under: pki, onCurve: isOnCurve, at: epoch, using: &clientRandom)
            var server = pki.identity
            if isOnCurve {
                let key = EllipticCurvePrivateKey.generate(using: &pkiRandom)
                server = try pki.intermediate.issueServer(
                    hostName: hostName, key: .ecdsa(key), at: epoch, using: &pkiRandom)
            }
            var chainRandom = seeds.fork("server chain")
            server = try options.serverChain.identity(of: server, under: pki, at: epoch, using: &chainRandom)
            self.init(options, pki: pki, server: server, client: client)
        }

        /// A cast with a PKI that exists already: two runs can share the server's key.
        ///
        /// - Parameters:
        ///   - server: the server's own, if it is not that of the PKI; a suite with ECDSA needs one with a key on a curve.
        ///   - client: the client's identity, for a server that asks.
        package init(_ options: Options, pki: LessonPKI, server: Identity? = nil, client: Identity? = nil) {
            self.pki = pki
            self.server = server ?? pki.identity
            self.client = client
            let evaluator = Evaluator(store: pki.trustStore)
            var asked = Question(.client, time: epoch)
            asked.admitted = options.clientCertificate?.admitted
            judges = (
                ChainJudge(options.diligence, by: evaluator, asking: Question(hostName: hostName, time: epoch)),
                ChainJudge(by: evaluator, asking: asked)
            )
        }
    }

    /// The authorities of a seed, and what was left of the randomness when they were made.
    private struct Authorities: Sendable {
        let seed: UInt64
        let pki: LessonPKI
        let random: SeededRandomSource

        /// The last ones made. Nothing but the seed decides about them, and to look for their primes takes longer than most visits:
        /// who runs a visit again, with another option or another fault, has them at once.
        private static let latest = Mutex<[Authorities]>([])
        private static let limit = 16

        static func made(by seed: UInt64) throws(TrustError) -> Authorities {
            if let known = latest.withLock({ $0.first { $0.seed == seed } }) { return known }
            var random = SeededRandomSource(seed: seed).fork("pki")
            let pki = try LessonPKI.make(hostName: hostName, at: epoch, using: &random)
            let made = Authorities(seed: seed, pki: pki, random: random)
            latest.withLock { $0 = [made] + $0.prefix(limit - 1) }
            return made
        }
    }
}
