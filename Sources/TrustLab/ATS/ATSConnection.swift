import TLSSim

/// A connection to a server as App Transport Security judges it: the negotiated parameters and the server's certificates.
package struct ATSConnection: Hashable, Sendable {
    /// The negotiated version. Nil if it was not seen.
    package var version: ProtocolVersion?
    /// The negotiated cipher suite. Nil if it was not seen.
    package var suite: RegisteredSuite?
    /// The server's certificates in DER, the leaf first; empty where they were not seen.
    package var chain: [[UInt8]]
    /// SecTrust's evaluation of the chain for the name of the host. Nil if no chain was seen.
    package var evaluation: SecTrust.Evaluation?
    /// The group of the key exchange. Nil if it was not seen.
    package var group: NamedGroup?
    /// The outcome of a whole handshake. Nil if no handshake was examined.
    package var handshake: HandshakeTrial?

    /// A connection of these parts.
    package init(
        version: ProtocolVersion?, suite: RegisteredSuite?, chain: [[UInt8]] = [],
        evaluation: SecTrust.Evaluation? = nil, group: NamedGroup? = nil, handshake: HandshakeTrial? = nil
    ) {
        self.version = version
        self.suite = suite
        self.chain = chain
        self.evaluation = evaluation
        self.group = group
        self.handshake = handshake
    }

    /// Whether the server's certificates are hidden: TLS 1.3 encrypts them (RFC 8446 section 4.4), and the keys are not known.
    package var hidesCertificates: Bool {
        guard version == .tls13 else { return false }
        return switch handshake {
        case .completed: false
        case .failed(let failure): failure.isRecorded
        case .recorded, .proved, .untried, .unseen, nil: true
        }
    }
}

/// A server's answer to an offer.
package enum ATSAnswer: Hashable, Sendable {
    /// The server has agreed on a connection.
    case agreed(ATSConnection)
    /// The server has refused the offer. The value is its alert in words, or nil if it sent none.
    case refused(alert: String?)
    /// The offer was not made.
    case unknown
}

/// The known facts about a server: its answers to the offers that ATS makes, and to an offer of everything.
package struct ATSServer: Hashable, Sendable {
    /// The connection with a client that offers everything. Nil if it was not seen.
    package var anything: ATSConnection?
    /// The server's answers by offer. An offer that was not made has no entry.
    package var answers: [ATSOffer: ATSAnswer]

    /// A server with these answers.
    package init(anything: ATSConnection?, answers: [ATSOffer: ATSAnswer]) {
        self.anything = anything
        self.answers = answers
    }

    /// A server that is described by its configuration.
    ///
    /// - Parameters:
    ///   - versions: the versions that it supports. It chooses the newest one that is offered.
    ///   - suites: the cipher suites that it supports, preferred first.
    ///   - chain: its certificates in DER, the leaf first.
    ///   - evaluation: SecTrust's evaluation of the chain.
    package init(
        versions: [ProtocolVersion], suites: [RegisteredSuite], chain: [[UInt8]], evaluation: SecTrust.Evaluation?
    ) {
        func agreed(_ version: ProtocolVersion, _ suite: RegisteredSuite) -> ATSConnection {
            ATSConnection(version: version, suite: suite, chain: chain, evaluation: evaluation)
        }
        func first(_ fits: (ProtocolVersion, RegisteredSuite) -> Bool) -> ATSConnection? {
            for version in ProtocolVersion.all.reversed() where versions.contains(version) {
                if let suite = suites.first(where: { fits(version, $0) }) { return agreed(version, suite) }
            }
            return nil
        }
        anything =
            first { ($0 == .tls13) == ATSSuite.tls13.contains($1) }
            ?? ATSConnection(version: versions.max(), suite: suites.first, chain: chain, evaluation: evaluation)
        answers = [:]
        for offer in ATSPeriod.allCases.flatMap({ ATSOffer.all(on: $0) }) {
            answers[offer] = first { offer.contains($0, $1) }.map { .agreed($0) } ?? .refused(alert: nil)
        }
    }

    /// A server of which only one connection was seen. Its answer to an offer without that version and suite is not known.
    package init(seen connection: ATSConnection) {
        anything = connection
        answers = [:]
        guard let version = connection.version, let suite = connection.suite else { return }
        for offer in ATSPeriod.allCases.flatMap({ ATSOffer.all(on: $0) }) where offer.contains(version, suite) {
            answers[offer] = .agreed(connection)
        }
    }

    /// The same server, with `chain` in each connection in which no certificates were seen.
    package func showing(_ chain: [[UInt8]]) -> ATSServer {
        changed { if $0.chain.isEmpty { $0.chain = chain } }
    }

    /// The same server, with an evaluation of every chain. Equal chains are judged once.
    package func judged(by judge: ([[UInt8]]) -> SecTrust.Evaluation) -> ATSServer {
        var known: [[[UInt8]]: SecTrust.Evaluation] = [:]
        return changed { connection in
            guard !connection.chain.isEmpty else { return }
            let evaluation = known[connection.chain] ?? judge(connection.chain)
            known[connection.chain] = evaluation
            connection.evaluation = evaluation
        }
    }

    private func changed(_ change: (inout ATSConnection) -> Void) -> ATSServer {
        func changed(_ connection: ATSConnection) -> ATSConnection {
            var connection = connection
            change(&connection)
            return connection
        }
        let answers = answers.mapValues { answer in
            if case .agreed(let connection) = answer { ATSAnswer.agreed(changed(connection)) } else { answer }
        }
        return ATSServer(anything: anything.map(changed), answers: answers)
    }

    /// The server's answer to an offer.
    package func answer(to offer: ATSOffer) -> ATSAnswer { answers[offer] ?? .unknown }
}
