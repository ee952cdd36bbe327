import Render
import TLSSim
import Trace

/// What the puppets of one version have: the transcript, the keys, and the records of both directions.
protocol PuppetSession: Sendable {
    var role: Role { get }
    var ear: Ear { get set }
    var records: PuppetRecords { get set }
    var clientRandom: [UInt8] { get }
    /// The secrets of the connection by their names.
    var secrets: [(SecretID, [UInt8])] { get }
    /// The chain in the peer's latest Certificate message; nil before one.
    var peerChain: [[UInt8]]? { get }

    /// A record under the keys in force.
    ///
    /// - Parameter version: the version in the header of a record in clear.
    mutating func record(_ type: ContentType, _ content: [UInt8], version: ProtocolVersion) -> [UInt8]
    mutating func changeCipherSpec() -> [UInt8]
    /// Finished over the transcript as it stands, or with zeros.
    mutating func finished(isRight: Bool) -> [UInt8]
    mutating func keyUpdate() -> [UInt8]

    /// Takes a record that has arrived. Handshake messages in it go to ``PuppetRecords/joiner``.
    mutating func take(_ record: PuppetRecords.Wire)
    /// Hears a handshake message. Returns it if its content is of interest to the puppet.
    mutating func heard(_ message: HandshakeMessage) -> HandshakeMessage?
}

extension PuppetSession {
    /// The next handshake message whose content is of interest. All that comes before it is heard, and it is too. Nil until there is one.
    fileprivate mutating func next() -> HandshakeMessage? {
        while true {
            do {
                while let message = try records.joiner.next() {
                    if let message = heard(message) { return message }
                }
            } catch {
                ear.hear(Answer.malformedMessage)
                records.joiner = HandshakeJoiner()
            }
            switch records.next() {
            case nil: return nil
            case .failure(let deaf)?: ear.hear(deaf.reason.rawValue)
            case .success(let record)?: take(record)
            }
        }
    }
}

/// A puppet over the session of its version.
protocol SessionPuppet: Puppet {
    associatedtype Session: PuppetSession
    var session: Session { get set }

    /// The octets of a message that this side and version has alone; empty for a letter of another one.
    mutating func message(_ letter: Letter) -> [UInt8]
    /// Takes a handshake message that has arrived and was heard.
    mutating func take(_ message: HandshakeMessage)
}

extension SessionPuppet {
    package var ear: Ear {
        get { session.ear }
        set { session.ear = newValue }
    }

    package var keyLog: [String] {
        session.secrets.compactMap { KeyLog.line($0, $1, clientRandom: session.clientRandom) }
    }

    package var peerChain: [[UInt8]]? { session.peerChain }

    package mutating func send(_ letter: Letter) -> [UInt8] {
        switch letter {
        case .changeCipherSpec: session.changeCipherSpec()
        case .finished: session.finished(isRight: true)
        case .wrongFinished: session.finished(isRight: false)
        case .data:
            session.record(
                .applicationData, session.role == .client ? PuppetData.request : PuppetData.response, version: .tls12)
        case .warning: session.record(.alert, PuppetData.warning, version: .tls12)
        case .closeNotify: session.record(.alert, PuppetData.closeNotify, version: .tls12)
        case .keyUpdate: session.keyUpdate()
        default: message(letter)
        }
    }

    package mutating func receive(_ octets: [UInt8]) {
        session.records.append(octets)
        while let message = session.next() { take(message) }
    }
}
