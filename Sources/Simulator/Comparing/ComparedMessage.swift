import Trace

/// A message of TLS that is written up to the last Finished: a handshake message, ChangeCipherSpec, or early data.
package struct ComparedMessage: Hashable, Sendable {
    /// The side that writes it.
    package let who: Role
    /// Its name, such as "ClientHello".
    package let label: String
    /// Its step id, such as "tls.client_hello".
    package let step: String
    /// Whether an onlooker cannot read it.
    package let isEncrypted: Bool
    /// How many octets it takes in the stream of its writer, with record headers.
    package let octets: Int
    /// The number of its flight, from 1. A flight is what one side sends until the other side sends.
    package let flight: Int

    /// Whether it is application data. Before the last Finished that is early data.
    var isData: Bool { step == Self.data }
    /// Whether it is ChangeCipherSpec, which is not a message of the handshake protocol (RFC 5246 section 7.1, RFC 8446 section 5).
    var isChangeCipherSpec: Bool { step == "tls.change_cipher_spec" }
    /// Whether it is a message of the handshake protocol.
    var isHandshake: Bool { !isData && !isChangeCipherSpec }

    static let data = "tls.application_data"
    static let finished = "tls.finished"

    /// Whether both are the same message of the same side.
    func isSame(as other: ComparedMessage) -> Bool { who == other.who && step == other.step }

    /// The messages of a journal up to the last Finished, in the order in which they were written.
    static func all(in journal: Journal) -> [ComparedMessage] {
        let written = journal.written
        let end = written.lastIndex { $0.message.step == finished } ?? written.endIndex - 1
        var list: [ComparedMessage] = []
        for (who, message) in written.prefix(end + 1) {
            let flight = list.last.map { $0.who == who ? $0.flight : $0.flight + 1 } ?? 1
            list.append(
                ComparedMessage(
                    who: who, label: message.label, step: message.step, isEncrypted: message.encrypted,
                    octets: message.stream.count, flight: flight))
        }
        return list
    }
}

extension Journal {
    /// The messages that the two sides wrote, each with its writer.
    var written: [(who: Role, message: Message)] {
        events.compactMap { event in
            guard case .wrote(let message) = event.kind, let role = event.who.role else { return nil }
            return (role, message)
        }
    }
}

extension [Field] {
    /// Every field of that name, at any depth, in the order of the octets.
    func all(named name: String) -> [Field] {
        flatMap { ($0.name == name ? [$0] : []) + $0.children.all(named: name) }
    }
}
