import Trace

extension Exercise {
    /// What a page has to know to check answers: the form, what is right under a seed, and what to say.
    ///
    /// - Throws: ``ExerciseError`` where there is no key.
    package func json(seed: UInt64) throws(ExerciseError) -> JSON {
        let solution = try solution(seed: seed)
        return .members(
            ("number", .number(number)), ("form", .string(form.name)), ("last", form.last.map { .string(String($0)) }),
            ("gaps", form.gaps.map { .number($0) }), ("how", .string(form.sentence(in: .english))),
            ("right", .strings(solution.accepted.map(\.key))),
            ("reason", .string(solution.reason.sentence(in: .english))),
            ("hint", .string(solution.hint.sentence(in: .english))),
            (
                "slips",
                .array(
                    solution.slips.map {
                        .members(("answer", .string($0.answer.key)), ("hint", .string($0.hint.sentence(in: .english))))
                    })
            ))
    }
}

extension AnswerForm {
    /// What a page calls it.
    package var name: String {
        switch self {
        case .number: "number"
        case .time: "time"
        case .octets: "octets"
        case .digest: "digest"
        case .yesOrNo: "yesOrNo"
        case .letters: "letters"
        case .sequence: "sequence"
        case .numbers: "numbers"
        case .name: "name"
        case .letter: "letter"
        case .order: "order"
        case .parts: "parts"
        case .claim: "claim"
        }
    }

    /// The last letter that may be written; nil where letters are no answer.
    package var last: Character? {
        switch self {
        case .letters(let last), .letter(let last), .order(let last): last
        default: nil
        }
    }

    /// How many gaps are to be filled; nil where there are none.
    package var gaps: Int? {
        if case .parts(let count) = self { count } else { nil }
    }
}

extension Answer {
    /// As a page compares it: a time in microseconds, all else as a learner could write it.
    package var key: String {
        if case .time(let span) = self { String(span.microseconds) } else { text }
    }
}
