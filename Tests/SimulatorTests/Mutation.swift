import Simulator
import Testing
import Trace

/// A machine with one mistake in it, and the space in which the mistake shows.
protocol Mutation: Sendable, CustomStringConvertible {
    /// Every mistake that is tried.
    static var all: [Self] { get }
    /// Every rule that holds where mistakes are looked for.
    static var rules: [TCPSpace.Rule] { get }
    /// The mistake, as docs/explorer.md has it.
    var name: String { get }
    /// The rule that finds it out.
    var rule: TCPSpace.Rule { get }
    /// The length of the shortest way to break that rule.
    var steps: Int { get }
    /// The space with the mistake in it.
    func space() -> TCPSpace
    /// The same without it.
    var soundSpace: TCPSpace { get }
    /// Rules that are left out, so that another one shows what else the mistake does.
    var excused: Set<TCPSpace.Rule> { get set }
}

extension Mutation {
    var description: String { name }

    /// The search finds the mistake by its rule, in as many steps as it says.
    func expectToBeFound(sourceLocation: SourceLocation = #_sourceLocation) throws {
        let found = Explorer(space(), limit: 100_000).explore()
        let counterexample = try #require(found.counterexample, sourceLocation: sourceLocation)
        #expect(counterexample.rule == rule, sourceLocation: sourceLocation)
        #expect(counterexample.actions.count == steps, sourceLocation: sourceLocation)
    }

    /// No other rule finds the mistake.
    func expectToBeFoundByNoOtherRule(sourceLocation: SourceLocation = #_sourceLocation) {
        var without = self
        without.excused.insert(rule)
        let found = Explorer(without.space(), limit: 200_000).explore()
        #expect(found.counterexample == nil && !found.isCut, sourceLocation: sourceLocation)
    }

    /// Without the mistakes the search finds nothing, a little farther than it has come with them.
    static func expectNothingInSoundSpaces(sourceLocation: SourceLocation = #_sourceLocation) {
        for mutant in all {
            let states = Explorer(mutant.space(), limit: 100_000).explore().states
            let found = Explorer(mutant.soundSpace, limit: states + 1_000).explore()
            #expect(found.counterexample == nil, "\(mutant)", sourceLocation: sourceLocation)
        }
    }

    /// A rule that finds nothing may be none.
    static func expectOneForEachRule(sourceLocation: SourceLocation = #_sourceLocation) {
        #expect(Set(all.map(\.rule)) == Set(rules), sourceLocation: sourceLocation)
    }
}
