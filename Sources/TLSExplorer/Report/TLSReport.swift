import Render
import Simulator
import TLSSim
import Trace

/// The report on a search.
package struct TLSReport {
    /// The space that was searched, with everything that it has found out.
    private let space: TLSSpace
    /// What the search has found.
    private let found: Exploration<TLSSpace>

    /// The report on one search.
    package init(_ space: TLSSpace, _ found: Exploration<TLSSpace>) {
        self.space = space
        self.found = found
    }

    /// The options of the space and the search in numbers.
    ///
    /// - Parameter seconds: how long the search took; nil where the text has to be the same on every run.
    package func facts(seconds: Double?) -> Report {
        let ends = space.distinctEnds
        let rows: [(name: Words, value: Words)] =
            space.settings + [
                (Words(english: "states", chinese: "状态"), "\(found.states)"),
                (Words(english: "transitions", chinese: "转移"), "\(found.transitions)"),
                (Words(english: "depth", chinese: "深度"), "\(found.depth)"),
                (
                    Words(english: "ends", chinese: "端"),
                    Words(
                        english: "\(ends.client) of the client, \(ends.server) of the server, sequels included",
                        chinese: "客户端 \(ends.client) 种状态，服务器 \(ends.server) 种，后续步骤也算在内")
                ), (Words(english: "edges", chinese: "边"), edges),
            ] + ExplorationReport.speed(found.states, in: seconds)
        return Report([.facts(rows, indent: 13)])
    }

    /// The edges that were passed: "13 of 33: 1, 2, 6".
    private var edges: Words {
        let passed = found.landmarks.map(\.number).sorted().map { "\($0)" }
        let all = space.landmarks.count
        return Words(
            english: "\(passed.count) of \(all): \(passed.joined(separator: ", "))",
            chinese: "\(all) 条中走过了 \(passed.count) 条：\(passed.joined(separator: "、"))")
    }

    /// The violation, and what is wrong on purpose, for a page; nil if there is no violation.
    package var telling: Report? {
        verdict.map { verdict in
            Report(
                [.outcome("✘ \(verdict)")]
                    + space.scope.mistakes.map {
                        .text(Words(english: "WRONG on purpose: \($0.english)", chinese: "故意写错：\($0.chinese)"))
                    })
        }
    }

    /// The sentence about the rule that is broken; nil if none is.
    private var verdict: Words? { found.counterexample.map { Words(space.remark(on: $0)) } }

    /// The violation with its ladder, in lines of at most `columns` columns; or the sentence that there is no violation.
    package func outcome(columns: Int, in language: Language) -> Report {
        guard let counterexample = found.counterexample, let verdict else {
            return Report([.lines([found.isCut ? Self.unfinished : Self.nothing])] + locks + weaknesses)
        }
        return Report([
            .text(verdict), .space,
            .lines(space.ladder(counterexample, columns: columns, in: language).map { Words(same: $0) }),
        ])
    }

    private static let unfinished = Words(
        english: "not finished: no violation in the states up to the limit", chinese: "没有搜完：到上限为止的状态中没有违反")
    private static let nothing = Words(english: "no violation within these bounds", chinese: "在这些界限内没有违反")

    /// The weaknesses of TLS that were met and do not count as violations; empty if none was met.
    private var weaknesses: [Report.Part] {
        let met = TLSSpace.Weakness.allCases.filter(space.memory.weaknesses.contains)
        guard !met.isEmpty else { return [] }
        let rows = met.map { (name: $0.name, value: Words($0).citing($0.citation)) }
        return [
            .space,
            .lines([
                Words(
                    english: "TLS as it is specified does not prevent this. It was met, and does not count:",
                    chinese: "规范中的 TLS 不能防止这种情况。遇到了它，但不算违反：")
            ]),
            .facts(rows, margin: 2, indent: 20),
        ]
    }

    /// The mistakes that a wrong TLS needs besides its own to break a rule.
    private var locks: [Report.Part] {
        let mistakes = space.scope.mistakes
        guard !space.scope.visitsHer else { return [] }
        return mistakes.filter { !$0.needed.isEmpty && !Set($0.needed).isSubset(of: mistakes) }.map {
            .text(TLSCaption.secondLock($0))
        }
    }
}

