import Crypto
import Museum
import PKI
import TestPKI
import Trace

@testable import LiveIO
@testable import TLSSim
@testable import TrustLab

/// The faulty servers and recordings of the laboratory, each with what the doctor has to say of it.
struct DoctorLaboratory {
    /// A patient.
    struct Patient: Sendable, CustomStringConvertible {
        let description: String
        let sight: Sight
        /// The sentence on top.
        let verdict: String
        /// The names of the reasons, the weightiest first.
        let causes: [String]
        /// The beginning of the first remedy; nil where there is none.
        let remedy: String?
        /// The exit status.
        let status: Int32

        init(_ name: String, _ sight: Sight, _ verdict: String, _ causes: [String], _ remedy: String?, _ status: Int32)
        {
            description = name
            (self.sight, self.verdict, self.causes) = (sight, verdict, causes)
            (self.remedy, self.status) = (remedy, status)
        }
    }

    /// How a patient is seen.
    enum Sight: Sendable {
        /// Asked.
        case server(FaultyServer)
        /// Recorded.
        case recording(@Sendable () throws -> MadeRecording)
        /// A scenario's chain, shown by a server that has its key.
        case scenario(String)
    }

    static let host = Sample.host
    static let place = Endpoint(address: "192.0.2.2", port: 443)
    static let pki = Result { try Sample.pki() }
    static let strangersKey = Result { try Sample.untrusted().key }
    static let world = Result { try ScenarioWorld(seed: 7) }

    /// A device that trusts the root of the sample.
    static func evidence() throws -> TrustEvidence {
        var evidence = TrustEvidence(
            chain: [], asked: .server(host), time: Sample.time, systemAnchors: [try pki.get().root.certificate])
        evidence.systemKind = .app
        return evidence
    }

    // MARK: Endpoints

    /// Whose key a server has.
    enum Owner: Sendable {
        /// Its own.
        case itself
        /// A stranger's, beside a copy of the genuine chain.
        case impostor
    }

    static func identity(_ owner: Owner) -> Identity {
        guard let pki = try? pki.get(), let stranger = try? strangersKey.get() else {
            return Identity(chain: [], privateKey: .ecdsa(.generate(using: &nothing)))
        }
        return owner == .itself ? pki.identity : Identity(chain: pki.identity.chain, privateKey: stranger)
    }

    private static var nothing: SeededRandomSource {
        get { SeededRandomSource(seed: 1) }
        set {}
    }

    static func tls13(
        _ owner: Owner = .itself, _ configure: @escaping @Sendable (inout TLS13.ServerConfiguration) -> Void = { _ in }
    ) -> @Sendable () -> TLSEndpoint {
        {
            var configuration = TLS13.ServerConfiguration(identity: identity(owner))
            configuration.common = TLS13.CommonConfiguration(
                now: Sample.time * 1_000, arithmetic: .live, tracing: false)
            configure(&configuration)
            return TLSEndpoint(server: .tls13(configuration))
        }
    }

    static func tls12(
        _ owner: Owner = .itself, _ suites: [CipherSuite] = [.ecdheRSAAES128GCM],
        _ configure: @escaping @Sendable (inout Server.Configuration) -> Void = { _ in }
    ) -> @Sendable () -> TLSEndpoint {
        {
            var configuration = Server.Configuration(
                identity: identity(owner), cipherSuites: suites, extendedMasterSecret: true, now: Sample.time,
                arithmetic: .live, tracing: false)
            configure(&configuration)
            return TLSEndpoint(configuration)
        }
    }

    /// The issuer's word that the genuine certificate was revoked.
    static let revocation: [UInt8] = {
        guard let pki = try? pki.get(), let leaf = try? CertificateStructure(pki.identity.chain[0]) else { return [] }
        let revoked = try? RevocationStatement.revoked(
            serialNumber: Array(leaf.serialNumber), by: pki.intermediate, since: Sample.time - 5 * Sample.day,
            at: Sample.time - Sample.day)
        return revoked ?? []
    }()

    // MARK: Scripts

    static func alert(_ alert: AlertDescription) -> [UInt8] { [21, 3, 3, 0, 2, 2, alert.rawValue] }

    /// A server that says one thing and hangs up.
    static func saying(_ octets: [UInt8], then rest: Arrival = .end) -> FaultyServer {
        FaultyServer(then: rest) { flight, _ in flight == 0 ? [.octets(octets)] : [] }
    }

