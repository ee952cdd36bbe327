import Crypto
import PKI
import Render
import Trace

/// The file of a certificate, and its place in the file, for commands to paste into a shell.
package struct CertificateSource: Hashable, Sendable {
    /// The path of the file as the user named it.
    package let path: String
    /// The number of the certificate in the file, from 1.
    package let number: Int
    /// The number of certificates in the file.
    package let count: Int

    /// The certificate `number` of `count` in the file at `path`.
    package init(path: String, number: Int, count: Int) {
        self.path = path
        self.number = number
        self.count = count
    }

    /// A command that prints the certificate with these options of `openssl x509`.
    package func command(_ options: String) -> String {
        guard count > 1 else { return "openssl x509 -in \(path.shellWord) \(options)" }
        // OpenSSL reads only the first certificate of a file.
        return "\(PinSource.pick(number)) \(path.shellWord) | openssl x509 \(options)"
    }
}

/// The story of one signature: the signed octets, the key, and the outcome of the verification.
package struct SignatureStory: Sendable {
    let work: SignatureWork
    let der: [UInt8]
    let source: CertificateSource
    let link: ChainLink
    /// The name of the issuer, and the file of its certificate. Nil if the issuer's certificate is not in the list.
    let issuer: (label: Words, source: CertificateSource)?

    /// The story of the signature on `chain[link.subject]`. The certificates of `chain` are in `sources`, in the same order.
    package init(_ link: ChainLink, of chain: [AnnotatedCertificate], in sources: [CertificateSource]) {
        let index: Int? =
            switch link.issuer {
            case .itself: link.subject
            case .certificate(let index): index
            case .absent, .unreadable: nil
            }
        work = SignatureWork(of: chain[link.subject], issuer: index.map { chain[$0] })
        der = chain[link.subject].der
        source = sources[link.subject]
        self.link = link
        issuer = index.map { (chain[$0].label, sources[$0]) }
    }

    /// The outcome in one sentence.
    var outcome: Report.Part {
        switch work.verified {
        case true?: .marked("✔", .good, verdict)
        case false?: .marked("✘", .bad, verdict)
        case nil: .marked("?", .unknown, verdict)
        }
    }

    private var verdict: SignatureNote {
        switch work.result {
        case .notWorked(let obstacle): return .obstacle(obstacle, algorithm: work.algorithm)
        case .steps(.pkcs1(let work)) where !work.isValid && work.digestInBlock == work.digest: return .wrongForm
        case .steps(.pkcs1(let work)) where !work.isValid && work.digestInBlock != nil: return .wrongDigest
        case .steps: break
        }
        let name = issuer?.label ?? Words(english: "the issuer", chinese: "颁发者")
        guard work.verified == true else { return .notVerified(issuer: name) }
        let byDigests = if case .steps(.pkcs1) = work.result { true } else { false }
        return .verified(issuer: name, byDigests: byDigests, isSelfSigned: link.issuer == .itself)
    }
}

// MARK: - The story

extension SignatureStory {
    /// The story in pieces.
    ///
    /// - Parameter said: the explanations that an earlier story has given. They are not repeated.
    func passages(_ said: inout Set<Words>) -> [Report.Part] {
        guard !work.signed.isEmpty, !work.signature.isEmpty else { return [outcome, .space] }
        let list: [Report.Part] = [.text(SignatureNote.signed(work))] + steps(&said) + [outcome]
        return list.flatMap { [$0, .space] } + [.text(SignatureNote.withOpenSSL), .commands(commands), .space]
    }

    private func steps(_ said: inout Set<Words>) -> [Report.Part] {
        func explained(by background: SignatureNote, _ steps: [Report.Part]) -> [Report.Part] {
            let words = Words(background)
            return (said.insert(words).inserted ? [.text(words)] : []) + steps
        }
        return switch work.result {
        case .steps(.pkcs1(let work)): explained(by: .pkcs1, pkcs1(work))
        case .steps(.pss(let work)): explained(by: .pss(work), [values(pss(work))])
        case .steps(.ecdsa(let work)): explained(by: .ecdsa(work), [values(ecdsa(work))])
        case .steps(.ed25519(let work)):
            explained(
                by: .ed25519,
                [values([.init("R", work.r), .init("S", work.s), .init("issuer's key A", work.key)])])
        case .notWorked: []
        }
    }

    private func values(_ list: [Calculation.Quantity]) -> Report.Part {
        .values(list, names: Self.names, indent: 2)
    }

    /// The names of the quantities. Those that are formulas alone have none.
    private static let names = Glossary(names: [
        Words(english: "signature s", chinese: "签名 s"), Words(english: "modulus n", chinese: "模数 n"),
        Words(english: "exponent e", chinese: "指数 e"), Words(english: "digest of the octets", chinese: "这些字节的摘要"),
        Words(english: "digest in the block", chinese: "块中的摘要"), Words(english: "last octet", chinese: "最后一个字节"),
        Words(english: "issuer's key A", chinese: "颁发者的密钥 A"), Words(english: "issuer's point Q", chinese: "颁发者的点 Q"),
        Words(english: "x of u1 G + u2 Q", chinese: "u1 G + u2 Q 的 x"),
    ])

