import Trace

/// A line that asks and the line that answers it, at a door whose answers are JSON objects with the request's id: what is the same
/// whatever is asked.
struct RequestFrame: Sendable {
    /// The names that a request may have, besides `id`.
    let fields: Set<String>
    /// What stands behind the id where a request cannot be used, given the reason.
    let rejection: @Sendable (String) -> [JSON.Member]

    /// The most octets of a line: thirty chains of the largest certificates.
    static let longestLine = 32 << 20
    /// The most arrays and objects within each other: the request, a list or an object in it, and some to spare.
    private static let deepest = 8

    /// The answer to a line: its id, and the members that `answer` makes of its fields, or those of the rejection.
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
    /// - Parameter id: set to that of the request as soon as it is known, also where the line cannot be read to its end.
    /// - Throws: ``RequestError`` where it is no JSON object.
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