    /// A server whose first flight is cut off.
    static func cut(
        _ endpoint: @escaping @Sendable () -> TLSEndpoint, after count: Int, then rest: Arrival
    ) -> FaultyServer {
        FaultyServer(endpoint) { flight, octets in flight == 0 ? [.octets(Array(octets.prefix(count))), rest] : [] }
    }

    /// The records of a flight without those behind the first `count`.
    static func records(_ octets: [UInt8], _ count: Int) -> [UInt8] {
        var end = 0
        for _ in 0..<count where octets.count >= end + 5 {
            end += 5 + Int(octets[end + 3]) << 8 + Int(octets[end + 4])
        }
        return Array(octets.prefix(end))
    }

    static func firstRecords(
        _ endpoint: @escaping @Sendable () -> TLSEndpoint, _ count: Int, then rest: Arrival
    ) -> FaultyServer {
        FaultyServer(endpoint) { flight, octets in flight == 0 ? [.octets(records(octets, count)), rest] : [] }
    }

    static func recorded(
        _ server: FaultyServer, new: Bool = false, isTrusting: Bool = true,
        _ change: @escaping @Sendable (inout MadeRecording) -> Void = { _ in }
    ) -> Sight {
        .recording {
            var recording = try server.recording(
                of: host, at: Sample.time, offersTLS13: new, isTrusting: isTrusting)
            change(&recording)
            return recording
        }
    }

    static let app = "An iOS app would"
    static let good = "\(app) connect to this server."
    static func unmade(_ why: String) -> String { "\(app) not connect to this server: \(why)." }
    static func refused(_ why: String) -> String { "\(app) refuse this server: \(why)." }
    static let keyNotProved = unmade("it cannot prove that it has the key to its certificate")
    static let demands = unmade("it demands a certificate of the client")
    static func asks(_ answer: String) -> String {
        "Whether an iOS app would connect is not decided: it asks for a certificate of the client, \(answer)."
    }
    static let install = "Install the private key that belongs to the certificate."
    static let show = "Give the app a certificate with its key"
    static let enable = "Enable an ECDHE suite with AES"
    static let log = "Read the server's log"

    // MARK: Patients

    static let patients: [Patient] = servers + silent + recordings + chains

