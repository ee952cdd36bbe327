import Trace

extension English {
    /// Why a stapled response proves nothing, as the end of a sentence.
    static func reason(_ fault: StapleFault) -> String {
        switch fault {
        case .unreadable(let what): "it cannot be read (\(what))"
        case .noAnswer(let status): "the responder did not answer (status \(status))"
        case .aboutAnother: "it is about another certificate"
        case .criticalExtension: "it has a critical extension, which is not understood here"
        case .unsoundAlgorithm(let algorithm):
            "it is signed with \(algorithm), which is broken or cannot be verified here"
        case .signerMissing: "whoever signed it is not the issuer, and shows no certificate"
        case .signerOfAnother(let name): "\(name), who signed it, has no certificate of the issuer's"
        case .signerNotEntitled(let name): "\(name), who signed it, has no certificate for that (OCSPSigning)"
        case .signerOutOfDate(let name): "\(name), who signed it, has a certificate that is not in force"
        case .signatureFails(let name): "the key of \(name) does not verify its signature"
        case .tooEarly(let from, let time):
            "it holds from \(CivilTime.text(from)) on; asked at \(CivilTime.text(time))"
        case .tooLate(let to, let time):
            "it held until \(CivilTime.text(to)); asked at \(CivilTime.text(time))"
        case .openEnded: "it does not say until when it holds, and could be shown forever"
        case .unknownCertificate: "the responder does not know the certificate"
        }
    }
}
