import TLSSim
import Trace

extension TLSSpace {
    /// Judges the two ends together: what each believes of the other.
    struct PairTrial {
        let client: Account
        let server: Account
        /// The parameters that both have when nothing disturbs them; nil before they are known.
        let best: [Role: SecurityParameters]?
        /// Whether the server demands a certificate of the client.
        let demandsCertificate: Bool

        /// The rules that are broken.
        var broken: RuleSet { broken(at: client, server).union(broken(at: server, client)) }

        private func broken(at end: Account, _ peer: Account) -> RuleSet {
            var broken: RuleSet = []
            if demandsCertificate, end.role == .server, end.parameters?.peer == .anonymous { broken.insert(.identity) }
            guard let parameters = end.parameters, isIdentified(end, parameters) else { return broken }
            if !peer.messages.starts(with: end.seen) || peer.parameters.map({ !parameters.agrees(with: $0) }) ?? false {
                broken.insert(.agreement)
            }
            if end.secret.isEmpty || peer.secret != end.secret { broken.insert(.identity) }
            if end.secret.isEmpty || end.isKnownToHer || end.hasTakenHers { broken.insert(.secrecy) }
            if let best = best?[end.role], !parameters.agrees(with: best) { broken.insert(.best) }
            if !peer.wrote.starts(with: end.given) || !peer.wroteEarly.starts(with: end.givenEarly) {
                broken.insert(.stream)
            }
            if end.toldEnd, !peer.hasClosed || end.given != peer.wrote { broken.insert(.truncation) }
            return broken
        }

        /// Whether an end knows who its peer is: a client always; a server if the client has proved who it is, or if the attacker has no part
        /// in the keys. Anyone may open a connection to a server that asks for no certificate, the attacker as well.
        private func isIdentified(_ end: Account, _ parameters: SecurityParameters) -> Bool {
            let isProved = end.hellos.asksCertificate && parameters.peer != .anonymous
            return end.role == .client || isProved || !(end.isKnownToHer || end.hasTakenHers)
        }
    }
}

extension SecurityParameters {
    /// Whether both ends have these parameters, or two runs: version, suite, group and extensions.
    fileprivate func agrees(with other: SecurityParameters) -> Bool {
        version == other.version && suite == other.suite && group == other.group
            && applicationProtocol == other.applicationProtocol && isResumed == other.isResumed
            && extendedMasterSecret == other.extendedMasterSecret && encryptThenMAC == other.encryptThenMAC
            && psk == other.psk
            && wasRetried == other.wasRetried
    }
}
