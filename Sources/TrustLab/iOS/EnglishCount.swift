/// "1 pin", "2 pins": a count with its noun, in English.
func englishCount(_ count: Int, _ noun: String) -> String { "\(count) \(noun)\(count == 1 ? "" : "s")" }
