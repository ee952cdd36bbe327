import PKI
import TLSSim
import Trace

/// What the server does on a connection: a page about it, or whatever comes back (RFC 862).
package struct TLSService: TLSApplication {
    private let echoes: Bool
    /// Whether the keys are changed before the first data: true asks the client to do the same. Nil when it is done.
    private var keyUpdate: Bool?
    /// How long a silent client is waited for.
    package let patience: TimeSpan
    /// How many requests it has answered; where it echoes, how many pieces of data it has sent back.
    package private(set) var requests = 0
    /// A server that has answered wants no more of its client.
    package var awaitsGoodbye: Bool { false }
    private var parameters: SecurityParameters?
    private var request = RequestHead()
    /// Whether the page has been sent.
    private var hasAnswered = false
    /// What is sent back when the handshake is complete.
    private var heldBack: [UInt8] = []
    /// Octets that came before the handshake was complete.
    private var earlyOctets = 0

    /// A service for one connection.
    ///
    /// - Parameters:
    ///   - echoes: whether it sends back what it gets, instead of a page.
    ///   - patience: how long a silent client is waited for.
    ///   - keyUpdate: whether to change the keys before the first data, and whether to ask the client to do the same.
    package init(echoes: Bool, patience: TimeSpan, keyUpdate: Bool? = nil) {
        self.echoes = echoes
        self.patience = patience
        self.keyUpdate = keyUpdate
    }

    /// Takes one event and returns what is to be done.
    package mutating func react(to event: TLSApplicationEvent) -> [TLSApplicationAction] {
        switch event {
        case .established(let parameters):
            self.parameters = parameters
            if !heldBack.isEmpty {
                defer { heldBack = [] }
                return newKeys() + [.send(heldBack)]
            }
            // What was answered early only lacks its end: the tickets come before that.
            if hasAnswered { return [.close] }
            // A request that came early, and had to wait for the client's Finished, is answered now.
            return request.progress == .unfinished ? [] : answer() + [.close]
        case .receivedEarly(let octets, let parameters):
            earlyOctets += octets.count
            guard echoes else {
                guard request.progress == .unfinished else { return [] }
                request.append(octets)
                // Section 2.3 of RFC 8446: the answer may follow the server's Finished at once.
                guard let parameters, request.progress != .unfinished else { return [] }
                self.parameters = parameters
                return answer()
            }
            requests += 1
            // Where nothing may go out yet, the new keys could not go out before it.
            guard parameters != nil else {
                heldBack += octets
                return []
            }
            return newKeys() + [.send(octets)]
        case .received(let octets):
            guard echoes else { return read(octets) }
            requests += 1
            return newKeys() + [.send(octets)]
        case .peerClosed: return []
        case .silence: return [.close]
        }
    }

    private mutating func read(_ octets: [UInt8]) -> [TLSApplicationAction] {
        guard request.progress == .unfinished else { return [] }
        request.append(octets)
        return request.progress == .unfinished ? [] : answer() + [.close]
    }

    private mutating func answer() -> [TLSApplicationAction] {
        requests += 1
        hasAnswered = true
        let early = earlyOctets
        let page = ConnectionPage.answer(to: request, with: parameters.map { Self.text($0, early: early) } ?? "")
        return newKeys() + [.send(page)]
    }

    /// The change of keys, where one is wanted and was not made yet.
    private mutating func newKeys() -> [TLSApplicationAction] {
        defer { keyUpdate = nil }
        return keyUpdate.map { [.updateKeys(request: $0)] } ?? []
    }

    /// The page.
    private static func text(_ parameters: SecurityParameters, early: Int) -> String {
        let client = parameters.peer.chain.first.map { subject(of: $0) } ?? "none"
        let ofVersion: [(String, String)] =
            parameters.version == .tls13
            ? rowsOfTLS13(parameters, early: early)
            : [
                ("Extended master secret", parameters.extendedMasterSecret ? "yes" : "no"),
                ("Encrypt-then-MAC", parameters.encryptThenMAC ? "yes" : "no"),
            ]
        let rows: [(String, String)] =
            [
                ("Version", parameters.version.name ?? "\(parameters.version)"),
                ("Cipher suite", parameters.suite.name ?? parameters.suite.description),
                ("Group", parameters.group ?? (parameters.isResumed ? "none, the session is resumed" : "none")),
            ] + ofVersion + [
                ("Resumed", parameters.isResumed ? "yes" : "no"),
                ("Application protocol", parameters.applicationProtocol ?? "none"),
                ("Host asked for", parameters.serverName ?? "none"), ("Client certificate", client),
            ]
        return "This page came over a TLS connection that HandshakeSim made by itself.\n\n"
            + ConnectionPage.table(rows)
    }

    private static func rowsOfTLS13(_ parameters: SecurityParameters, early: Int) -> [(String, String)] {
        let handshake =
            switch parameters.psk {
            case .resumption: "resumed with a PSK"
            case .external: "with an external PSK"
            case nil: "full"
            }
        let earlyData =
            switch parameters.earlyData {
            case .accepted: "accepted, \(counted(early, "octet"))"
            case .rejected: "rejected"
            case .none: "none"
            }
        return [
            ("Handshake", handshake), ("Signature", parameters.serverScheme?.name ?? "none"), ("Early data", earlyData),
            ("HelloRetryRequest", parameters.wasRetried ? "yes" : "no"),
        ]
    }

    private static func subject(of certificate: [UInt8]) -> String {
        let fields = (try? CertificateSummary.fields(of: certificate)) ?? []
        return fields.first { $0.name == "subject" }?.value ?? "one that cannot be read"
    }
}
