import Trace

extension Claim {
    /// A table of claims in Markdown: number, verdict, claim.
    package static func table(of claims: [Claim], in language: Language) -> String {
        let words = [ClaimWords.number, .verdictHead, .claim].map { $0.sentence(in: language) }
        return bySubject(claims, in: language) { own in
            let rows = own.map { claim in
                let cells = [claim.verdictWord, claim.claim].map { $0.sentence(in: language) }
                return "| \(claim.number) | \(cells.joined(separator: " | ")) |\n"
            }
            return "| \(words.joined(separator: " | ")) |\n|---|---|---|\n" + rows.joined()
        }
    }

    /// The clinic's page in Markdown: a title, and each claim with its verdict, its facts and its commands.
    ///
    /// - Parameter claims: the claims on the page.
    package static func page(of claims: [Claim] = all, in language: Language) -> String {
        "# \(title.sentence(in: language))\n\n\(about(claims).sentence(in: language))\n\n"
            + bySubject(claims, in: language) { own in
                own.map { $0.markdown(level: 3, in: language) }.joined(separator: "\n")
            }
    }

    /// The claims of each subject as a text under the subject's heading, without the subjects that have none.
    private static func bySubject(_ claims: [Claim], in language: Language, text: ([Claim]) -> String) -> String {
        let parts = Subject.allCases.compactMap { subject -> String? in
            let own = claims.filter { $0.subject == subject }
            return own.isEmpty ? nil : "## \(subject.heading.sentence(in: language))\n\n" + text(own)
        }
        return parts.joined(separator: "\n")
    }

    /// What the three verdicts mean.
    package static var definition: Words { Words(ClaimWords.definition) }

    /// What the clinic is, and what its verdicts mean, in Markdown.
    package static func about(_ claims: [Claim] = all) -> Words {
        "\(ClaimWords.about(claims: claims.count))\n\n\(definition)"
    }

    /// The title of the clinic's page.
    package static var title: Words { Words(ClaimWords.title) }

    /// The claim in Markdown, with its commands and the words that decide.
    ///
    /// - Parameter level: the level of its heading.
    package func markdown(level: Int = 1, in language: Language) -> String {
        text(level: level).sentence(in: language)
    }

    private func text(level: Int) -> Words {
        let colon = Words(english: ": ", chinese: "：")
        let end = Words(english: ":", chinese: "：")
        func item(_ label: ClaimWords, _ text: Words) -> Words { "- \(label)\(colon)\(text)\n" }
        let citations = rules.map { Words(same: $0.description) }.joined(separator: Words(english: "; ", chinese: "；"))
        let places = origins.map { Words(ClaimWords.origin($0)) }.joined(separator: Words(english: ", ", chinese: "、"))
        let facts = [
            item(.verdictHead, "**\(verdictWord)**"), item(.truth, truth), item(.fact, fact), item(.rules, citations),
            item(.said, places),
        ].joined()
        let commands = runs.enumerated().map { index, run -> Words in
            let also: Words = index == 1 ? "\(ClaimWords.also)\(end)\n\n" : ""
            let decides: Words = "```sh\n\(run.command)\n```\n\n\(ClaimWords.decides)\(colon)`\(run.shows)`\n"
            let otherwise = run.unlike.map { other -> Words in
                "\n\(ClaimWords.otherwise)\(end)\n\n```sh\n\(other.command)\n```\n\n\(ClaimWords.there)\(colon)`\(other.shows)`\n"
            }
            let nowhere = run.alone.map { why -> Words in "\n\(ClaimWords.nowhere)\(colon)\(why)\n" }
            return [also, decides, otherwise ?? "", nowhere ?? ""].joined()
        }
        let head = String(repeating: "#", count: level)
        return "\(head) \(number). \(claim)\n\n\(facts)\n\(commands.joined(separator: "\n"))"
    }

    /// The verdict as a page prints it: "only if".
    package var verdictWord: Words { Words(ClaimWords.verdict(verdict)) }

