import TLSSim
import Trace

/// What may be wrong with TLS in a connection, and what is worth knowing about it. Times are in microseconds where nothing else is said.
enum TLSDiagnosis: Diagnosis {
    /// No TLS answered a ClientHello of `octets` octets for the time `waited`. `isAcknowledged`: the server's TCP acknowledged it.
    case noServerHello(octets: Int, waited: Int64, isAcknowledged: Bool)
    /// A reset in the server's name came the time `after` the ClientHello; nil in a capture without times.
    case resetAfterClientHello(after: Int64?)
    /// The server sent its FIN the time `after` the ClientHello; nil in a capture without times.
    case closedAfterClientHello(after: Int64?)
    case plainTextClient(String)
    case plainTextServer(String)
    /// The versions that the client offered; none if the ClientHello is not in the capture. `chosen` is the server's choice outside of them; it is nil if side `by` refused with an alert.
    case versionMismatch(offered: [ProtocolVersion], chosen: ProtocolVersion?, by: DiagnosisResult.Whose)
    case noCommonSuite(AlertDescription, suites: Int)
    /// The issuer that the last certificate of the chain names; nil if no certificate is in clear.
    case unknownCA(issuer: String?)
    case incompleteChain(issuer: String)
    case selfSigned(subject: String)
    /// The subject of the certificate and its dates, in seconds since 1970; nil if no certificate is in clear.
    case certificateExpired((subject: String, from: Int64, until: Int64)?)
    case nameMismatch(asked: String, names: [String])
    case certificateRefused(AlertDescription)
    case clientCertificateMissing(AlertDescription)
    case clientCertificateRefused(AlertDescription)
    case unrecognizedName(String?)
    case noApplicationProtocol([String])
    case fallbackRefused
    case decryptionFailed(AlertDescription, by: DiagnosisResult.Whose)
    /// The alert; nil if it is encrypted and cannot be opened.
    case fatalAlert(AlertDescription?, by: DiagnosisResult.Whose)
    case silentRefusal(isReset: Bool)
    /// What cannot be read: the first octets in hexadecimal, or a sentence about the field.
    case malformed(String, by: DiagnosisResult.Whose)
    case slowHandshake(Int64, by: DiagnosisResult.Whose)
    case obsolete([String], isChosen: Bool)
    case noCloseNotify(by: DiagnosisResult.Whose)
    case renegotiation
    case notResumed(session: String)
    case helloRetry(group: String?)
    case largeClientHello(octets: Int)
    case afterPlainText(Prelude)
    /// `lines` lines of key logs and `keys` keys opened no session. `why` is the reason for the first session that is not open.
    case secretsUnused(lines: Int, keys: Int, why: TLSClosed?)

