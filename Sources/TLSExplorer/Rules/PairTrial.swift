import TLSSim
import Trace

extension TLSSpace {
    /// Judges the two ends together: what each believes of the other.
    struct PairTrial {
        let client: Account
        let server: Account
        let scope: TLSScope
        /// The parameters that both have when nothing disturbs them; nil before they are known.
        let best: [Role: SecurityParameters]?
        /// What the rules ask of the connection before this one; nil if there was none.
        let past: Past.Facts?

        /// What is broken: rules, and what TLS as it is specified does not prevent.
        struct Findings {
            var broken: RuleSet = []
            var weaknesses: Set<Weakness> = []

            /// Adds rules that are broken by a weakness; where that is nil, or with --strict, they count.
            mutating func add(_ rules: RuleSet, by weakness: Weakness?, isStrict: Bool) {
                guard let weakness, !isStrict else { return broken.formUnion(rules) }
                if !rules.isEmpty { weaknesses.insert(weakness) }
            }
        }

        /// What is broken.
        var findings: Findings {
            var findings = Findings(broken: twice.union(revived))
            for (end, peer) in [(client, server), (server, client)] {
                guard let parameters = end.parameters, !isForHer(end) else { continue }
                findings.add(
                    broken(at: end, parameters, peer), by: isIdentified(end, parameters) ? nil : .anonymousClient,
                    isStrict: scope.isStrict)
                // A server that demands a certificate is not open with a client that has shown none.
                if scope.clientCertificate, end.role == .server, parameters.peer == .anonymous {
                    findings.broken.insert(.identity)
                }
            }
            findings.add(shared, by: isBindingOffered ? .offeredBinding : nil, isStrict: scope.isStrict)
            return findings
        }

        private func broken(at end: Account, _ parameters: SecurityParameters, _ peer: Account) -> RuleSet {
            var broken: RuleSet = []
            if !peer.messages.starts(with: end.seen) || peer.parameters.map({ !parameters.agrees(with: $0) }) ?? false {
                broken.insert(.agreement)
            }
            // The true peer may be the one of the connection before; then the two do not agree.
            let shares = peer.secret == end.secret || past?.secrets[peer.role] == end.secret
            let shown = parameters.peer.chain.first
            let isMeant = end.role == .server || end.host == peer.host
            let isShown = shown.map { peer.leaves.contains($0) } ?? true
            if end.secret.isEmpty || !shares || !isMeant || !isShown { broken.insert(.identity) }
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

        // MARK: Two connections

        /// The rule about early data, if the server has taken what it has taken in the connection before.
        private var twice: RuleSet {
            guard let first = past?.earlyHello, EarlyFlight(server)?.repeats(first) ?? false else { return [] }
            return RuleSet(.once)
        }

        /// The rule about a session whose connection has failed. In TLS 1.3 a ticket only should be forgotten then (RFC 8446 section 6.2), and
        /// a server of TLS 1.2 cannot forget a ticket that is out (RFC 5077 section 5.1).
        private var revived: RuleSet {
            guard let past, scope.version == .tls12 else { return [] }
            return [client, server].contains { past.spoilt.contains($0.role) && $0.revivesSession }
                ? RuleSet(.silence) : []
        }

        /// Whether a connection of an end is the attacker's own: a client that visits her name, and the server that she visits then.
        private func isForHer(_ end: Account) -> Bool {
            scope.visitsHer && (end.role == .client || !end.hellos.asksCertificate)
        }

        /// The rule about two connections with one secret, where the client visits the attacker, and she the server.
        private var shared: RuleSet {
            guard scope.visitsHer, !client.secret.isEmpty, client.secret == server.secret else { return [] }
            return RuleSet(.binding)
        }

        /// Whether the ends speak the extended master secret, but have not agreed on it.
        private var isBindingOffered: Bool { !scope.mistakes.contains(.noEMS) && !server.hellos.bindsHandshake }
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
