import PKI
import TestPKI
import Trace

@testable import TLSSim
@testable import TrustLab

/// Patients that are known from recordings, or by their certificates.
extension DoctorLaboratory {
    static let recordings: [Patient] = [
        Patient("a recording of TLS 1.2", recorded(FaultyServer(tls12())), good, [], nil, 0),
        Patient(
            "a recording of TLS 1.3", recorded(FaultyServer(tls13()), new: true),
            "Whether an iOS app would connect is not decided: its certificates were not seen, because TLS 1.3 encrypts them.",
            ["hidden certificates"], "Name the certificates", 1),
        Patient(
            "a recorded impostor, TLS 1.2", recorded(FaultyServer(tls12(.impostor))), keyNotProved, ["key not proved"],
            install, 3),
        Patient(
            "a recorded impostor, TLS 1.3", recorded(FaultyServer(tls13(.impostor)), new: true),
            unmade("the recorded client ended the handshake with an alert, which is encrypted"),
            ["alert of the client", "hidden certificates"], "Ask why that client gave up", 3),
        Patient(
            "a recorded demand for a certificate, TLS 1.2",
            recorded(FaultyServer(tls12 { $0.clientAuthentication = .required() })), demands,
            ["client certificate demanded"], show, 3),
        Patient(
            "a recorded demand for a certificate, TLS 1.3",
            recorded(FaultyServer(tls13 { $0.clientAuthentication = .required() }), new: true), demands,
            ["client certificate demanded", "hidden certificates"], show, 3),
        Patient(
            "a recorded client that does not believe the chain",
            recorded(FaultyServer(tls12()), isTrusting: false),
            unmade("the recorded client ended the handshake with the alert unknown_ca"), ["alert of the client"],
            "Ask why that client gave up", 3),
        Patient(
            "a recorded staple that revokes", recorded(FaultyServer(tls12 { $0.ocspResponse = revocation })),
            refused("its certificate was revoked on 2026-02-24"), ["revocation"], "Make a new key", 3),
        Patient(
            "a recorded app that hangs up behind the certificates",
            recorded(FaultyServer(tls12()) { flight, octets in flight == 0 ? [.octets(records(octets, 2))] : [] }) {
                $0.end(.client, .fin)
            }, unmade("the recorded client ended the connection during the handshake"), ["ended by the client"],
            "Ask why that client gave up", 3),
        Patient(
            "a recorded reset behind the certificates",
            recorded(FaultyServer(tls12()) { flight, octets in flight == 0 ? [.octets(records(octets, 2))] : [] }) {
                $0.end(.server, .rst)
            }, unmade("it resets the connection during the handshake"), ["ended by the server"], log, 3),
        Patient(
            "a recording that ends behind the certificates",
            recorded(FaultyServer(tls12()) { flight, octets in flight == 0 ? [.octets(records(octets, 2))] : [] }),
            "Whether an iOS app would connect is not decided: the end of the handshake was not seen.",
            ["handshake not seen"], nil, 1),
        Patient(
            "a recording that lacks a packet, TLS 1.2",
            recorded(FaultyServer(tls12())) {
                $0.lose(.server)
                $0.end(.client, .fin)
                $0.end(.server, .fin)
            },
            "Whether an iOS app would connect is not decided: the end of the handshake was not seen.",
            ["handshake not seen"], nil, 1),
        Patient(
            "a recording that lacks a packet, TLS 1.3",
            recorded(FaultyServer(tls13()), new: true) {
                $0.lose(.server)
                $0.end(.client, .fin)
                $0.end(.server, .fin)
            },
            "Whether an iOS app would connect is not decided: its certificates were not seen, because TLS 1.3 encrypts them.",
            ["hidden certificates", "handshake not seen"], "Name the certificates", 1),
        Patient(
            "a recording that ends behind ServerHello, TLS 1.2",
            recorded(FaultyServer(tls12()) { flight, octets in flight == 0 ? [.octets(records(octets, 1))] : [] }),
            "Whether an iOS app would connect is not decided: its certificates are not in the recording.",
            ["hidden certificates", "handshake not seen"], "Name the certificates", 1),
        Patient(
            "a recorded alert behind ServerHello, TLS 1.2",
            recorded(
                FaultyServer(tls12()) { flight, octets in
                    flight == 0 ? [.octets(records(octets, 1) + alert(.internalError))] : []
                }), unmade("it ends the handshake with the alert internal_error"),
            ["alert of the server", "hidden certificates"], log, 3),
        Patient(
            "a recorded resumption, TLS 1.3",
            recorded(FaultyServer { _, _ in [] }, new: true) {
                let hello = ServerHello(
                    random: [UInt8](repeating: 7, count: 32), cipherSuite: 0x1301,
                    extensions: [.selectedVersion(.tls13), .selectedIdentity(0)]
                ).message.bytes
                $0.say(.server, [22, 3, 3, 0, UInt8(hello.count)] + hello)
                // Finished, and data.
                for count: UInt8 in [53, 200] {
                    $0.say(.client, [23, 3, 3, 0, count] + [UInt8](repeating: 0, count: Int(count)))
                }
            },
            "Whether an iOS app would connect is not decided: its certificates were not seen, because an earlier session goes on, in which "
                + "none are sent.", ["hidden certificates"], "Name the certificates", 1),
        Patient(
            "a recorded alert", recorded(saying(alert(.handshakeFailure))),
            unmade("it refuses the handshake with the alert handshake_failure"), ["alert"],
            "Enable TLS 1.2 or 1.3 with an ECDHE suite.", 3),
        Patient(
            "recorded HTTP", recorded(saying(Array("HTTP/1.1 400 Bad Request\r\n\r\n".utf8))),
            unmade("it answers in HTTP without TLS"), ["not TLS"], "Switch TLS on", 3),
        Patient(
            "half a recorded ServerHello", recorded(cut(tls12(), after: 30, then: .silence)),
            unmade("it begins to answer a ClientHello and falls silent"), ["half an answer"], log, 3),
        Patient(
            "half a recorded ServerHello, and the end",
            recorded(cut(tls12(), after: 30, then: .end)) { $0.end(.server, .fin) },
            unmade("it ends the connection in the middle of its answer to a ClientHello"), ["closed"], log, 3),
        Patient(
            "a recorded ClientHello and a reset",
            recorded(FaultyServer(then: .broken) { _, _ in [] }) { $0.end(.server, .rst) },
            unmade("it resets the connection when it gets a ClientHello"), ["closed"], "Switch TLS on", 3),
        Patient(
            "a recorded SYN and a reset",
            .recording {
                var recording = MadeRecording(isOpened: false)
                recording.end(.server, .rst)
                return recording
            }, unmade("nothing listens on port 443 of 192.0.2.2"), ["nothing listens"], "Start the server", 3),
        Patient(
            "a recorded SYN and no answer", .recording { MadeRecording(isOpened: false) },
            unmade("192.0.2.2:443 does not answer"), ["no answer"], "Start the server", 3),
    ]

