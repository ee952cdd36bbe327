import Crypto
import PKI
import Render
import Trace

/// Where a certificate is, for commands to be pasted into a shell.
package struct CertificateSource: Hashable, Sendable {
    /// The file as it was named.
    package let path: String
    /// Which of the certificates in the file, from 1.
    package let number: Int
    /// How many there are in it.
    package let count: Int

    /// The certificate `number` of `count` in the file at `path`.
    package init(path: String, number: Int, count: Int) {
        self.path = path
        self.number = number
        self.count = count
    }

    /// A command that writes the certificate, with these options of `openssl x509`.
    package func command(_ options: String) -> String {
        guard count > 1 else { return "openssl x509 -in \(path.shellWord) \(options)" }
        // OpenSSL reads the first certificate of a file only.
        return "awk '/BEGIN CERT/{n++} n==\(number)' \(path.shellWord) | openssl x509 \(options)"
    }
}

/// The story of one signature: what is signed, with which key, what comes out.
package struct SignatureStory: Sendable {
    let work: SignatureWork
    let der: [UInt8]
    let source: CertificateSource
    let link: ChainLink
    /// What the issuer is called, and where its certificate is; nil where that is not at hand.
    let issuer: (label: String, source: CertificateSource)?

    /// The story of `chain[link.subject]`, whose certificates are in `sources`.
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
}

// MARK: - The story

extension SignatureStory {
    /// The story in pieces.
    ///
    /// - Parameter said: what has been said of all signatures of a kind, and is not said again.
    func passages(_ said: inout Set<String>) -> [Report.Part] {
        guard !work.signed.isEmpty, !work.signature.isEmpty else { return [outcome, .space] }
        let first = """
            The issuer signs tbsCertificate with its header: \(counted(work.signed.count, "octet")), from offset \
            \(work.signed.lowerBound) to \(work.signed.upperBound - 1). The algorithm is \(work.algorithm). The signature has \
            \(counted(work.signature.count, "octet")), from offset \(work.signature.lowerBound) on.
            """
        let list: [Report.Part] = [.text(first)] + steps(&said) + [outcome]
        return list.flatMap { [$0, .space] } + [.text("The same with OpenSSL:"), .commands(commands), .space]
    }

    private func steps(_ said: inout Set<String>) -> [Report.Part] {
        func told(_ background: String, _ steps: [Report.Part]) -> [Report.Part] {
            (said.insert(background).inserted ? [.text(background)] : []) + steps
        }
        func told(_ story: (background: String, numbers: [Calculation.Quantity])) -> [Report.Part] {
            told(story.background, [values(story.numbers)])
        }
        return switch work.result {
        case .steps(.pkcs1(let work)): told(Self.pkcs1, pkcs1(work))
        case .steps(.pss(let work)): told(pss(work))
        case .steps(.ecdsa(let work)): told(ecdsa(work))
        case .steps(.ed25519(let work)): told(edwards(work))
        case .notWorked: []
        }
    }

    private func values(_ list: [Calculation.Quantity]) -> Report.Part { .values(list, indent: 2, notes: true) }

    // MARK: RSA

    /// What is true of every signature of the kind.
    private static let pkcs1 = """
        RSASSA-PKCS1-v1_5 (RFC 8017 section 8.2). To sign, the issuer made a block: padding, the name of the hash function, and \
        the digest of those octets. It read the block as one number and raised it to the secret exponent d. To raise the result \
        to the public exponent e gives the block back, because e and d belong together modulo n. So anyone can recover the \
        block, but only the owner of d can have made the signature.
        """

    private func pkcs1(_ work: PKCS1v15.Verification) -> [Report.Part] {
        let block = work.block ?? []
        let numbers = values([
            Calculation.Quantity("signature s", work.signature.bigEndian),
            Calculation.Quantity("modulus n", work.key.n.bigEndian),
            Calculation.Quantity("exponent e", work.key.e.bigEndian, note: "\(work.key.e)"),
            Calculation.Quantity("EM = s^e mod n", block),
        ])
        let digest = Calculation.Quantity("digest of the octets", work.digest, note: work.hash.name)
        guard let layout = SignedBlock(block) else {
            return [
                numbers,
                .text(
                    """
                    A signed block is 00 01 ff … ff 00 DigestInfo. This block is not. It results when the key or the signature is a wrong \
                    one.
                    """), values([digest]),
            ]
        }
        return [
            numbers,
            .text(
                """
                The block is 00 01, then \(counted(layout.padding, "octet")) ff that fill it to the size of n, then 00 and DigestInfo (RFC 8017 \
                section 9.2). DigestInfo is DER again: a SEQUENCE of the hash function, \(layout.hashName), and the digest.
                """),
            values([
                Calculation.Quantity("DigestInfo", Array(block[layout.digestInfo])),
                Calculation.Quantity("digest in the block", Array(block[layout.digest]), note: layout.hashName), digest,
            ]),
        ]
    }

