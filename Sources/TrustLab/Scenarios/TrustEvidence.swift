import PKI
import Trace

/// Everything on which a decision about a connection can rest: what the peer sent, who was asked for, when, and what the
/// device and the app had with them.
package struct TrustEvidence: Hashable, Sendable {
    /// The end that has to authenticate itself.
    package enum Asked: Hashable, Sendable {
        /// A server of that name or address.
        case server(String)
        /// A client, judged by a server that trusts the anchors.
        case client
    }

    /// The certificates in DER in the order in which they were sent; what is first is taken for the leaf.
    package var chain: [[UInt8]]
    /// The end that was asked for.
    package var asked: Asked
    /// The moment, in seconds since 1970.
    package var time: Int64
    /// The authorities that came with the system, in DER.
    package var systemAnchors: [[UInt8]]
    /// The kind of ``systemAnchors``, for anchors that only play the system's part.
    package var systemKind = AnchorKind.system
    /// The authorities that the user, or the administrator of the device, has installed and trusts, in DER.
    package var userAnchors: [[UInt8]] = []
    /// The certificates that are bundled with the app, in DER: its pins.
    package var pins: [[UInt8]] = []
    /// The keys that the app has pinned besides, of which it has no certificate.
    package var pinnedKeys: [PublicKeyPin] = []
    /// The logs whose timestamps can be verified; nil where timestamps are counted only.
    package var knownLogs: [KnownLog]?
    /// An OCSP response in DER, if one was stapled.
    package var stapledResponse: [UInt8]?
    /// Whether the peer has the leaf's private key. Without it no handshake ends, whatever the chain is worth.
    package var peerHasKey = true

    /// Evidence from its parts.
    package init(chain: [[UInt8]], asked: Asked, time: Int64, systemAnchors: [[UInt8]]) {
        self.chain = chain
        self.asked = asked
        self.time = time
        self.systemAnchors = systemAnchors
    }

    /// A connection to the server that was asked for, on that device; nil for a client.
    package var attempt: ConnectionAttempt? {
        guard case .server(let host) = asked else { return nil }
        var attempt = ConnectionAttempt(
            chain: chain, host: host, time: time, systemAnchors: systemAnchors, userAnchors: userAnchors)
        attempt.stapledResponse = stapledResponse
        attempt.systemKind = systemKind
        attempt.knownLogs = knownLogs
        return attempt
    }

    /// Puts what the server has stapled in the place of a response from elsewhere; where it has stapled none, that one stays.
    package mutating func prefer(_ staple: [UInt8]?) { stapledResponse = staple ?? stapledResponse }

    /// The moment as people write it: "2026-03-01 12:00:00 UTC".
    package var date: String { CivilTime.text(time) }

    /// The anchors of the platform: the system's, then the user's.
    package var platformStore: TrustStore {
        TrustStore(anchors: systemAnchors, kind: systemKind).adding(userAnchors, kind: .user)
    }

    /// The platform's question.
    package var platformQuestion: Question {
        var question =
            switch asked {
            case .server(let name): Question(hostName: name, time: time)
            case .client: Question(.client, time: time)
            }
        question.stapledResponse = stapledResponse
        question.knownLogs = knownLogs
        return question.askedBySecTrust
    }

    /// SecTrust's evaluation on that device.
    ///
    /// - Parameter other: certificates in DER, the leaf first, in the place of ``chain``.
    package func evaluation(of other: [[UInt8]]? = nil) -> SecTrust.Evaluation {
        var evidence = self
        evidence.chain = other ?? chain
        if let trust = evidence.attempt?.serverTrust { return trust.evaluate(at: time) }
        return SecTrust.Evaluation(of: evidence.chain, asking: platformQuestion, in: platformStore)
    }
}
