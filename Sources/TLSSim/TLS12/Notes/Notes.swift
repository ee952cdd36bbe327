import PKI
import Trace

/// What a TLS machine has to say about its steps. The sentences are in English.swift.
public enum Note: Hashable, Sendable {
    // MARK: Messages written
    case clientHello(suites: Int, hostName: String)
    case serverHello(suite: CipherSuite, extendedMasterSecret: Bool)
    case certificate(count: Int)
    case serverKeyExchange(group: String, bits: Int)
    case serverPoint(curve: String, KeyAlgorithm)
    case certificateStatus(octets: Int)
    case certificateRequest(authorities: Int, required: Bool)
    case serverHelloDone
    case clientCertificate(count: Int)
    case noClientCertificate(hasOne: Bool)
    case encryptedPremaster(octets: Int)
    case clientPublicValue(octets: Int)
    case clientPoint(curve: String)
    case certificateVerify(SignatureScheme)
    case changeCipherSpec(Role)
    case finished(Role)
    case applicationData(octets: Int, BulkCipher)
    case closeNotify(first: Bool)
    case alert(AlertDescription, reason: String)
    case noRenegotiation

    // MARK: Calculations
    case publicValue(Role, exponentBits: Int)
    case point(Role, curve: String)
    case premasterDrawn
    case premasterEncrypted
    case premasterDecrypted
    case premasterAgreed(Role, toy: Bool)
    case masterSecret(extended: Bool)
    case keyBlock(BulkCipher)
    case handshakeSigned(SignatureScheme)
    case verifyData(Role)

    // MARK: Checks
    case finding(Finding)
    case trusted(String?, Role, checks: Int)
    case refused(Finding, failed: Int, of: Int, alert: AlertDescription?)
    case keyUsage(KeyExchangeKind)
    case parametersSigned(SignatureScheme)
    case groupAccepted(name: String, bits: Int)
    case toyGroup(name: String, warning: String)
    case curveAccepted(String)
    case statusStapled(octets: Int, StapledResponse?)
    case clientAnonymous
    case clientMaySign
    case clientProved(SignatureScheme)
    case finishedVerified(Role)
    case established(forwardSecret: Bool)
    case careless

    // MARK: With a file of their own
    case resumption(ResumptionNote)
    case negotiation(NegotiationNote)

    /// The stable step id that goes with it.
    public var step: String {
        switch self {
        case .clientHello: "tls.client_hello"
        case .serverHello: "tls.server_hello"
        case .certificate, .clientCertificate, .noClientCertificate: "tls.certificate"
        case .certificateStatus: "tls.certificate_status"
        case .certificateRequest: "tls.certificate_request"
        case .certificateVerify: "tls.certificate_verify"
        case .serverKeyExchange, .serverPoint: "tls.server_key_exchange"
        case .serverHelloDone: "tls.server_hello_done"
        case .encryptedPremaster, .clientPublicValue, .clientPoint: "tls.client_key_exchange"
        case .changeCipherSpec: "tls.change_cipher_spec"
        case .finished: "tls.finished"
        case .applicationData: "tls.application_data"
        case .closeNotify: "tls.close_notify"
        case .alert: "tls.alert"
        case .noRenegotiation: "tls.no_renegotiation"
        case .publicValue(.client, _): "tls.calc.dh_Yc"
        case .publicValue(.server, _): "tls.calc.dh_Ys"
        case .point(.client, _): "tls.calc.client_point"
        case .point(.server, _): "tls.calc.server_point"
        case .premasterDrawn, .premasterDecrypted, .premasterAgreed: "tls.calc.premaster_secret"
        case .premasterEncrypted: "tls.calc.encrypted_premaster_secret"
        case .masterSecret: "tls.calc.master_secret"
        case .keyBlock: "tls.calc.key_block"
        case .handshakeSigned: "tls.calc.certificate_verify"
        case .verifyData(.client): "tls.calc.client_verify_data"
        case .verifyData(.server): "tls.calc.server_verify_data"
        case .finding: "tls.check.chain"
        case .trusted, .refused: "tls.check.verdict"
        case .keyUsage, .clientMaySign: "tls.check.key_usage"
        case .statusStapled: "tls.check.status"
        case .clientAnonymous: "tls.check.client_anonymous"
        case .clientProved: "tls.check.certificate_verify"
        case .parametersSigned: "tls.check.params_signature"
        case .groupAccepted, .toyGroup, .curveAccepted: "tls.check.group"
        case .finishedVerified(.client): "tls.check.client_finished"
        case .finishedVerified(.server): "tls.check.server_finished"
        case .established: "tls.established"
        case .careless: "tls.check.careless"
        case .resumption(let note): note.step
        case .negotiation(let note): note.step
        }
    }

    /// The rule that is applied.
    public var cite: Citation {
        switch self {
        case .clientHello: .rfc(5246, "7.4.1.2")
        case .serverHello: .rfc(5246, "7.4.1.3")
        case .certificate: .rfc(5246, "7.4.2")
        case .serverKeyExchange, .parametersSigned: .rfc(5246, "7.4.3")
        case .certificateStatus, .statusStapled: .rfc(6066, "8")
        case .certificateRequest: .rfc(5246, "7.4.4")
        case .clientCertificate, .noClientCertificate, .clientAnonymous, .clientMaySign: .rfc(5246, "7.4.6")
        case .certificateVerify, .handshakeSigned, .clientProved: .rfc(5246, "7.4.8")
        case .serverHelloDone: .rfc(5246, "7.4.5")
        case .encryptedPremaster, .premasterDrawn, .premasterEncrypted, .premasterDecrypted: .rfc(5246, "7.4.7.1")
        case .clientPublicValue: .rfc(5246, "7.4.7.2")
        case .serverPoint: .rfc(8422, "5.4")
        case .clientPoint: .rfc(8422, "5.7")
        case .point(_, let curve): curve == NamedGroup.x25519.name ? .rfc(7748, "5") : .rfc(8422, "5.10")
        case .curveAccepted: .rfc(8422, "5.1.1")
        case .changeCipherSpec: .rfc(5246, "7.1")
        case .finished, .verifyData, .finishedVerified: .rfc(5246, "7.4.9")
        case .applicationData: .rfc(5246, "10")
        case .closeNotify: .rfc(5246, "7.2.1")
        case .alert: .rfc(5246, "7.2.2")
        case .noRenegotiation: .rfc(5246, "7.2.2")
        case .publicValue: .rfc(7919, "5.2")
        case .premasterAgreed: .rfc(5246, "8.1.2")
        case .masterSecret(let extended): extended ? .rfc(7627, "4") : .rfc(5246, "8.1")
        case .keyBlock: .rfc(5246, "6.3")
        case .finding(let finding): finding.cite
        case .trusted: .rfc(5280, "6.1")
        case .refused: .rfc(5246, "7.2.2")
        case .keyUsage: .rfc(5246, "7.4.2")
        case .groupAccepted: .rfc(7919, "5.1")
        case .toyGroup: .rfc(7919, "3.1")
        case .established(let forwardSecret): forwardSecret ? .rfc(7919, "8.8") : .rfc(5246, "F.1.1.2")
        case .careless: .rfc(5246, "F.1.1")
        case .resumption(let note): note.cite
        case .negotiation(let note): note.cite
        }
    }
}
