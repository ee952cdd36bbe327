import Crypto
import PKI
import Synchronization
import TLSSim

extension Visit {
    /// The certificates of both sides of a visit, and how each side evaluates those of the other.
    package struct Cast: Sendable {
        /// The authorities that both sides trust.
        package let pki: LessonPKI
        /// The server's chain and key.
        package let server: Identity
        /// The client's chain and key; nil if it has none.
        package let client: Identity?
        /// The client's judge of the server's chain, and the server's judge of the client's chain.
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

        /// A cast with a PKI that exists already, so that several runs can share the server's key.
        ///
        /// - Parameters:
        ///   - server: the server's chain and key; nil for those of the PKI. A suite with ECDSA needs a key on a curve.
        ///   - client: the client's chain and key; nil if it has none.
        package init(_ options: Options, pki: LessonPKI, server: Identity? = nil, client: Identity? = nil) {
            self.pki = pki
            self.server = server ?? pki.identity
            self.client = client
            let evaluator = Evaluator(store: pki.trustStore)
            var asked = ChainQuestion(.client, time: epoch)
            asked.admitted = options.clientCertificate?.admitted
            judges = (
                ChainJudge(options.checksMade, by: evaluator, asking: ChainQuestion(hostName: hostName, time: epoch)),
                ChainJudge(by: evaluator, asking: asked)
            )
        }
    }

    /// The authorities of a seed, and the state of the random source after they were made.
    private struct Authorities: Sendable {
        let seed: UInt64
        let pki: LessonPKI
        let random: SeededRandomSource

        /// The authorities that were made last. They depend on the seed alone, and the search for their primes takes longer than most visits.
        /// So a visit with the same seed and other options finds them here.
        private static let latest = Mutex<[Authorities]>([])
        /// The largest number of authorities that are kept.
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
