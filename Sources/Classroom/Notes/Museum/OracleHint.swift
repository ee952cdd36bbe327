import Trace

/// What is said about answers to the exercises of lesson 15.
enum OracleHint: Remark {
    case countTheGuesses, firstStreamIsTheVisit, secondOfThePair, writtenInDecimal, guessOfTheStream(UInt8)
    case unlikeTheOthers, shorterRecord(String)
    case whatIsEncryptedToTheKey, nothingToDecrypt, sameOperation, whatTheKeyDecrypts

    var english: String {
        switch self {
        case .countTheGuesses:
            """
            Each stream from 1 on asks one guess, and the guesses begin at 0. Find the first two streams in a row \
            whose answer comes late: the guess of the first of them is the octet.
            """
        case .firstStreamIsTheVisit:
            "This is the number of the stream. Stream 0 makes the session, and stream 1 asks the guess 0."
        case .secondOfThePair:
            "The second late answer in a row repeats the guess of the first. Its stream does not count."
        case .writtenInDecimal: "This is the guess in decimal. Write the octet in hexadecimal."
        case .guessOfTheStream(let octet):
            """
            The guess \(Hex.string([octet])) is answered late, twice in a row: its padding was right, and the server \
            has computed a MAC. It is the last octet of the cookie.
            """
        case .unlikeTheOthers:
            """
            The lengths belong to the guesses 0 to 9 and a to f, in this order. Look for the one that is not like \
            the others. The first line is the request in which the session is made, and no guess.
            """
        case .shorterRecord(let digit):
            """
            With the guess \(digit) the text in the path repeats one digit more of the real line. DEFLATE replaces \
            it, and the record is one octet shorter.
            """
        case .whatIsEncryptedToTheKey:
            """
            The oracle does with the server's private key what the server does with it. Ask what this key has \
            decrypted in each.
            """
        case .nothingToDecrypt:
            """
            In such a handshake the server's RSA key has signed. The recording has nothing in it that was encrypted \
            to the key.
            """
        case .sameOperation:
            "An oracle that says yes or no about a decrypted block is enough to decrypt a block, with many questions."
        case .whatTheKeyDecrypts:
            """
            With RSA key transport the premaster secret stands in the recording, encrypted to the key. In the others \
            the key has signed, and the secret came from exponents that are deleted.
            """
        }
    }
}
