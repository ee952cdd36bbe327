import Foundation
import TestSupport
import Trace

/// What exercises ask of a run, read from the JSON that it writes.
struct RunJSON: Decodable {
    let events: [Event]
    let packets: [Packet]
    let messages: [Message]

    struct Event: Decodable {
        let time: Int64
        let who: String
        let step: String
        let kind: String
        let packet: Int?
        let message: Int?
        let calculation: Calculation?

        enum CodingKeys: String, CodingKey {
            case time = "at_us"
            case who, step, kind, packet, message, calculation
        }
    }

    struct Calculation: Decodable {
        let results: [Quantity]
    }

    struct Quantity: Decodable {
        let octets: String
    }

    struct Message: Decodable {
        let number: Int
        let label: String
    }

    struct Packet: Decodable {
        let number: Int
        let bytes: String

        /// Octets of the datagram in hexadecimal.
        func octets(_ range: Range<Int>) -> String {
            String(bytes.dropFirst(2 * range.lowerBound).prefix(2 * range.count))
        }

        /// The sequence number: at offset 24 of a datagram whose IP header has no options.
        var sequence: UInt64 { UInt64(octets(24..<28), radix: 16) ?? 0 }
    }

    /// The last packet that was sent in a step, optionally by one side.
    func packet(_ step: String, of who: String? = nil) throws -> Packet {
        let event = events.last { $0.kind == "sent" && $0.step == step && (who == nil || $0.who == who) }
        guard let packet = packets.first(where: { $0.number == event?.packet }) else { throw ToolError("no \(step)") }
        return packet
    }

    /// When something happens, in microseconds.
    func moment(_ isMeant: (Event) -> Bool) throws -> Int64 {
        guard let event = events.first(where: isMeant) else { throw ToolError("no such event") }
        return event.time
    }

    /// What was computed in a step first.
    func results(_ step: String) throws -> [String] {
        guard let calculation = events.first(where: { $0.step == step })?.calculation else {
            throw ToolError("no \(step)")
        }
        return calculation.results.map(\.octets)
    }

    /// The same where there is one result.
    func result(_ step: String) throws -> String { try results(step).joined() }

    /// What the message of a step is called, without the word for its kind.
    func label(_ step: String) throws -> String {
        let event = events.first { $0.kind == "wrote" && $0.step == step }
        guard let message = messages.first(where: { $0.number == event?.message }) else {
            throw ToolError("no \(step)")
        }
        return message.label.replacing("Alert ", with: "")
    }
}
