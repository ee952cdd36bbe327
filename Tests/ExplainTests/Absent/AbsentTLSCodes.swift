import Simulator

/// Captures in which a code about TLS must not stand.
extension AbsentCode {
    private static func tls13(_ change: (inout Visit.TLS13Options) -> Void = { _ in }) -> Visit.Options {
        var options = Visit.TLS13Options()
        change(&options)
        return Visit.Options(seed: 7, tls13: options)
    }

    private static let asked = "0 open 20\n21 C > S PSH,ACK \(data(hello))\n"
    private static let genuine = Visit.Options(seed: 7)

    static let absentOfTLS: [AbsentCode] = [
        AbsentCode(
            "tls.no_server_hello", "the client closes at once",
            asked + "21.1 C > S FIN,ACK\n41 S > C FIN,ACK\n41.1 C > S ACK"),
        AbsentCode(
            "tls.no_server_hello", "the capture ends after a second", asked + "41 S > C ACK\n1021 C > S ACK seq 40"),
        AbsentCode(
            "tls.reset_after_client_hello", "the server had answered",
            asked + "41 S > C PSH,ACK \(data(serverHello))\n42 C > S ACK\n62 S > C RST,ACK"),
        AbsentCode(
            "tls.closed_after_client_hello", "the client closed first",
            asked + "41 S > C ACK\n500 C > S FIN,ACK\n520 S > C FIN,ACK\n520.1 C > S ACK"),
        AbsentCode(
            "tls.plain_text_client", "HTTP on port 443, and the server answers in it",
            "0 open 20\n21 C > S PSH,ACK \(text("GET / HTTP/1.1\r\nHost: a\r\n\r\n"))\n41 S > C ACK\n"
                + "42 S > C PSH,ACK \(text("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n"))\n43 C > S ACK\n60 close 20"),
        AbsentCode(
            "tls.plain_text_server", "no ClientHello was sent",
            "0 open 20\n21 S > C PSH,ACK \(text("220 mail.example ESMTP\r\n"))\n22 C > S PSH,ACK \(text("QUIT\r\n"))\n42 S > C ACK\n60 close 20"
        ),
        AbsentCode("tls.version_mismatch", "the record of a hello has an older version", visit: tls13()),
        AbsentCode(
            "tls.no_common_suite", "the alert is about the client's certificate",
            visit: Visit.Options(seed: 7, clientCertificate: .missing)),
        AbsentCode(
            "tls.unknown_ca", "the alert comes from the server",
            visit: Visit.Options(seed: 7, clientCertificate: .wrongAuthority)),
        AbsentCode(
            "tls.incomplete_chain", "the chain is whole, its authority is unknown",
            visit: Visit.Options(seed: 7, serverChain: .unknownAuthority)),
        AbsentCode(
            "tls.self_signed", "issued by an authority that the client does not know",
            visit: Visit.Options(seed: 7, serverChain: .unknownAuthority)),
        AbsentCode(
            "tls.certificate_expired", "refused for its name", visit: Visit.Options(seed: 7, serverChain: .wrongHost)),
        AbsentCode(
            "tls.certificate_expired", "refused by an alert, and no certificate is in the capture",
            asked + "41 S > C ACK\n42 C > S PSH,ACK \(data(alert(2, 46)))\n43 C > S FIN,ACK\n63 S > C FIN,ACK"),
        AbsentCode(
            "tls.name_mismatch", "refused for its dates", visit: Visit.Options(seed: 7, serverChain: .expired)),
        AbsentCode(
            "tls.certificate_refused", "the server refuses the client's",
            visit: Visit.Options(seed: 7, clientCertificate: .wrongAuthority)),
        AbsentCode(
            "tls.client_certificate_missing", "the client shows one",
            visit: Visit.Options(seed: 7, clientCertificate: .good)),
        AbsentCode(
            "tls.client_certificate_refused", "the client shows none",
            visit: Visit.Options(seed: 7, clientCertificate: .missing)),
        AbsentCode(
            "tls.unrecognized_name", "a warning, and the handshake goes on",
            asked + "41 S > C PSH,ACK \(data(alert(1, 112), serverHello))\n42 C > S ACK"),
        AbsentCode(
            "tls.no_application_protocol", "the parameters have nothing in common",
            asked + "41 S > C PSH,ACK \(data(alert(2, 40)))\n41.1 S > C FIN,ACK\n42 C > S FIN,ACK\n62 S > C ACK"),
        AbsentCode(
            "tls.fallback_refused", "the version is refused",
            asked + "41 S > C PSH,ACK \(data(alert(2, 70)))\n41.1 S > C FIN,ACK\n42 C > S FIN,ACK\n62 S > C ACK"),
        AbsentCode(
            "tls.decryption_failed", "a message could not be decoded",
            asked + "41 S > C PSH,ACK \(data(alert(2, 50)))\n41.1 S > C FIN,ACK\n42 C > S FIN,ACK\n62 S > C ACK"),
        AbsentCode("tls.fatal_alert", "both say goodbye", visit: genuine),
        AbsentCode(
            "tls.fatal_alert", "a goodbye under keys, and the capture has missed the server's Finished", visit: genuine,
            without: [12]),
        AbsentCode(
            "tls.silent_refusal", "the server's certificate had not arrived",
            asked + "41 S > C ACK\n3000 C > S FIN,ACK\n3020 S > C FIN,ACK\n3020.1 C > S ACK"),
        AbsentCode(
            "tls.silent_refusal", "the segment with the certificate was lost",
            asked
                + "41 S > C PSH,ACK seq 1448 len 600\n42 C > S ACK ack 0 sack 1448-2048\n9000 C > S FIN,ACK ack 0\n9020 S > C ACK seq 2048"
        ),
        AbsentCode("tls.malformed", "the capture has missed the ServerHello", visit: genuine, without: [6]),
        AbsentCode(
            "tls.malformed", "a heartbeat",
            asked
                + "41 S > C PSH,ACK \(data(serverHello, helloDone))\n42 C > S PSH,ACK \(data(record(24, [1, 0, 3, 1, 2, 3] + [UInt8](repeating: 0, count: 16))))\n62 S > C ACK"
        ),
        AbsentCode(
            "tls.slow_handshake", "the ClientHello was lost, and sent again",
            "0 open 20\n21 C > S PSH,ACK \(data(hello)) lost\n321 C > S PSH,ACK seq 0 \(data(hello)) lost\n"
                + "1521 C > S PSH,ACK seq 0 \(data(hello))\n1541 S > C PSH,ACK \(data(serverHello, helloDone))\n1542 C > S ACK"
        ),
        AbsentCode(
            "tls.obsolete", "CBC and RSA key transport are old, not broken",
            visit: Visit.Options(seed: 7, suite: .rsaAES128CBCSHA)),
        AbsentCode("tls.no_close_notify", "both say goodbye", visit: tls13()),
        AbsentCode("tls.renegotiation", "keys are updated", visit: tls13 { $0.updatesKeys = true }),
        AbsentCode(
            "tls.renegotiation", "a second ClientHello after HelloRetryRequest", visit: tls13 { $0.isRetried = true }),
        AbsentCode("tls.not_resumed", "the session is resumed", visit: Visit.Options(seed: 7, resumption: .ticket)),
        AbsentCode(
            "tls.not_resumed", "in TLS 1.3 a session identifier is only for old boxes", visit: tls13()),
        AbsentCode("tls.hello_retry", "one hello", visit: tls13()),
        AbsentCode(
            "tls.large_client_hello", "a small one, in two segments",
            "0 open 20\n21 C > S ACK \(data(Array(hello.prefix(20))))\n21.1 C > S PSH,ACK \(data(Array(hello.dropFirst(20))))\n41 S > C ACK\n42 S > C PSH,ACK \(data(serverHello))\n43 C > S ACK"
        ),
        AbsentCode("tls.after_plain_text", "TLS from the first octet", visit: genuine),
    ]
}
