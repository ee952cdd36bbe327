import Trace

extension Glossary {
    /// The meanings of the fields in records, alerts and the headers of handshake messages: those of TLS 1.2, and those that are the same in TLS 1.3.
    static let records = Glossary([
        Row(
            "tls.record.content_type",
            english: """
                What the record carries: a handshake message, an alert, application data, or the announcement of new \
                keys.
                """),
        Row(
            "tls.record.version",
            english: """
                The version of the protocol. 0x0303 stands for TLS 1.2, because TLS 1.0 was counted as SSL 3.1. Around a \
                ClientHello no version is agreed on yet, and a server accepts any 0x03xx.
                """),
        Row("tls.record.length", english: "The length in octets of what follows in this record."),
        Row(
            "tls.record.nonce_explicit",
            english: """
                The part of the nonce that each record carries. The sender chooses it, and never the same twice under one key. \
                This program takes the number of the record.
                """),
        Row("tls.record.iv", english: "The initialization vector of CBC mode: new for each record, and not secret."),
        Row(
            "tls.record.ciphertext",
            english: """
                The encrypted content; with a CBC suite also padding, and the MAC unless it stands behind. It takes the key of \
                this direction to read it.
                """),
        Row(
            "tls.record.tag",
            english:
                "The tag proves that nothing of the record was changed. It takes the key of this direction to make it."),
        Row(
            "tls.record.mac",
            english:
                "The MAC over the record's number and header, IV and ciphertext proves that nothing of it was changed."),
        Row(
            "tls.record.inner_type",
            english: "What the record really carries. On the outside the record says application data."),
        Row("tls.record.zeros", english: "Zeros that hide the length of the content."),
        Row(
            "tls.change_cipher_spec",
            english: "It has to be a single 1. From the next record on, the sender uses the new keys."),
        Row("tls.alert_message", english: "An alert in a form that cannot be read."),
        Row("tls.alert_message.level", english: "1 is a warning. 2 is fatal: the connection ends here."),
        Row("tls.alert_message.desc", english: "What has happened. 0, close_notify, is the orderly end."),
        Row("tls.application_data", english: "What the application says. TLS does not look into it."),
        Row("tls.handshake", english: "A handshake message: its type, its length, its body."),
        Row("tls.handshake.type", english: "Which message this is."),
        Row("tls.handshake.length", english: "The length of the body in octets."),
        Row("tls.handshake.body", english: "What this message says."),
        Row("tls.handshake.opaque", english: "A body that is not taken apart here."),
        Row(
            "tls.handshake.fragment",
            english: "Octets of handshake messages that are not taken apart: a piece of one, or what breaks a rule."),
    ])
}