    var entry: DiagnosisEntry {
        switch self {
        case .noServerHello(let octets, let waited, let isAcknowledged):
            DiagnosisEntry(
                "tls.no_server_hello", .fault, cite: .rfc(8446, "4.1"),
                evidence: ["octets": octets, "waited_us": waited, "acknowledged": isAcknowledged ? 1 : 0],
                causes: isAcknowledged
                    ? [
                        "the server's process hangs or is overloaded",
                        "it waits for a server behind it, or for a PROXY line",
                        "a protocol in which the server waits for something else",
                    ]
                    : [
                        "a filter swallows it, by the name in it or by its size", "a path that drops large packets",
                        "the server's host has gone",
                    ],
                next: "Run \"openssl s_client\" with another name, with \"-groups X25519\", and from another network.")
        case .resetAfterClientHello(let after):
            DiagnosisEntry(
                "tls.reset_after_client_hello", .fault, cite: .rfc(9293, "3.5.3"), evidence: ["after_us": after],
                causes: "the server or its load balancer resets for names that it does not serve",
                "a box on the path forges the reset",
                "a server that reads only the first segment of a large ClientHello", "the server's process crashed",
                next: "Compare the time of the reset and its time to live with those of the handshake.")
        case .closedAfterClientHello(let after):
            DiagnosisEntry(
                "tls.closed_after_client_hello", .fault, cite: .rfc(8446, "6.2"), evidence: ["after_us": after],
                causes: "access is controlled by address or name", "a proxy whose server is down",
                "a server for another protocol", "a server that closes without a word by design",
                next: "Look at the log of the server or proxy.")
        case .plainTextClient:
            DiagnosisEntry(
                "tls.plain_text_client", .fault, cite: .rfc(8446, "5.1"),
                causes: "http:// with the port of https", "a proxy that passes on what it has decrypted", "a scanner",
                next: "Look at the URL: does it begin with https?")
        case .plainTextServer:
            DiagnosisEntry(
                "tls.plain_text_server", .fault, cite: .rfc(8446, "5.1"),
                causes: "https to a port of http", "a protocol that needs STARTTLS first",
                "a captive portal or proxy answers",
                next: "Look at the port: which protocol does the server speak there?")
        case .versionMismatch:
            DiagnosisEntry(
                "tls.version_mismatch", .fault, cite: .rfc(8446, "4.2.1"),
                causes: "an old client and a new server", "a server that speaks TLS 1.3 alone",
                "a box that inspects and speaks less",
                next: "Compare the versions of both sides: those in supported_versions, and not those of records.")
        case .noCommonSuite(let name, let suites):
            DiagnosisEntry(
                "tls.no_common_suite", .fault, cite: .rfc(8446, "4.1.1"),
                evidence: ["alert": name.rawValue, "suites": suites],
                causes: "no suite in common", "no certificate for the suites or signatures that the client takes",
                "no group in common", "a name that the server does not serve",
                next: "Run \"openssl s_client -cipher\" with one suite after the other. Look at the server's own list.")
        case .unknownCA:
            DiagnosisEntry(
                "tls.unknown_ca", .fault, cite: .rfc(8446, "6.2"),
                evidence: ["alert": AlertDescription.unknownCA.rawValue],
                causes: "a private authority that the client was not given", "an intermediate certificate is missing",
                "a proxy that intercepts, whose root is not installed", "a client with an old store",
                next:
                    "Run \"openssl s_client -showcerts\": who issued the last certificate? Does --ca make the chain trusted?"
            )
        case .incompleteChain:
            DiagnosisEntry(
                "tls.incomplete_chain", .trouble, cite: .rfc(8446, "4.4.2"),
                causes: "the certificate was installed without its chain",
                next: "Let the server send the leaf and its intermediates, without the root.")
        case .selfSigned:
            DiagnosisEntry(
                "tls.self_signed", .remark, cite: .rfc(5280, "3.2"),
                causes: "a device's factory certificate", "a test",
                next: "Pin it, or give it a certificate of an authority.")
        case .certificateExpired(let shown):
            DiagnosisEntry(
                "tls.certificate_expired", .fault, cite: .rfc(5280, "4.1.2.5"),
                evidence: ["not_before": shown?.from, "not_after": shown?.until],
                causes: "the renewal failed, or the new file was not loaded", "an intermediate has expired",
                "the client's clock is wrong", next: "Look at the dates, and at the client's clock.")
        case .nameMismatch:
            DiagnosisEntry(
                "tls.name_mismatch", .fault, cite: .rfc(9525, "6.3"),
                causes: "a wrong host name or a wrong entry in DNS",
                "the server's certificate for names that it does not know",
                "a certificate without www, or for one level less",
                next: "Compare the names in the certificate with the name that was asked for.")
        case .certificateRefused(let name):
            DiagnosisEntry(
                "tls.certificate_refused", .fault, cite: .rfc(8446, "6.2"), evidence: ["alert": name.rawValue],
                causes: "a pin", "the certificate is revoked", "its key usage",
                "a signature that the client no longer takes", "an authority that is missing in the client's store",
                next: "Look at the client's log, and let --ca judge the chain.")
        case .clientCertificateMissing(let name):
            DiagnosisEntry(
                "tls.client_certificate_missing", .fault, cite: .rfc(8446, "4.4.2.4"),
                evidence: ["alert": name.rawValue],
                causes: "no certificate is configured", "none is by the authorities that the server names",
                "the user cancelled",
                next: "Compare the names in CertificateRequest with the issuer of the client's certificate.")
        case .clientCertificateRefused(let name):
            DiagnosisEntry(
                "tls.client_certificate_refused", .fault, cite: .rfc(5246, "7.2.2"), evidence: ["alert": name.rawValue],
                causes: "the server does not trust its authority", "it has expired", "it is not for clients",
                "it is revoked", next: "Look at the file of authorities that the server uses.")
        case .unrecognizedName:
            DiagnosisEntry(
                "tls.unrecognized_name", .fault, cite: .rfc(6066, "3"),
                causes: "no such virtual host", "an internal name or an address is asked for",
                next: "Compare the name with the server's list.")
        case .noApplicationProtocol:
            DiagnosisEntry(
                "tls.no_application_protocol", .fault, cite: .rfc(7301, "3.2"),
                causes: "h2 against http/1.1", "a proxy without h2 before gRPC",
                next: "Compare both lists of protocols.")
        case .fallbackRefused:
            DiagnosisEntry(
                "tls.fallback_refused", .fault, cite: .rfc(7507, "3"),
                causes: "a first attempt failed for another reason, and the client came again",
                next: "Look why the first attempt failed.")
        case .decryptionFailed(let name, _):
            DiagnosisEntry(
                "tls.decryption_failed", .fault, cite: .rfc(8446, "6.2"), evidence: ["alert": name.rawValue],
                causes: "octets were changed on the path and the checksum with them",
                "the two sides have seen different hellos", "a fault in the program of one side",
                "a session was resumed with another secret", next: "Compare captures at both ends, octet by octet.")
        case .fatalAlert(let name, _):
            DiagnosisEntry(
                "tls.fatal_alert", .fault, cite: .rfc(8446, "6.2"), evidence: ["alert": name?.rawValue],
                causes: name == .internalError
                    ? ["the sender has no access to its key", "it has no memory left", "a hook of it failed"]
                    : [
                        "a program or a box breaks the protocol", "a trouble of the sender's own", "the user cancelled",
                    ], next: "Look at the sender's log of that second.")
        case .silentRefusal:
            DiagnosisEntry(
                "tls.silent_refusal", .fault, cite: .rfc(5246, "7.2.1"),
                causes: "an app that pins certificates", "a layer above TLS refuses the certificate",
                "the user cancelled", "a health check that only wants the certificate", "the client's patience is over",
                next: "Look whether another client completes the handshake, and at the app's log.")
        case .malformed:
            DiagnosisEntry(
                "tls.malformed", .fault, cite: .rfc(8446, "5.1"),
                causes: "two writers on one socket", "a proxy that mixes plain text in", "a fuzzer",
                next: "Look at the octets themselves: are they text?")
        case .slowHandshake(let length, _):
            DiagnosisEntry(
                "tls.slow_handshake", .trouble, cite: .rfc(5246, "7.3"), evidence: ["pause_us": length],
                causes: "the server is overloaded, or fetches its certificate or key from elsewhere",
                "the client asks for revocation, for a smart card or its user", "a store of sessions is slow",
                next: "Look which side is silent while the other waits.")
        case .obsolete:
            DiagnosisEntry(
                "tls.obsolete", .trouble, cite: .rfc(9325, "4"),
                causes: "an old machine", "a server that was left compatible",
                next: "Find who still needs it, and disable it.")
        case .noCloseNotify:
            DiagnosisEntry(
                "tls.no_close_notify", .remark, cite: .rfc(8446, "6.1"),
                causes: "most HTTP servers and many libraries do that", "a crash", "someone cuts the connection short",
                next: "Look whether the protocol above knows the length: then it does no harm.")
        case .renegotiation:
            DiagnosisEntry(
                "tls.renegotiation", .remark, cite: .rfc(5746, "3"),
                causes: "a client's certificate is asked for late", "keys are renewed",
                next: "Look for renegotiation_info in both hellos.")
        case .notResumed:
            DiagnosisEntry(
                "tls.not_resumed", .remark, cite: .rfc(5077, "3.4"),
                causes: "another server of a pool, without the same ticket keys", "the server was restarted",
                "the ticket is too old", next: "Count how often it happens. Let the servers share their ticket keys.")
        case .helloRetry:
            DiagnosisEntry(
                "tls.hello_retry", .remark, cite: .rfc(8446, "4.1.4"),
                causes: "the client's key share is of a group that the server does not take",
                "the server asks for a cookie", next: "Let the client send a share of that group first.")
        case .largeClientHello(let octets):
            DiagnosisEntry(
                "tls.large_client_hello", .remark, cite: .rfc(8446, "4.1.2"), evidence: ["octets": octets],
                causes: "a key share that resists quantum computers", "a large ticket", "many extensions",
                next: "Try \"-groups X25519\" where it goes unanswered: some boxes read only the first segment.")
        case .afterPlainText:
            DiagnosisEntry(
                "tls.after_plain_text", .remark, cite: .rfc(3207),
                causes: "STARTTLS, a proxy or a database's request for TLS")
        case .secretsUnused(let lines, let keys, _):
            DiagnosisEntry(
                "capture.secrets_unused", .caution, cite: Citation("draft-ietf-tls-keylogfile"),
                evidence: ["lines": lines, "keys": keys],
                causes: "the log is of another run", "a proxy ended TLS in between",
                "the RSA key is of another certificate, or keys were agreed with Diffie-Hellman",
                "the ClientHello is not in the capture", "the session was resumed",
                next: "Compare the client's random with the second column of the log, and look at the key exchange.")
        }
    }

