import Crypto
import Render
import Trace

/// The report of a search for an exponent, in steps that a reader can follow with pencil and paper.
enum ExponentText {
    /// The number of rows at the beginning of a long table that are shown.
    private static let most = 5

    // MARK: Baby steps and giant steps

    /// A search by baby steps and giant steps: both tables, and the value at which they meet.
    static func shanks(
        _ search: DiscreteLogarithm.BabyStepGiantStep, of y: Integer, in group: FiniteFieldGroup
    ) -> Report {
        let order = group.order ?? group.p - 1
        let m = search.stepWidth
        let factor = group.g.power(-Integer(m), modulo: group.p) ?? 0
        let baby = shownRows(of: search.babySteps, with: search.metBabyStep).map { row in
            row.map { j in
                let value = group.g.power(Integer(j), modulo: group.p) ?? 0
                return "    \(group.g)^\(j) mod p = \(value)\(j == search.metBabyStep ? ExponentMark.isMet.words : "")"
                    as Words
            }
        }
        let giant = shownRows(of: search.giantSteps + 1, with: search.giantSteps).map { row in
            row.map { i in
                let value = (y * (factor.power(Integer(i), modulo: group.p) ?? 0)).modulo(group.p)
                return
                    "    dh_Ys · f^\(i) mod p = \(value)\(i == search.giantSteps ? ExponentMark.isInTable.words : "")"
                    as Words
            }
        }
        return Report([
            .text(ExponentNote.split(y: y, group, order: order, stepWidth: m)), .space,
            .text(ExponentNote.babySteps(search.babySteps)), lines(baby), .space,
            .text(ExponentNote.giantSteps(factor: factor)), lines(giant), .space,
            .text(ExponentNote.met(search, in: group)), .space,
        ])
    }

    /// The numbers of the rows to show: the first rows, `special` and the last row of `count`. Nil stands for rows that are left out.
    private static func shownRows(of count: Int, with special: Int) -> [Int?] {
        guard count > 2 * most else { return Array(0..<count) }
        var rows: [Int?] = Array(0..<most)
        for row in [special, count - 1] where row >= most && rows.last != row {
            if row > (rows.last.flatMap { $0 } ?? 0) + 1 { rows.append(nil) }
            rows.append(row)
        }
        return rows
    }

    private static func lines(_ rows: [Words?]) -> Report.Part { .lines(rows.map { $0 ?? "    …" }) }

    // MARK: Pohlig and Hellman

    /// A search by Pohlig and Hellman: the residue of x for each prime power, and how the Chinese remainder theorem combines them.
    static func pohligHellman(
        _ search: DiscreteLogarithm.PohligHellman, of y: Integer, in group: FiniteFieldGroup
    ) -> Report {
        let order = group.order ?? group.p - 1
        let factors = search.subproblems.map { power($0.factor) }.joined(separator: " · ")
        let head = ExponentMark.heads.map(\.words)
        let rows = search.subproblems.map { part -> [Words] in
            [
                "\(power(part.factor))", "\(part.base)", "\(part.target)",
                "\(part.digits.map { "\($0.value)" }.joined(separator: ","))", "\(part.congruence.residue)",
            ]
        }
        // Columns as wide as their widest cell.
        let columns = head.indices.map { place in
            let cells = ([head] + rows).map { $0[place] }
            return Report.Column.right(
                2 + (cells.map { max(Text.width($0.english), Text.width($0.chinese)) }.max() ?? 0))
        }
        return Report([
            .text(ExponentNote.divided(y: y, group, order: order, factors: factors)),
            .space, .table(head, rows, columns), .space,
            .text(ExponentNote.remainders),
            .lines(
                search.combinations.map { "    x ≡ \($0.residue)   \(ExponentMark.modulo("\($0.modulus)"))" }), .space,
            .text(ExponentNote.found(search, order: order)), .space,
        ])
    }

    private static func power(_ factor: DiscreteLogarithm.PrimePower) -> String {
        factor.exponent == 1 ? "\(factor.prime)" : "\(factor.prime)^\(factor.exponent)"
    }
}

/// The words in the tables of a search.
private enum ExponentMark: Wording {
    case isMet, isInTable
    case modulus, base, target, digits, residue
    /// The modulus of a congruence.
    case modulo(String)

    /// The heads of the table of Pohlig and Hellman.
    static let heads: [ExponentMark] = [.modulus, .base, .target, .digits, .residue]

    var words: Words { Words(self) }

    var english: String {
        switch self {
        case .isMet: "   ← is met"
        case .isInTable: "   ← is in the table"
        case .modulus: "modulo"
        case .base: "base"
        case .target: "target"
        case .digits: "digits"
        case .residue: "x modulo it"
        case .modulo(let modulus): "(modulo \(modulus))"
        }
    }

    var chinese: String {
        switch self {
        case .isMet: "   ← 相遇"
        case .isInTable: "   ← 在表中"
        case .modulus: "模"
        case .base: "底"
        case .target: "目标"
        case .digits: "各位"
        case .residue: "x 的余数"
        case .modulo(let modulus): "（模 \(modulus)）"
        }
    }
}
