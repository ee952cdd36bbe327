import Trace

/// The meanings of the fields in records, alerts and the headers of handshake messages: those of TLS 1.2, and those that are the same
/// in TLS 1.3. A raw value is the name of a field.
enum RecordFieldNote: String, Remark, CaseIterable {
    case recordContentType = "tls.record.content_type"
    case recordVersion = "tls.record.version"
    case recordLength = "tls.record.length"
    case recordNonceExplicit = "tls.record.nonce_explicit"
    case recordIv = "tls.record.iv"
    case recordCiphertext = "tls.record.ciphertext"
    case recordTag = "tls.record.tag"
    case recordMac = "tls.record.mac"
    case innerType = "tls.record.inner_type"
    case zeros = "tls.record.zeros"
    case changeCipherSpec = "tls.change_cipher_spec"
    case alertMessage = "tls.alert_message"
    case alertMessageLevel = "tls.alert_message.level"
    case alertMessageDesc = "tls.alert_message.desc"
    case applicationData = "tls.application_data"
    case handshake = "tls.handshake"
    case handshakeType = "tls.handshake.type"
    case handshakeLength = "tls.handshake.length"
    case handshakeBody = "tls.handshake.body"
    case handshakeOpaque = "tls.handshake.opaque"
    case handshakeFragment = "tls.handshake.fragment"

    var english: String {
        switch self {
        case .recordContentType:
            """
            What the record carries: a handshake message, an alert, application data, or the announcement of new \
            keys.
            """
        case .recordVersion:
            """
            The version of the protocol. 0x0303 stands for TLS 1.2, because TLS 1.0 was counted as SSL 3.1. Around a \
            ClientHello no version is agreed on yet, and a server accepts any 0x03xx.
            """
        case .recordLength: "The length in octets of what follows in this record."
        case .recordNonceExplicit:
            """
            The part of the nonce that each record carries. The sender chooses it, and never the same twice under one key. \
            This program takes the number of the record.
            """
        case .recordIv: "The initialization vector of CBC mode: new for each record, and not secret."
        case .recordCiphertext:
            """
            The encrypted content; with a CBC suite also padding, and the MAC unless it stands behind. It takes the key of \
            this direction to read it.
            """
        case .recordTag:
            "The tag proves that nothing of the record was changed. It takes the key of this direction to make it."
        case .recordMac:
            "The MAC over the record's number and header, IV and ciphertext proves that nothing of it was changed."
        case .innerType: "What the record really carries. On the outside the record says application data."
        case .zeros: "Zeros that hide the length of the content."
        case .changeCipherSpec: "It has to be a single 1. From the next record on, the sender uses the new keys."
        case .alertMessage: "An alert in a form that cannot be read."
        case .alertMessageLevel: "1 is a warning. 2 is fatal: the connection ends here."
        case .alertMessageDesc: "What has happened. 0, close_notify, is the orderly end."
        case .applicationData: "What the application says. TLS does not look into it."
        case .handshake: "A handshake message: its type, its length, its body."
        case .handshakeType: "Which message this is."
        case .handshakeLength: "The length of the body in octets."
        case .handshakeBody: "What this message says."
        case .handshakeOpaque: "A body that is not taken apart here."
        case .handshakeFragment:
            "Octets of handshake messages that are not taken apart: a piece of one, or what breaks a rule."
        }
    }
}
