import Crypto
import PKI
import TLSSim

/// Two servers, one with an RSA key of 2048 bits and one with a key on P-256, and what a client thinks of their certificates.
///
/// The chains are judged here, once: a handshake that is measured contains its own public-key operations and no others.
struct World {
    /// A server's identity and the verdict on it.
    struct Judged {
        let identity: Identity
        let verdict: Verdict
    }

    let rsa: Judged
    let curve: Judged
    /// The key of the server with RSA.
    let rsaKey: RSAPrivateKey

    static let hostName = "www.example.com"
    private static let time: Int64 = 1_767_225_600

    static func make() throws -> World {
        var random = SeededRandomSource(seed: 1)
        let pki = try LessonPKI.make(hostName: hostName, at: time, using: &random)
        let onCurve = try pki.intermediate.issueServer(
            hostName: hostName, key: .ecdsa(EllipticCurvePrivateKey.generate(using: &random)), at: time, using: &random)
        func judged(_ identity: Identity) -> Judged {
            let evaluator = Evaluator(store: pki.trustStore)
            let question = ChainQuestion(hostName: hostName, time: time)
            return Judged(
                identity: identity, verdict: evaluator.judge(chain: identity.chain, question: question))
        }
        return World(rsa: judged(pki.identity), curve: judged(onCurve), rsaKey: pki.serverKey)
    }

    /// The server that can do `suite`.
    func server(for suite: CipherSuite) -> Judged { suite.keyExchange == .ecdheECDSA ? curve : rsa }
}
