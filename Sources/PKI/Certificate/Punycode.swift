/// The ASCII form of a label in another script (RFC 3492).
enum Punycode {
    /// The characters of a label, in lower case, from its code without the "xn--" (RFC 3492 section 6.2). Nil for a text that is
    /// no Punycode.
    static func decode(_ text: some BidirectionalCollection<UInt8>) -> String? {
        // A label has at most 63 octets. Each character is inserted in the middle of the others, so a long text would take long.
        guard text.count <= 63 else { return nil }
        let hyphen = text.lastIndex(of: UInt8(ascii: "-"))
        var scalars = hyphen.map { text[..<$0].map { Unicode.Scalar($0) } } ?? []
        var rest = hyphen.map { text[text.index(after: $0)...] } ?? text[...]
        var (code, place, bias) = (128, 0, 72)
        while !rest.isEmpty {
            let start = place
            var weight = 1
            for step in stride(from: 36, through: Int.max, by: 36) {
                guard let octet = rest.popFirst(), let digit = value(of: octet) else { return nil }
                let (product, isTooLarge) = digit.multipliedReportingOverflow(by: weight)
                let (sum, isTooFar) = place.addingReportingOverflow(product)
                guard !isTooLarge, !isTooFar else { return nil }
                place = sum
                let threshold = min(max(step - bias, 1), 26)
                if digit < threshold { break }
                let (heavier, isTooHeavy) = weight.multipliedReportingOverflow(by: 36 - threshold)
                guard !isTooHeavy else { return nil }
                weight = heavier
            }
            bias = adapted(place - start, count: scalars.count + 1, isFirst: start == 0)
            guard place / (scalars.count + 1) <= 0x10ffff else { return nil }
            code += place / (scalars.count + 1)
            place %= scalars.count + 1
            guard let number = UInt32(exactly: code), let scalar = Unicode.Scalar(number) else { return nil }
            scalars.insert(scalar, at: place)
            place += 1
        }
        return String(String.UnicodeScalarView(scalars)).lowercased()
    }

    /// A label as "xn--" and the code of its characters (RFC 3492 section 6.3). Nil if the result is longer than a label can be.
    ///
    /// - Parameter text: the label, already in lower case and in composed form.
    static func encode(_ text: some StringProtocol) -> String? {
        let scalars = text.unicodeScalars.map { Int($0.value) }
        guard scalars.count <= 63 else { return nil }
        let basic = scalars.filter { $0 < 128 }
        var output = basic.compactMap { UInt8(exactly: $0) }
        if !basic.isEmpty { output.append(UInt8(ascii: "-")) }
        var (code, delta, bias, done) = (128, 0, 72, basic.count)
        while done < scalars.count {
            // With 63 characters below 0x110000 no product here comes near the largest Int.
            guard let next = scalars.filter({ $0 >= code }).min() else { return nil }
            delta += (next - code) * (done + 1)
            code = next
            for scalar in scalars {
                if scalar < code { delta += 1 }
                guard scalar == code else { continue }
                var rest = delta
                for step in stride(from: 36, through: Int.max, by: 36) {
                    let threshold = min(max(step - bias, 1), 26)
                    if rest < threshold { break }
                    output.append(digit(threshold + (rest - threshold) % (36 - threshold)))
                    rest = (rest - threshold) / (36 - threshold)
                }
                output.append(digit(rest))
                bias = adapted(delta, count: done + 1, isFirst: done == basic.count)
                delta = 0
                done += 1
            }
            delta += 1
            code += 1
        }
        return output.count <= 59 ? "xn--" + String(decoding: output, as: UTF8.self) : nil
    }

    /// The character of a digit: 0 to 25 are the letters, 26 to 35 the figures (RFC 3492 section 5).
    private static func digit(_ value: Int) -> UInt8 {
        UInt8(truncatingIfNeeded: value < 26 ? value + 0x61 : value - 26 + 0x30)
    }

    /// The digit of a character; nil for another character.
    private static func value(of octet: UInt8) -> Int? {
        switch octet {
        case UInt8(ascii: "a")...UInt8(ascii: "z"): Int(octet - UInt8(ascii: "a"))
        case UInt8(ascii: "0")...UInt8(ascii: "9"): Int(octet - UInt8(ascii: "0")) + 26
        default: nil
        }
    }

    /// The bias after a character (RFC 3492 section 6.1).
    private static func adapted(_ delta: Int, count: Int, isFirst: Bool) -> Int {
        var delta = isFirst ? delta / 700 : delta / 2
        delta += delta / count
        var steps = 0
        while delta > 455 {
            delta /= 35
            steps += 36
        }
        return steps + 36 * delta / (delta + 38)
    }
}
