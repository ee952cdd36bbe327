import Misconceptions
import Trace

extension Template {
    /// The question whether a claim of the clinic is true, false, or true under a condition only.
    init(_ claim: Claim) {
        // The run that decides, and the run in which it is otherwise.
        let commands = claim.runs.first.map { [$0.command] + ($0.unlike.map { [$0.command] } ?? []) } ?? []
        let runs = commands.joined(separator: ", and beside it ")
        let runsInChinese = commands.joined(separator: "，与之对照：")
        let words = QuestionWords(
            goal: Words(english: "You can judge a sentence that many people know.", chinese: "你能判断一句许多人都知道的话。"),
            ask: Words(
                english: "Is this so? \"\(claim.claim.english)\" Answer true, false, or only-if: it is so in some "
                    + "connections and not in others, and the sentence does not say in which.",
                chinese:
                    "是这样吗？“\(claim.claim.chinese)”回答 true、false 或 only-if：only-if 表示在有些连接里是这样，在另一些连接里不是，而这句话没有说明是哪些。"),
            hint: Words(
                english: "Make the run that settles it: \(runs).",
                chinese: "做能定论的运行：\(runsInChinese)。"), because: Words(claim.fact))
        let truth = claim.truth.english
        self.init(
            id: "claim.\(claim.number)", kind: .claim, topic: "claim", form: .claim, credit: 1, arguments: [],
            needsJournals: false, isDistinct: false, step: "", cites: claim.rules, words: { _ in words }
        ) { _, key in
            key.right = [.claim(claim.verdict.rawValue)]
            // The first known wrong answer is to believe the claim.
            for verdict in Claim.Verdict.allCases {
                let answer = Answer.claim(verdict.rawValue)
                switch verdict {
                case .isTrue:
                    key["the-claim-itself", answer] = Words(
                        english: "Many people say so, and this is true in it: \(truth) Look for the case in which the "
                            + "sentence does not hold. Look at the run: \(runs).",
                        chinese: "许多人这样说，其中有一点是对的：\(claim.truth.chinese)找出这句话不成立的情况。看这次运行：\(runsInChinese)。")
                case .isFalse:
                    key["nothing-in-it", answer] = Words(
                        english: "There is more in it than you think: \(truth) Look at the run: \(runs).",
                        chinese: "其中有些东西，你没有想到：\(claim.truth.chinese)看这次运行：\(runsInChinese)。")
                case .onlyIf:
                    key["a-condition", answer] = Words(
                        english: "Name the condition, and make a run in which it holds and one in which it does not. "
                            + "This is true in it: \(truth) Look at the run: \(runs).",
                        chinese: "说出那个条件，再各做一次运行：一次成立，一次不成立。其中有一点是对的：\(claim.truth.chinese)看这次运行：\(runsInChinese)。")
                }
            }
        }
    }

    /// The verdict about the claim, if the question is about one; else nil.
    var verdict: Claim.Verdict? {
        guard kind == .claim else { return nil }
        return id.split(separator: ".").last.flatMap { Int($0) }.flatMap { Claim.numbered($0) }?.verdict
    }
}
