import Trace

/// A message of TLS of the handshake: everything up to the last Finished.
package struct ComparedMessage: Hashable, Sendable {
    /// Its writer.
    package let who: Role
    /// Its name, such as "ClientHello".
    package let label: String
    /// Its step id, such as "tls.client_hello".
    package let step: String
    /// Whether an onlooker cannot read it.
    package let isEncrypted: Bool
    /// The octets that it takes in its writer's stream, with record headers.
    package let octets: Int
    /// Which flight it belongs to, from 1. A flight is what one side sends until the other side answers.
    package let flight: Int

    /// Application data that does not wait for the end of the handshake.
    var isData: Bool { step == Self.data }
    /// RFC 5246 section 7.1 and RFC 8446 section 5: a protocol of its own.
    var isChangeCipherSpec: Bool { step == "tls.change_cipher_spec" }
    /// A message of the handshake protocol.
    var isHandshake: Bool { !isData && !isChangeCipherSpec }

    static let data = "tls.application_data"
    static let finished = "tls.finished"

    /// Whether both are the same message of the same side.
    func isSame(as other: ComparedMessage) -> Bool { who == other.who && step == other.step }

    /// The messages of a journal, in the order in which they were written.
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
    /// Every field of that name, at whatever depth, in the order of the wire.
    func all(named name: String) -> [Field] {
        flatMap { ($0.name == name ? [$0] : []) + $0.children.all(named: name) }
    }
}
