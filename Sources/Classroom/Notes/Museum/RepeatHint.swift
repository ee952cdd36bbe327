import Trace

/// What is said about answers to the exercises of lesson 16.
enum RepeatHint: Remark {
    case compareAll, theRecordingItself, countFromZero, sameRandom(connection: Int)
    case tryThemAll, countOfTries, process(UInt64)
    case greatestCommonDivisor, countFromOne, commonPrime
    case twoEquations, keyAndNotNonce, nonceIsEnough

    var english: String {
        switch self {
        case .compareAll: "Compare the randoms with the one of stream 0, to the last digit."
        case .theRecordingItself:
            "Stream 0 is the visit that she has recorded. Look for the stream in which its random comes back."
        case .countFromZero: "You are near. The streams are counted from 0."
        case .sameRandom(let connection):
            """
            In stream \(connection) the server's random is the recorded one. With the recorded client's random and \
            the recorded premaster secret it makes the recorded keys.
            """
        case .tryThemAll:
            """
            There are 32768 process numbers. For each of them hash the label, the number and four zeros, and compare \
            with the random.
            """
        case .countOfTries: "This is how many numbers were tried. The first number is 0."
        case .process(let process):
            """
            The process number \(process) gives the random that was sent in clear, and the rest of what the \
            generator put out follows from it.
            """
        case .greatestCommonDivisor:
            "Compute the greatest common divisor of each pair of moduli. One pair has a divisor above 1."
        case .countFromOne: "These are the right moduli, counted from 0. The devices are counted from 1."
        case .commonPrime:
            """
            The greatest common divisor of their moduli is a prime of both. Each modulus divided by it gives the \
            other prime, and so both keys.
            """
        case .twoEquations:
            """
            Subtract one equation from the other: the term with the key is gone. What is left has k alone. Compute \
            modulo the order n.
            """
        case .keyAndNotNonce: "This is the private key. The question is about the nonce, from which the key follows."
        case .nonceIsEnough:
            """
            The x-coordinate of this multiple of the generator is r. With it, one signature is enough for the key: d \
            = (s1 · k - z1) / r.
            """
        }
    }
}
