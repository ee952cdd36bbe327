import JSONLines

public import protocol Crypto.RandomSource

/// The arithmetic of `Crypto`, open to test vectors from outside: a request a line, an answer a line.
///
/// Nothing is kept from one request to the next, and no request ends the program.
public struct Checker<Random: RandomSource> {
    /// Blinds the private operations of RSA. It has no influence on what they result in.
    private var random: Random

    /// A checker that blinds with this source.
    public init(blindedBy random: Random) { self.random = random }

    /// The answer to one line: a JSON object without a line end.
    ///
    /// `{"id":N,"ok":true,…}` with the results, `{"id":N,"ok":false,"error":"why"}`, or `{"id":N,"unsupported":true}` where
    /// there is no such operation. The id is the request's own, whatever it is; null where the line has none or cannot be
    /// read as far as that.
    public mutating func answer(line: some Sequence<UInt8>) -> String {
        let object: JSONObject
        do throws(JSONError) {
            object = try JSONObject(line: line)
        } catch {
            return answer(to: error.read, error: error.description)
        }
        let request = Request(object)
        do {
            let name = try request.text("op")
            guard let operation = Operation(rawValue: name) else {
                var answer = header(object)
                answer.add("unsupported", .boolean(true))
                return answer.line
            }
            var answer = header(object)
            answer.add("ok", .boolean(true))
            for result in try operation.perform(request, blindedBy: &random) { answer.add(result.name, result.value) }
            return answer.line
        } catch {
            return answer(to: object, error: "\(error)")
        }
    }

    private func header(_ request: JSONObject) -> JSONObject {
        var answer = JSONObject()
        answer.add("id", request["id"] ?? .null)
        return answer
    }

    private func answer(to request: JSONObject, error: String) -> String {
        var answer = header(request)
        answer.add("ok", .boolean(false))
        answer.add("error", .string(error))
        return answer.line
    }
}
