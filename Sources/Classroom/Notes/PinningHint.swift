import Trace

/// What is said about answers to the exercises of lesson 8.
enum PinningHint: Remark {
    case askForTheWord, sameWord, oneWord
    case sentOrBuilt, notOnThePath, builtPath
    case fourSteps, wholeCertificate, digestOfTheKey
    case whatChanges, intermediateIsReplaced, whatStays

    var english: String {
        switch self {
        case .askForTheWord: "Ask for each scenario which word SecTrust has for it. The line accepts a success, too."
        case .sameWord: "SecTrust has the same word for other faults. Run the other scenarios."
        case .oneWord:
            "One word stands for many faults, and some deceits are no fault at all to SecTrust. The line lets them all in."
        case .sentOrBuilt:
            "The pins are compared with certificates. Ask of each policy with which: those sent, or those of the path."
        case .notOnThePath: "The appended certificate is sent, but it is not on the path from the leaf to its anchor."
        case .builtPath: "A policy that compares its pins with the built path does not see the appended certificate."
        case .fourSteps:
            "Take the public key out of the leaf, in DER, and digest that with SHA-256. Then write it in base 64."
        case .wholeCertificate:
            "That is the digest of the whole certificate. The next renewal changes it, even with the same key."
        case .digestOfTheKey: "It is the digest of SubjectPublicKeyInfo, and stays the same as long as the key does."
        case .whatChanges:
            "On that day the leaf has the key that was kept in reserve. Ask which pinned key is still on the path."
        case .intermediateIsReplaced: "The pinned intermediate is the one that goes away."
        case .whatStays:
            "A pin works as long as its key is on the path: the key in reserve and the root's are, the others are not."
        }
    }
}
