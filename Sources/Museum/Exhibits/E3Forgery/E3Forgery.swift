import Crypto
import PKI
import Simulator
import TLSSim
import Trace

/// With the public exponent 3 a cube root is a signature that a careless verifier accepts (Bleichenbacher 2006).
enum E3Forgery: Exhibit {
    static let card = Card(
        "e3-forgery", in: .pki, from: .inPath, to: .impersonate, unit: .signatures, year: 2006,
        cites: [.rfc(8017, "8.2.2"), .rfc(5246, "D.4")], cves: ["CVE-2006-4339", "CVE-2014-1568"],
        words: E3ForgeryCard.self)

    static func perform(_ show: Performance) throws -> Outcome {
        var impostor = try Impostor(show)
        var random = show.seeds.fork("anchor")
        // An authority with the public exponent 3. Its private key makes its own certificate and is not used again.
        let key = try RSAPrivateKey.make(bits: 2048, exponent: 3, using: &random)
        let anchor = try CertificateAuthority.root(
            .root(named: "Root of 1998", at: Visit.epoch), key: .rsa(key), serialNumber: [0x42] + random.octets(8))
        let structure = try CertificateStructure(anchor.certificate)
        // She writes the certificate as the authority would, and signs it with a key of her own. Then she puts the forged signature in
        // the place of this one.
        var hers = impostor.random.fork("draft")
        let draft = CertificateAuthority(
            certificate: anchor.certificate, name: structure.subject,
            key: .rsa(try RSAPrivateKey.make(bits: 2048, exponent: 3, using: &hers)))
        var profile = CertificateProfile.server(hostName: Visit.hostName, at: Visit.epoch)
        profile.keyUsage = [.digitalSignature]
        let content = try draft.certify(
            profile, key: SubjectKeyInfo(impostor.key.publicKey), serialNumber: [0x43] + impostor.random.octets(8)
        ) { content in
            if let identifier = structure.meaning.subjectKeyIdentifier?.value {
                content.set(AuthorityKeyIdentifier.asExtension(Array(identifier)))
            }
        }
        let leaf = try CertificateAuthority.resigned(content) { forgedSignature(of: $0).bigEndian(count: 256) ?? [] }
        let signature = Integer(bigEndian: try CertificateStructure(leaf).signature)
        let cube = (signature * signature * signature).bigEndian(count: 256) ?? []

        var outcome = impostor.pose(
            with: [leaf],
            to: impostor.judge(
                show.isWhole ? [] : [show.isHalf ? .looksBehindSHA1Alone : .looksBehindNoDigest],
                anchors: [anchor.certificate]),
            shown: E3ForgeryNote.writes, read: { E3ForgeryNote.accepted($0) }, refused: { E3ForgeryNote.refused($0) },
            cite: .rfc(8017, "8.2.2"))
        outcome.steps.insert(
            .init(
                remark: E3ForgeryNote.cubes, frames: [], leg: nil, cite: nil,
                quantities: [.init("s", signature.bigEndian), .init("s^3", cube)]), at: 1)
        outcome.evidence.append(("anchor", .string(Hex.string(anchor.certificate))))
        outcome.reproduce = [
            """
            tshark -r FILE -Y 'tls.handshake.type==11' -T fields -E occurrence=f -e tls.handshake.certificate | tr -d : | \
            python3 -c "import sys; s=int(sys.stdin.read().strip()[-512:],16); print((s**3).to_bytes(256,'big').hex())"
            """
        ]
        return outcome
    }

    /// The forged signature of `content`: the number whose cube begins as the block of a right signature does, with 00 01, eight octets ff, 00 and
    /// DigestInfo. The other octets of the cube are arbitrary.
    private static func forgedSignature(of content: [UInt8]) -> Integer {
        let start: [UInt8] =
            [0x00, 0x01] + [UInt8](repeating: 0xff, count: 8) + [0x00]
            + DigestFunction.common(.sha256).digestInfo(HashAlgorithm.sha256.hash(content))
        let block = Integer(bigEndian: start + [UInt8](repeating: 0, count: 256 - start.count))
        return block.root(3) + 1
    }
}
