import Testing
import Trace

/// What a run says is the same in each language: no number and no name is lost or new in Chinese, and what a reader sees has a Chinese name.
enum BilingualRun {
    /// Names that Chinese readers write where the English has "authority" and "app".
    private static let free: Set<String> = ["CA", "App"]

    /// Checks the remarks of a run and the names in it.
    ///
    /// - Returns: how many different texts were compared.
    static func check(_ journal: Journal, of command: String) -> Int {
        var pairs: Set<Words> = []
        func add(_ english: String?, _ chinese: String?) {
            if english != nil || chinese != nil { pairs.insert(Words(english: english ?? "", chinese: chinese ?? "")) }
        }
        for event in journal.events {
            if let remark = event.remark {
                add(remark.englishText, remark.chineseText)
                add(remark.englishTopic, remark.chineseTopic)
                add(remark.englishOwnText, remark.chineseOwnText)
            }
            switch event.kind {
            case .chapter(let words), .lost(_, let words), .failed(let words): add(words.english, words.chinese)
            default: break
            }
        }
        for words in journal.limits + journal.conclusions { add(words.english, words.chinese) }
        for next in journal.suggestions { add(next.purpose.english, next.purpose.chinese) }

        let faults =
            pairs.compactMap(fault)
            + names(of: journal).filter { !$0.chinese.contains(where: isHan) }.map { words in
                "no Chinese name for \"\(words.english)\": \(words.chinese)"
            }
        #expect(
            faults.isEmpty, "\(command): \(faults.count) faults\n\(faults.sorted().prefix(12).joined(separator: "\n"))")
        return pairs.count
    }

    private static func fault(_ words: Words) -> String? {
        let (english, chinese) = (Facts(words.english), Facts(words.chinese))
        let isSame =
            english.numbers == chinese.numbers && english.names.isSubset(of: chinese.names)
            && chinese.names.subtracting(free).isSubset(of: english.names)
        guard !isSame || (isProse(words.english) && !words.chinese.contains(where: isHan)) else { return nil }
        let numbers = english.numbers.filter { chinese.numbers[$0.key] != $0.value }.keys.sorted()
        let added = chinese.numbers.filter { english.numbers[$0.key] != $0.value }.keys.sorted()
        let names = english.names.subtracting(chinese.names).sorted()
        let others = chinese.names.subtracting(english.names).subtracting(free).sorted()
        return "lost \(numbers + names), new \(added + others): \(words.english) | \(words.chinese)"
    }

    // MARK: Names

    /// The strings of a journal outside of sentences that are words for a reader, and no protocol text.
    private static func names(of journal: Journal) -> Set<Words> {
        var all = Set(journal.settings.map { journal.glossary.name($0.name) })
        for event in journal.events {
            switch event.kind {
            case .checked(let what, _): all.insert(journal.glossary.name(what))
            case .timer(let name, _): all.insert(journal.glossary.name(name))
            case .learned(let secret, let how, _):
                all.insert(journal.glossary.name(secret.name))
                switch how {
                case .stolen(let how), .broken(let how): all.insert(Words(english: how.english, chinese: how.chinese))
                default: break
                }
            case .computed(let calculation):
                for quantity in calculation.inputs + calculation.steps + calculation.results {
                    all.insert(journal.glossary.name(quantity.name))
                    all.insert(
                        quantity.words.english == quantity.words.chinese
                            ? journal.glossary.name(quantity.words.english) : quantity.words)
                }
            default: break
            }
        }
        return all.filter { isProse($0.english) && !$0.english.contains { "\"=^".contains($0) } }
    }

    /// Whether two words in lower case stand beside each other.
    private static func isProse(_ text: String) -> Bool {
        let words = text.split(separator: " ", omittingEmptySubsequences: false)
        return zip(words, words.dropFirst()).contains { one, other in
            let end = one.reversed().prefix(while: isSmall)
            let start = other.prefix(while: isSmall)
            let before = one.dropLast(end.count).last
            let behind = other.dropFirst(start.count).first
            return end.count >= 2 && start.count >= 2 && !(before.map { isWord($0) || $0 == "." } ?? false)
                && !(behind.map { isWord($0) || $0 == "(" } ?? false)
        }
    }

    private static func isSmall(_ letter: Character) -> Bool { ("a"..."z").contains(letter) }
    private static func isWord(_ letter: Character) -> Bool { letter.isLetter || letter.isNumber || letter == "_" }

    private static func isHan(_ letter: Character) -> Bool {
        letter.unicodeScalars.contains { (0x3400...0x4DBF).contains($0.value) || (0x4E00...0x9FFF).contains($0.value) }
    }
}

/// The numbers of a text, hexadecimal ones too, with how often each comes, and the names of the protocol in it.
struct Facts: Equatable {
    private(set) var numbers: [String: Int] = [:]
    private(set) var names: Set<String> = []

    /// Words in capitals that are no names.
    private static let shouted = Set(
        """
        A ACCEPTED AFTER AGAIN ALL AN AND ANSWER ARE AS AT BE BEFORE BEGIN BUT BY CAN CLIENT CLOSE CLOSED
        DIFFERENT DO EXERCISE EXERCISES FAILED FIRST FOR FROM GET GETS GO HAPPEN HOW IN IS IT LATER LEAVES
        LESSON NEXT NO NOT NOTHING OF OFF ON OPEN OPENED OR OUT PAID PEOPLE PINNED READ REFUSED RIGHT SECOND SEE
        SERVER SO STORY THAT THE THIS TIME TO TRUE TRUSTED TRY TWICE UP WAS WE WHAT WHO WHY WRONG YES YOU YOUR
        """.split(whereSeparator: \.isWhitespace).map(String.init))
    private static let joints = Set("._:-".utf8)

    init(_ text: String) {
        let octets = Array(text.utf8)
        var word: [UInt8] = []
        for (index, octet) in octets.enumerated() {
            let isJoint =
                Self.joints.contains(octet) && !word.isEmpty && index + 1 < octets.count
                && Self.isWord(octets[index + 1])
            if Self.isWord(octet) || isJoint {
                word.append(octet)
            } else if !word.isEmpty {
                add(String(decoding: word, as: UTF8.self))
                word = []
            }
        }
        if !word.isEmpty { add(String(decoding: word, as: UTF8.self)) }
    }

    private mutating func add(_ text: String) {
        var word = text
        if ["st", "nd", "rd", "th"].contains(where: word.hasSuffix), word.dropLast(2).allSatisfy(\.isNumber),
            word.count > 2
        {
            word.removeLast(2)
        }
        let isHexadecimal =
            word.count >= 4 && word.allSatisfy { $0.isHexDigit && !$0.isUppercase } && word.contains(where: \.isNumber)
        guard word.first?.isNumber != true, !isHexadecimal else {
            numbers[word, default: 0] += 1
            return
        }
        // A plural of English: "SYNs", "ClientHellos".
        if word.hasSuffix("s") { word.removeLast() }
        let parts = word.split(omittingEmptySubsequences: false) { "-_.:".contains($0) }.map { String($0) }
        let isCapital =
            parts.contains { part in part.count(where: \.isUppercase) >= 2 } && !Self.shouted.isSuperset(of: parts)
        if isCapital || word.contains("_") || word.contains(where: \.isNumber) { names.insert(word) }
    }

    private static func isWord(_ octet: UInt8) -> Bool {
        (0x61...0x7A).contains(octet) || (0x41...0x5A).contains(octet) || (0x30...0x39).contains(octet) || octet == 0x5F
    }
}
