import Trace

/// The sentences that are the same for all exhibits.
enum StoryNote: Remark {
    /// The title of a performance. `isDefended` is nil for a recording from a file.
    case title(Card, isDefended: Bool?)
    case performance(isDefended: Bool?)
    /// The result of a performance. `isDefended` is nil for a recording from a file.
    case end(reached: Bool, isDefended: Bool?)
    case count(Int, unit: Card.Unit, Theory?, reached: Bool)
    /// The result of both performances. `asItShould` is true if she reached her goal without the rule and failed with
    /// it.
    case both(asItShould: Bool)

    var english: String {
        switch self {
        case .title(let card, let isDefended):
            "\(card.words(.title).english), "
                + "\(isDefended.map { $0 ? "the rule in place" : "the rule missing" } ?? "a recording from a file")"
        case .performance(let isDefended):
            isDefended.map { $0 ? "With the rule in place" : "With the rule missing" } ?? "A recording from a file"
        case .end(reached: true, isDefended: nil): "She has got what a recording can give her."
        case .end(reached: false, isDefended: nil):
            "This recording gives her nothing."
        case .end(reached: true, isDefended: false?): "The rule is missing. She has reached her goal."
        case .end(reached: true, isDefended: true?): "The rule is in place. She has reached her goal all the same."
        case .end(reached: false, isDefended: true?): "The rule is in place. She has failed."
        case .end(reached: false, isDefended: false?): "The rule is missing. She has failed all the same."
        case .count(let tries, let unit, let theory, let reached):
            // The formula gives the tries of an attack that succeeds.
            reached
                ? "It took \(Self.englishCount(tries, unit))." + (theory.map { " " + Self.englishFormula($0) } ?? "")
                : "She has spent \(Self.englishCount(tries, unit))."
        case .both(asItShould: true): "Without the rule she reaches her goal. With the rule she does not."
        case .both(asItShould: false):
            "The two runs have not come out as they should. This is an error of the program. Please report it with the "
                + "command."
        }
    }

    var chinese: String {
        switch self {
        case .title(let card, let isDefended):
            "\(card.words(.title).chinese)，\(isDefended.map { $0 ? "规则到位" : "缺少规则" } ?? "文件中录下的流量")"
        case .performance(let isDefended): isDefended.map { $0 ? "规则到位" : "缺少规则" } ?? "文件中录下的流量"
        case .end(reached: true, isDefended: nil): "录下的流量能给她的，她都得到了。"
        case .end(reached: false, isDefended: nil): "这份录下的流量没有给她任何东西。"
        case .end(reached: true, isDefended: false?): "缺少规则，她达到了目标。"
        case .end(reached: true, isDefended: true?): "规则到位，但她还是达到了目标。"
        case .end(reached: false, isDefended: true?): "规则到位，她失败了。"
        case .end(reached: false, isDefended: false?): "缺少规则，但她还是失败了。"
        case .count(let tries, let unit, let theory, let reached):
            // The formula gives the tries of an attack that succeeds.
            reached
                ? "一共用了 \(Self.chineseCount(tries, unit))。" + (theory.map(Self.chineseFormula) ?? "")
                : "她用掉了 \(Self.chineseCount(tries, unit))。"
        case .both(asItShould: true): "没有这条规则，她能达到目标；有了这条规则，她就达不到。"
        case .both(asItShould: false): "两次运行的结果与预期不符。这是程序的错误，请连同命令一起报告。"
        }
    }

    private static func englishFormula(_ theory: Theory) -> String {
        let words = theory.words.map { $0.english + " " } ?? ""
        if theory.deviation == 0 {
            return
                "\(words)It takes as many under every seed\(theory.parameters.isEmpty ? "" : ": \(theory.formula.english)")."
        }
        let parameters = theory.parameters.map { "\($0.name) = \(number($0.value))" }
        let middle =
            theory.mean.map { ": the mean is \(number($0))" }
            ?? theory.median.map { ": the median is \(number($0))" } ?? ""
        let spread = theory.deviation.map { ", the standard deviation \(number($0))" } ?? ""
        let with = parameters.isEmpty ? "" : " with \(parameters.joined(separator: ", "))"
        return "\(words)The formula is \(theory.formula.english)\(with)\(middle)\(spread)."
    }

    /// A count with its unit: "3 条记录".
    private static func chineseCount(_ count: Int, _ unit: Card.Unit) -> String { "\(count) \(unit.chinese)" }

    private static func chineseFormula(_ theory: Theory) -> String {
        let words = theory.words?.chinese ?? ""
        if theory.deviation == 0 {
            return "\(words)无论种子是什么，都需要这么多\(theory.parameters.isEmpty ? "" : "：\(theory.formula.chinese)")。"
        }
        let parameters = theory.parameters.map { "\($0.name) = \(number($0.value))" }
        let middle =
            theory.mean.map { "；平均值是 \(number($0))" } ?? theory.median.map { "；中位数是 \(number($0))" } ?? ""
        let spread = theory.deviation.map { "，标准差是 \(number($0))" } ?? ""
        let with = parameters.isEmpty ? "" : "，其中 \(parameters.joined(separator: "、"))"
        return "\(words)公式：\(theory.formula.chinese)\(with)\(middle)\(spread)。"
    }

    /// A count with its unit: "1 record", "3 records".
    private static func englishCount(_ count: Int, _ unit: Card.Unit) -> String {
        let units = unit.english
        return count == 1 ? "1 \(units.dropLast(units.hasSuffix("sses") ? 2 : 1))" : "\(count) \(units)"
    }

    /// A number, rounded to one decimal if it is not whole. A number below 0.1 is written as a fraction: "1/256".
    static func number(_ value: Double) -> String {
        guard value.isFinite, abs(value) < 1e15 else { return "\(value)" }
        if value > 0, value < 0.1 { return "1/\(number(1 / value))" }
        let tenths = Int((value * 10).rounded())
        return tenths % 10 == 0 ? "\(tenths / 10)" : "\(tenths / 10).\(abs(tenths % 10))"
    }
}

/// The lines of a connection's data, joined by slashes, in quotation marks.
func quotedLines(_ octets: [UInt8]) -> String {
    "\"\(String(decoding: octets, as: UTF8.self).split(separator: "\r\n").joined(separator: " / "))\""
}

/// The headings of an exhibit's story.
enum StoryHeading: Wording {
    case mistake, goal, defence, cost, remains, misreading, limit, reproduce

    var english: String {
        switch self {
        case .mistake: "The mistake"
        case .goal: "The goal"
        case .defence: "The rule"
        case .cost: "What the rule costs"
        case .remains: "What remains"
        case .misreading: "What it is misread as"
        case .limit: "What this run leaves out"
        case .reproduce: "To see it with another program"
        }
    }

    var chinese: String {
        switch self {
        case .mistake: "错误"
        case .goal: "目标"
        case .defence: "规则"
        case .cost: "规则的代价"
        case .remains: "还剩下什么"
        case .misreading: "常见误解"
        case .limit: "这次运行略去了什么"
        case .reproduce: "用另一个程序查看"
        }
    }
}
