/// Figures as they stand in a sentence.
enum FigureText {
    /// A time: "41 ms", "1.25 s", "4 min 10 s".
    static func span(_ microseconds: Int64) -> String {
        switch microseconds {
        case ..<1_000: return "\(max(0, microseconds)) µs"
        case ..<10_000: return decimals(microseconds, per: 1_000, places: 1) + " ms"
        case ..<1_000_000: return "\(microseconds / 1_000) ms"
        case ..<60_000_000: return decimals(microseconds, per: 1_000_000, places: 2) + " s"
        default:
            let seconds = microseconds / 1_000_000
            if seconds >= 3_600 { return "\(seconds / 3_600) h \(seconds / 60 % 60) min" }
            return seconds % 60 == 0 ? "\(seconds / 60) min" : "\(seconds / 60) min \(seconds % 60) s"
        }
    }

    /// A share in percent: "1.2 %".
    static func share(_ part: Int, of whole: Int) -> String {
        whole == 0 ? "0 %" : decimals(Int64(part) * 100, per: Int64(whole), places: 1) + " %"
    }

    /// The quotient of `number` and `unit`, rounded to 1 or 2 decimal places, without zeros at its end.
    private static func decimals(_ number: Int64, per unit: Int64, places: Int) -> String {
        let scale: Int64 = places == 1 ? 10 : 100
        let rounded = (number * scale + unit / 2) / unit
        var fraction = String(rounded % scale + scale).dropFirst()
        while fraction.hasSuffix("0") { fraction.removeLast() }
        return fraction.isEmpty ? "\(rounded / scale)" : "\(rounded / scale).\(fraction)"
    }
}
