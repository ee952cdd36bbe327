/// The standard input of this program, line by line.
package enum StandardInput {
    /// Answers each line until the input ends.
    ///
    /// An answer is written before the next line is read: a program that drives this one waits for it.
    ///
    /// - Parameter answer: the answer to a line, without a line feed at its end; nil for no answer.
    package static func answerLines(with answer: (String) throws -> String?) rethrows {
        while let line = readLine() {
            guard let answer = try answer(line) else { continue }
            print(answer)
            fflush(nil)
        }
    }
}
