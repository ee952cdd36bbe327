import PKI
import Simulator
import Trace

/// A zero octet inside a certificate's name ends the name for a client that reads names as C strings (2009).
enum NullPrefix: Exhibit {
    static let card = Card(
        "null-prefix", in: .pki, from: .inPath, to: .impersonate, unit: .certificates, year: 2009,
        cites: [.rfc(5280, "4.2.1.6")],
        cves: ["CVE-2009-2408"], words: NullPrefixCard.self)

    static func perform(_ show: Performance) throws -> Outcome {
        var impostor = try Impostor(show)
        // The authority reads the name from its end. It asks the owner of mallory.example.net, and she confirms the name.
        let name = "\(Visit.hostName)\0.\(Impostor.ownHost)"
        var profile = CertificateProfile.server(hostName: Impostor.ownHost, at: Visit.epoch)
        profile.dnsNames = [name]
        profile.keyUsage = [.digitalSignature]
        let own = try impostor.pki.intermediate.issueServer(
            hostName: Impostor.ownHost, profile: profile, key: impostor.key, at: Visit.epoch, using: &impostor.random)
        var outcome = impostor.pose(
            with: own.chain,
            to: impostor.judge(show.isWhole ? [] : [show.isHalf ? .endsPlainNamesAtZero : .endsNamesAtZero]),
            shown: NullPrefixNote.shows,
            read: { NullPrefixNote.accepted($0) }, refused: { NullPrefixNote.refused($0) }, cite: .rfc(5280, "4.2.1.6"))
        outcome.evidence.append(("host", .string(Visit.hostName)))
        outcome.evidence.append(("name", .string(Hex.string(Array(name.utf8)))))
        outcome.reproduce = [
            """
            tshark -r FILE -Y 'tls.handshake.type==11' -T fields -E occurrence=f -e tls.handshake.certificate | tr -d : | \
            xxd -r -p | openssl asn1parse -inform der -dump | tail -n 40
            """
        ]
        return outcome
    }
}
