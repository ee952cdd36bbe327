import TLSSim
import Trace

extension TLSDiagnosis {
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
