import LiveIO
import Render
import Trace

/// Why a request is not answered with what it asks for.
struct WebProblem: Error, Equatable {
    /// What kind of problem it is, for programs.
    enum Code: String {
        case malformed, host, origin, path, method, size, type, arguments, forbidden, capture, limit, busy
    }

    let status: Int
    let code: Code
    /// A sentence for people.
    let message: String
    /// The argument that is wrong.
    var argument: String?
    /// The octet at which the body cannot be read.
    var offset: Int?
    /// What the head of the answer has beside what each has.
    var fields: [HTTPResponse.Field] = []

    init(_ status: Int, _ code: Code, _ message: String, argument: String? = nil, offset: Int? = nil) {
        self.status = status
        self.code = code
        self.message = message
        self.argument = argument
        self.offset = offset
    }

    /// A command line that does not say what to do.
    ///
    /// Which argument is wrong is read from the message: the argument parser's errors have types of its own, and so has the wrapper in which
    /// it passes on a command's `ValidationError`. All that it makes public of them is the message and the exit code.
    static func arguments(_ message: String) -> WebProblem {
        WebProblem(422, .arguments, message, argument: message.firstMatch(of: /--[a-z0-9-]+/).map { String($0.output) })
    }

    /// A run that takes longer than a page waits, or that has more events than a page holds.
    static func tooLong(_ command: [String]?) -> WebProblem {
        let terminal = command.map { ": HandshakeSim " + $0.map { $0.shellWord.legible }.joined(separator: " ") } ?? "."
        return WebProblem(
            422, .limit,
            "The run takes too long for a page: more than \(WebLimit.events) events, or more than \(RunRequest.patience.components.seconds) seconds with its answer. Run it in a terminal\(terminal)"
        )
    }

    /// A command line that asks for what a page may not have.
    static func forbidden(_ argument: String, _ message: String) -> WebProblem {
        WebProblem(422, .forbidden, message, argument: argument)
    }

    /// The content of the answer.
    var json: JSON {
        .members(
            (
                "error",
                .members(
                    ("code", .string(code.rawValue)), ("message", .string(message)),
                    ("argument", argument.map { .string($0) }), ("offset", offset.map { .number($0) }))
            ))
    }
}
