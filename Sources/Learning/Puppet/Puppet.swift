import TLSSim

/// An end of a TLS connection that sends the message that it is told to send, whether its time has come or not, with the best keys that it has.
///
/// It is a value: a letter goes in and octets come out; octets go in and the names of the messages in them come out. It never refuses a letter.
/// It judges no certificate and no signature, because it wants to hear the peer and not to trust it.
package protocol Puppet: Sendable {
    /// The octets that carry the message of a letter.
    mutating func send(_ letter: Letter) -> [UInt8]

    /// Takes octets that have arrived.
    mutating func receive(_ octets: [UInt8])

    /// What has been heard since the last letter was sent.
    var ear: Ear { get set }

    /// The lines of a key log that open the records so far, as far as there are such lines: none is for an empty master secret.
    var keyLog: [String] { get }
    /// The chain in the peer's latest Certificate message, the leaf first; nil before one.
    var peerChain: [[UInt8]]? { get }
}

/// What a puppet has heard.
package struct Ear: Hashable, Sendable {
    /// The names of the messages and alerts, in order. Records of application data in a row have one name.
    package private(set) var messages: [String] = []
    /// Whether a fatal alert or close_notify was heard: the end of the connection should follow.
    package private(set) var expectsEnd = false

    /// Takes out all that was heard.
    package mutating func empty() { self = Ear() }

    mutating func hear(_ message: String) {
        if message != Answer.data || messages.last != message { messages.append(message) }
    }

    /// Hears the content of an alert record.
    mutating func hear(alert content: [UInt8]) {
        guard let alert = try? Alert.read(content) else { return hear(Answer.malformedAlert) }
        if alert.level == .fatal || alert.name == .closeNotify { expectsEnd = true }
        hear(alert.description)
    }
}
