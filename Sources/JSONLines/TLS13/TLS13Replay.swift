import TLSSim
import Trace

/// The interface of `tls13 replay`: an onlooker that has the private values of one side reads a recorded connection of TLS 1.3.
/// Each line is a command and gets lines of events.
///
/// ``TLSSim/Onlooker`` is the onlooker. This type only translates lines and events.
package struct TLS13Replay: Sendable {
    private var onlooker = Onlooker()

    /// An onlooker that knows nothing.
    package init() {}

    /// Carries out one line of input and returns the lines of output, the last of which is always "done".
    package mutating func handle(line: some Sequence<UInt8>) -> [String] {
        var lines: [String] = []
        do {
            let members = try JSON(line, .flat).members ?? []
            lines = try take(ReplayCommand(Fields(members, at: .replay)))
        } catch let error as JSONError {
            lines = [Self.line("error", ("why", .string("the line is not a flat JSON object: \(error)")))]
        } catch {
            lines = [Self.line("error", ("why", .string("the line cannot be carried out: \(error)")))]
        }
        return lines + [Self.line("done")]
    }

    private mutating func take(_ command: ReplayCommand) throws -> [String] {
        switch command {
        case .start: onlooker = Onlooker()
        case .privateValue(let key): onlooker.learn(key)
        case .psk(let psk, let kind): onlooker.learn(psk: psk, kind)
        case .publicKey(let key, let side): onlooker.learn(key, of: side)
        case .record(let record, let side): return onlooker.read(record, from: side).map(Self.line)
        case .unknown(let operation): return [Self.line("unsupported", ("what", .string(operation)))]
        }
        return []
    }

    // MARK: Events

    private static func line(_ event: String, _ members: (name: String, value: JSON)...) -> String {
        let all = [JSON.Member("ev", .string(event))] + members.map { JSON.Member($0.name, $0.value) }
        return JSON.object(all).compact
    }

    private static func line(_ event: OnlookerEvent) -> String {
        switch event {
        case .secret(let name, let value):
            line("secret", ("name", .string(name.rawValue)), ("value", octets(value)))
        case .keys(let stretch, let keys):
            line("keys", ("name", .string(stretch.rawValue)), ("key", octets(keys.key)), ("iv", octets(keys.iv)))
        case .message(let side, let name, let message):
            line("message", ("from", from(side)), ("name", .string(name)), ("octets", octets(message)))
        case .content(let side, let type, let content):
            line(
                "content", ("from", from(side)), ("type", .integer(Int64(type.rawValue))), ("octets", octets(content)))
        case .check(let what, let isGood): line("check", ("what", .string(what.rawValue)), ("ok", .bool(isGood)))
        case .failed(let alert, let why):
            line("failed", ("alert", .string(alert?.description ?? "none")), ("why", .string(why)))
        }
    }

    private static func octets(_ octets: [UInt8]) -> JSON { .string(Hex.string(octets)) }

    private static func from(_ side: Role) -> JSON { .string(side.rawValue) }
}
