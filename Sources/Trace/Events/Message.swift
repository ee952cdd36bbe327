/// A message of a protocol that runs over a byte stream, such as a TLS record with its content.
///
/// Its place in the stream is known when it is made. The meaning of its octets is worked out when a reader first asks for it, and kept.
public struct Message: Sendable {
    /// The protocol, such as "TLS".
    public let machine: String
    /// The version of the protocol by whose rules it is read, such as "1.3"; empty where there is only one.
    public let version: String
    /// Its place in its sender's stream, counted from 0.
    public let stream: Range<Int>
    /// Whether the content is hidden from an onlooker.
    public let encrypted: Bool
    private let explained: Once<Meaning>

    /// The meaning of a message's octets.
    public struct Meaning: Hashable, Sendable {
        /// The name of the message, such as "ClientHello".
        public let label: String
        /// The stable step id of the message, such as "tls.client_hello".
        public let step: String
        /// The octets as they are in the stream, then the decrypted octets if they are encrypted.
        public let panes: [Pane]
        /// Quantities that anyone who sees the message learns.
        public let discloses: [Disclosure]
        /// The digest of all handshake messages up to and including this one, where there is one.
        public let transcriptHash: [UInt8]?

        /// The meaning of a message called `label`.
        public init(
            label: String, step: String, panes: [Pane], discloses: [Disclosure] = [], transcriptHash: [UInt8]? = nil
        ) {
            self.label = label
            self.step = step
            self.panes = panes
            self.discloses = discloses
            self.transcriptHash = transcriptHash
        }
    }

    /// A message whose meaning is what `meaning` returns. `meaning` is called at most once.
    public init(
        machine: String, version: String = "", stream: Range<Int>, encrypted: Bool = false,
        meaning: @escaping @Sendable () -> Meaning
    ) {
        self.machine = machine
        self.version = version
        self.stream = stream
        self.encrypted = encrypted
        explained = Once(meaning)
    }

    /// A message called `label`.
    public init(
        machine: String, label: String, step: String, version: String = "", panes: [Pane], stream: Range<Int>,
        encrypted: Bool = false, discloses: [Disclosure] = [], transcriptHash: [UInt8]? = nil
    ) {
        let meaning = Meaning(
            label: label, step: step, panes: panes, discloses: discloses, transcriptHash: transcriptHash)
        self.init(machine: machine, version: version, stream: stream, encrypted: encrypted) { meaning }
    }

    /// The name of the message, such as "ClientHello".
    public var label: String { explained.value.label }
    /// Its stable step id, such as "tls.client_hello".
    public var step: String { explained.value.step }
    /// The octets as they are in the stream, then the decrypted octets if they are encrypted.
    public var panes: [Pane] { explained.value.panes }
    /// Quantities that anyone who sees the message learns.
    public var discloses: [Disclosure] { explained.value.discloses }
    /// The digest of all handshake messages up to and including this one, where there is one.
    public var transcriptHash: [UInt8]? { explained.value.transcriptHash }
}

/// Two messages are equal if all their properties are.
extension Message: Hashable {
    /// Compares places and meanings.
    public static func == (a: Message, b: Message) -> Bool {
        a.machine == b.machine && a.version == b.version && a.stream == b.stream && a.encrypted == b.encrypted
            && a.explained.value == b.explained.value
    }

    /// Hashes what is known without the meaning; equal messages have it in common.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(machine)
        hasher.combine(version)
        hasher.combine(stream)
        hasher.combine(encrypted)
    }
}
