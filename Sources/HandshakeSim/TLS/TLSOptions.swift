import ArgumentParser
import Foundation
import LiveIO
import PKI
import TLSSim
import Trace

/// What is negotiated; of both live commands.
struct TLSOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Cipher suites by their IANA names, preferred first. Default: all safe ones.", valueName: "name,…"))
    var cipher: String?

    @Option(
        help: ArgumentHelp(
            """
            Groups of the key exchange, preferred first. Default: x25519, secp256r1, ffdhe2048 and ffdhe3072. ffdhe4096, ffdhe6144 and \
            ffdhe8192 are used only if you name them: they cost much time on both sides.
            """, valueName: "name,…"))
    var group: String?

    @Option(help: ArgumentHelp("Protocols to speak inside, preferred first (ALPN).", valueName: "name,…"))
    var alpn: String?

    @Flag(help: "Without the extended master secret (RFC 7627).")
    var noEms = false

    @Option(
        help: ArgumentHelp(
            "The time that the other side has for its handshake, and the longest silence after it.",
            valueName: "seconds"))
    var timeout = 10.0

    func validate() throws {
        _ = try suites()
        _ = try groups()
        for name in applicationProtocols where !(1...255).contains(name.utf8.count) {
            throw ValidationError("--alpn \(alpn ?? ""): a protocol's name has 1 to 255 octets.")
        }
        guard (0.1...86_400).contains(timeout) else { throw ValidationError("--timeout: 0.1 to 86400 seconds.") }
    }

    /// The suites that are wanted, preferred first.
    func suites() throws -> [CipherSuite] {
        guard let cipher else { return CipherSuite.all }
        return try Self.list(cipher).map { name in
            guard let suite = CipherSuite.named(name) else {
                let known = CipherSuite.all.map(\.name).joined(separator: "\n  ")
                throw ValidationError("--cipher: no suite is called \(name) here. Known:\n  \(known)")
            }
            return suite
        }
    }

    /// The groups that are wanted, preferred first.
    func groups() throws -> [NamedGroup] {
        guard let group else { return NamedGroup.affordable }
        return try Self.list(group).map { name in
            guard let group = NamedGroup.named(name), NamedGroup.all.contains(group) else {
                let known = NamedGroup.all.map(\.name).joined(separator: ", ")
                throw ValidationError("--group: no group is called \(name) here. Known: \(known).")
            }
            return group
        }
    }

    /// The names of protocols, preferred first.
    var applicationProtocols: [String] { alpn.map(Self.list) ?? [] }

    /// The patience that the user has.
    var patience: TimeSpan { .microseconds(Int64(timeout * 1_000_000)) }

    /// What a peer may take, by that patience; a goodbye takes no longer than `closing`.
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

/// How carefully the server is judged, as an option: "full", "no-hostname", "none", "pin:" and digests in base 64 or in
/// hexadecimal, as findings show them.
struct TrustOption: ExpressibleByArgument {
    let diligence: Diligence

    init(diligence: Diligence) { self.diligence = diligence }

    init?(argument: String) {
        switch argument {
        case "full": diligence = .full
        case "no-hostname": diligence = .anyName
        case "none": diligence = .none
        default:
            guard argument.hasPrefix("pin:") else { return nil }
            let digests = argument.dropFirst(4).split(separator: ",").map { Self.digest(String($0)) }
            guard !digests.isEmpty, digests.allSatisfy({ $0?.count == 32 }) else { return nil }
            diligence = .pinned(digests.compactMap { $0 })
        }
    }

    /// The default in the help.
    var defaultValueDescription: String { diligence.name }

    /// 64 hexadecimal digits are 32 octets; in base 64 they would be 48.
    private static func digest(_ text: String) -> [UInt8]? {
        text.utf8.count == 64 ? Hex.octets(text) : Data(base64Encoded: text).map { Array($0) }
    }
}
