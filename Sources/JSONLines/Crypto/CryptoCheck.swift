import Trace

import protocol Crypto.RandomSource

/// The interface of `crypto check`: it runs the arithmetic of `Crypto` on test vectors from other programs. Each line is a
/// request and gets one line of answer.
///
/// Nothing is kept from one request to the next, and no request ends the program.
package struct CryptoCheck<Random: RandomSource> {
    /// The source of blinding factors for RSA, which do not change a result, and of the randomness of ML-KEM encapsulation.
    private var random: Random

    /// A checker with this source of randomness.
    package init(blindedBy random: Random) { self.random = random }

    /// The answer to one line: a JSON object without a line end.
    ///
    /// The answer is `{"id":N,"ok":true,…}` with the results, `{"id":N,"ok":false,"error":"why"}`, or
    /// `{"id":N,"unsupported":true}` for an operation that does not exist. The id is that of the request, any JSON value; null if
    /// the line has none or cannot be read up to it.
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
