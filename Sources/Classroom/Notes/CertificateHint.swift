import Trace

/// What is said about answers to the exercises of lesson 6.
enum CertificateHint: Remark {
    case lengthOctets, withoutHeader, wholeFile(octets: UInt64)
    case alertForDates, nothingIsCorrupt, authorityIsKnown, alertSent(String)
    case searchByHalves, oneSecondLate, oneSecondEarly, lastSecond(Int64)
    case whatNobodySaid, signaturesAreGood, plumber

    var english: String {
        switch self {
        case .lengthOctets:
            """
            The second octet, 82, says that the length is in the two octets behind it. The header itself is not counted \
            in that length.
            """
        case .withoutHeader:
            "That is the length of the content. The file also holds the header, with its type and length."
        case .wholeFile(let octets): "Four octets of header and the content make \(octets) octets."
        case .alertForDates:
            "RFC 5246 section 7.2.2 has an alert for exactly this case: a certificate whose time is over."
        case .nothingIsCorrupt:
            "Every octet of this certificate is as the authority signed it. Another alert fits better."
        case .authorityIsKnown: "The client knows the authority. What is wrong is the leaf itself."
        case .alertSent(let alert):
            "The client sends \(alert). The signature is as good as ever; the issuer's promise is over."
        case .searchByHalves:
            """
            Look up notAfter with trust show, turn it into seconds since 1970 (date -u +%s), and try the second before \
            and the second after with openssl verify.
            """
        case .oneSecondLate: "One second too many: at this second openssl verify says that the certificate has expired."
        case .oneSecondEarly: "One second too few: at the next second the certificate is still valid."
        case .lastSecond(let time):
            "notAfter is \(CivilTime.text(time)), and this second still belongs to the certificate."
        case .whatNobodySaid:
            "Ask of each check what the plumber's certificate really says. One thing has never been said of plumbers."
        case .signaturesAreGood: "The plumber has a key, and signs with it. Every signature of this chain verifies."
        case .plumber:
            """
            Signatures, dates and name are good. The plumber's certificate has no basicConstraints that make its owner an \
            authority (RFC 5280 4.2.1.9).
            """
        }
    }
}
