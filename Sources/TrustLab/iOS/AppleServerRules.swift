import PKI
import Trace

extension ServerRules {
    /// The rules that the SSL policy of Apple's systems adds for servers' certificates, as Apple's published program has them.
    ///
    /// Apple's documents differ in details: they date the rules of 2019 from 1 July, where the program begins an hour earlier, and allow
    /// 825 days, where the program allows an hour more.
    package static let apple = ServerRules(
        usages: [
            Demand(since: .min, under: [.system], Citation("Apple, SecTrust's check", "ServerAuthEKU")),
            // "Later than" that second.
            Demand(since: july2019 + 1, under: [.app], Citation("Apple, HT210176")),
        ],
        lifetimes: [
            // 2018-03-01 00:00:00 UTC.
            Lifetime(
                Demand(since: 1_519_862_400, under: [.system], Citation("CA/Browser Forum BR", "6.3.2")), days: 825,
                extra: 3600),
            Lifetime(
                Demand(since: july2019, under: Set(AnchorKind.allCases), Citation("Apple, HT210176")), days: 825,
                extra: 3600),
            // 2020-09-01 00:00:00 UTC.
            Lifetime(Demand(since: 1_598_918_400, under: [.system], Citation("Apple, HT211025")), days: 398),
        ],
        // 2018-10-16 00:00:00 UTC.
        transparency: Demand(since: 1_539_648_000, under: [.system], Citation("Apple, HT205280")),
        logs: [
            LogCount(since: 1_539_648_000, longerThan: .none, least: 2),
            LogCount(since: 1_539_648_000, longerThan: .months(14), least: 3),
            LogCount(since: 1_539_648_000, longerThan: .months(27), least: 4),
            LogCount(since: 1_539_648_000, longerThan: .months(39), least: 5),
            // 2021-04-21 00:00:00 UTC.
            LogCount(since: 1_618_963_200, longerThan: .none, least: 2),
            LogCount(since: 1_618_963_200, longerThan: .days(180), least: 3),
            LogCount(since: 1_618_963_200, longerThan: .days(825), least: 4),
        ])

    /// 2019-06-30 23:00:00 UTC.
    private static let july2019: Int64 = 1_561_935_600
}

extension ChainQuestion {
    /// The same question as SecTrust asks it: with the rules of a platform and with Apple's own. SecTrust does not refuse a leaf that
    /// demands a stapled response when that response is missing.
    package var askedBySecTrust: ChainQuestion {
        var question = self
        question.profile = .secTrust
        question.serverRules = .apple
        question.hasSeenStaple = false
        return question
    }
}
