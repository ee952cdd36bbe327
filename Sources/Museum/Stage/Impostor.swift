import Crypto
import PKI
import Simulator
import TCPSim
import TLSSim
import Trace

/// What happens in every exhibit in which she poses as the server.
enum ImpostorNote: Remark {
    case asked(IPv4Address)
    case session

    var english: String {
        switch self {
        case .asked(let address):
            "The client connects to \(address), where she answers. In the clear its ClientHello names \(Visit.hostName)."
        case .session:
            "The rest of the handshake does not hinder her. The chain that she showed has her own public key, so the client verifies her signature "
                + "of the key exchange with it, and it is right. The connection is encrypted, and it ends at her."
        }
    }

    var chinese: String {
        switch self {
        case .asked(let address): "客户端连接 \(address)，应答的是她。客户端的 ClientHello 用明文写着 \(Visit.hostName)。"
        case .session:
            "握手的其余部分拦不住她。她出示的证书链里有她自己的公钥，客户端就用它验证她对密钥交换的签名，签名是对的。"
                + "连接是加密的，而另一头是她。"
        }
    }
}

/// An attacker who answers in a server's place with a certificate that a client should refuse, and the client that
/// judges it.
struct Impostor {
    /// The host name that is really hers, and for which she can get a certificate. It is reserved for examples (RFC
    /// 2606).
    static let ownHost = InterceptionStage.ownHost

    /// The authorities that the client trusts, and the genuine server.
    let pki: LessonPKI
    /// Her private key.
    let key: PrivateKey
    /// Her random source for certificates.
    var random: SeededRandomSource
    private let show: Performance
    private let victims: Victims
    private static let suite = CipherSuite.ecdheECDSAAES128GCM

    /// An impostor with a key of her own.
    ///
    /// - Throws: ``TrustError`` if the certificates cannot be made.
    init(_ show: Performance) throws(TrustError) {
        self.show = show
        victims = try Victims(show, Self.suite)
        pki = victims.cast.pki
        random = show.seeds.fork("impostor")
        key = .ecdsa(EllipticCurvePrivateKey.generate(using: &random))
    }

    /// The client's judge of the chain.
    ///
    /// - Parameters:
    ///   - mistakes: the rules that the client breaks.
    ///   - anchors: the DER certificates of further authorities that the client trusts.
    func judge(_ mistakes: Set<Mistake>, anchors: [[UInt8]] = []) -> ChainJudge {
        var question = ChainQuestion(hostName: Visit.hostName, time: Visit.epoch)
        question.mistakes = mistakes
        return ChainJudge(
            by: Evaluator(store: TrustStore(anchors: pki.trustStore.anchors + anchors)), asking: question)
    }

    /// Performs the attack: the client connects to the attacker, judges her chain, and sends its request if it accepts
    /// the chain.
    ///
    /// - Parameters:
    ///   - chain: the chain that she shows.
    ///   - address: the address at which she answers: the server's, or her own.
    ///   - shown: the remark about the chain.
    ///   - read: the remark about the request that she has read.
    ///   - refused: the remark about the client's error.
    ///   - cite: the rule.
    func pose(
        with chain: [[UInt8]], to judge: ChainJudge, at address: IPv4Address = .server, shown: any Remark,
        read: ([UInt8]) -> any Remark, refused: (Words) -> any Remark, cite: Citation
    ) -> Outcome {
        let stage = show.stage(server: Socket(address, 443))
        let client = stage.add(StageHost(.client, at: .client, show.tcp("client")))
        let attacker = show.attacker(on: stage, at: [.wire: address])
        let identity = Identity(chain: chain, privateKey: key, hostNames: [Visit.hostName])
        let hers = attacker.serve(at: 443) { [show, random] _ in
            .attackersServer(in: show, identity: identity, suite: Self.suite, random: random.fork("connection")) { _ in
                .ends([Array("200 OK".utf8)])
            }
        }
        var secrets = show.seeds.fork("request")
        let request = Array(
            "GET /inbox HTTP/1.1\r\nHost: \(Visit.hostName)\r\nCookie: id=\(Hex.string(secrets.octets(4)))\r\n\r\n".utf8
        )
        let socket = stage.connect(
            client, from: 50_000, to: Socket(address, 443), victims.client(says: [request], judge: judge))
        let hello = attacker.wait(.seconds(3)) { !$0.segment.payload.isEmpty }
        _ = attacker.wait(.seconds(3))

        var outcome = Outcome()
        outcome.theory = .exactly(1)
        outcome.tries = 1
        outcome.evidence = [
            ("client", .socket(Socket(.client, 50_000))), ("server", .socket(Socket(address, 443))),
        ]
        outcome.truth = [("request", request)]
        outcome.connections = [0]
        outcome.say(ImpostorNote.asked(address), frames: hello.map { [$0.frame] } ?? [])
        outcome.say(shown, frames: hello.map { [$0.frame + 1] } ?? [])
        let heard = hers().first?.heard ?? []
        outcome.reached = heard == request
        if outcome.reached {
            outcome.loot = [("request", heard)]
            outcome.say(ImpostorNote.session, cite: .rfc(8422, "5.4"))
            outcome.say(read(heard), cite: cite)
        } else {
            let failure = (stage.application(client, socket) as? TLSProgram)?.failure
            outcome.say(refused(failure.map { Words($0) } ?? ""), cite: cite)
        }
        outcome.reproduce = [Self.chainCommand]
        return outcome
    }

    /// A command that prints the certificates in the capture with OpenSSL.
    static let chainCommand = """
        tshark -r FILE -Y 'tls.handshake.type==11' -T fields -e tls.handshake.certificate | tr -d : | tr , '\\n' | \
        while read c; do echo $c | xxd -r -p | openssl x509 -inform der -noout -subject -issuer \
        -ext basicConstraints,subjectAltName; done
        """
}
