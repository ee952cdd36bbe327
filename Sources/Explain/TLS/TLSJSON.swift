import Crypto
import PKI
import TLSSim
import Trace

extension EndedTLS {
    /// TLS for programs; nil where there is none. The names of its members belong to the interface.
    var json: JSON? {
        guard let talk else { return nil }
        let hasResult = talk.answer != nil
        return .members(
            ("offered", talk.offered), ("chosen", chosen(talk)), ("key_exchange", keyExchange.map { .string($0) }),
            ("resumed", hasResult ? .string(talk.resumption) : nil),
            ("extended_master_secret", agreed(.extendedMasterSecret)), ("encrypt_then_mac", agreed(.encryptThenMAC)),
            ("certificates", certificates(talk)),
            (
                "chain",
                verdict.map {
                    .members(
                        ("verdict", .string($0.isTrusted ? "trusted" : "rejected")),
                        ("reason", $0.reason.map { .string($0) }),
                        ("at", .string(CivilTime(secondsSince1970: $0.at).rfc3339)))
                }
            ),
            (
                "handshake",
                .members(
                    ("complete", .bool(talk.isComplete)),
                    (
                        "duration_us",
                        talk.hello == nil ? nil : talk.completed.map { .number(max(0, $0.time - talk.helloTime)) }
                    ),
                    ("stopped_after", talk.isComplete ? nil : talk.lastMessage.map { .string($0) }),
                    ("retry", .bool(talk.retryFrame != nil)))
            ), ("alerts", .array(talk.alerts.map { json($0) })),
            ("close_notify", sides { .bool(hasClosed(isFromClient: $0)) }),
            ("application_octets", sides { .number(applicationOctets(isFromClient: $0)) }),
            (
                "opened",
                .members(
                    ("by", .string(talk.opening.hasOpened ? talk.opening.source?.rawValue ?? "none" : "none")),
                    ("why_not", (whyClosed?.english).map { .string($0) }))
            ), ("plaintext", talk.opening.hasOpened ? sides { talk[$0].plaintext.json } : nil),
            ("handshakes", .number(max(1, talk.isTLS13 ? 1 : talk.client.specChanges))),
            ("prelude", (prelude?.rawValue).map { .string($0) }),
            ("encrypted_hello", talk.hello?.hasEncryptedHello == true ? .bool(true) : nil))
    }

    /// Octets of application data; a last record that is an alert by its length is none.
    func applicationOctets(isFromClient: Bool) -> Int {
        guard let talk else { return 0 }
        let isAlert = talk.isTLS13 && !talk[isFromClient].hasClosed && hasClosed(isFromClient: isFromClient)
        return talk[isFromClient].applicationOctets - (isAlert ? 2 : 0)
    }

    /// A member for each side of the connection.
    private func sides(_ value: (Bool) -> JSON) -> JSON {
        .members(("client", value(isSameClient)), ("server", value(!isSameClient)))
    }

    /// Whether both hellos have an extension that is empty.
    private func agreed(_ item: HelloExtension) -> JSON? {
        guard let talk, !talk.isTLS13, let hello = talk.hello, let answer = talk.answer else { return nil }
        return .bool(hello.extensions.contains(item) && answer.extensions.contains(item))
    }

    private func chosen(_ talk: TLSTalk) -> JSON? {
        guard let answer = talk.answer else { return nil }
        var name = talk.openedProtocol
        for case .applicationProtocols(let names) in answer.extensions { name = names.first }
        return .members(
            ("frame", .number(talk.answerFrame)), ("version", .string(answer.chosenVersion.shownName)),
            ("suite", .string(RegisteredSuite(answer.cipherSuite).word)), ("group", (group?.name).map { .string($0) }),
            ("alpn", name.map { .string(Self.text($0)) }))
    }

    private func certificates(_ talk: TLSTalk) -> JSON? {
        guard talk.server.certificates != nil || talk.client.certificates != nil else { return nil }
        return .members(
            ("server", talk.server.certificates.map { _ in .array(serverChain.map(\.json)) }),
            ("client", talk.client.certificates.map { _ in .array(clientChain.map(\.json)) }))
    }

    private func json(_ alert: TLSTalk.SeenAlert) -> JSON {
        .members(
            ("frame", .number(alert.frame)),
            ("from", .string(alert.isFromClient == isSameClient ? "client" : "server")),
            (
                "level",
                alert.level.map { .string(AlertLevel(rawValue: $0).map { "\($0)" } ?? "\($0)") }
            ), ("code", alert.name.map { .number($0.rawValue) }), ("name", alert.name.map { .string("\($0)") }),
            ("encrypted", .bool(alert.isEncrypted)))
    }

    /// Text of a stranger: at most 255 octets of it, with nothing that steers a terminal.
    static func text(_ octets: [UInt8]) -> String { String(decoding: octets.prefix(255), as: UTF8.self).legible }
}

extension TLSTalk {
    /// What the client has offered, for programs.
    fileprivate var offered: JSON? {
        guard let hello else { return nil }
        func names(_ list: [String]) -> JSON { .array(list.map { .string($0) }) }
        return .members(
            ("frame", .number(helloFrames.first)), ("octets", .number(helloOctets)),
            ("legacy_version", .string(hello.version.shownName)), ("versions", names(hello.versions.map(\.shownName))),
            ("sni", hello.serverName.map { .string(EndedTLS.text(Array($0.utf8))) }),
            ("alpn", hello.applicationProtocols.isEmpty ? nil : names(hello.applicationProtocols.map(EndedTLS.text))),
            ("suites", names(hello.cipherSuites.map { RegisteredSuite($0).word })),
            ("groups", hello.supportedGroups.map { names($0.map(\.name)) }),
            ("key_shares", hello.keyShares.map { names($0.map(\.group.name)) }),
            ("signature_schemes", hello.extensions.signatureSchemes.map { names($0.map(\.name)) }),
            ("session", .string(hello.offeredSession)), ("ja3", .string(hello.ja3)))
    }
}

extension RegisteredSuite {
    /// The name in the registry, or the number.
    var word: String { name ?? Hex.number(codePoint) }
}

extension ClientHello {
    /// JA3 (Althouse, Atkinson, Atkins 2017): MD5 over what is offered in the order of the offer, without the numbers of RFC 8701. It
    /// tells clients apart, not persons.
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
    /// What was opened of a side, for programs.
    fileprivate var json: JSON {
        .members(
            ("octets", .number(self?.octets ?? 0)),
            ("sha256", .string(Hex.string(self?.digest ?? HashAlgorithm.sha256.hash([])))),
            ("begins", .string(Hex.string(self?.begins ?? []))))
    }
}

extension CertificateStructure {
    /// A certificate for programs.
    fileprivate var json: JSON {
        .members(
            ("subject", .string(EndedTLS.text(Array("\(subject)".utf8)))),
            ("issuer", .string(EndedTLS.text(Array("\(issuer)".utf8)))),
            ("names", .array(serverNames.prefix(100).map { .string(EndedTLS.text(Array($0.utf8))) })),
            ("not_before", .string(CivilTime(secondsSince1970: notBefore).rfc3339)),
            ("not_after", .string(CivilTime(secondsSince1970: notAfter).rfc3339)), ("key", .string(key.name)),
            ("signature", .string(signatureAlgorithm.label)),
            ("sha256", .string(Hex.string(HashAlgorithm.sha256.hash(der)))))
    }
}
