import LiveIO
import Render
import Trace

/// The error of a request that cannot be answered.
struct WebProblem: Error, Equatable {
    /// The kind of the problem, for programs.
    enum Code: String {
        case malformed, host, origin, path, method, size, type, arguments, forbidden, capture, limit, busy
    }

    let status: Int
    let code: Code
    /// The sentence for the user.
    let message: String
    /// The wrong argument, if it is known.
    var argument: String?
    /// The offset of the octet in the body at which the problem is, if it is known.
    var offset: Int?
    /// Additional header fields of the answer.
    var fields: [HTTPResponse.Field] = []

    init(_ status: Int, _ code: Code, saying message: String, argument: String? = nil, offset: Int? = nil) {
        self.status = status
        self.code = code
        self.message = message
        self.argument = argument
        self.offset = offset
    }

    /// A command line that is wrong.
    ///
    /// The wrong argument is read from the message. The types of the argument parser's errors, and of the wrapper around a command's
    /// `ValidationError`, are not public. Only their message and their exit code are.
    static func arguments(_ message: String) -> WebProblem {
        WebProblem(
            422, .arguments, saying: message, argument: message.firstMatch(of: /--[a-z0-9-]+/).map { String($0.output) }
        )
    }

    /// A run that takes longer than a page waits, or that has more events than a page holds.
    static func tooLong(_ command: [String]?) -> WebProblem {
        let terminal = command.map { ": HandshakeSim " + $0.map { $0.shellWord.legible }.joined(separator: " ") } ?? "."
        return WebProblem(
            422, .limit,
            saying:
                "The run takes too long for a page: more than \(WebLimit.events) events, or more than \(RunRequest.patience.components.seconds) seconds with its answer. Run it in a terminal\(terminal)"
        )
    }

    /// A command line that asks for something that a page may not have.
    static func forbidden(_ argument: String, _ message: String) -> WebProblem {
        WebProblem(422, .forbidden, saying: message, argument: argument)
    }

    /// The body of the answer.
    var json: JSON {
        let error = JSON.members(
            ("code", .string(code.rawValue)), ("message", .string(message)),
            ("argument", argument.map { .string($0) }), ("offset", offset.map { .number($0) }))
        return .members(("error", error))
    }
}
