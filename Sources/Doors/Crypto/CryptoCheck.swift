import Trace

import protocol Crypto.RandomSource

/// The arithmetic of `Crypto`, open to test vectors from outside: a request a line, an answer a line.
///
/// Nothing is kept from one request to the next, and no request ends the program.
package struct CryptoCheck<Random: RandomSource> {
    /// Blinds the private operations of RSA, without an influence on what they result in, and draws what an encapsulation is made of.
    private var random: Random

    /// A checker that draws from this source.
    package init(blindedBy random: Random) { self.random = random }

    /// The answer to one line: a JSON object without a line end.
    ///
    /// `{"id":N,"ok":true,…}` with the results, `{"id":N,"ok":false,"error":"why"}`, or `{"id":N,"unsupported":true}` where
    /// there is no such operation. The id is the request's own, whatever it is; null where the line has none or cannot be
    /// read as far as that.
    package mutating func answer(line: some Sequence<UInt8>) -> String {
        let members: [JSON.Member]
        do throws(JSONError) {
            members = try JSON(line, .flat).members ?? []
        } catch {
            return Self.refusal(of: error.read, error.description)
        }
        let fields = Fields(members, at: .check)
        do {
            guard let operation = CryptoOperation(rawValue: try fields.text("op")) else {
                return Self.answer(to: members, [JSON.Member("unsupported", .bool(true))])
            }
            let results = try operation.perform(fields, using: &random)
            return Self.answer(to: members, [JSON.Member("ok", .bool(true))] + results)
        } catch {
            return Self.refusal(of: members, "\(error)")
        }
    }

    private static func refusal(of request: [JSON.Member], _ error: String) -> String {
        answer(to: request, [JSON.Member("ok", .bool(false)), JSON.Member("error", .string(error))])
    }

    private static func answer(to request: [JSON.Member], _ members: [JSON.Member]) -> String {
        JSON.object([JSON.Member("id", request["id"] ?? .null)] + members).compact
    }
}