    static let servers: [Patient] = [
        Patient("a server of TLS 1.3", .server(FaultyServer(tls13())), good, [], nil, 0),
        Patient("a server of TLS 1.2", .server(FaultyServer(tls12())), good, [], nil, 0),
        Patient(
            "an impostor without the key, TLS 1.3", .server(FaultyServer(tls13(.impostor))), keyNotProved,
            ["key not proved"], install, 3),
        Patient(
            "an impostor without the key, TLS 1.2", .server(FaultyServer(tls12(.impostor))), keyNotProved,
            ["key not proved"], install, 3),
        Patient(
            "an impostor without the key, RSA key transport",
            .server(FaultyServer(tls12(.impostor, [.rsaAES128GCM]))),
            refused(
                "its cipher suite, TLS_RSA_WITH_AES_128_GCM_SHA256 (0x009c), has no forward secrecy, which App Transport Security demands"
            ), ["cipher suite", "premaster secret not decrypted"], enable, 3),
        Patient(
            "demands a client certificate, TLS 1.3",
            .server(FaultyServer(tls13 { $0.clientAuthentication = .required() })), demands,
            ["client certificate demanded"], show, 3),
        Patient(
            "demands a client certificate, TLS 1.2",
            .server(FaultyServer(tls12 { $0.clientAuthentication = .required() })), demands,
            ["client certificate demanded"], show, 3),
        Patient(
            "asks for a client certificate and answers nothing, TLS 1.3",
            .server(FaultyServer(tls13 { $0.clientAuthentication = .requested() })),
            asks("and does not answer a request without one"), ["client certificate asked for"], show, 1),
        Patient(
            "asks for a client certificate and serves, TLS 1.3",
            .server(FaultyServer(tls13 { $0.clientAuthentication = .requested() }, page: "HTTP/1.1 200 OK\r\n\r\n")),
            good,
            [], nil, 0),
        Patient(
            "asks for a client certificate and refuses, TLS 1.3",
            .server(FaultyServer(tls13 { $0.clientAuthentication = .requested() }, page: "HTTP/1.1 403 No\r\n\r\n")),
            asks("and answers a request without one with the HTTP status 403"), ["client certificate asked for"], show,
            1),
        Patient(
            "asks for a client certificate and serves, TLS 1.2",
            .server(FaultyServer(tls12 { $0.clientAuthentication = .requested() }, page: "HTTP/1.0 304 Same\r\n\r\n")),
            good, [], nil, 0),
        Patient(
            "asks for a client certificate and speaks otherwise, TLS 1.2",
            .server(FaultyServer(tls12 { $0.clientAuthentication = .requested() }, page: "220 mail.example ESMTP\r\n")),
            asks("and does not answer a request in HTTP"), ["client certificate asked for"], show, 1),
        Patient(
            "asks for no client certificate and refuses",
            .server(FaultyServer(tls12(), page: "HTTP/1.1 403 No\r\n\r\n")), good, [], nil, 0),
        Patient(
            "a revoked staple, TLS 1.3", .server(FaultyServer(tls13 { $0.ocspResponse = revocation })),
            refused("its certificate was revoked on 2026-02-24"), ["revocation"], "Make a new key", 3),
        Patient(
            "a revoked staple, TLS 1.2", .server(FaultyServer(tls12 { $0.ocspResponse = revocation })),
            refused("its certificate was revoked on 2026-02-24"), ["revocation"], "Make a new key", 3),
        Patient(
            "a staple that is none", .server(FaultyServer(tls13 { $0.ocspResponse = [1, 2, 3] })), good, [], nil, 0),
        Patient(
            "RSA key transport alone", .server(FaultyServer(tls12(.itself, [.rsaAES128GCM]))),
            refused(
                "its cipher suite, TLS_RSA_WITH_AES_128_GCM_SHA256 (0x009c), has no forward secrecy, which App Transport Security demands"
            ), ["cipher suite"], enable, 3),
        Patient(
            "finite-field Diffie–Hellman alone", .server(FaultyServer(tls12(.itself, [.dheRSAAES128GCM]))),
            refused(
                "App Transport Security does not accept its cipher suite, TLS_DHE_RSA_WITH_AES_128_GCM_SHA256 (0x009e)"),
            ["cipher suite"], enable, 3),
        Patient(
            "ChaCha20 alone in TLS 1.2", .server(FaultyServer(tls12(.itself, [.ecdheRSAChaCha20]))), good,
            [], nil, 0),
        Patient(
            "another host's server",
            .server(
                FaultyServer(
                    tls13 {
                        $0.strictServerName = true
                        $0.identity = Identity(
                            chain: $0.identity.chain, privateKey: $0.identity.privateKey, hostNames: ["other.example"])
                    })),
            unmade("it does not serve the host that the URL names: it answers with the alert unrecognized_name"),
            ["alert"],
            "Add the name in the URL to the server's configuration", 3),
        Patient(
            "a Finished that does not fit",
            .server(
                FaultyServer(tls12()) { flight, octets in
                    [.octets(flight == 1 ? Array(octets.dropLast()) + [octets.last.map { $0 ^ 1 } ?? 0] : octets)]
                }), unmade("its handshake breaks a rule of TLS"), ["rule of TLS broken"], log, 3),
        Patient(
            "hangs up behind the client's Finished",
            .server(FaultyServer(tls12()) { flight, octets in flight == 1 ? [.end] : [.octets(octets)] }),
            unmade("it ends the connection during the handshake"), ["ended by the server"], log, 3),
        Patient(
            "resets behind the client's Finished",
            .server(FaultyServer(tls12()) { flight, octets in flight == 1 ? [.broken] : [.octets(octets)] }),
            unmade("it resets the connection during the handshake"), ["ended by the server"], log, 3),
        Patient(
            "silent behind the client's Finished",
            .server(FaultyServer(tls12()) { flight, octets in flight == 1 ? [] : [.octets(octets)] }),
            unmade("it falls silent during the handshake"), ["handshake not finished"], log, 3),
        Patient(
            "internal_error behind the client's Finished",
            .server(
                FaultyServer(tls12()) { flight, octets in [.octets(flight == 1 ? alert(.internalError) : octets)] }),
            unmade("it ends the handshake with the alert internal_error"), ["alert of the server"], log, 3),
        Patient(
            "ServerHello of TLS 1.3 and nothing behind it", .server(firstRecords(tls13(), 1, then: .end)),
            unmade("it ends the connection during the handshake"), ["ended by the server", "hidden certificates"], log,
            3),
        Patient(
            "an empty list of certificates, TLS 1.2",
            .server(
                FaultyServer(tls12 { $0.identity = Identity(chain: [], privateKey: $0.identity.privateKey) })),
            unmade("its handshake breaks a rule of TLS"), ["rule of TLS broken", "hidden certificates"], log, 3),
    ]

