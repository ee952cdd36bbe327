import TLSSim
import Trace

extension TLSDiagnosis {
    private static func side(_ whose: Finding.Whose) -> String { whose == .client ? "client" : "server" }

    var english: String {
        switch self {
        case .noServerHello(let octets, let waited, let isAcknowledged):
            """
            The ClientHello of \(counted(octets, "octet")) was \(isAcknowledged ? "acknowledged" : "not acknowledged"), and no octet of TLS \
            answered it in \(FigureText.span(waited)).
            """
        case .resetAfterClientHello(let after):
            "A reset answered the ClientHello after \(FigureText.span(after)), before the server had said anything in TLS."
        case .closedAfterClientHello(let after):
            "The server closed the connection \(FigureText.span(after)) after the ClientHello, without an alert."
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
            The \(Self.side(by)) refused the version with the alert protocol_version. The client had offered \
            \(offered.map(\.shownName).joined(separator: ", ")).
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
        case .certificateExpired(let subject?, let from, let until):
            """
            The certificate of \(subject) holds from \(CivilTime.text(from)) to \(CivilTime.text(until)), and was refused.
            """
        case .certificateExpired(nil, _, _): "The client refused the server's certificate as expired."
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
            "None of the protocols that the client offered (\(names.joined(separator: ", "))) is spoken by the server."
        case .fallbackRefused:
            "The client came again with a lower version and said so; the server knows a higher one and refused."
        case .decryptionFailed(let name, let by):
            "The \(Self.side(by)) ended it with the alert \(name): \(name.englishRule)."
        case .fatalAlert(let name?, let by):
            "The \(Self.side(by)) ended it with the fatal alert \(name) (\(name.rawValue)): \(name.englishRule)."
        case .fatalAlert(nil, let by):
            """
            The \(Self.side(by)) sent an alert under keys where it has nothing to close yet: it gave up, and only the secrets of the \
            session tell why.
            """
        case .silentRefusal(let isReset):
            """
            The client \(isReset ? "reset" : "closed") the connection after the server's certificate, before its own Finished and without an \
            alert.
            """
        case .malformed(let what, let by): "The \(Self.side(by)) sent octets that are no TLS: \(what)."
        case .slowHandshake(let length, let by):
            "The handshake stood still for \(FigureText.span(length)) until the \(Self.side(by)) spoke again."
        case .obsolete(let items, let isChosen):
            "What was \(isChosen ? "chosen" : "offered at best") is no longer safe: \(items.joined(separator: ", "))."
        case .noCloseNotify(let by): "The \(Self.side(by)) ended the connection without close_notify."
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

    var englishCauses: [String] { advice.causes }
    var englishNext: String { advice.next }

    /// What it comes from, and what settles it.
    private var advice: (causes: [String], next: String) {
        switch self {
        case .noServerHello(_, _, let isAcknowledged):
            (
                isAcknowledged
                    ? [
                        "the server's process hangs or is overloaded",
                        "it waits for a server behind it, or for a PROXY line",
                        "a protocol in which the server waits for something else",
                    ]
                    : [
                        "a filter swallows it, by the name in it or by its size", "a path that drops large packets",
                        "the server's host has gone",
                    ],
                "openssl s_client with another name, with -groups X25519, and from another network"
            )
        case .resetAfterClientHello:
            (
                [
                    "the server or its load balancer resets for names that it does not serve",
                    "a box on the path forges the reset",
                    "a server that reads only the first segment of a large ClientHello", "the server's process crashed",
                ], "compare the time of the reset and its time to live with those of the handshake"
            )
        case .closedAfterClientHello:
            (
                [
                    "access is controlled by address or name", "a proxy whose server is down",
                    "a server for another protocol",
                    "a server that closes without a word by design",
                ], "the log of the server or proxy"
            )
        case .plainTextClient:
            (
                ["http:// with the port of https", "a proxy that passes on what it has decrypted", "a scanner"],
                "the URL"
            )
        case .plainTextServer:
            (
                [
                    "https to a port of http", "a protocol that needs STARTTLS first",
                    "a captive portal or proxy answers",
                ],
                "the port"
            )
        case .versionMismatch:
            (
                [
                    "an old client and a new server", "a server that speaks TLS 1.3 alone",
                    "a box that inspects and speaks less",
                ],
                "list the versions of both sides: those in supported_versions, not those of records"
            )
        case .noCommonSuite:
            (
                [
                    "no suite in common", "no certificate for the suites or signatures that the client takes",
                    "no group in common", "a name that the server does not serve",
                ], "openssl s_client -cipher with one suite after the other; the server's own list"
            )
        case .unknownCA:
            (
                [
                    "a private authority that the client was not given", "an intermediate certificate is missing",
                    "a proxy that intercepts, whose root is not installed", "a client with an old store",
                ], "who issued the last certificate; whether --ca makes the chain trusted; openssl s_client -showcerts"
            )
        case .incompleteChain:
            (
                ["the certificate was installed without its chain"],
                "serve the leaf and its intermediates, without the root"
            )
        case .selfSigned:
            (["a device's factory certificate", "a test"], "pin it, or give it a certificate of an authority")
        case .certificateExpired:
            (
                [
                    "the renewal failed, or the new file was not loaded", "an intermediate has expired",
                    "the client's clock is wrong",
                ], "the dates, and the client's clock"
            )
        case .nameMismatch:
            (
                [
                    "a wrong host name or a wrong entry in DNS",
                    "the server's certificate for names that it does not know",
                    "a certificate without www, or for one level less",
                ], "the names in the certificate against the name asked for"
            )
        case .certificateRefused:
            (
                [
                    "a pin", "the certificate is revoked", "its key usage",
                    "a signature that the client no longer takes",
                    "an authority that is missing in the client's store",
                ], "the client's log; judge the chain"
            )
        case .clientCertificateMissing:
            (
                [
                    "no certificate is configured", "none is by the authorities that the server names",
                    "the user cancelled",
                ],
                "the names in CertificateRequest against the client's issuer"
            )
        case .clientCertificateRefused:
            (
                [
                    "the server does not trust its authority", "it has expired", "it is not for clients",
                    "it is revoked",
                ],
                "the file of authorities that the server uses"
            )
        case .unrecognizedName:
            (
                ["no such virtual host", "an internal name or an address is asked for"],
                "the name against the server's list"
            )
        case .noApplicationProtocol:
            (["h2 against http/1.1", "a proxy without h2 before gRPC"], "both lists of protocols")
        case .fallbackRefused:
            (["a first attempt failed for another reason, and the client came again"], "why the first attempt failed")
        case .decryptionFailed:
            (
                [
                    "octets were changed on the path and the checksum with them",
                    "the two sides have seen different hellos",
                    "a fault in the program of one side", "a session was resumed with another secret",
                ], "captures at both ends, compared octet by octet"
            )
        case .fatalAlert(let name, _):
            (
                name == .internalError
                    ? ["the sender has no access to its key", "it has no memory left", "a hook of it failed"]
                    : [
                        "a program or a box breaks the protocol", "a trouble of the sender's own", "the user cancelled",
                    ],
                "the sender's log of that second"
            )
        case .silentRefusal:
            (
                [
                    "an app that pins certificates", "a layer above TLS refuses the certificate", "the user cancelled",
                    "a health check that only wants the certificate", "the client's patience is over",
                ], "whether another client completes the handshake; the app's log"
            )
        case .malformed:
            (
                ["two writers on one socket", "a proxy that mixes plain text in", "a fuzzer"],
                "the octets themselves: are they text?"
            )
        case .slowHandshake:
            (
                [
                    "the server is overloaded, or fetches its certificate or key from elsewhere",
                    "the client asks for revocation, for a smart card or its user", "a store of sessions is slow",
                ], "which side is silent while the other waits"
            )
        case .obsolete:
            (["an old machine", "a server that was left compatible"], "disable it; find who still needs it")
        case .noCloseNotify:
            (
                ["most HTTP servers and many libraries do that", "a crash", "someone cuts the connection short"],
                "whether the protocol above knows the length: then it does no harm"
            )
        case .renegotiation:
            (["a client's certificate is asked for late", "keys are renewed"], "renegotiation_info in both hellos")
        case .notResumed:
            (
                [
                    "another server of a pool, without the same ticket keys", "the server was restarted",
                    "the ticket is too old",
                ],
                "share the ticket keys; count how often"
            )
        case .helloRetry:
            (
                ["the client's key share is of a group that the server does not take", "the server asks for a cookie"],
                "let the client send a share of that group first"
            )
        case .largeClientHello:
            (
                ["a key share that resists quantum computers", "a large ticket", "many extensions"],
                "where it goes unanswered: try -groups X25519, because some boxes read only the first segment"
            )
        case .afterPlainText: (["STARTTLS, a proxy or a database's request for TLS"], "nothing")
        case .secretsUnused:
            (
                [
                    "the log is of another run", "a proxy ended TLS in between",
                    "the RSA key is of another certificate, or keys were agreed with Diffie-Hellman",
                    "the ClientHello is not in the capture", "the session was resumed",
                ], "compare the client's random with the second column of the log; look at the key exchange"
            )
        }
    }
}
