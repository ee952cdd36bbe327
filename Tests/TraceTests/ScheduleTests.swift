import Testing
import Trace

@Suite struct ScheduleTests {
    private let early = Instant(microseconds: 10)
    private let late = Instant(microseconds: 20)

    @Test func theEarliestComesFirstAndEqualsInTheOrderOfAdding() {
        var schedule = Schedule<Int>()
        for (item, due) in [(0, late), (1, early), (2, late), (3, early), (4, late)] { schedule.add(item, at: due) }
        #expect(schedule.next == early)
        #expect(schedule.first?.item == 1)
        var order: [Int] = []
        while let (_, item) = schedule.popFirst() { order.append(item) }
        #expect(order == [1, 3, 0, 2, 4])
        #expect(schedule.next == nil)
    }

    @Test func nothingIsTakenOutBeforeItIsDue() {
        var schedule = Schedule<Int>()
        schedule.add(1, at: late)
        #expect(schedule.popFirst(by: early) == nil)
        #expect(schedule.popFirst(by: late)?.item == 1)
        #expect(schedule.popFirst(by: late) == nil)
    }

    @Test func aDeadlineThatIsMovedExpiresOnceAtItsNewInstant() {
        var deadlines = Deadlines<String>()
        deadlines.set("a", at: early)
        deadlines.set("b", at: late)
        deadlines.set("a", at: late)
        #expect(deadlines.next() == late)
        #expect(deadlines.expire(by: early) == nil)
        // "b" was set before "a" was moved.
        #expect(deadlines.expire(by: late)?.key == "b")
        #expect(deadlines.expire(by: late)?.key == "a")
        #expect(deadlines.expire(by: late) == nil)
    }

    @Test func aCancelledDeadlineDoesNotExpire() {
        var deadlines = Deadlines<String>()
        deadlines.set("a", at: early)
        deadlines.set("b", at: late)
        deadlines.cancel("a")
        #expect(deadlines.next() == late)
        let expired = deadlines.expire(by: late)
        #expect(expired?.key == "b")
        #expect(expired?.at == late)
        #expect(deadlines.next() == nil)
    }
}
