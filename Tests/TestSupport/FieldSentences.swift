import Trace

/// A field where it stands, and what a glossary says of it there.
package struct FieldSentence: Sendable {
    /// The field's name.
    package let name: String
    /// Where it stands.
    package let place: Place
    /// What it cites; nil for a part of an octet.
    package let cite: Citation?
    /// The meanings that fit best. There should be one.
    package let meanings: [Glossary.Meaning]

    /// The sentence; empty where there is none.
    package var sentence: String { meanings.first?.note.sentence(in: .english) ?? "" }

    /// What is wrong with it, if anything is: no sentence, two that fit as well, one side's words on the other's message, or a rule of
    /// TLS 1.2 in TLS 1.3.
    package var faults: [String] {
        var faults: [String] = []
        if meanings.isEmpty { faults.append("no sentence") }
        if meanings.count > 1 { faults.append("both \(meanings.map(\.key))") }
        if place.words.contains("server"), sentence.hasPrefix("The client's") { faults.append("the client's") }
        if place.words.contains("client"), sentence.hasPrefix("The server's") { faults.append("the server's") }
        if place.words.contains("1.3"), let document = cite?.document, ["RFC 5246", "RFC 5077"].contains(document) {
            if name != "tls.handshake.extension.session_ticket" { faults.append("cites \(document)") }
        }
        return faults.map { "\(name) at \(place.words.sorted()): \($0)" }
    }
}

extension Glossary {
    /// What it says of each field in the trees of `fields`, which stand at `place`.
    package func sentences(of fields: [Field], at place: Place) -> [FieldSentence] {
        fields.flatMap { field in
            let here = self.place(of: field, at: place)
            func sentence(_ name: String, _ cite: Citation?) -> FieldSentence {
                let fitting = meanings(of: name, at: here)
                let most = fitting.first?.words.count
                return FieldSentence(
                    name: name, place: here, cite: cite, meanings: fitting.filter { $0.words.count == most })
            }
            return [sentence(field.name, field.cite)] + field.bits.map { sentence($0.name, nil) }
                + sentences(of: field.children, at: here)
        }
    }

    /// What it says of each field of `message`, which `sender` has written.
    package func sentences(of message: Message, from sender: Principal) -> [FieldSentence] {
        message.panes.flatMap { sentences(of: $0.fields, at: Place(message, from: sender)) }
    }
}

extension Journal {
    /// What its glossary says of each field of each packet and message.
    package var fieldSentences: [FieldSentence] {
        events.flatMap { event -> [FieldSentence] in
            let peer: Principal = event.who == .client ? .server : .client
            switch event.kind {
            case .sent(let packet, _): return glossary.sentences(of: packet.fields, at: Place(event.who.description))
            case .received(let packet, let from):
                return glossary.sentences(of: packet.fields, at: Place(from.description))
            case .wrote(let message): return glossary.sentences(of: message, from: event.who)
            case .read(let message): return glossary.sentences(of: message, from: peer)
            default: return []
            }
        }
    }
}
