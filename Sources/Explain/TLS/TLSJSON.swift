import Crypto
import PKI
import TLSSim
import Trace

extension EndedTLS {
    /// TLS for programs; nil if there is none. The names of the members belong to the interface.
    var json: JSON? {
        guard isThere, let talk else { return nil }
        let chain = verdict.map {
            JSON.of(
                ("verdict", $0.isTrusted ? "trusted" : "rejected"), ("reason", $0.reason),
                ("at", CivilTime(secondsSince1970: $0.at).rfc3339))
        }
        // The record that completed the handshake may be missing. Without times both ends have the same one.
        let isKnown = !talk.lacksMessages
        let duration = talk.firstHello.flatMap { hello in talk.completed.map { $0.time - hello.time } } ?? 0
        let handshake = JSON.of(
            ("complete", talk.isComplete ? true : isKnown ? false : nil),
            ("duration_us", isKnown && duration > 0 ? duration : nil),
            ("stopped_after", talk.isComplete ? nil : talk.lastMessage), ("retry", talk.retryFrame != nil))
        let source = talk.opening.hasOpened ? talk.opening.source : nil
        return .of(
            ("offered", talk.offered), ("chosen", chosen(talk)), ("key_exchange", keyExchange),
            ("resumed", talk.answer == nil ? nil : talk.resumption),
            ("extended_master_secret", agreed(.extendedMasterSecret)), ("encrypt_then_mac", agreed(.encryptThenMAC)),
            ("certificates", certificates(talk)), ("chain", chain), ("handshake", handshake),
            ("alerts", talk.alerts.map(json)), ("close_notify", sides { hasClosed(isFromClient: $0) }),
            ("application_octets", sides { applicationOctets(isFromClient: $0) }),
            ("opened", JSON.of(("by", source?.rawValue ?? "none"), ("why_not", whyClosed?.english))),
            ("plaintext", talk.opening.hasOpened ? sides { talk[$0].plaintext.json } : nil),
            ("handshakes", max(1, talk.isTLS13 ? 1 : talk.client.specChanges)), ("prelude", prelude?.rawValue),
            ("heartbeats", talk.heartbeats.isEmpty ? nil : talk.heartbeats.count),
            ("encrypted_hello", talk.hello?.hasEncryptedHello == true ? true : nil))
    }

    /// The octets of application data of a side. A last record with the length of an alert is counted as an alert. Nil if it is not known
    /// where the data begins, because messages of the handshake are missing.
    func applicationOctets(isFromClient: Bool) -> Int? {
        guard let talk, talk.isComplete || !talk.lacksMessages else { return nil }
        let isAlert = talk.isTLS13 && !talk[isFromClient].hasClosed && hasClosed(isFromClient: isFromClient)
        return talk[isFromClient].applicationOctets - (isAlert ? 2 : 0)
    }

    /// A member for each side of the connection.
    private func sides(_ value: (Bool) -> (any DocumentValue)?) -> JSON {
        .of(("client", value(isSameClient)), ("server", value(!isSameClient)))
    }

    /// Whether both hellos have an empty extension; nil for TLS 1.3, or before ServerHello.
    private func agreed(_ item: HelloExtension) -> Bool? {
        guard let talk, !talk.isTLS13, let hello = talk.hello, let answer = talk.answer else { return nil }
        return hello.extensions.contains(item) && answer.extensions.contains(item)
    }

    private func chosen(_ talk: TLSTalk) -> JSON? {
        guard let answer = talk.answer else { return nil }
        var name = talk.openedProtocol
        for case .applicationProtocols(let names) in answer.extensions { name = names.first }
        return .of(
            ("frame", talk.answerFrame), ("version", answer.chosenVersion.shownName),
            ("suite", RegisteredSuite(answer.cipherSuite).word), ("group", group?.name), ("alpn", name.map(Self.text)))
    }

