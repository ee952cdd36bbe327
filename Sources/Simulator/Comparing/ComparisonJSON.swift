import Render
import Trace

/// A comparison as JSON. docs/compare.md describes the schema.
extension VisitComparison {
    /// The version of the schema. It grows when a member changes its meaning or is removed. A new member does not change it.
    package static let version = 1

    /// The comparison, with the journal of each run.
    package func json(language: Language = .english) -> JSON {
        .members(
            ("schema", .string("handshakesim.comparison")), ("version", .number(Self.version)),
            ("seed", .number(seed)), ("runs", .array(runs.map(\.json))),
            ("changes", .array(changes.map { $0.json(in: language) })))
    }
}

extension VisitComparison.Run {
    fileprivate var json: JSON {
        .members(
            ("id", .string(visit.name)), ("command", .array(arguments.map { .string($0) })),
            ("figures", figures.json), ("journal", .journal(journal)))
    }
}

extension VisitComparison.Change {
    fileprivate func json(in language: Language) -> JSON {
        .members(
            ("from", .string(from.name)), ("to", .string(to.name)),
            (
                "messages",
                .members(
                    ("dropped", .messages(messages.dropped)), ("added", .messages(messages.added)),
                    ("moved", .messages(messages.moved)), ("encrypted", .messages(messages.encrypted)),
                    ("exposed", .messages(messages.exposed)))
            ),
            (
                "notes",
                .array(
                    notes.map {
                        .members(
                            ("step", .string($0.step)), ("remark", .string($0.sentence(in: language))),
                            ("cite", .string($0.cite.description)))
                    })
            ))
    }
}

extension JSON {
    fileprivate static func messages(_ list: [ComparedMessage]) -> JSON {
        .array(
            list.map {
                .members(
                    ("who", .string($0.who.rawValue)), ("label", .string($0.label)),
                    ("step", .string($0.step)), ("encrypted", .bool($0.isEncrypted)), ("octets", .number($0.octets)),
                    ("flight", .number($0.flight)))
            })
    }

    fileprivate static func sides(_ octets: VisitFigures.Octets) -> JSON {
        .members(("client", .number(octets.client)), ("server", .number(octets.server)))
    }
}

extension VisitFigures {
    fileprivate var json: JSON {
        .members(
            ("version", .string(version)), ("version_field", .string(versionField)), ("suite", .string(suite)),
            (
                "round_trips",
                trips.map {
                    JSON.members(
                        ("before_request", .number($0.beforeRequest)), ("with_tcp", .number($0.withTCP)),
                        ("until_answer", .number($0.untilAnswer)))
                }
            ),
            ("early_data", .bool(hasEarlyData)), ("flights", .number(flights)),
            ("handshake_octets", .sides(handshakeOctets)), ("octets", .sides(octets)),
            ("messages", .messages(messages)),
            (
                "handshake_messages",
                .members(("clear", .number(clearMessages)), ("encrypted", .number(encryptedMessages)))
            ),
            (
                "onlooker",
                .object(OnlookerItem.allCases.map { JSON.Member($0.rawValue, (readings[$0] ?? .absent).json) })
            ),
            ("server_proof", serverProof.json), ("client_proof", clientProof.json),
            ("finished_length", .number(finishedLength)),
            ("public_value_length", publicValueLength.map { JSON.number($0) }),
            ("secrets", .array(secrets.map { .string($0) })), ("keys", .number(keys)),
            (
                "thefts",
                .object(ComparedTheft.allCases.map { JSON.Member($0.rawValue, (thefts[$0] ?? .absent).json) })
            ))
    }
}

extension OnlookerReading {
    fileprivate var json: JSON {
        switch self {
        case .text(let text): .members(("state", .string("clear")), ("text", .string(text)))
        case .octets(let count, let parts):
            .members(("state", .string("clear")), ("octets", .number(count)), ("parts", .number(parts)))
        case .encrypted: .members(("state", .string("encrypted")))
        case .absent: .members(("state", .string("absent")))
        }
    }
}

extension SideProof {
    fileprivate var json: JSON {
        let by: String =
            switch self {
            case .decryption: "decryption"
            case .signedParameters: "signature of the parameters"
            case .signedTranscript: "signature of the transcript"
            case .ticketSecret: "ticket secret"
            case .nothing: "nothing"
            }
        return .members(("by", .string(by)), ("scheme", scheme.map { .string($0) }))
    }
}

extension ComparedTheft.Outcome {
    fileprivate var json: JSON {
        switch self {
        case .absent: .members(("possible", .bool(false)))
        case .opens(let data, let early):
            .members(
                ("possible", .bool(true)), ("application_data", .bool(data)),
                ("early_data", early.map { JSON.bool($0) }))
        }
    }
}
