import PKI
import TLSSim
import Trace

/// The service of the server on a connection: a page about the connection, or an echo (RFC 862).
package struct TLSService: TLSApplication {
    /// Whether the service is an echo.
    private let echoes: Bool
    /// Not nil if the keys are to be changed before the first data: true asks the client to do the same. Nil once that is done.
    private var keyUpdate: Bool?
    /// How long the server waits for a silent client.
    package let patience: TimeSpan
    /// How many requests the server has answered; of an echo, how many pieces of data it has sent back.
    package private(set) var requests = 0
    /// False: a server that has answered needs nothing more from its client.
    package var awaitsGoodbye: Bool { false }
    private var parameters: SecurityParameters?
    private var request = RequestHead()
    /// Whether the page has been sent.
    private var hasAnswered = false
    /// The early data that is sent back when the handshake is complete.
    private var heldBack: [UInt8] = []
    /// The number of octets of early data.
    private var earlyOctets = 0

    /// A service for one connection.
    ///
    /// - Parameters:
    ///   - echoes: whether it sends back the octets that it receives, instead of a page.
    ///   - patience: how long the server waits for a silent client.
    ///   - keyUpdate: nil to keep the keys; else they are changed before the first data, and true asks the client to do the same.
    package init(echoes: Bool, patience: TimeSpan, keyUpdate: Bool? = nil) {
        self.echoes = echoes
        self.patience = patience
        self.keyUpdate = keyUpdate
    }

    /// Takes one event and returns the actions that follow.
    package mutating func react(to event: TLSApplicationEvent) -> [TLSApplicationAction] {
        switch event {
        case .established(let parameters):
            self.parameters = parameters
            if !heldBack.isEmpty {
                defer { heldBack = [] }
                return newKeys() + [.send(heldBack)]
            }
            // Of an answer that went out early only the end is missing. It stands behind the tickets.
            if hasAnswered { return [.close] }
            // An early request whose answer had to wait for the client's Finished is answered now.
            return request.progress == .unfinished ? [] : answer() + [.close]
        case .receivedEarly(let octets, let parameters):
            earlyOctets += octets.count
            guard echoes else {
                guard request.progress == .unfinished else { return [] }
                request.append(octets)
                // RFC 8446 section 2.3: the answer may follow the server's Finished immediately.
                guard let parameters, request.progress != .unfinished else { return [] }
                self.parameters = parameters
                return answer()
            }
            requests += 1
            // No answer may go out yet, so the data waits. The change of keys must stand before it, and waits too.
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

    /// The change of keys, if one is wanted and was not made yet.
    private mutating func newKeys() -> [TLSApplicationAction] {
        defer { keyUpdate = nil }
        return keyUpdate.map { [.updateKeys(request: $0)] } ?? []
    }

    /// The text of the page.
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
