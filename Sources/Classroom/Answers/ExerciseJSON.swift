import Trace

extension Exercise {
    /// The data with which a page checks answers: the form, the right answers under a seed, and the sentences to show.
    ///
    /// - Throws: ``ExerciseError`` if there is no key under this seed.
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
    /// The name of the form for a page.
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

    /// The last letter that may be written; nil if the answer is not made of letters.
    package var last: Character? {
        switch self {
        case .letters(let last), .letter(let last), .order(let last): last
        default: nil
        }
    }

    /// The number of gaps to fill; nil for the other forms.
    package var gaps: Int? {
        if case .parts(let count) = self { count } else { nil }
    }
}

extension Answer {
    /// The answer as a page compares it: a time in microseconds, any other answer as ``text``.
    package var key: String {
        if case .time(let span) = self { String(span.microseconds) } else { text }
    }
}
