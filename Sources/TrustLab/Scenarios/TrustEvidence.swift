import PKI
import Trace

/// The evidence for a decision about a connection: the certificates of the peer, the host that was asked for, the moment, the anchors of
/// the device and the pins of the app.
package struct TrustEvidence: Hashable, Sendable {
    /// The end that has to authenticate itself.
    package enum Asked: Hashable, Sendable {
        /// A server of that name or address.
        case server(String)
        /// A client. A server judges it, which trusts the anchors.
        case client
    }

    /// The certificates in DER in the order in which they were sent. The first one is taken as the leaf.
    package var chain: [[UInt8]]
    /// The end that was asked for.
    package var asked: Asked
    /// The moment, in seconds since 1970.
    package var time: Int64
    /// The authorities that came with the system, in DER.
    package var systemAnchors: [[UInt8]]
    /// The kind of ``systemAnchors``. It differs from `system` where other anchors stand in for those of the system.
    package var systemKind = AnchorKind.system
    /// The authorities that the user, or the administrator of the device, has installed and trusts, in DER.
    package var userAnchors: [[UInt8]] = []
    /// The certificates that are bundled with the app, in DER: its pins.
    package var pins: [[UInt8]] = []
    /// The further keys that the app has pinned, without a certificate.
    package var pinnedKeys: [PublicKeyPin] = []
    /// The logs whose timestamps can be verified. Nil where timestamps are only counted.
    package var knownLogs: [KnownLog]?
    /// The stapled OCSP response in DER. Nil if there is none.
    package var stapledResponse: [UInt8]?
    /// The timestamps of logs that the server has sent beside its certificate.
    package var sentTimestamps = SentTimestamps.notSeen
    /// Whether the peer has the leaf's private key. Without the key no handshake completes, even if the chain is trusted.
    package var peerHasKey = true

    /// Evidence from its parts.
    package init(chain: [[UInt8]], asked: Asked, time: Int64, systemAnchors: [[UInt8]]) {
        self.chain = chain
        self.asked = asked
        self.time = time
        self.systemAnchors = systemAnchors
    }

    /// The app's attempt to connect to the server. Nil for a client.
    package var attempt: ConnectionAttempt? {
        guard case .server(let host) = asked else { return nil }
        var attempt = ConnectionAttempt(
            chain: chain, host: host, time: time, systemAnchors: systemAnchors, userAnchors: userAnchors)
        attempt.stapledResponse = stapledResponse
        attempt.systemKind = systemKind
        attempt.knownLogs = knownLogs
        attempt.sentTimestamps = sentTimestamps
        return attempt
    }

    /// Takes what the server has sent beside its certificates. The OCSP response stays if the server has stapled none.
    package mutating func take(_ beside: SentBeside) {
        stapledResponse = beside.response ?? stapledResponse
        sentTimestamps = beside.timestamps
    }

    /// The moment in words: "2026-03-01 12:00:00 UTC".
    package var date: String { CivilTime.text(time) }

    /// The anchors of the platform: first those of the system, then those of the user.
    package var platformStore: TrustStore {
        TrustStore(anchors: systemAnchors, kind: systemKind).adding(userAnchors, kind: .user)
    }

    /// The question that SecTrust answers about the chain.
    package var platformQuestion: ChainQuestion {
        var question =
            switch asked {
            case .server(let name): ChainQuestion(hostName: name, time: time)
            case .client: ChainQuestion(.client, time: time)
            }
        question.stapledResponse = stapledResponse
        question.knownLogs = knownLogs
        question.sentTimestamps = sentTimestamps
        return question.askedBySecTrust
    }

    /// SecTrust's evaluation of the chain.
    ///
    /// - Parameter other: certificates in DER, the leaf first, to evaluate instead of ``chain``.
    package func evaluation(of other: [[UInt8]]? = nil) -> SecTrust.Evaluation {
        var evidence = self
        evidence.chain = other ?? chain
        if let trust = evidence.attempt?.serverTrust { return trust.evaluate(at: time) }
        return SecTrust.Evaluation(of: evidence.chain, asking: platformQuestion, in: platformStore)
    }
}
