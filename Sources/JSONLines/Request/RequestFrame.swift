import Trace

/// The common part of requests and answers that are one JSON object each, with the request's id in both.
struct RequestFrame: Sendable {
    /// The names of the fields that a request may have, without `id`.
    let fields: Set<String>
    /// The members behind the id in the answer to a request that cannot be used, given the reason.
    let rejection: @Sendable (String) -> [JSON.Member]

    /// The longest line that is read, in octets: enough for thirty chains of the largest certificates.
    static let longestLine = 32 << 20
    /// The deepest nesting of arrays and objects that is read: the request, a list or an object in it, and some to spare.
    private static let deepest = 8

    /// The answer to a line: the id, and the members that `answer` makes of the fields. If the line cannot be used, the members
    /// of ``rejection`` follow the id instead.
    func reply(to line: String, at door: Door, answer: (Fields) throws -> [JSON.Member]) -> String {
        var id: String?
        let members: [JSON.Member]
        do {
            let request = try RequestFrame.fields(of: line, at: door, &id)
            try request.require(only: fields.union(["id"]))
            members = try answer(request)
        } catch { members = rejection("\(error)") }
        return JSON.object([JSON.Member("id", id.map(JSON.string) ?? .null)] + members).line
    }

    /// Reads a line.
    ///
    /// - Parameter id: set to the id of the request as soon as it is known, also if the line cannot be read to its end.
    /// - Throws: ``RequestError`` if the line is too long or no JSON object, or if the id is no text.
    static func fields(of line: String, at door: Door, _ id: inout String?) throws(RequestError) -> Fields {
        guard line.utf8.count <= longestLine else {
            throw RequestError("the line has more than \(longestLine) octets")
        }
        let value: JSON
        do throws(JSONError) {
            value = try JSON(line.utf8, .levels(deepest))
        } catch {
            if case .string(let text)? = error.read["id"] { id = text }
            throw RequestError("the line is not JSON: \(error)")
        }
        guard let members = value.members else { throw RequestError("the line is not a JSON object") }
        let request = Fields(members, at: door)
        id = try request.textIfAny("id")
        return request
    }
}
