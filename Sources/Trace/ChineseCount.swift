/// Items as a list in Chinese: "a", "a 和 b", "a、b 和 c"; with another word in place of "和". Empty if there are no items.
///
/// The word has a space beside it where its neighbour is Latin or a digit (``spaced(_:_:)``).
public func listedInChinese(_ items: [String], _ word: String = "和") -> String {
    guard items.count > 1, let last = items.last else { return items.first ?? "" }
    return spaced(spaced(items.dropLast().joined(separator: "、"), word), last)
}

/// A place in a row in Chinese: "第一", "第二", "第三", "第 12". Where English has a word, Chinese has one.
public func ordinalInChinese(_ count: Int) -> String {
    switch count {
    case 1: "第一"
    case 2: "第二"
    case 3: "第三"
    default: "第 \(count)"
    }
}

/// `left` and `right` side by side, with a space where a Han character and a Latin letter or a digit would touch.
public func spaced(_ left: String, _ right: String) -> String {
    guard let end = left.unicodeScalars.last, let start = right.unicodeScalars.first else { return left + right }
    let touches = (isHan(end) && isNarrowWord(start)) || (isNarrowWord(end) && isHan(start))
    return touches ? "\(left) \(right)" : left + right
}

/// Whether the character is Han.
public func isHan(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xF900...0xFAFF, 0x20000...0x323AF: true
    default: false
    }
}

/// Whether the character is printable ASCII, and no mark that stands close to Han characters.
private func isNarrowWord(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value < 0x7F && (scalar.properties.isAlphabetic || scalar.properties.numericType != nil)
}
