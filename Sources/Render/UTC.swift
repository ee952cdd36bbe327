/// The civil calendar in Coordinated Universal Time, without leap seconds, as POSIX counts.
enum UTC {
    /// "2024-02-29 12:00:00 UTC"; the bare number for a moment before 1970 or after 9999.
    static func text(secondsSince1970 seconds: Int64) -> String {
        guard (0..<253_402_300_800).contains(seconds) else { return "\(seconds) s after 1970" }
        // Days are counted from 0000-03-01, so that a leap day is the last of its year; an era is 400 years.
        let (era, day) = (seconds / 86_400 + 719_468).quotientAndRemainder(dividingBy: 146_097)
        let yearOfEra = (day - day / 1_460 + day / 36_524 - day / 146_096) / 365
        let dayOfYear = day - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let monthFromMarch = (5 * dayOfYear + 2) / 153
        let dayOfMonth = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
        let month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
        let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
        let time = seconds % 86_400
        let date = [year, month, dayOfMonth].map(two).joined(separator: "-")
        return "\(date) \([time / 3_600, time / 60 % 60, time % 60].map(two).joined(separator: ":")) UTC"
    }

    private static func two(_ value: Int64) -> String { value < 10 ? "0\(value)" : "\(value)" }
}
