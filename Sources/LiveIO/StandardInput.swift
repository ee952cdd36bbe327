/// What another program, or a person, writes to this one.
package enum StandardInput {
    /// Answers each line until the input ends.
    ///
    /// An answer is written before the next line is read: a program that drives this one waits for it.
    ///
    /// - Parameter answer: the answer to a line, without its line feed; nil for none.
    package static func answerLines(with answer: (String) throws -> String?) rethrows {
        while let line = readLine() {
            guard let answer = try answer(line) else { continue }
            print(answer)
            fflush(nil)
        }
    }
}
