import PKI
import Simulator
import Trace

/// The owner of a valid leaf certificate signs other certificates with its key, and the client accepts them (Internet Explorer 2002, iOS
/// 2011).
enum LeafAsCA: Exhibit {
    static let card = Card(
        "leaf-as-ca", in: .pki, from: .inPath, to: .impersonate, unit: .certificates, year: 2002,
        cites: [.rfc(5280, "6.1.4"), .rfc(5280, "4.2.1.9")], cves: ["CVE-2002-0862", "CVE-2011-0228"],
        words: LeafAsCACard.self)

    static func perform(_ show: Performance) throws -> Outcome {
        var impostor = try Impostor(show)
        // The authority makes no mistake: it issues a leaf for the name that she can prove is hers, and not a certificate of an authority.
        let own = try impostor.pki.intermediate.issueServer(
            hostName: Impostor.ownHost, key: impostor.key, at: Visit.epoch, using: &impostor.random)
        let forged = try CertificateAuthority(impersonating: own).issueServer(
            hostName: Visit.hostName, key: impostor.key, at: Visit.epoch, using: &impostor.random)
        return impostor.pose(
            with: forged.chain.prefix(1) + own.chain,
            to: impostor.judge(show.isWhole ? [] : [show.isHalf ? .asksRootsAlone : .takesAnyIssuer]),
            shown: LeafAsCANote.signs,
            read: { LeafAsCANote.accepted($0) }, refused: { LeafAsCANote.refused($0) }, cite: .rfc(5280, "6.1.4"))
    }
}