    private func digest(_ octets: [UInt8], _ hash: String) -> Calculation.Quantity {
        Calculation.Quantity("digest of the octets", octets, note: hash)
    }

    // MARK: RSA

    /// The values of the RSA operation: the signature, the public key, and the block that results.
    private func power(
        of signature: Integer, by key: RSAPublicKey, giving block: [UInt8]
    ) -> [Calculation.Quantity] {
        [
            .init("signature s", signature.bigEndian), .init("modulus n", key.n.bigEndian),
            .init("exponent e", key.e.bigEndian, note: "\(key.e)"), .init("EM = s^e mod n", block),
        ]
    }

    private func pkcs1(_ work: PKCS1v15.Verification) -> [Report.Part] {
        let block = work.block ?? []
        let numbers = values(power(of: work.signature, by: work.key, giving: block))
        let digest = digest(work.digest, work.hash.name)
        guard let layout = SignedBlock(block) else {
            return [numbers, .text(SignatureNote.noBlock), values([digest])]
        }
        return [
            numbers, .text(SignatureNote.block(padding: layout.padding, hash: layout.hashName)),
            values([
                Calculation.Quantity("DigestInfo", Array(block[layout.digestInfo])),
                Calculation.Quantity("digest in the block", Array(block[layout.digest]), note: layout.hashName), digest,
            ]),
        ]
    }

    private func pss(_ work: PSS.Verification) -> [Calculation.Quantity] {
        let block = work.block ?? []
        return power(of: work.signature, by: work.key, giving: block) + [digest(work.digest, work.hash.name)]
            + (work.maskedSalt.map {
                [.init("maskedDB", Array($0)), .init("H", Array(work.h)), .init("last octet", Array(block.suffix(1)))]
            } ?? [])
    }

    // MARK: Curves

    private func ecdsa(_ work: ECDSA.Verification) -> [Calculation.Quantity] {
        [
            .init("r", work.signature.r.bigEndian), .init("s", work.signature.s.bigEndian),
            .init("issuer's point Q", work.key.octets, note: work.key.curve.name),
            digest(work.digest, work.hash.name),
        ]
            + (work.steps.map {
                [
                    .init("w = 1/s mod n", $0.w.bigEndian), .init("u1 = e w mod n", $0.u1.bigEndian),
                    .init("u2 = r w mod n", $0.u2.bigEndian),
                    .init("x of u1 G + u2 Q", $0.x?.bigEndian ?? [], note: SignatureNote.mustBeR),
                ]
            } ?? [])
    }

    // MARK: The same with OpenSSL

    private var commands: [String] {
        let tbs =
            source.command("-outform der") + " | tail -c +\(work.signed.lowerBound + 1) | head -c \(work.signed.count)"
        let signature =
            source.command("-outform der")
            + " | tail -c +\(work.signature.lowerBound + 1) | head -c \(work.signature.count)"
        let key = issuer.map { [$0.source.command("-noout -pubkey") + " > issuer.pub"] } ?? []
        let files = [tbs + " > tbs", signature + " > signature"] + key
        switch work.result {
        case .steps(.pkcs1(let work)):
            let verify = "openssl pkeyutl -verifyrecover -pubin -inkey issuer.pub -in signature"
            return [tbs + " | openssl dgst -\(work.hash.opensslName)"] + files.dropFirst() + [
                "\(verify) -asn1parse", "\(verify) -pkeyopt rsa_padding_mode:none -hexdump",
            ]
        case .steps(.pss(let work)):
            let hash = DigestFunction.common(work.hash).opensslName
            let mask = DigestFunction.common(work.maskHash).opensslName
            return files + [
                "openssl dgst -\(hash) -verify issuer.pub -signature signature -sigopt rsa_padding_mode:pss "
                    + "-sigopt rsa_mgf1_md:\(mask) -sigopt rsa_pss_saltlen:\(work.saltLength) tbs"
            ]
        case .steps(.ecdsa(let work)):
            let hash = DigestFunction.common(work.hash).opensslName
            return files + ["openssl dgst -\(hash) -verify issuer.pub -signature signature tbs"]
        case .steps(.ed25519):
            return files + ["openssl pkeyutl -verify -pubin -inkey issuer.pub -rawin -in tbs -sigfile signature"]
        case .notWorked: return [tbs + " > tbs", signature + " > signature"]
        }
    }
}

extension PKCS1v15.Verification {
    /// The digest in the block. Nil for octets that do not have the form of a block.
    fileprivate var digestInBlock: [UInt8]? {
        let block = block ?? []
        return SignedBlock(block).map { Array(block[$0.digest]) }
    }
}

extension DigestFunction {
    /// The name of the function as an option of `openssl dgst`: "sha256".
    fileprivate var opensslName: String { name.replacing("-", with: "").lowercased() }
}
