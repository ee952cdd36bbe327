import Crypto
import PKI
import Simulator
import TLSSim
import Trace
import TrustLab

/// Lesson 7: names and anchors.
extension Exercise {
    static let names: [Exercise] = [
        Exercise(lesson: 7, number: 1, answer: .letters(through: "d")) { seed, key in
            let accepting = try TrustEvidence.scenario("other-site-same-ca", seed).letters(ofThoseWhoAccept: [
                "default handling", "no host name", "AFSecurityPolicy certificate",
                "AFSecurityPolicy certificate, no validatesDomainName",
            ])
            key.right = [.letters(accepting)]
            key.because = Words(
                english: "The chain leads to the pinned authority, whichever of its customers answers. Only the "
                    + "comparison of the name tells two customers apart.",
                chinese: "不管应答的是这个 CA 的哪个客户，证书链都通到锁定的 CA。只有比较名称才能区分两个客户。")
            key.hint = Words(
                english: "The chain is good and only the name is another's. Ask of each policy whether it compares "
                    + "the name.",
                chinese: "证书链有效，只有名称是别人的。对每个策略问一问，它是否比较名称。")
            key[.letters([])] = Words(
                english: "The pinned certificate is the authority's, and it is in this chain, too. The pin alone "
                    + "does not refuse it.",
                chinese: "锁定的是 CA 的证书，它也在这条证书链里。单凭这个锁定值，不会拒绝这条链。")
        },
        Exercise(lesson: 7, number: 2, answer: .letters(through: "e")) { seed, key in
            let fitting = try namesThatFit(seed)
            key.right = [.letters(fitting)]
            key.because = Words(
                english: "The star covers one label, the address is compared with an address, and the common name is "
                    + "not read.",
                chinese: "星号代表一个标签，地址与地址比较，通用名称则不看。")
            key.hint = Words(
                english: "Compare label by label with the names in subjectAltName. Compare an address with the "
                    + "addresses there.",
                chinese: "逐个标签与 subjectAltName 里的名称比较。地址与那里的地址比较。")
            key[.letters(fitting.union(["b"])), .letters(fitting.union(["c"]))] = Words(
                english: "A star stands for exactly one label, no more and no less (RFC 9525 6.3).",
                chinese: "星号正好代表一个标签，不多也不少（RFC 9525 6.3）。")
            key[.letters(fitting.union(["d"]))] = Words(
                english: "That name stands in the common name only. No client that follows RFC 9525 looks there.",
                chinese: "这个名称只在通用名称里。遵守 RFC 9525 的客户端都不看那里。")
        },
        Exercise(lesson: 7, number: 3, answer: .letters(through: "d")) { seed, key in
            let trials: [(PresentedChain, ChecksMade)] = [
                (.wrongHost, .full), (.wrongHost, .anyName), (.expired, .anyName), (.selfSigned, .none),
            ]
            let served = try Exercise.letters(of: trials) { chain, checksMade in
                let journal = try Visit.journal(seed) { ($0.serverChain, $0.checksMade) = (chain, checksMade) }
                return Ledger(journal).holds(.client, Knowledge.applicationData)
            }
            key.right = [.letters(served)]
            key.because = Words(
                english: "A visit succeeds where the one check that would fail is left out. It says nothing about "
                    + "who is at the other end.",
                chinese: "唯一会失败的检查被略去时，访问就成功。它说明不了另一头是谁。")
            key.hint = Words(
                english: "Ask of each command what is wrong with the chain, and whether that check is left out.",
                chinese: "对每条命令问一问，证书链有什么问题，那项检查是否略去。")
            key[.letters(served.union(["c"]))] = Words(
                english: "The option no-hostname leaves out the check of the name. It does not leave out the dates.",
                chinese: "选项 no-hostname 略去对名称的检查，不略去对日期的检查。")
        },
        Exercise(lesson: 7, number: 4, answer: .letters(through: "c")) { seed, key in
            let evidence = try TrustEvidence.scenario("installed-root", seed)
            let accepts = [
                try evidence.decision(of: "default handling").accepts,
                evidence.transportJudgement()?.result == .loads,
                try evidence.decision(of: "TrustKit").accepts,
            ]
            let refusing = Exercise.letters(of: accepts) { !$0 }
            key.right = [.letters(refusing)]
            key.because = Words(
                english: "Only TrustKit refuses: the proxy's key is not among its pins. The others ask for a known "
                    + "anchor, and have one.",
                chinese: "只有 TrustKit 拒绝：代理服务器的公钥不在它的锁定值里。其他的只要求一个已知的锚点，而这里有。")
            key.hint = Words(
                english: "The proxy's root is among the anchors of the device. Ask which policy looks at more than "
                    + "name and anchor.",
                chinese: "代理服务器的根证书在设备的锚点里。想一想哪个策略不只看名称和锚点。")
            key[.letters([])] = Words(
                english: "One of the three compares the keys of the chain with a list of its own.",
                chinese: "三者之中，有一个会把证书链里的公钥与自己的列表比较。")
        },
    ]

    /// The letters of the names that a certificate for *.example.com and 192.0.2.1 covers. Its common name is one that
    /// it does not cover.
    private static func namesThatFit(_ seed: UInt64) throws -> Set<String> {
        var random = SeededRandomSource(seed: seed)
        let pki = try Visit.Cast(Visit.Options(seed: seed)).pki
        var profile = CertificateProfile.server(hostName: "*.example.com", at: Visit.epoch)
        profile.commonName = "www.example.org"
        profile.ipAddresses = [[192, 0, 2, 1]]
        let leaf = try pki.intermediate.issue(profile, to: pki.identity.privateKey.publicKey, using: &random)
        let evaluator = Evaluator(store: pki.trustStore)
        let asked = ["shop.example.com", "a.b.example.com", "example.com", "www.example.org", "192.0.2.1"]
        return letters(of: asked) { name in
            evaluator.evaluate(
                chain: [leaf, pki.intermediate.certificate],
                question: ChainQuestion(hostName: name, time: Visit.epoch)
            ).isTrusted
        }
    }
}
