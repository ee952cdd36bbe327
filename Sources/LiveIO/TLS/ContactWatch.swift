import PKI
import TLSSim
import Trace
import TrustLab

/// Watches live connections, and says why they have failed: in the doctor's words, with the doctor's remedies.
package final class ContactWatch {
    private let role: Role
    /// The address of the server, as it was given.
    private let place: Endpoint
    /// How long the server may take, in seconds.
    private let seconds: Double
    /// Whether the client offers a secret that was agreed outside TLS.
    private let offersSecret: Bool
    /// Whether the client has a certificate to show.
    private let hasCertificate: Bool
    /// Whether the client offers fewer versions, suites or groups than it could.
    private let offersLess: Bool
    /// The name that the server must prove. Nil on a server.
    private let name: String?
    /// Whether the client has pinned keys.
    private let pins: Bool
    private var contacts: [Int: Contact] = [:]

    /// A watch over connections at this place.
    package init(
        role: Role, place: Endpoint, seconds: Double, offersSecret: Bool, hasCertificate: Bool = false,
        offersLess: Bool = true, name: String? = nil, pins: Bool = false
    ) {
        (self.role, self.place, self.seconds) = (role, place, seconds)
        (self.offersSecret, self.hasCertificate) = (offersSecret, hasCertificate)
        (self.offersLess, self.name, self.pins) = (offersLess, name, pins)
    }

    /// Takes an observation.
    package func watch(_ sight: TLSSight) {
        switch sight {
        case .opened(let number, _, _): contacts[number] = Contact()
        case .stepped(let number, let received, let outputs):
            contacts[number]?.take(received, outputs, isClient: role == .client)
        case .ended: break
        }
    }

    /// Forgets a connection that has ended.
    package func forget(_ number: Int) { contacts[number] = nil }

    /// Why a connection has failed and what to do, in sentences; nil if nothing is known beyond the sentence of the ending.
    package func why(_ ending: TLSEnding, of number: Int) -> Words? {
        guard let contact = contacts[number] else { return nil }
        return role == .client ? contact.whyServer(ending, self) : contact.whyClient(ending).map { Self.text($0) }
    }

    private static func text(_ problem: ClientProblem) -> Words {
        Words(
            english: "\(problem.english) Try this: \(problem.englishRemedy)",
            chinese: "\(problem.chinese)试试这样：\(problem.chineseRemedy)")
    }

    /// What is known about a connection.
    private struct Contact {
        /// The first octets of the other side.
        var first: [UInt8] = []
        /// What a server has sent in clear.
        var flight = ServerFlight()
        var isAsked = false
        var hasShown = false
        var isEstablished = false
        /// How many flights were sent before the handshake was complete.
        var flights = 0
        /// How many octets of data have arrived.
        var data = 0
        /// The certificates that a server has shown, the leaf first.
        var chain: [[UInt8]] = []

        mutating func take(_ received: [UInt8], _ outputs: [Output], isClient: Bool) {
            if first.count < 16 { first += received.prefix(16) }
            if isClient, !flight.isAnswered || flight.version != .tls13 { flight.take(received) }
            // An alert is no flight.
            let hasFailed = outputs.contains { if case .failed = $0 { true } else { false } }
            for output in outputs {
                switch output {
                case .bytes where !isEstablished && !hasFailed: flights += 1
                case .certificateRequested: isAsked = true
                case .certificateShown: hasShown = true
                case .judge(let shown): chain = shown
                case .established: isEstablished = true
                case .plaintext(let octets): data += octets.count
                default: break
                }
            }
        }

        // MARK: The failure of a server

        func whyServer(_ ending: TLSEnding, _ watch: ContactWatch) -> Words? {
            switch ending {
            case .failed(let error, _): return why(error, watch)
            case .broken, .brokenEarly: return cut(isReset: true, watch)
            case .gaveUp(.slowHandshake):
                guard flight.hello != nil else {
                    return text(.silent(watch.place, after: flight.progress, seconds: watch.seconds))
                }
                return text(.silence(flight.progress, isLate: isLate))
            case .closed, .closedEarly, .gaveUp, .stopped: return nil
            }
        }

        private func why(_ error: TLSError, _ watch: ContactWatch) -> Words? {
            if case .foreign(let octets)? = flight.stop { return text(.notTLS(watch.place, .init(octets))) }
            switch error {
            case .peerAlert(let alert): return why(alert, watch)
            case .badSignature, .signatureKeyMismatch: return text(.badProof)
            case .certificateRefused(let kind, _): return text("", remedies(kind, watch))
            case .badRecordMAC:
                return Words(
                    english: "Something on the way has changed octets, or both sides have computed different keys.",
                    chinese: "路上有什么改动了字节，或者双方算出的密钥不同。")
            case .unsupportedVersion: return text("", (watch.offersLess ? [.offerMore] : []) + [.enableVersions])
            case .closedDuringHandshake, .closeNotifyDuringHandshake, .truncatedMessage, .truncatedRecord:
                return isEstablished ? nil : cut(isReset: false, watch)
            case .truncated: return cut(isReset: false, watch)
            default: return nil
            }
        }

        private func why(_ alert: AlertDescription, _ watch: ContactWatch) -> Words? {
            guard flight.hello != nil else {
                let secret: [AlertDescription] = [
                    .decryptError, .illegalParameter, .unknownPSKIdentity, .handshakeFailure,
                ]
                if watch.offersSecret, secret.contains(alert) {
                    return text(.secretRefused(watch.place, alert: alert))
                }
                return text(.alerted(watch.place, alert: alert, isGeneral: false), offersLess: watch.offersLess)
            }
            // In TLS 1.3 the client completes the handshake before the server has seen the client's certificate.
            guard !isEstablished || flight.version == .tls13 && data == 0 else { return nil }
            if isAsked, isLate { return refused(alert, watch) }
            return text(
                .init(serverAlert: alert, suite, isRequested: isAsked, isLate: isLate)
                    ?? .serverAlert(alert, isLate: isLate))
        }

        /// The server has asked for a certificate, and has not accepted the answer.
        private func refused(_ alert: AlertDescription?, _ watch: ContactWatch) -> Words {
            if hasShown { return text(.certificateRefused(alert)) }
            guard watch.hasCertificate else { return text(.certificateDemanded(alert)) }
            let cause = Words(
                english:
                    "The server asked for a certificate of authorities that have not issued ours, so none was shown.",
                chinese: "服务器要求的证书，须由指定的 CA 签发，而我们的证书不是它们签发的，所以没有出示。")
            return text(cause, [.showOtherCertificate]) ?? ""
        }

        /// Why the server may have ended the connection without an alert.
        private func cut(isReset: Bool, _ watch: ContactWatch) -> Words? {
            guard data == 0 else {
                return Words(
                    english: "\(counted(data, "octet")) of its data had arrived.", chinese: "它的数据已到达 \(data) 字节。")
            }
            guard flight.hello != nil else {
                return text(.closed(watch.place, after: flight.progress, isReset: isReset))
            }
            if isEstablished, !isAsked {
                let nothing = Words(english: "No octet of data had arrived.", chinese: "没有一个字节的数据到达。")
                guard flight.version == .tls13 else { return nothing }
                let early = Words(
                    english:
                        " In TLS 1.3 the client completes the handshake before the server has read its last messages: the "
                        + "server may have refused them.",
                    chinese: "在 TLS 1.3 中，服务器读到客户端最后的消息之前，客户端就已完成握手：服务器可能拒绝了这些消息。")
                return text(nothing + early, [.readServerLog])
            }
            guard !isEstablished || flight.version == .tls13 else { return nil }
            if isAsked, isLate { return refused(nil, watch) }
            return text(.serverEnded(flight.progress, isReset: isReset, isLate: isLate))
        }

        /// Whether the client has sent its last flight.
        private var isLate: Bool { isEstablished || flight.version != .tls13 && flights > 1 }

        private var suite: RegisteredSuite { RegisteredSuite(flight.hello?.cipherSuite ?? 0) }

        /// What to do where the client refuses the server's certificate.
        private func remedies(_ kind: RefusalKind, _ watch: ContactWatch) -> [Remedy] {
            let shown = (try? CertificatePins.of(chain: chain)) ?? []
            let names = shown.first?.dnsNames ?? []
            switch kind {
            case .unknownCA:
                // The issuer of the last certificate: an authority that has to be named here, or one whose certificate was not sent.
                guard let last = Self.end(of: shown), last.issuer != last.label else { return [.nameAuthority] }
                return [.nameAuthority, .sendIntermediate(last.issuer)]
            case .badName:
                let right = watch.name.map { [Remedy.certificateFor($0)] } ?? []
                return names.contains { HostName(hostInDNSName: $0) != nil } ? [.nameHost] + right : right
            // Another certificate of the chain may be the one that has expired.
            case .expired:
                let hasExpired = shown.first.map { $0.notAfter < WallClock.microseconds / 1_000_000 } ?? true
                return [hasExpired ? .renew : .replaceAuthority]
            case .notYetValid: return [.setClock]
            case .revoked: return [.replaceRevoked]
            case .badSignature: return [.restoreOctets]
            case .badCertificate where watch.pins && shown.first != nil:
                return shown.prefix(1).map { .pinShown($0.publicKeyPin.base64) }
            case .tooWeak, .beyondRepair, .unsupportedKey, .unsupportedExtension, .wrongUsage, .notAnAuthority,
                .badCertificate:
                return [.reissue]
            case .notAdmitted: return []
            }
        }

        /// The last certificate of the path from the leaf, as far as its issuers were sent, by their names.
        private static func end(of shown: [CertificatePins]) -> CertificatePins? {
            guard var last = shown.first else { return nil }
            var others = Array(shown.dropFirst())
            while last.issuer != last.label, let place = others.firstIndex(where: { $0.label == last.issuer }) {
                last = others.remove(at: place)
            }
            return last
        }

        private func text(_ problem: ContactProblem, offersLess: Bool = false) -> Words {
            var remedies = problem.remedies
            if remedies.first == .enableVersions, offersLess { remedies.insert(.offerMore, at: 0) }
            return text(Words(problem), remedies) ?? ""
        }

        private func text(_ cause: HandshakeFailure.Cause) -> Words {
            let failure = HandshakeFailure(cause, in: flight.version ?? .tls12, with: suite)
            return text(Words(english: failure.englishEvent, chinese: failure.chineseEvent), failure.remedies) ?? ""
        }

        private func text(_ cause: Words, _ remedies: [Remedy]) -> Words? {
            let tries = remedies.prefix(2).map { Words($0.ofThisClient) }
            let attempt = Words(english: "Try this: ", chinese: "试试这样：")
            let attempts = tries.joined(separator: Words(english: " Or: ", chinese: "或者："))
            let all = [cause, tries.isEmpty ? "" : attempt + attempts].filter { !$0.isEmpty }
            return all.isEmpty ? nil : all.joined(separator: Words(english: " ", chinese: ""))
        }

        // MARK: The failure of a client

        func whyClient(_ ending: TLSEnding) -> ClientProblem? {
            switch ending {
            case .failed(let error, _):
                if let octet = first.first, !ServerFlight.contentTypes.contains(octet), !isEstablished {
                    return .notTLS(.init(first))
                }
                return whyClient(error)
            case .broken, .brokenEarly: return isEstablished ? nil : left(isReset: true)
            case .closed, .closedEarly, .gaveUp, .stopped: return nil
            }
        }

        /// The client has gone before the handshake was complete.
        private func left(isReset: Bool) -> ClientProblem {
            flights > 0
                ? .wentAway(isReset: isReset) : first.isEmpty ? .saidNothing(isReset: isReset) : .stoppedInHello
        }

        private func whyClient(_ error: TLSError) -> ClientProblem? {
            switch error {
            case .peerAlert(let alert) where ClientProblem.refusals.contains(alert): .certificateRefused(alert)
            case .closedDuringHandshake, .closeNotifyDuringHandshake, .truncatedRecord, .truncatedMessage:
                isEstablished ? nil : left(isReset: false)
            case .noCommonSuite, .noCommonGroup, .noCommonSignatureScheme, .unsupportedVersion, .tls13(.noCommonGroup):
                .nothingInCommon
            case .certificateRefused(let kind, _): .ownRefused(kind)
            case .noApplicationProtocol: .noProtocol
            case .unrecognizedName: .otherHost
            case .noClientCertificate, .tls13(.certificateRequired): .noCertificate
            case .tls13(.binderMismatch): .otherSecret
            default: nil
            }
        }
    }
}
