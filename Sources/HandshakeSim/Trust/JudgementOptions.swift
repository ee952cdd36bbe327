import ArgumentParser
import LiveIO
import PKI
import Trace
import TrustLab

/// The options for the authorities that the device trusts. Commands that judge a chain have them.
struct AnchorOptions: ParsableArguments {
    @Option(help: .text("The authorities to trust (PEM or DER). Default: the system's. May be repeated.", for: "file"))
    var anchors: [InputPath] = []

    @Option(help: .text("What the authorities of --anchors count as: system, app or user. Default: app.", for: "kind"))
    var anchorKind: AnchorKind?

    /// Checks the options.
    ///
    /// - Throws: `ValidationError` for `--anchor-kind` without `--anchors`.
    func check() throws {
        if anchorKind != nil, anchors.isEmpty {
            throw ValidationError("--anchor-kind goes with --anchors; this system's authorities are the system's.")
        }
    }

    var kind: AnchorKind { AnchorKind(ofAnchors: anchors.map(\.path), given: anchorKind) }

    /// The anchors of `--anchors`, otherwise those of the system. Their ``kind`` is not applied yet.
    func store() throws -> TrustStore { try CertificateFiles.store(anchors.map(\.path)) }
}

/// The options for the version of iOS by whose rules of App Transport Security is judged. Commands that ask ATS have them.
struct PeriodOptions: ParsableArguments {
    @Option(
        help: .text(
            "The version of iOS by whose rules is judged: 9 or later, such as 16.1. Default: the latest rules, of iOS 18.4 and later.",
            for: "version"))
    var ios: ATSPeriod?

    @Flag(name: .customLong("ios9"), help: "The same as --ios 9.")
    var isIOS9 = false

    func validate() throws {
        if isIOS9, let ios, ios != .nine { throw ValidationError("--ios9 is --ios 9: give one of the two.") }
    }

    /// The versions of iOS by which is judged.
    var period: ATSPeriod { isIOS9 ? .nine : ios ?? .latest }
}

extension ATSPeriod: ExpressibleByArgument {
    /// The period of a version; nil for a text that is no version, and before iOS 9, which has no App Transport Security.
    package init?(argument: String) { self.init(version: argument) }

    /// None: any version may be given, and the numbers of the periods are no versions.
    package static var allValueStrings: [String] { [] }
}

/// The option for the time at which a chain is judged. Commands that judge a chain have it.
struct MomentOptions: ParsableArguments {
    @Option(help: .text("The time of the check, such as 2026-03-01T12:00:00Z. Default: now.", for: "time"))
    var time: String?

    func validate() throws {
        guard let time, CivilTime.seconds(rfc3339: time) == nil else { return }
        throw ValidationError("--time is \"\(time)\"; it must be like 2026-03-01T12:00:00Z.")
    }

    /// The time in seconds since 1970; the present time without `--time`.
    var seconds: Int64 { time.flatMap(CivilTime.seconds(rfc3339:)) ?? WallClock.microseconds / 1_000_000 }
}

/// The option for logs of Certificate Transparency. Commands that verify timestamps have it.
struct LogOptions: ParsableArguments {
    @Option(
        help: .text(
            "Logs of Certificate Transparency, of which timestamps are verified: a list in JSON, or a log's key (PEM or DER). May be "
                + "repeated.", for: "file"))
    var logs: [InputPath] = []

    /// The logs of `--logs`; nil without this option. Then timestamps are counted, but not verified.
    func known() throws -> [KnownLog]? { logs.isEmpty ? nil : try logs.flatMap { try LogFiles.logs($0.path) } }
}

/// The options for the server that is judged: a live server, a recording, or certificates in a file; and the host in the app's URL.
struct ServerOptions: ParsableArguments {
    @Argument(help: .text("A server that answers: a name or an address, and a port.", for: "host:port"))
    var target: String?

    @Option(help: .text("A recording, pcap or pcapng, with a TLS handshake in it.", for: "file"))
    var capture: InputPath?

    @Option(help: .text("Which TCP connection of the recording. Default: the first with a ServerHello.", for: "number"))
    var connection: Int?

    @Option(help: .text("The server's certificates (PEM or DER), the leaf first.", for: "file"))
    var chain: InputPath?

    @Option(help: .text("The host in the app's URL. Default: the host of the server.", for: "name"))
    var host: String?

    @Option(
        help: .text(
            "An OCSP response (DER), of a server that shows none: a revocation that it proves refuses the chain.",
            for: "file"))
    var ocsp: InputPath?

    @Option(help: .text("How long the server may take for each answer.", for: "seconds"))
    var timeout = 10.0

    func validate() throws {
        if connection != nil, capture == nil { throw ValidationError("--connection belongs to --capture.") }
        guard (0.1...86_400).contains(timeout) else { throw ValidationError("--timeout: 0.1 to 86400 seconds.") }
        if let target { _ = try Endpoint(judged: target) }
        try HostArgument.check(host)
    }

    /// The certificates of `--chain` in DER; empty without this option.
    func certificates() throws -> [[UInt8]] { try (chain?.path).map(CertificateFiles.certificates) ?? [] }

    /// The OCSP response of `--ocsp` in DER; nil without this option.
    func response() throws -> [UInt8]? { try (ocsp?.path).map(CertificateFiles.stapledResponse) }

    /// The recorded handshake, and the host in the app's URL: that of `--host`, otherwise that of the recorded ClientHello.
    ///
    /// - Throws: ``CertificateFiles/Failure`` if neither names the host.
    func recording(_ path: String) throws -> (handshake: ATSRecording, host: String) {
        let handshake = try ATSRecording.read(path, connection: connection)
        guard let name = host ?? handshake.contact.serverName else {
            throw CertificateFiles.Failure(
                path: path, why: "no ClientHello names the server; give the host in the URL with --host")
        }
        return (handshake, name)
    }
}

extension TrustEvidence {
    /// Adds the pins of an app: files with certificates or keys, or SHA-256 digests of keys in base 64.
    mutating func pin(_ texts: [String]) throws {
        for text in texts {
            switch try PinFiles.read(text) {
            case .certificates(let certificates): pins += certificates
            case .key(let key, _): pinnedKeys.append(key)
            }
        }
    }
}

extension ATSHost {
    /// The host that an option or a recording names.
    ///
    /// - Throws: ``CertificateFiles/Failure`` if the text is neither a name nor an address.
    init(argument text: String) throws {
        guard let host = ATSHost(text) else {
            throw CertificateFiles.Failure(path: text, why: "neither a host name nor an address; give one with --host")
        }
        self = host
    }
}
