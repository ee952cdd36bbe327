import Trace

/// What the formula of a theory means in this run, in words.
package enum TheoryWords: Wording {
    case inOrder(Int)
    case chance(Double)
    case repetition(String)
    /// Others open so many connections a second, for so many milliseconds.
    case arrivals(perSecond: Int, milliseconds: Int)
    case halving(ports: Int, windows: Int, numbers: Int)
    case places
    case segments
    case digits
    case residues(orders: Int)
    /// A heartbeat shows so many octets, from one of so many places; from the last number of places it shows the whole prime.
    case heartbeat(octets: Int, places: Int, hits: Int)
    case ascending
    case octets
    case smooth(Double)
    case primes
    /// Multiplied ciphertexts, until one has the right beginning, and the right padding where that is asked for; then a search.
    case padding(isStrict: Bool)

    package var english: String {
        switch self {
        case .inOrder(let count):
            "She tries \(count) values in order, and each of them is as likely to be right as any other."
        case .chance(let chance): "Each try succeeds with the probability \(StoryNote.englishNumber(chance))."
        case .repetition(let count):
            "Each draw is one of \(count) values, all equally likely, and one value has to come a second time. A new value may meet any of the "
                + "earlier ones, so that takes far fewer draws than there are values."
        case .arrivals(let rate, let span):
            "Others open \(rate) connections a second at random moments, and from her sample to her SYN \(span) ms pass: she expects "
                + "\(rate * span / 1_000) numbers between the two."
        case .halving(let ports, let windows, let numbers):
            "Each round halves what is left: \(ports) ports, then \(windows) places for the window, then the \(numbers) numbers of a window."
        case .places: "Each of the server's places is taken once."
        case .segments: "She sends an acknowledgment for each segment of the file."
        case .digits: "The first two digits are guessed together: 256 pairs. Each further digit has 16 values."
        case .residues(let orders):
            "For each of \(orders) primes r she looks for the secret modulo r. A number and its negative give the same answer, so at most half of "
                + "the r values are tried."
        case .heartbeat(let octets, let places, let hits):
            "A heartbeat shows \(octets) octets, from any of \(places) places of the memory. From \(hits) of them it shows the whole prime."
        case .ascending: "An octet of the value v takes v + 1 guesses, from 0 on, and one more to confirm the hit."
        case .octets:
            "For each octet she waits for a record that is accepted. Each is accepted with the probability 1/256."
        case .smooth(let share):
            "She tries exponents until a product has small prime factors alone. One number in \(StoryNote.englishNumber(1 / share)) is like that."
        case .primes: "For each prime r the secret modulo r is one of r values, and she tries them in order."
        case .padding(let isStrict):
            "n is the server's modulus of k octets, and B is 2 to the power of 8(k - 2). A random number below n has the octets 00 02 in front with "
                + "the probability B/n. "
                + (isStrict ? "Of those, one in five has the right padding and a zero behind it. " : "")
                + "Each hit after the first narrows the range that is left."
        }
    }
}