    static let chains: [Patient] = [
        Patient("the genuine chain", .scenario("genuine"), good, [], nil, 0),
        Patient(
            "expired", .scenario("expired"), refused("its certificate expired on 2026-02-28, 1 day ago"), ["expired"],
            "Renew the certificate", 3),
        Patient(
            "a life of 900 days", .scenario("900-days"),
            refused("its certificate is valid for 900 days, and at most 398 days are allowed"),
            // A certificate that lives longer than 825 days needs four logs.
            ["lifetime", "transparency"],
            "Get a certificate that is valid for at most 398 days", 3),
        Patient(
            "path length", .scenario("path-length-exceeded"),
            refused(
                "the intermediate Good Issuing CA in its chain allows 0 further authorities below it, and there is 1"),
            ["path length"],
            "Good Issuing CA needs a certificate with a larger pathLenConstraint, or without one, or must issue with fewer",
            3),
        Patient(
            "an issuer whose key is for no certificates", .scenario("no-key-cert-sign"),
            refused("the key of the intermediate No Cert Sign CA in its chain may not be used for keyCertSign"),
            ["key usage"], "No Cert Sign CA needs a new certificate that keeps this rule.", 3),
        Patient(
            "name constraint", .scenario("name-constraint-violated"),
            refused("the authority Organization's CA may not certify the name www.example.com"), ["name constraints"],
            "Organization's CA must get a certificate whose nameConstraints allow the name.", 3),
        Patient(
            "a changed name", .scenario("tampered-name"),
            refused("the signature on its certificate does not verify with the key of Good Issuing CA"),
            ["signature", "transparency"], "Install the certificate as the authority has issued it", 3),
        Patient(
            "for clients alone", .scenario("client-auth-only"),
            refused("its certificate is for clientAuth, not for TLS servers"),
            ["extended key usage", "extended key usage"],
            "Get a certificate that keeps this rule.", 3),
        Patient(
            "an unknown critical extension", .scenario("unknown-critical-extension"),
            refused("its certificate has a critical extension that is not understood, 2.25.4711"),
            ["critical extensions"],
            "Get a certificate that keeps this rule.", 3),
        Patient(
            "an issuer that is no authority", .scenario("issuer-not-a-ca"),
            refused(
                "the intermediate www.other.example in its chain has issued a certificate and is not an authority's"),
            ["basic constraints", "key usage", "path length", "transparency"],
            "Install a certificate of a public authority.",
            3),
        Patient(
            "not yet valid", .scenario("not-yet-valid"),
            refused("its certificate is not valid before 2026-03-02 12:00:00 UTC"), ["not yet valid"],
            "Set the clock", 3),
        Patient(
            "an expired intermediate", .scenario("expired-intermediate"),
            refused("the intermediate Expired CA in its chain expired on 2026-02-28, 1 day ago"), ["expired"],
            "Send the authority's", 3),
        Patient(
            "an Ed25519 key", .scenario("ed25519"),
            refused("its key is of a kind that Apple's systems do not use: Ed25519"), ["key length", "key strength"],
            "Get a certificate for an RSA key", 3),
    ]
}
