/// The version of this program.
enum Version {
    /// The version number by https://semver.org. Options and file formats change only with its first two parts (CHANGELOG.md).
    static let number = "0.2.0"
    /// The commit from which "make dist" has built the program; nil for a program that was built in a checkout.
    static let commit: String? = nil

    /// What --version prints.
    static let text = commit.map { "\(number) (\($0))" } ?? number
    /// The name and the number of the program in the files that it writes.
    static let nameAndNumber = "HandshakeSim \(number)"
}
