import PKI
import Trace

extension ServerRules {
    /// The further rules of the SSL policy of Apple's systems for servers' certificates: its dates and limits, from Apple's documents.
    ///
    /// Certificates under anchors that the user has installed may live as long as they like, and only those under the system's own
    /// anchors have to be published. Until April 2021 the number of logs grew with the months of a certificate's life; of that
    /// table its least number stands here.
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
    /// The same question as SecTrust asks it: by the rules of a platform, and Apple's own besides. SecTrust does not refuse a leaf for
    /// a stapled response that it demands and that is missing.
    package var askedBySecTrust: Question {
        var question = self
        question.profile = .platform
        question.serverRules = .apple
        question.hasSeenStaple = false
        return question
    }
}
