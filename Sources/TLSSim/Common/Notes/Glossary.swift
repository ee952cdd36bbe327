import PKI
import Trace

extension Glossary {
    /// The notes on the fields of TLS.
    ///
    /// The words of a place are the version ("1.2", "1.3"), the sender ("client", "server"), the message ("ServerHello"), the
    /// extension ("key_share"), and the kind of a number: "GREASE", "signal", "hybrid", and "0x13" for a suite of TLS 1.3.
    public static let tls =
        tlsNames + records + hellos + handshakes + inherited + tls13 + reservedNumbers
        + Glossary(inside: "tls.handshake.certificate") { AnnotatedCertificate($0).fields }
        + messages + numbers

    /// Adds the words for the message and the extension that contain a field.
    private static let messages =
        Glossary(at: "tls.handshake") { field, place in
            place.words.insert(field.value)
            if let version = field.versionOfHello {
                place.words.subtract([ProtocolVersion.tls12.word, ProtocolVersion.tls13.word])
                place.words.insert(version.word)
            }
            if field.first(named: "tls.handshake.extension.session_ticket") != nil { place.words.insert("ticket") }
        }
        + Glossary(at: "tls.handshake.extension_entry") { field, place in
            if let name = field.value.split(separator: " ").last { place.words.insert(String(name)) }
        }
        + Glossary(at: "tls.handshake.extensions_key_share_entry") { field, place in
            let group = field.children.first { $0.name == "tls.handshake.extensions_key_share_group" }
            place.words.formUnion(words(of: group?.number, isSuite: false))
        }

    /// Adds the words for the kinds of numbers: GREASE, signals, hybrid groups, suites of TLS 1.3.
    private static let numbers =
        number("tls.handshake.ciphersuite", isSuite: true) + number("tls.handshake.extensions_supported_group")
        + number("tls.handshake.extensions_key_share_group")
        + number("tls.handshake.extensions_key_share_selected_group") + number("tls.handshake.sig_hash_alg")
        + number("tls.handshake.extensions.supported_version") + number("tls.handshake.extension.type")

    private static func number(_ name: String, isSuite: Bool = false) -> Glossary {
        Glossary(at: name) { field, place in place.words.formUnion(words(of: field.number, isSuite: isSuite)) }
    }

    private static func words(of number: UInt64?, isSuite: Bool) -> [String] {
        guard let number else { return [] }
        if GREASE.holds(number) { return ["GREASE"] }
        guard isSuite else { return number == NamedGroup.x25519MLKEM768.rawValue ? ["hybrid"] : [] }
        switch number {
        case 0x00ff, 0x5600: return ["signal"]
        case 0x1300...0x13ff: return ["0x13"]
        default: return []
        }
    }
}

extension Field {
    /// The version whose rules a hello follows: TLS 1.3 if supported_versions contains it (RFC 8446 section 4.2.1), else TLS 1.2. Nil
    /// for a field that is no hello.
    var versionOfHello: ProtocolVersion? {
        guard name == "tls.handshake", ["ClientHello", "ServerHello", "HelloRetryRequest"].contains(value) else {
            return nil
        }
        return names(.tls13) ? .tls13 : .tls12
    }

    private func names(_ version: ProtocolVersion) -> Bool {
        name == "tls.handshake.extensions.supported_version" && number == UInt64(version.rawValue)
            || children.contains { $0.names(version) }
    }
}