    private func certificates(_ talk: TLSTalk) -> JSON? {
        guard talk.server.certificates != nil || talk.client.certificates != nil else { return nil }
        return .of(
            ("server", talk.server.certificates.map { _ in serverChain.map(\.json) }),
            ("client", talk.client.certificates.map { _ in clientChain.map(\.json) }))
    }

    private func json(_ alert: TLSTalk.SeenAlert) -> JSON {
        .of(
            ("frame", alert.frame), ("from", alert.isFromClient == isSameClient ? "client" : "server"),
            ("level", alert.level.map { AlertLevel(rawValue: $0).map { "\($0)" } ?? "\($0)" }),
            ("code", alert.name?.rawValue), ("name", alert.name?.description), ("encrypted", alert.isEncrypted))
    }

    /// At most 255 octets of text from the capture, without control characters that would steer a terminal.
    static func text(_ octets: some Collection<UInt8>) -> String {
        String(decoding: octets.prefix(255), as: UTF8.self).legible
    }
}

extension TLSTalk {
    /// The client's offer, for programs.
    fileprivate var offered: JSON? {
        guard let seen = firstHello else { return nil }
        let hello = seen.message
        return .of(
            ("frame", seen.frames.first), ("octets", seen.octets), ("legacy_version", hello.version.shownName),
            ("versions", hello.versions.map(\.shownName)), ("sni", hello.serverName.map { EndedTLS.text($0.utf8) }),
            ("alpn", hello.applicationProtocols.isEmpty ? nil : hello.applicationProtocols.map(EndedTLS.text)),
            ("suites", hello.cipherSuites.map { RegisteredSuite($0).word }),
            ("groups", hello.supportedGroups?.map(\.name)), ("key_shares", hello.keyShares?.map(\.group.name)),
            ("signature_schemes", hello.extensions.signatureSchemes?.map(\.name)), ("session", hello.offeredSession),
            ("ja3", hello.ja3))
    }
}

extension RegisteredSuite {
    /// The name in the registry, or the number of a suite without a name.
    var word: String { name ?? Hex.number(codePoint) }
}

extension ClientHello {
    /// JA3 (Althouse, Atkinson, Atkins 2017): MD5 over the offered numbers in their order, without the GREASE numbers of RFC 8701. It
    /// distinguishes client programs, and not persons.
    var ja3: String {
        func list(_ numbers: [UInt16]) -> String {
            numbers.filter { !GREASE.holds($0) }.map(String.init).joined(separator: "-")
        }
        var formats: [UInt8] = []
        for case .ecPointFormats(let found) in extensions { formats = found }
        let text = [
            "\(version.rawValue)", list(cipherSuites), list(extensions.map(\.type)),
            list((supportedGroups ?? []).map(\.rawValue)), formats.map(String.init).joined(separator: "-"),
        ].joined(separator: ",")
        return Hex.string(DigestFunction.md5.hash(Array(text.utf8)))
    }
}

extension Plaintext? {
    /// The decrypted application data of a side, for programs.
    fileprivate var json: JSON {
        .of(
            ("octets", self?.octets ?? 0), ("sha256", Hex.string(self?.digest ?? HashAlgorithm.sha256.hash([]))),
            ("begins", Hex.string(self?.begins ?? [])))
    }
}

extension CertificateStructure {
    /// A certificate for programs.
    fileprivate var json: JSON {
        .of(
            ("subject", EndedTLS.text("\(subject)".utf8)), ("issuer", EndedTLS.text("\(issuer)".utf8)),
            ("names", serverNames.prefix(100).map { EndedTLS.text($0.utf8) }),
            ("not_before", CivilTime(secondsSince1970: notBefore).rfc3339),
            ("not_after", CivilTime(secondsSince1970: notAfter).rfc3339), ("key", key.name),
            ("signature", signatureAlgorithm.label), ("sha256", Hex.string(HashAlgorithm.sha256.hash(der))))
    }
}