    private func pss(_ work: PSS.Verification) -> (background: String, numbers: [Calculation.Quantity]) {
        (
            """
            RSASSA-PSS (RFC 8017 sections 8.1 and 9.1) with \(work.hash.name), MGF1 over \(work.maskHash.name) and a salt \
            of \(counted(work.saltLength, "octet")). As with every RSA signature, EM = s^e mod n. But the block does not show the digest. The \
            signer drew a random salt. H is the hash of eight zero octets, the digest and the salt. The salt stands before H, under \
            a mask that is made from H. A verifier removes the mask, finds the salt, and computes H again. With a fresh salt, two \
            signatures of the same octets differ.
            """,
            [
                Calculation.Quantity("signature s", work.signature.bigEndian),
                Calculation.Quantity("modulus n", work.key.n.bigEndian),
                Calculation.Quantity("exponent e", work.key.e.bigEndian, note: "\(work.key.e)"),
                Calculation.Quantity("EM = s^e mod n", work.block ?? []),
                Calculation.Quantity("digest of the octets", work.digest, note: work.hash.name),
            ]
                + (work.maskedSalt.map {
                    [
                        Calculation.Quantity("maskedDB", Array($0)), Calculation.Quantity("H", Array(work.h)),
                        Calculation.Quantity("last octet", Array((work.block ?? []).suffix(1))),
                    ]
                } ?? [])
        )
    }

    // MARK: Curves

    private func ecdsa(_ work: ECDSA.Verification) -> (background: String, numbers: [Calculation.Quantity]) {
        var numbers = [
            Calculation.Quantity("r", work.signature.r.bigEndian),
            Calculation.Quantity("s", work.signature.s.bigEndian),
            Calculation.Quantity("issuer's point Q", work.key.octets, note: work.key.curve.name),
            Calculation.Quantity("digest of the octets", work.digest, note: work.hash.name),
        ]
        if let steps = work.steps {
            numbers += [
                Calculation.Quantity("w = 1/s mod n", steps.w.bigEndian),
                Calculation.Quantity("u1 = e w mod n", steps.u1.bigEndian),
                Calculation.Quantity("u2 = r w mod n", steps.u2.bigEndian),
                Calculation.Quantity("x of u1 G + u2 Q", steps.x?.bigEndian ?? [], note: "must be r"),
            ]
        }
        return (
            """
            ECDSA (FIPS 186-5 section 6) on the curve \(work.key.curve.name) with \(work.hash.name). The signer drew a secret \
            number k. r is the x-coordinate of k G. s = (e + r d) / k connects r with the digest e and the secret key d. The \
            verifier knows Q = d G, but not k and not d. It computes (e/s) G + (r/s) Q and compares the x-coordinate with r. The \
            result is k G exactly if the signature was made with d. All numbers are modulo n, the order of G. Unlike with RSA there \
            is no block to recover: the digest goes in, and only yes or no comes out.
            """,
            numbers
        )
    }

    private func edwards(_ work: Ed25519.Verification) -> (background: String, numbers: [Calculation.Quantity]) {
        (
            """
            Ed25519 (RFC 8032 section 5.1.7). The signature is a point R and a number S, 32 octets each. No digest is made \
            beforehand: the SHA-512 of R, the key A and the octets themselves gives a number k. The verifier checks whether \
            S B = R + k A. The signer derives its secret number from the key and the octets. So a weak random generator does no \
            harm.
            """,
            [
                Calculation.Quantity("R", work.r), Calculation.Quantity("S", work.s),
                Calculation.Quantity("issuer's key A", work.key),
            ]
        )
    }

    // MARK: What came out

    private var verdict: String {
        switch work.result {
        case .notWorked(let obstacle): return sentence(obstacle)
        case .steps(.pkcs1(let work)) where !work.isValid && work.digestInBlock == work.digest:
            return
                "The digests are equal, but the block does not have the form that RFC 8017 prescribes. The signature is not valid."
        case .steps(.pkcs1(let work)) where !work.isValid && work.digestInBlock != nil:
            return "The two digests differ: the issuer signed other octets."
        case .steps: break
        }
        let name = issuer?.label ?? "the issuer"
        guard work.verified == true else {
            return """
                The signature does not verify with the key of \(name). The certificate was changed, or another key signed it.
                """
        }
        let equal = if case .steps(.pkcs1) = work.result { "The two digests are equal: " } else { "It verifies: " }
        if link.issuer == .itself {
            return equal + """
                the maker of this certificate had the private key of \(name). A self-signed certificate proves only that: possession \
                of a key, not identity. Anyone can make one with any name. A program trusts it only if its user or vendor has decided \
                so.
                """
        }
        return equal + "the key of \(name) signed these octets, and no octet has changed since."
    }

    private func sentence(_ obstacle: SignatureWork.Obstacle) -> String {
        switch obstacle {
        case .issuerAbsent:
            """
            The issuer's certificate is not in the files. It contains the key that verifies this signature. Add its file to the \
            command.
            """
        case .unreadable: "The signature, or the signed part, cannot be read."
        case .unknownAlgorithm: "The algorithm \(work.algorithm) is not known here, so nothing is computed."
        case .otherKey(let key):
            "The issuer's key is for \(key), and \(work.algorithm) cannot be verified with it here."
        case .badKey(let why): "The issuer's key cannot be used: \(why)."
        case .malformedSignature(let why): "It is not a signature of this key: \(why)."
        }
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
    /// The digest in the block; nil where the block is none.
    fileprivate var digestInBlock: [UInt8]? {
        let block = block ?? []
        return SignedBlock(block).map { Array(block[$0.digest]) }
    }
}

extension DigestFunction {
    /// The name as `openssl dgst` takes it: "sha256".
    fileprivate var opensslName: String { name.replacing("-", with: "").lowercased() }
}
