import Trace

/// What is said about answers to the exercises of lesson 25.
enum CaptureHint: Remark {
    case whatIsNew, firstCopy, nothingRepeated, bringsNothingNew(Int)
    case pauseOrAlert, pathCarriesAlerts, openingToo, alertsAreWords
    case sinceServerHello, certificateIsEncrypted, nameIsInTheHello, hellosAreInClear

    var english: String {
        switch self {
        case .whatIsNew:
            """
            Go down the list and keep two columns, one for each sender. Leave out frames without data that are \
            neither SYN nor FIN. \
            Look for the first number that its sender has used before. If there is none, the answer is 0.
            """
        case .firstCopy: "You are near. The frame that you want is the second one with its number."
        case .nothingRepeated: "Under this seed the wire loses nothing that has to be sent again."
        case .bringsNothingNew(let frame):
            """
            Frame \(frame) begins with a number that its sender has used before. So it is sent again, and the first \
            copy or its answer was lost.
            """
        case .pauseOrAlert:
            """
            Ask of each visit what the capture shows: a pause and the same numbers again, or an alert that arrives \
            in time.
            """
        case .pathCarriesAlerts: "An alert has arrived, so the path has carried everything. One side refused the other."
        case .openingToo: "A SYN can be lost as well. It is sent again, with the same number."
        case .alertsAreWords:
            "In these two a segment is sent again after a pause. In the others a side says what it does not like."
        case .sinceServerHello:
            "In TLS 1.3 everything behind ServerHello is encrypted. Ask for each of these in which message it stands."
        case .certificateIsEncrypted: "The certificate comes behind ServerHello. In TLS 1.3 it is encrypted."
        case .nameIsInTheHello: "ClientHello is in clear, and it says which host is wanted."
        case .hellosAreInClear:
            """
            Both hellos are in clear: the name of the host stands in the first, and the server's random in the \
            second. The rest is encrypted.
            """
        }
    }
}
