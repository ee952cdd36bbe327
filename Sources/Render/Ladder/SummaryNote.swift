import Trace

/// What the figures of a run say in the end.
enum SummaryNote: Remark {
    /// Both sides hold the same values of these quantities.
    case agreed([String])
    /// The sides hold different values of a quantity.
    case disagreed(String)
    /// Who could read what was said.
    case readers([String])
    /// Who of those that watched or stole could not.
    case kept([String])
    /// How much went over the wire.
    case traffic(client: Int, server: Int, octets: Int, payload: Int, lost: Int)
    /// How long it took until the client's first encrypted data left, and how many answers it had to wait for.
    case waiting(answers: Int, at: Instant)
    /// A side gave up.
    case failure(who: String, why: any Remark)
    /// In which states both sides end.
    case end(client: String, server: String)

    func sentence(in language: Language) -> String {
        switch language {
        case .english: english
        }
    }

    private var english: String {
        switch self {
        case .agreed(let names): "Both sides hold the same \(Self.list(names, "and"))."
        case .disagreed(let name): "The two sides hold DIFFERENT values of the \(name)."
        case .readers(let names): "The \(Self.list(names, "and")) can read the application data."
        case .kept(let names):
            names.count == 1
                ? "The \(names[0]) cannot." : "Neither the \(Self.list(names, "nor the")) can."
        case .traffic(let client, let server, let octets, let payload, let lost):
            "\(client + server) packets: \(client) from the client, \(server) from the server. They have \(octets) octets; "
                + "\(payload) of these are the data that TCP carries, the others are headers."
                + (lost == 0 ? "" : " The wire lost \(lost).")
        case .waiting(let answers, let at):
            "The client's first application data left after \(at) ms. Before that the client had to wait for "
                + "\(answers) \(answers == 1 ? "answer" : "answers") of the server: each takes a round trip."
        case .failure(let who, let why): "The \(who) gave up: \(why.sentence(in: .english))."
        case .end(let client, let server):
            client == server
                ? "In the end both sides are \(client)." : "In the end the client is \(client), the server \(server)."
        }
    }

    private static func list(_ names: [String], _ last: String) -> String {
        guard names.count > 1 else { return names.first ?? "" }
        return names.dropLast().joined(separator: ", ") + " \(last) " + (names.last ?? "")
    }
}
