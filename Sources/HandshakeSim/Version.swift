/// Which program this is.
enum Version {
    /// The number, as https://semver.org counts: options and formats of files change with the first two parts. CHANGELOG.md says how.
    static let number = "0.2.0"
    /// The commit that "make dist" has built the program from; nil for a program that was built in a checkout.
    static let commit: String? = nil

    /// What --version prints.
    static let text = commit.map { "\(number) (\($0))" } ?? number
    /// The program and its version, as files that it writes name it.
    static let nameAndNumber = "HandshakeSim \(number)"
}
