import Testing
import Trace

@testable import LiveIO

/// Who has to go when there is no room for another connection.
@Suite struct LinkStandingTests {
    private func standing(
        isOver: Bool = false, hasSpoken: Bool = true, lastStep: Int64, grace: Int64 = 0, mayHaveStepped: Bool = false
    ) -> LinkStanding {
        LinkStanding(
            isOver: isOver, hasSpoken: hasSpoken, lastStep: .zero + .milliseconds(lastStep),
            isExpendableFrom: .zero + .milliseconds(lastStep + grace), mayHaveStepped: mayHaveStepped)
    }

    private func first(_ standings: [LinkStanding], at milliseconds: Int64 = 5_000) -> Int? {
        LinkStanding.first(toGoOf: standings, at: .zero + .milliseconds(milliseconds))
    }

    @Test func whoHasSaidNothingGoesBeforeWhoIsInItsHandshake() {
        let handshake = standing(lastStep: 100)
        let silent = [3_000, 2_000, 4_000].map { standing(hasSpoken: false, lastStep: $0) }
        #expect(first([handshake] + silent) == 2, "the oldest of the silent ones")
        #expect(
            first([handshake, standing(lastStep: 50)]) == 1, "without them the one that has made no step for longest")
    }

    @Test func whatIsOverGoesFirst() {
        #expect(first([standing(hasSpoken: false, lastStep: 0), standing(isOver: true, lastStep: 4_000)]) == 1)
    }

    @Test func nobodyGoesBeforeItsTimeOrWithAStepUnderWay() {
        #expect(
            first([standing(hasSpoken: false, lastStep: 4_900, grace: 200), standing(lastStep: 4_500, grace: 1_000)])
                == nil)
        #expect(first([standing(lastStep: 0, mayHaveStepped: true)]) == nil)
        #expect(first([]) == nil)
    }

    /// A client with a round trip of half a second is not shut out by those who say nothing and come again.
    @Test func aFurtherStepMayTakeALongRoundTrip() {
        let limits = TLSLimits()
        #expect(limits.grace < .milliseconds(250) && limits.nextGrace >= .milliseconds(700))
    }
}