extension TLSSpace {
    /// The options of the space, as rows of a name and a value.
    package var settings: [(name: Words, value: Words)] {
        var rows: [(name: Words, value: Words)] = [
            (Words(english: "version", chinese: "版本"), scope.version.words),
            (Words(english: "moves", chinese: "动作"), "\(scope.moves)"),
        ]
        func add(_ name: Words, _ value: Words) { rows.append((name, value)) }
        if let suite = scope.suite {
            add(Words(english: "suite", chinese: "密码套件"), Words(same: CipherSuite.describe(suite)))
        }
        if scope.clientCertificate {
            add(
                Words(english: "client", chinese: "客户端"),
                Words(english: "has a certificate, which the server demands", chinese: "有证书，服务器要求出示"))
        }
        if scope.earlyData {
            add(
                Words(english: "early data", chinese: "早期数据"),
                Words(english: "with the ticket of an earlier connection", chinese: "使用先前连接的票据"))
        }
        if scope.sessions > 1 {
            let row = Words(english: "\(scope.sessions), one after the other", chinese: "\(scope.sessions) 个，一个接一个")
            let spares = Words(english: "; she leaves the first one alone", chinese: "；她不动第一个")
            add(Words(english: "connections", chinese: "连接"), scope.sparesFirst ? row + spares : row)
        }
        addOptions(to: &rows)
        let listed = Words(english: ", ", chinese: "、")
        let habits = TLSHabit.allCases.filter(scope.habits.contains).map { Words(same: $0.rawValue) }
        if !habits.isEmpty { add(Words(english: "with", chinese: "带有"), habits.joined(separator: listed)) }
        if !scope.mistakes.isEmpty {
            let names = scope.mistakes.map { Words(same: $0.rawValue) }
            add(Words(english: "variant", chinese: "变体"), names.joined(separator: listed))
        }
        if !excused.isEmpty {
            let names = Rule.allCases.filter(excused.contains).map { Words(same: "\($0)") }
            add(Words(english: "excused", chinese: "不计"), names.joined(separator: listed))
        }
        return rows
    }

    /// Adds the rows of those options that are on or off.
    private func addOptions(to rows: inout [(name: Words, value: Words)]) {
        if scope.visitsHer {
            rows.append(
                (
                    Words(english: "visit", chinese: "访问"),
                    Words(
                        english: "of the client to the attacker, and of her to the server",
                        chinese: "客户端访问攻击者，攻击者访问服务器")
                ))
        }
        if scope.hasBothRoles {
            rows.append(
                (
                    Words(english: "hosts", chinese: "主机"),
                    Words(
                        english: "the client's host is a server as well, and has a pre-shared key",
                        chinese: "客户端的主机也是服务器，并且有预共享密钥")
                ))
        }
        if scope.isStrict {
            rows.append(
                (
                    Words(english: "strict", chinese: "严格"),
                    Words(english: "what TLS does not prevent counts", chinese: "TLS 不能防止的也算违反")
                ))
        }
        if scope.resumes {
            let first = Words(english: "resumed from the first connection", chinese: "从第一个连接恢复")
            let earlier = Words(english: "resumed from an earlier connection", chinese: "从先前的连接恢复")
            rows.append((Words(english: "session", chinese: "会话"), scope.sessions > 1 ? first : earlier))
        }
    }

    /// How many different ends were met.
    package var distinctEnds: (client: Int, server: Int) {
        let clients = memory.parties.values.count { $0.account.role == .client }
        return (clients, memory.parties.values.count - clients)
    }

    /// The remark on a counterexample.
    func remark(on counterexample: Exploration<TLSSpace>.Counterexample) -> TLSCaption {
        let actions = counterexample.actions
        let others = broken(by: actions).filter { $0 != counterexample.rule }
        return .broken(counterexample.rule, others: others, moves: actions.count(where: \.isMove), steps: actions.count)
    }

    /// Tries every order of events, and also returns the space with everything that it has found out.
    ///
    /// - Parameters:
    ///   - limit: the largest number of states. A search that has found so many is cut off.
    ///   - workers: the threads that share the work.
    ///   - progress: called with the results so far, after each level of the search and every few thousand states.
    package func search(
        limit: Int = .max, by workers: Workers = .alone, progress: (Exploration<TLSSpace>) -> Void = { _ in }
    ) -> (found: Exploration<TLSSpace>, space: TLSSpace) {
        let (found, space) = Explorer(self, limit: limit).search(by: workers, progress: progress)
        return (found, space)
    }
}
