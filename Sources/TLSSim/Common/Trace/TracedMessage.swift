import Trace

/// A handshake message that an endpoint has written or read, as the value that its state works with.
public struct TracedMessage: Hashable, Sendable {
    /// The body, which has the type of the message and its fields.
    public let body: any HandshakeBody
    /// The side that has written the message.
    public let writer: Role

    init(_ body: some HandshakeBody, by writer: Role) {
        (self.body, self.writer) = (body, writer)
    }

    /// Whether both have the same writer and the same body.
    public static func == (a: TracedMessage, b: TracedMessage) -> Bool {
        func isEqual<Body: HandshakeBody>(_ body: Body, _ other: any HandshakeBody) -> Bool { body == other as? Body }
        return a.writer == b.writer && isEqual(a.body, b.body)
    }

    /// Hashes writer and body.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(writer)
        body.hash(into: &hasher)
    }
}
