import ArgumentParser
import LiveIO
import PKI
import TLSSim
import Trace

/// The options for what is negotiated. Both live commands have them.
struct TLSOptions: ParsableArguments {
    @Option(help: .text("The versions to speak: 1.2, 1.3 or auto, which is both.", for: "version"))
    var tls = VersionOption.auto

    @Option(
        help: .text(
            """
            Cipher suites of either version by their IANA names, preferred first. A version without a suite is not spoken. Default: all \
            that are implemented, those without forward secrecy last.
            """, for: "name,…"))
    var cipher: String?

    @Option(
        help: .text(
            """
            Groups of the key exchange, preferred first. Default: X25519MLKEM768 (not in TLS 1.2), x25519, secp256r1, secp384r1, \
            secp521r1, ffdhe2048 and ffdhe3072. ffdhe4096, ffdhe6144 and ffdhe8192 are used only if you name them: they cost much time on both \
            sides.
            """, for: "name,…"))
    var group: String?

    @Option(help: .text("Protocols to speak inside, preferred first (ALPN).", for: "name,…"))
    var alpn: String?

    @Flag(help: "Without the extended master secret (RFC 7627).")
    var noEms = false

    @Option(
        help: .text(
            "The time that the other side has for its handshake, and the longest silence after it.", for: "seconds"))
    var timeout = 10.0

    func validate() throws {
        _ = try versions()
        _ = try alpn.map { try Self.protocols($0) }
        guard (0.1...86_400).contains(timeout) else { throw ValidationError("--timeout: 0.1 to 86400 seconds.") }
    }

    /// Whether the options leave out versions, suites or groups that could be offered.
    var offersLess: Bool { tls != .auto || cipher != nil || group != nil }

    /// The suites and groups that the options allow for each version, the preferred first.
    struct Wishes: Hashable, Sendable {
        let suites: [CipherSuite]
        let groups: [NamedGroup]
        let tls13Suites: [TLS13.CipherSuite]
        let tls13Groups: [NamedGroup]
        /// Whether TLS 1.2 is spoken.
        let tls12: Bool
        /// Whether TLS 1.3 is spoken.
        let tls13: Bool
    }

    /// The versions that are spoken, with the suites and groups of each.
    ///
    /// - Throws: `ValidationError` for a name that is not known, or if the options leave no suite and group for the chosen version.
    func versions() throws -> Wishes {
        let (suites, tls13Suites) = try suites()
        let speaksTLS13 = tls != .tls12 && !tls13Suites.isEmpty
        let groups = try groups(orElse: speaksTLS13 ? NamedGroup.affordableInTLS13 : NamedGroup.affordable)
        let tls12Groups = groups.filter { $0 != .x25519MLKEM768 }
        let wishes = Wishes(
            suites: suites, groups: tls12Groups, tls13Suites: tls13Suites, tls13Groups: groups,
            tls12: tls != .tls13 && !suites.isEmpty && !tls12Groups.isEmpty,
            tls13: speaksTLS13)
        guard wishes.tls12 || wishes.tls13 else {
            throw ValidationError(
                "--tls \(tls.rawValue): no suite and group of that version is left by --cipher and --group.")
        }
        return wishes
    }

    private func suites() throws -> ([CipherSuite], [TLS13.CipherSuite]) {
        guard let cipher else { return (CipherSuite.live, TLS13.CipherSuite.all) }
        let names = Self.list(cipher)
        for name in names where CipherSuite.named(name) == nil && TLS13.CipherSuite.named(name) == nil {
            throw ValidationError(
                "--cipher: no suite is called \(name) here. Known:\n  \(SuiteName.live.joined(separator: "\n  "))")
        }
        return (names.compactMap { CipherSuite.named($0) }, names.compactMap { TLS13.CipherSuite.named($0) })
    }

    private func groups(orElse usual: [NamedGroup]) throws -> [NamedGroup] {
        guard let group else { return usual }
        return try Self.groups(group, option: "--group")
    }

    /// The groups in the list of an option.
    ///
    /// - Throws: `ValidationError` for a name that is not known.
    static func groups(_ text: String, option: String) throws -> [NamedGroup] {
        try list(text).map { name in
            guard let group = NamedGroup.named(name) else {
                let known = NamedGroup.implemented.map(\.name).joined(separator: ", ")
                throw ValidationError("\(option): no group is called \(name) here. Known: \(known).")
            }
            return group
        }
    }

    /// The names of protocols, preferred first.
    var applicationProtocols: [String] { alpn.map(Self.list) ?? [] }

    /// The protocols that `--alpn` names, preferred first.
    ///
    /// - Throws: `ValidationError` for a name that is empty or has more than 255 octets (RFC 7301 section 3.1), and for names that are too
    ///   long together: with the rest of ClientHello they must fit into one record.
    static func protocols(_ text: String) throws -> [String] {
        let names = list(text)
        for name in names where !(1...255).contains(name.utf8.count) {
            throw ValidationError("--alpn \(text.prefix(80)): a protocol's name has 1 to 255 octets.")
        }
        guard text.utf8.count < mostProtocolOctets else {
            throw ValidationError(
                "--alpn: the names have \(counted(text.utf8.count, "octet")), and \(mostProtocolOctets) are the most.")
        }
        return names
    }

    private static let mostProtocolOctets = 10_000

    /// The time of `--timeout`.
    var patience: TimeSpan { .microseconds(Int64(timeout * 1_000_000)) }

    /// The limits for a peer, by ``patience``. The end of a connection takes at most `closing`.
    func limits(closing: TimeSpan) -> TLSLimits {
        var limits = TLSLimits()
        limits.handshake = patience
        limits.idle = patience
        limits.closing = min(patience, closing)
        return limits
    }

    private static func list(_ text: String) -> [String] {
        text.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    }
}

/// The value of `--tls`: the versions that are spoken.
enum VersionOption: String, ExpressibleByArgument, CaseIterable {
    case tls12 = "1.2"
    case tls13 = "1.3"
    case auto
}

/// The value of `--trust`, how carefully the server's chain is judged: "full", "no-hostname", "none", or "pin:" and SHA-256 digests in base
/// 64 or in hexadecimal, separated by commas.
struct TrustOption: ExpressibleByArgument {
    let checksMade: ChecksMade

    init(checksMade: ChecksMade) { self.checksMade = checksMade }

    init?(argument: String) {
        switch argument {
        case "full": checksMade = .full
        case "no-hostname": checksMade = .anyName
        case "none": checksMade = .none
        default:
            guard argument.hasPrefix("pin:") else { return nil }
            let digests = argument.dropFirst(4).split(separator: ",").map { Self.digest(String($0)) }
            guard !digests.isEmpty, digests.allSatisfy({ $0?.count == 32 }) else { return nil }
            checksMade = .pinned(digests.compactMap { $0 })
        }
    }

    /// The default value as the help shows it.
    var defaultValueDescription: String { checksMade.name }

    /// The octets of a digest; nil if the text is neither form. A SHA-256 digest has 64 hexadecimal digits. In base 64 such a text would have
    /// 48 octets, so the two forms cannot be confused.
    private static func digest(_ text: String) -> [UInt8]? {
        text.utf8.count == 64 ? Hex.octets(text) : Base64.octets(text)
    }
}
