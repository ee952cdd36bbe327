import Trace

/// The headings and labels of the clinic.
enum ClaimWords: Wording {
    case title
    case about(claims: Int)
    case subject(Claim.Subject)
    case verdict(Claim.Verdict)
    case origin(Claim.Origin)
    case number
    case claim
    case verdictHead
    case truth
    case fact
    case said
    case rules
    case decides
    case otherwise
    case nowhere
    case there
    case also
    case definition

    var english: String {
        switch self {
        case .title: "A clinic for popular claims"
        case .about(let claims):
            """
            \(claims) sentences about TCP, TLS and certificates that many people know. Each has a verdict, what is true in it, what is so, \
            and a command. The line that is named decides.
            """
        case .subject(.randoms): "Randoms and keys"
        case .subject(.exchanges): "Forward secrecy, RSA and Diffie–Hellman"
        case .subject(.certificates): "Certificates and the man in the middle"
        case .subject(.records): "Records"
        case .subject(.opening): "TCP: opening"
        case .subject(.closing): "TCP: numbers, closing, errors"
        case .subject(.tls13): "TLS 1.3"
        case .verdict(.isTrue): "true"
        case .verdict(.isFalse): "false"
        case .verdict(.onlyIf): "only if"
        case .origin(.article): "an article"
        case .origin(.interview): "job interviews"
        case .origin(.blog): "blogs"
        case .origin(.textbook): "textbooks"
        case .origin(.work): "people at work"
        case .origin(.course): "learners"
        case .number: "#"
        case .claim: "Claim"
        case .verdictHead: "Verdict"
        case .truth: "True in it"
        case .fact: "What is so"
        case .said: "Said in or by"
        case .rules: "Rules"
        case .decides: "The line that decides"
        case .otherwise: "It is otherwise in this run"
        case .nowhere: "No other run stands against it"
        case .there: "There it says"
        case .also: "It is seen as well with"
        case .definition:
            """
            A sentence is judged connection by connection. It is true if it holds in each connection that it speaks of. It is false if it \
            holds in none of them, or if the reason that it gives is wrong, or if it says "always", "never" or "every" and one connection is \
            otherwise. It is true only if something more is so, where it holds in some \
            connections and not in others, and does not say in which: what is true in one version, one suite or with one option is "only if". \
            A sentence that says "safe" or "cannot" is judged by the attacks that work.
            """
        }
    }
}