    var english: String {
        switch self {
        case .noServerHello(let octets, let waited, let isAcknowledged):
            """
            The ClientHello of \(counted(octets, "octet")) was \(isAcknowledged ? "acknowledged" : "not acknowledged"), and no octet of TLS \
            answered it in \(FigureText.span(waited)).
            """
        case .resetAfterClientHello(let after):
            """
            A reset answered the ClientHello\(after.map { " after " + FigureText.span($0) } ?? ""), before the server had said anything in TLS.
            """
        case .closedAfterClientHello(let after):
            """
            The server closed the connection \(after.map { FigureText.span($0) + " " } ?? "")after the ClientHello, without an alert.
            """
        case .plainTextClient(let words):
            "The client speaks plain text (\"\(words)\") to a server that expects TLS."
        case .plainTextServer(let words):
            "The server does not speak TLS there: it answers the ClientHello with \"\(words)\"."
        case .versionMismatch(let offered, let chosen?, _):
            """
            The server chose \(chosen.shownName), and the client had offered \(offered.map(\.shownName).joined(separator: ", ")).
            """
        case .versionMismatch(let offered, nil, let by):
            """
            \(by.subject) refused the version with the alert protocol_version.\
            \(offered.isEmpty ? "" : " The client had offered \(offered.map(\.shownName).joined(separator: ", ")).")
            """
        case .noCommonSuite(let name, let suites):
            """
            The server refused the ClientHello with the alert \(name): none of the \(counted(suites, "suite")) and other parameters on offer \
            is acceptable to it.
            """
        case .unknownCA(let issuer?):
            "The client does not know the authority that issued the server's certificate: \(issuer)."
        case .unknownCA(nil): "The client does not know the authority that issued the server's certificate."
        case .incompleteChain(let issuer):
            "The server did not send the certificate of \(issuer), which issued its own: the chain has a gap."
        case .selfSigned(let subject): "The server's certificate, \(subject), is its own issuer."
        case .certificateExpired((let subject, let from, let until)?):
            """
            The certificate of \(subject) holds from \(CivilTime.text(from)) to \(CivilTime.text(until)), and was refused.
            """
        case .certificateExpired(nil): "The client refused the server's certificate as expired."
        case .nameMismatch(let asked, let names):
            """
            The client asked for \(asked), and the certificate is for \
            \(names.isEmpty ? "no name" : names.prefix(5).joined(separator: ", ")).
            """
        case .certificateRefused(let name):
            "The client refused the server's certificate with the alert \(name): \(name.englishRule)."
        case .clientCertificateMissing(let name):
            "The server asked for a certificate, the client showed none, and the server ended it with the alert \(name)."
        case .clientCertificateRefused(let name):
            "The server refused the client's certificate with the alert \(name): \(name.englishRule)."
        case .unrecognizedName(let name?): "The server serves no host of the name \(name)."
        case .unrecognizedName(nil): "The server serves no host of the name that was asked for."
        case .noApplicationProtocol(let names):
            """
            None of the protocols that the client offered\(names.isEmpty ? "" : " (\(names.joined(separator: ", ")))") is spoken by the server.
            """
        case .fallbackRefused:
            "The client came again with a lower version and said so; the server knows a higher one and refused."
        case .decryptionFailed(let name, let by):
            "\(by.subject) ended it with the alert \(name): \(name.englishRule)."
        case .fatalAlert(let name?, let by):
            "\(by.subject) ended it with the fatal alert \(name) (\(name.rawValue)): \(name.englishRule)."
        case .fatalAlert(nil, let by):
            """
            \(by.subject) answered with an encrypted alert and nothing else: it seems to have given up, and only the secrets of the \
            session can tell why.
            """
        case .silentRefusal(let isReset):
            """
            The client \(isReset ? "reset" : "closed") the connection after the server's certificate, before its own Finished and without an \
            alert.
            """
        case .malformed(let what, let by): "\(by.subject) sent octets that are no TLS: \(what)."
        case .slowHandshake(let length, let by):
            "The handshake stood still for \(FigureText.span(length)) until \(by.noun) spoke again."
        case .obsolete(let items, let isChosen):
            "What was \(isChosen ? "chosen" : "offered at best") is no longer safe: \(items.joined(separator: ", "))."
        case .noCloseNotify(let by): "\(by.subject) ended the connection without close_notify."
        case .renegotiation: "Handshake messages came after the first handshake: it was done again, or asked for again."
        case .notResumed(let session):
            """
            The client offered a session (\(session == "id" ? "an identifier" : session == "psk" ? "a PSK" : "a ticket")), and the server \
            made a full handshake.
            """
        case .helloRetry(let group?):
            "The server asked for a second ClientHello with a key share of \(group): one round trip more."
        case .helloRetry(nil): "The server asked for a second ClientHello: one round trip more."
        case .largeClientHello(let octets): "The ClientHello has \(octets) octets and came in several segments."
        case .afterPlainText(.other): "TLS began after other octets on the same connection."
        case .afterPlainText(let prelude): "TLS began after plain text of \(prelude.rawValue) on the same connection."
        case .secretsUnused(let lines, let keys, let why):
            """
            \(counted(lines, "line")) of secrets and \(counted(keys, "key")) were there, and no session was opened.\
            \(why.map { " " + $0.english } ?? "")
            """
        }
    }
}