    static let silent: [Patient] = [
        Patient(
            "handshake_failure to every offer", .server(saying(alert(.handshakeFailure))),
            unmade("it refuses every handshake with the alert handshake_failure"), ["alert"],
            "Enable TLS 1.2 or 1.3 with an ECDHE suite.", 3),
        Patient(
            "protocol_version to every offer", .server(saying(alert(.protocolVersion))),
            unmade("it refuses every handshake with the alert protocol_version"), ["alert"],
            "Enable TLS 1.2 or 1.3 with an ECDHE suite.", 3),
        Patient(
            "internal_error to every offer", .server(saying(alert(.internalError))),
            unmade("it refuses every handshake with the alert internal_error"), ["alert"], log, 3),
        Patient(
            "unrecognized_name", .server(saying(alert(.unrecognizedName))),
            unmade("it does not serve the host that the URL names: it answers with the alert unrecognized_name"),
            ["alert"],
            "Add the name in the URL", 3),
        Patient(
            "silence", .server(FaultyServer(then: .silence) { _, _ in [] }),
            unmade("it accepts the connection and does not answer a ClientHello"), ["silent"], "Switch TLS on", 3),
        Patient(
            "hangs up at once", .server(FaultyServer(then: .end) { _, _ in [] }),
            unmade("it ends the connection when it gets a ClientHello"), ["closed"], "Switch TLS on", 3),
        Patient(
            "resets at once", .server(FaultyServer(then: .broken) { _, _ in [] }),
            unmade("it resets the connection when it gets a ClientHello"), ["closed"], "Switch TLS on", 3),
        Patient(
            "half a ServerHello, and silence", .server(cut(tls12(), after: 30, then: .silence)),
            unmade("it begins to answer a ClientHello and falls silent"), ["half an answer"], log, 3),
        Patient(
            "half a ServerHello, and the end", .server(cut(tls13(), after: 30, then: .end)),
            unmade("it ends the connection in the middle of its answer to a ClientHello"), ["closed"], log, 3),
        Patient(
            "half a flight, and silence", .server(firstRecords(tls12(), 2, then: .silence)),
            unmade("it begins to answer a ClientHello and falls silent"), ["half an answer"], log, 3),
        Patient(
            "half a flight, and a reset", .server(firstRecords(tls12(), 2, then: .broken)),
            unmade("it resets the connection in the middle of its answer to a ClientHello"), ["closed"], log, 3),
        Patient(
            "HTTP", .server(saying(Array("HTTP/1.1 400 Bad Request\r\n\r\n".utf8))),
            unmade("it answers in HTTP without TLS"), ["not TLS"], "Switch TLS on", 3),
        Patient(
            "SSH", .server(saying(Array("SSH-2.0-OpenSSH_9.2\r\n".utf8))),
            unmade("it answers in SSH, which is not TLS"),
            ["not TLS"], "Use the port of the https server", 3),
        Patient(
            "mail", .server(saying(Array("220 mail.example ESMTP\r\n".utf8))),
            unmade("it answers as a mail or FTP server without TLS"), ["not TLS"], "Use the port of the https server", 3
        ),
        Patient(
            "octets of no protocol", .server(saying([1, 2, 3])), unmade("what it answers is not TLS"), ["not TLS"],
            "Switch TLS on", 3),
        Patient(
            "a record too long", .server(saying([22, 3, 3, 0xff, 0xff, 2])),
            unmade("its answer to a ClientHello cannot be read"), ["unreadable"], "Switch TLS on", 3),
        Patient(
            "a Certificate before ServerHello", .server(saying([22, 3, 3, 0, 7, 11, 0, 0, 3, 0, 0, 0])),
            unmade("its answer to a ClientHello cannot be read"), ["unreadable"], "Switch TLS on", 3),
    ]
}
