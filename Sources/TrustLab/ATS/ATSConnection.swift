import TLSSim

/// A connection to a server as App Transport Security looks at it: what was agreed on, and with whom.
package struct ATSConnection: Hashable, Sendable {
    /// The version that was agreed on; nil where it was not seen.
    package var version: ProtocolVersion?
    /// The suite that was agreed on; nil where it was not seen.
    package var suite: RegisteredSuite?
    /// The server's certificates in DER, the leaf first; empty where they were not seen.
    package var chain: [[UInt8]]
    /// SecTrust's evaluation of the chain, for the host's name; nil where no chain was seen.
    package var evaluation: SecTrust.Evaluation?
    /// The group of the key exchange; nil where it was not seen.
    package var group: NamedGroup?
    /// The outcome of a whole handshake; nil where no handshake was looked at.
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

    /// Whether certificates, if the server has shown any, are encrypted (RFC 8446 section 4.4) under keys that are not known here: only who
    /// makes the handshake has them.
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
    /// The server has refused; its alert in words, if it sent one.
    case refused(alert: String?)
    /// The offer was not made.
    case unknown
}

/// A server as far as it is known: its answers to the offers that ATS makes, and to an offer of everything.
package struct ATSServer: Hashable, Sendable {
    /// The connection with a client that offers everything; nil where it was not seen.
    package var anything: ATSConnection?
    /// Its answers. A missing key means: not asked.
    package var answers: [ATSOffer: ATSAnswer]

    /// A server of which this is known.
    package init(anything: ATSConnection?, answers: [ATSOffer: ATSAnswer]) {
        self.anything = anything
        self.answers = answers
    }

    /// A server by description.
    ///
    /// - Parameters:
    ///   - versions: those that it speaks; it takes the newest that is offered.
    ///   - suites: those that it has, preferred first.
    ///   - chain: its certificates.
    ///   - evaluation: SecTrust's evaluation of them.
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
            first { ($0 == .tls13) == (ATSSuite.standing(of: $1) == .tls13) }
            ?? ATSConnection(version: versions.max(), suite: suites.first, chain: chain, evaluation: evaluation)
        answers = [:]
        for offer in ATSOffer.all {
            answers[offer] = first { offer.contains($0, $1) }.map { .agreed($0) } ?? .refused(alert: nil)
        }
    }

    /// A server of which one connection was seen, and nothing else: what it would do with an offer that leaves out what it
    /// took is not known.
    package init(seen connection: ATSConnection) {
        anything = connection
        answers = [:]
        guard let version = connection.version, let suite = connection.suite else { return }
        for offer in ATSOffer.all where offer.contains(version, suite) { answers[offer] = .agreed(connection) }
    }

    /// The same server with certificates from another source, for one that shows none to onlookers.
    package func showing(_ chain: [[UInt8]]) -> ATSServer {
        changed { if $0.chain.isEmpty { $0.chain = chain } }
    }

    /// The same server with every chain judged.
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

    /// Its answer to an offer.
    package func answer(to offer: ATSOffer) -> ATSAnswer { answers[offer] ?? .unknown }
}
