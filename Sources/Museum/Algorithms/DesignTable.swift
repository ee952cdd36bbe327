import Render
import Trace

/// The table of the designs against the attackers. Every cell is the result of a run.
package struct DesignTable: Sendable {
    /// The columns.
    package let designs: [Design]
    /// The rows.
    package let attackers: [DesignAttacker]
    /// The results, row by row.
    package let cells: [DesignCell]
    private let seed: UInt64

    /// Runs every cell.
    ///
    /// - Throws: ``TrustError`` if the certificates cannot be made.
    package init(
        seed: UInt64, designs: [Design] = Design.all, attackers: [DesignAttacker] = DesignAttacker.allCases
    ) throws {
        let stage = try DesignStage(seed: seed)
        self.seed = seed
        self.designs = designs
        self.attackers = attackers
        cells = try attackers.flatMap { attacker in try designs.map { try stage.run(attacker, on: $0) } }
    }

    private func cells(of attacker: DesignAttacker) -> [DesignCell] { cells.filter { $0.attacker == attacker } }

    private func cell(_ attacker: DesignAttacker, _ design: Design) -> DesignCell? {
        cells.first { $0.attacker == attacker && $0.design == design }
    }

    // MARK: Conclusions

    /// The conclusions from the cells, by column and by row.
    private var readings: [Report.Part] {
        let steps = zip(designs, designs.dropFirst()).map { from, to in
            Report.Part.text(
                DesignWords.step(
                    from, to, gained: properties(of: from, over: to), lost: properties(of: to, over: from)),
                indent: 2)
        }
        var rows: [DesignWords] = [false, true].compactMap { falls in
            let same = attackers.filter { attacker in cells(of: attacker).allSatisfy { $0.falls == falls } }
            return same.isEmpty || designs.count < 2 ? nil : .everywhere(same, falls: falls)
        }
        if attackers.contains(.middle), attackers.contains(.uncheckedMiddle) {
            let useless = designs.filter { cell(.middle, $0)?.falls == true }
            let needed = designs.filter { !useless.contains($0) && cell(.uncheckedMiddle, $0)?.falls == true }
            rows.append(.certificate(needed: needed, useless: useless))
        }
        var parts: [Report.Part] = []
        if !steps.isEmpty, attackers.count == DesignAttacker.allCases.count {
            parts += [.space, .heading(DesignWords.byColumn)] + steps
        }
        if !rows.isEmpty {
            parts += [.space, .heading(DesignWords.byRow)]
            parts += rows.map { Report.Part.text($0, indent: 2) }
        }
        return parts
    }

    /// The properties that `design` lacks and `other` has. An attacker shows one if she succeeds against `design` and
    /// fails against `other`.
    private func properties(of design: Design, over other: Design) -> [DesignProperty] {
        var properties: [DesignProperty] = []
        for attacker in attackers {
            guard let own = cell(attacker, design), own.falls, cell(attacker, other)?.falls == false else { continue }
            if !properties.contains(own.why.lackedProperty) { properties.append(own.why.lackedProperty) }
        }
        return properties
    }

    // MARK: Output

    /// Whether the table has all designs and all attackers.
    private var isWhole: Bool {
        designs.count == Design.all.count && attackers.count == DesignAttacker.allCases.count
    }

    /// The reason for each cell. Designs with the same reason share a paragraph.
    private var reasons: Report {
        var report = Report()
        for attacker in attackers {
            var told: Set<String> = []
            for cell in cells(of: attacker) where told.insert(cell.why.english).inserted {
                let same = cells(of: attacker).filter { $0.why.english == cell.why.english }.map(\.design)
                report.add(
                    .space, .heading(DesignWords.cell(attacker, same, falls: cell.falls)), .text(cell.why, indent: 2))
            }
        }
        return report
    }

    /// The table and the conclusions. If designs or attackers were chosen, also the reason for each cell.
    package var report: Report {
        let names = attackers.map { Words(DesignWords.attacker($0)) }
        let first = names.map { max(Text.width($0.english), Text.width($0.chinese)) + 3 }.max() ?? 0
        let columns = [first] + designs.map { _ in 14 }
        let head = [""] + designs.map { Words(DesignWords.design($0)) }
        let rows = zip(attackers, names).map { attacker, name in
            [(attacker.isVariation ? "  " : "") + name]
                + cells(of: attacker).map { Words(DesignWords.outcome(falls: $0.falls)) }
        }
        var report = Report([
            .heading(DesignWords.title), .table(head, rows, columns.map { .left($0) }), .space,
            .text(DesignWords.legend(withVariations: attackers.contains(where: \.isVariation)), indent: 2),
        ])
        for design in designs { report.add(.text(DesignWords.about(design), indent: 2)) }
        if !isWhole { report += reasons }
        report += Report(readings)
        report.add(.space, .heading(DesignWords.commands))
        var commands: [String] = []
        for command in attackers.flatMap({ $0.commands(seed: seed) }) where !commands.contains(command) {
            commands.append(command)
        }
        report.add(.commands(commands))
        return report
    }

    /// The table in JSON.
    package var json: JSON {
        .members(
            ("schema", .string("handshakesim.algorithms")), ("version", .integer(1)), ("seed", .string(String(seed))),
            ("designs", .array(designs.map { .string($0.name.rawValue) })),
            (
                "attackers",
                .array(
                    attackers.map { attacker in
                        .members(
                            ("name", .string(attacker.rawValue)),
                            ("commands", .array(attacker.commands(seed: seed).map { .string($0) })),
                            ("cells", .array(cells(of: attacker).map { $0.json(seed: seed) })))
                    })
            ))
    }
}

extension DesignCell {
    /// The cell in JSON.
    fileprivate func json(seed: UInt64) -> JSON {
        .members(
            ("design", .string(design.name.rawValue)), ("falls", .bool(falls)), ("tries", .number(tries)),
            ("why", .string(why)),
            (
                "command",
                .string(
                    "HandshakeSim attack algorithms --attacker \(attacker.rawValue) --design \(design.name.rawValue) --seed \(seed)"
                )
            ))
    }
}

extension DesignAttacker {
    /// Commands that show the attacker's run with all details.
    func commands(seed: UInt64) -> [String] {
        let arguments =
            switch self {
            case .listens: ["--rsa --only end.holdings", "--dh --only end.holdings"]
            case .replaysClient: ["attack replay"]
            case .replaysServer, .repeatedSecret: ["attack replay --variant server", "attack unsigned-dh"]
            case .middle: ["attack unsigned-dh", "attack mitm --table"]
            case .uncheckedMiddle: ["attack mitm --table"]
            case .thief: ["attack forward-secrecy --no-measure"]
            case .weakClient: ["attack weak-prng", "attack weak-prng --variant dhe"]
            case .weakServer: ["attack weak-prng --variant server"]
            case .repeatedSeed: ["attack replay --variant snapshot"]
            }
        return arguments.map { "HandshakeSim \($0) --seed \(seed)" }
    }
}
