import PKI
import Simulator
import TCPSim
import Trace

/// A false address leads to a server with a good certificate for another name (AFNetworking 2.5.2, 2015).
enum DNSHijack: Exhibit {
    static let card = Card(
        "dns-hijack", in: .pki, from: .peer, to: .impersonate, unit: .certificates, year: 2015,
        cites: [.rfc(9525, "6")],
        cves: ["CVE-2015-3996"], words: DNSHijackCard.self)

    static func perform(_ show: Performance) throws -> Outcome {
        var impostor = try Impostor(show)
        let own = try impostor.pki.intermediate.issueServer(
            hostName: Impostor.ownHost, key: impostor.key, at: Visit.epoch, using: &impostor.random)
        // Half of the rule: the client compares a name, but the name that the false answer of DNS gave, not the one that the user wanted.
        let name = show.isHalf ? Impostor.ownHost : Visit.hostName
        let judge = ChainJudge(
            show.isDefended ? .full : .anyName, by: Evaluator(store: impostor.pki.trustStore),
            asking: ChainQuestion(hostName: name, time: Visit.epoch))
        var outcome = impostor.pose(
            with: own.chain, to: judge, at: .attacker, shown: DNSHijackNote.leads, read: { DNSHijackNote.accepted($0) },
            refused: { DNSHijackNote.refused($0) }, cite: .rfc(9525, "6"))
        outcome.evidence.append(("host", .string(Visit.hostName)))
        return outcome
    }
}