    package static func json(_ claims: [Claim] = all) -> JSON {
        .members(
            ("schema", .string("handshakesim.clinic")), ("version", .integer(1)),
            ("claims", .array(claims.map(\.json))))
    }

    private var json: JSON {
        .members(
            ("number", .number(number)), ("subject", .string(subject.rawValue)), ("claim", .string(claim)),
            ("verdict", .string(verdict.rawValue)), ("true_in_it", .string(truth)), ("what_is_so", .string(fact)),
            ("said_by", .array(origins.map { .string($0.rawValue) })),
            ("cites", .array(rules.map { .string($0.description) })), ("runs", .array(runs.map(\.json))))
    }
}

extension Claim.Subject {
    /// The heading of the topic: "A. Randoms and keys".
    package var heading: Words { "\(rawValue). \(ClaimWords.subject(self))" }
}

extension Claim.Counterpart {
    /// The command as a user enters it.
    package var command: String { "HandshakeSim " + arguments.map(\.shellWord).joined(separator: " ") }

    fileprivate var json: JSON {
        .members(
            ("command", .string(command)), ("arguments", .array(arguments.map { .string($0) })),
            ("shows", .string(shows)))
    }
}

extension Claim.Run {
    /// The command as a user enters it.
    package var command: String { "HandshakeSim " + arguments.map(\.shellWord).joined(separator: " ") }

    fileprivate var json: JSON {
        .members(
            ("command", .string(command)), ("arguments", .array(arguments.map { .string($0) })),
            ("shows", .string(shows)),
            ("otherwise", unlike?.json), ("no_otherwise", alone.map { .string($0) }))
    }

    /// The indices of the lines that contain the deciding words; nil if no lines do. The words may go on in the next
    /// line.
    package func deciding(in lines: [some StringProtocol]) -> ClosedRange<Int>? {
        var text = ""
        var ends: [Int] = []
        for line in lines {
            text += line.split(separator: " ").joined(separator: " ") + " "
            ends.append(text.utf8.count)
        }
        let wanted = shows.split(separator: " ").joined(separator: " ")
        guard let found = text.ranges(of: wanted).first else { return nil }
        let start = text.utf8.distance(from: text.startIndex, to: found.lowerBound)
        // `ends` has the place after the last octet of each line. So the first line that ends after a place contains
        // that place.
        guard let first = ends.firstIndex(where: { $0 > start }),
            let last = ends.firstIndex(where: { $0 >= start + wanted.utf8.count })
        else { return nil }
        return first...last
    }

    /// The deciding lines with a mark, and the lines around them; nil if no lines decide.
    ///
    /// - Parameters:
    ///   - around: the number of lines before and after them.
    ///   - room: the columns of a line. Where the marked lines have no room, the mark stands in their margin, or in a line above them.
    package func excerpt(of lines: [some StringProtocol], around: Int = 4, room: Int = .max) -> [String]? {
        deciding(in: lines).map { Claim.Run.excerpt(of: lines, deciding: $0, around: around, room: room) }
    }

    /// The lines at `deciding` with a mark, and the lines around them. The other parameters are those of ``excerpt(of:around:room:)``.
    ///
    /// - Parameter width: the columns of a text.
    package static func excerpt(
        of lines: [some StringProtocol], deciding: ClosedRange<Int>, around: Int = 4, room: Int = .max,
        width: (String) -> Int = { $0.count }
    ) -> [String] {
        let shown = max(0, deciding.lowerBound - around)...min(lines.count - 1, deciding.upperBound + around)
        let mark = "▶ "
        if shown.allSatisfy({ width(String(lines[$0])) + mark.count <= room }) {
            return shown.map { (deciding.contains($0) ? mark : "  ") + lines[$0] }
        }
        if deciding.allSatisfy({ lines[$0].hasPrefix("  ") }) {
            return shown.map { deciding.contains($0) ? mark + lines[$0].dropFirst(mark.count) : String(lines[$0]) }
        }
        return shown.flatMap { $0 == deciding.lowerBound ? ["▶", String(lines[$0])] : [String(lines[$0])] }
    }
}
