import TestSupport
import Testing
import Trace

@Suite struct CivilTimeTests {
    @Test(
        arguments: [
            (0, "1970-01-01 00:00:00 UTC"), (-1, "1969-12-31 23:59:59 UTC"), (951_782_400, "2000-02-29 00:00:00 UTC"),
            (1_772_366_400, "2026-03-01 12:00:00 UTC"), (4_107_542_399, "2100-02-28 23:59:59 UTC"),
            (4_107_542_400, "2100-03-01 00:00:00 UTC"), (-62_135_596_800, "0001-01-01 00:00:00 UTC"),
            (253_402_300_799, "9999-12-31 23:59:59 UTC"),
        ] as [(Int64, String)]) func datesAreThoseOfTheCalendar(seconds: Int64, text: String) throws
    {
        #expect(CivilTime.text(seconds) == text)
        let numbers = text.split { !$0.isNumber }.compactMap { Int($0) }
        let back = try #require(
            CivilTime(
                year: numbers[0], month: numbers[1], day: numbers[2], hours: numbers[3], minutes: numbers[4],
                seconds: numbers[5]))
        #expect(back.secondsSince1970 == seconds)
        #expect(CivilTime(secondsSince1970: seconds) == back)
    }

    @Test func everyDayOfFourCenturiesFollowsTheOneBefore() {
        var last = CivilTime(secondsSince1970: -11_676_096_000)
        #expect(last.text == "1600-01-01 00:00:00 UTC")
        for number in 1..<146_097 as Range<Int64> {
            let next = CivilTime(secondsSince1970: -11_676_096_000 + number * CivilTime.day)
            let isNextDay = next.year == last.year && next.month == last.month && next.day == last.day + 1
            let isNextMonth = next.year == last.year && next.month == last.month + 1 && next.day == 1 && last.day >= 28
            let isNextYear = next.year == last.year + 1 && next.month == 1 && next.day == 1 && last.day == 31
            guard isNextDay || isNextMonth || isNextYear, next.secondsSince1970 == -11_676_096_000 + number * 86_400
            else {
                Issue.record("\(next.text) follows \(last.text)")
                return
            }
            last = next
        }
        #expect(last.text == "1999-12-31 00:00:00 UTC")
    }

    @Test func momentsBeyondFourDigitsBecomeTheNearest() {
        #expect(CivilTime.text(.max) == "9999-12-31 23:59:59 UTC")
        #expect(CivilTime.text(.min) == "0001-01-01 00:00:00 UTC")
    }

    @Test(arguments: [
        (2026, 2, 29, 0, 0, 0), (2100, 2, 29, 0, 0, 0), (2026, 4, 31, 0, 0, 0), (2026, 0, 1, 0, 0, 0),
        (2026, 13, 1, 0, 0, 0), (2026, 1, 0, 0, 0, 0), (2026, 1, 1, 24, 0, 0), (2026, 1, 1, 0, 60, 0),
        (2026, 1, 1, 0, 0, 60), (10_000, 1, 1, 0, 0, 0), (-1, 1, 1, 0, 0, 0), (2026, 1, 1, -1, 0, 0),
    ]) func whatTheCalendarDoesNotHaveIsNoMoment(_ numbers: (Int, Int, Int, Int, Int, Int)) {
        #expect(
            CivilTime(
                year: numbers.0, month: numbers.1, day: numbers.2, hours: numbers.3, minutes: numbers.4,
                seconds: numbers.5) == nil)
    }

    @Test func timesOfOtherPlacesAreReadAndOtherTextIsNot() {
        let noon = CivilTime.seconds(rfc3339: "2026-12-01T11:00:00Z")
        for text in [
            "2026-12-01T11:00:00Z", "2026-12-01t12:00:00+01:00", "2026-12-01 05:30:00.999-05:30",
            "2026-12-01T11:00:00-00:00",
        ] {
            #expect(CivilTime.seconds(internet: text) == noon, "\(text)")
        }
        for text in [
            "", "2026-12-01", "2026-12-01T11:00:00", "2026-12-01T11:00:00.Z", "2026-12-01T11:00:00+1:00",
            "2026-12-01T11:00:00+24:00", "2026-12-01T11:00:00+01:00:00", "2026-12-01T11:00:00Z ",
            "2026-02-30T11:00:00Z",
        ] {
            #expect(CivilTime.seconds(internet: text) == nil, "\(text)")
        }
    }
}
