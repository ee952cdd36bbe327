import PKI
import Trace

extension ServerRules {
    /// The rules that the SSL policy of Apple's systems adds for servers' certificates, with the dates and limits of Apple's documents.
    ///
    /// A certificate under an anchor that the user has installed has no limit on its lifetime. Only a certificate under one of the
    /// system's own anchors must be published in logs. Until April 2021 Apple's table demanded more logs for a longer lifetime; here
    /// only its smallest number, two, is used.
    package static let apple = ServerRules(
        usage: Demand(since: july2019, under: Set(AnchorKind.allCases), Citation("Apple, HT210176")),
        lifetimes: [
            // 2018-03-01 00:00:00 UTC.
            Lifetime(
                Demand(since: 1_519_862_400, under: [.system], Citation("CA/Browser Forum BR", "6.3.2")), days: 825),
            Lifetime(Demand(since: july2019, under: [.app], Citation("Apple, HT210176")), days: 825),
            // 2020-09-01 00:00:00 UTC.
            Lifetime(Demand(since: 1_598_918_400, under: [.system], Citation("Apple, HT211025")), days: 398),
        ],
        // 2018-10-15 00:00:00 UTC.
        transparency: Demand(since: 1_539_561_600, under: [.system], Citation("Apple, HT205280")),
        logs: [
            LogCount(since: 1_539_561_600, longerThan: .min, least: 2),
            // 2021-04-21 00:00:00 UTC.
            LogCount(since: 1_618_963_200, longerThan: 180, least: 3),
        ])

    /// 2019-07-01 00:00:00 UTC.
    private static let july2019: Int64 = 1_561_939_200
}

extension Question {
    /// The same question as SecTrust asks it: with the rules of a platform and with Apple's own. SecTrust does not refuse a leaf that
    /// demands a stapled response when that response is missing.
    package var askedBySecTrust: Question {
        var question = self
        question.profile = .platform
        question.serverRules = .apple
        question.hasSeenStaple = false
        return question
    }
}
