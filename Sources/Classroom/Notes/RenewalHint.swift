import Trace

/// What is said about answers to the exercises of lesson 24.
enum RenewalHint: Remark {
    case whatTheAlertMeans, noWordForTooEarly, nameIsNoDate, selfSignedIsAuthority, oneWordForDates
    case whatStaysOnRenewal, certificateIsNew, keyIsTheSame, keyOrCertificate
    case whoseKeyIsIt, authorityIsLeft, spareBesides, ownKeyMoves
    case secondOfTheChain, leafsKeyIsNew, keyAndNotCertificate, keyOfTheAuthority

    var english: String {
        switch self {
        case .whatTheAlertMeans: "This alert is about dates. Ask for each of the four what is wrong with it."
        case .noWordForTooEarly:
            "A certificate that is not valid yet has no alert of its own. Ask which of the others comes nearest."
        case .nameIsNoDate: "A wrong name has nothing to do with the dates."
        case .selfSignedIsAuthority:
            "Here the client finds no authority that it knows. The alert for that is another one."
        case .oneWordForDates:
            """
            One alert stands for both: expired, or not currently valid (RFC 5246 section 7.2.2). So a clock that is \
            wrong looks like a certificate that is old.
            """
        case .whatStaysOnRenewal: "Ask of each app what it compares, and whether the renewal has changed that."
        case .certificateIsNew:
            "The dates and the serial number are new, so the certificate is another one, octet for octet."
        case .keyIsTheSame: "The key is the old one. An app that compares keys finds it."
        case .keyOrCertificate:
            """
            Only the app that compares whole certificates is locked out. The key has stayed, and the system compares \
            nothing.
            """
        case .whoseKeyIsIt: "Ask whose key each bundle names: the server's own, or one of the authority that was left."
        case .authorityIsLeft: "The old authority's keys are in no certificate of the new chain."
        case .spareBesides:
            "The server's first key was replaced by the spare one before that day. This bundle has the first key alone."
        case .ownKeyMoves:
            """
            On that day the server has the spare key, and takes it along to the new authority. The keys of the old \
            authority are gone from the chain.
            """
        case .secondOfTheChain:
            "The chain has two certificates. The second one belongs to the authority that has signed the first."
        case .leafsKeyIsNew: "This is the server's own key. On that day it is replaced."
        case .keyAndNotCertificate: "This is the digest of the certificate. A pin is the digest of the key in it."
        case .keyOfTheAuthority:
            "The intermediate signs the next leaf as well, so its key stays in the chain when the server's key changes."
        }
    }
}
