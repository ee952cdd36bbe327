import Trace

/// The sentences of the summary of a run.
enum SummaryNote: Remark {
    case agreed([Words])
    case disagreed(Words)
    case readers([Name])
    case kept([Name])
    /// The packets that each side put on the wire, their octets, how many of these are data of TCP, how many packets the wire lost,
    /// and how many each host in the path kept.
    case traffic(
        [(who: Name, packets: Int)], octets: Int, payload: Int, lost: Int, kept: [(who: Name, packets: Int)])
    case waiting(Name, answers: Int, at: Instant)
    case failure(Name, why: any Remark)
    case end([(who: Name, state: String)])

    /// The name of a party of the run.
    struct Name {
        private let words: Words
        /// Whether the name is the usual word for the role, and not a name that the run gives.
        private let isWord: Bool

        init(_ principal: Principal, in journal: Journal) {
            words = journal.words(of: principal)
            isWord = words.english == principal.description
        }

        fileprivate var english: String { isWord ? "the \(words.english)" : words.english }
        fileprivate var chinese: String { words.chinese }
    }

    var english: String {
        switch self {
        case .agreed(let names): "Both sides hold the same \(Self.list(names.map(\.english), last: "and"))."
        case .disagreed(let name): "The two sides hold DIFFERENT values of the \(name.english)."
        case .readers(let names):
            Self.capital(Self.list(names.map(\.english), last: "and")) + " can read the application data."
        case .kept(let names):
            names.count == 1
                ? "\(Self.capital(names[0].english)) cannot read it."
                : "Neither \(Self.list(names.map(\.english), last: "nor")) can read it."
        case .traffic(let sides, let octets, let payload, let lost, let kept):
            "\(sides.reduce(0) { $0 + $1.packets }) packets: "
                + sides.map { "\($0.packets) from \($0.who.english)" }.joined(separator: ", ")
                + ". They have \(counted(octets, "octet")); \(payload) of these are the data that TCP carries, the others are headers."
                + (lost == 0 ? "" : " The wire lost \(lost) of the packets.")
                + kept.map { " \(Self.capital($0.who.english)) kept \($0.packets) of them." }.joined()
        case .waiting(let client, let answers, let at):
            "The first application data left after \(at) ms. Before that \(client.english) had to wait for an answer "
                + "\(answers) \(answers == 1 ? "time" : "times")."
        case .failure(let who, let why): "\(Self.capital(who.english)) did not get to the end: \(why.english)."
        case .end(let sides):
            "The last states: " + sides.map { "\($0.who.english) is in \($0.state)" }.joined(separator: ", ") + "."
        }
    }

    var chinese: String {
        switch self {
        case .agreed(let names): spaced("双方持有相同的", listedInChinese(names.map(\.chinese))) + "。"
        case .disagreed(let name): "\(spaced("双方持有的", name.chinese))不同。"
        case .readers(let names): "\(spaced(listedInChinese(names.map(\.chinese)), "能读到应用数据"))。"
        case .kept(let names):
            "\(spaced(listedInChinese(names.map(\.chinese)), names.count == 1 ? "读不到" : "都读不到"))。"
        case .traffic(let sides, let octets, let payload, let lost, let kept):
            "共 \(sides.reduce(0) { $0 + $1.packets }) 个数据包："
                + sides.map { spaced($0.who.chinese, "发出 \($0.packets) 个") }.joined(separator: "，")
                + "。总长 \(octets) 字节，其中 \(payload) 字节是 TCP 携带的数据，其余是首部。"
                + (lost == 0 ? "" : "线路丢失了 \(lost) 个数据包。")
                + kept.map { spaced($0.who.chinese, "扣下了 \($0.packets) 个。") }.joined()
        case .waiting(let client, let answers, let at):
            "第一批应用数据在 \(at) ms 之后发出。在此之前，\(spaced(client.chinese, "要等待回应")) \(answers) 次。"
        case .failure(let who, let why): "\(spaced(who.chinese, "没有走到最后"))：\(why.chinese)。"
        case .end(let sides):
            "最后的状态：" + sides.map { "\(spaced($0.who.chinese, "处于")) \($0.state)" }.joined(separator: "，") + "。"
        }
    }

    /// `text` with a capital letter at its beginning.
    static func capital(_ text: String) -> String { text.prefix(1).uppercased() + text.dropFirst() }

    /// "client, eavesdropper and thief": the names with commas, and `word` before the last.
    static func list(_ names: [String], last word: String) -> String {
        guard names.count > 1 else { return names.first ?? "" }
        return names.dropLast().joined(separator: ", ") + " \(word) " + (names.last ?? "")
    }
}
