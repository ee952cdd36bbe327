import TLSSim
import Trace

/// What was seen of an end from outside: what went in, what came out, and what it told its program. The rules look at this alone.
struct Account: Hashable, Sendable {
    /// How the connection was over for an end.
    enum Ending: Hashable, Sendable {
        /// Both sides have sent close_notify.
        case closed
        /// The end has failed; the alert that it has sent, if it has sent one.
        case failed(AlertDescription?)
    }

    let role: Role
    /// The version that the end speaks; both as long as that is not decided.
    var version: TLSScope.Version
    /// Whether the end has dropped, before the version was decided, what only TLS 1.3 lets it drop there: a ChangeCipherSpec.
    var hasDroppedForTLS13 = false
    /// Whether it has dropped a warning then, which is an error in TLS 1.3.
    var hasDroppedWarning = false
    /// The end's own certificates in DER: one for each version that it speaks; empty if it has none.
    var leaves: Set<[UInt8]> = []
    /// The name of the host that a client visits, or that a server is.
    var host = ""
    /// Where the end stands in the tables of the RFCs.
    var place: Place
    /// The messages of the transcript, in order: those that the end has written and those that it has taken.
    var messages: [[UInt8]] = []
    /// How many of the messages there were when the last one was taken.
    var read = 0
    /// What the hellos have settled.
    var hellos = HelloFacts()
    /// The first secret that both ends have in common: the master secret, in TLS 1.3 the handshake secret; empty before.
    var secret: [UInt8] = []
    /// Whether the attacker can compute that secret: the end has taken a public value of hers, or the group is weak.
    var isKnownToHer = false
    /// Whether what arrives has to be protected.
    var readsProtected = false
    /// Whether it reads with keys that follow from an empty master secret, which is wrong and which anyone can compute.
    var readsEmptyKeys = false
    /// How often the keys with which it reads were changed by a KeyUpdate.
    var updates = 0
    /// Whether the peer has asked for a KeyUpdate that is not out yet.
    var owesUpdate = false
    /// Whether a part of a message waits for the rest, such as a protected record that was read in clear.
    var holdsPart = false
    /// Whether the end has opened a protected record.
    var hasOpened = false
    /// How many protected records the end has opened since its keys for reading changed.
    var opened = 0
    /// Whether its Finished is out.
    var hasFinished = false
    /// Whether a Finished of the peer was read that is right by the rule's own computation.
    var peerHasFinished = false
    /// The parameters, once the end is open.
    var parameters: SecurityParameters?
    /// What its program has written, as far as records carry it.
    var wrote: [UInt8] = []
    /// What its program was given.
    var given: [UInt8] = []
    /// What its program was given as early data.
    var givenEarly: [UInt8] = []
    /// What it has sent as early data.
    var wroteEarly: [UInt8] = []
    /// Whether it has sent close_notify.
    var hasClosed = false
    /// Whether it has told its program that the stream has come to a good end.
    var toldEnd = false
    /// Whether it has opened a record that the attacker has sealed, so that she has its keys.
    var hasTakenHers = false
    /// Whether it has taken a fatal alert.
    var isSilenced = false
    /// What the program has called: to open, to send and to close.
    var calls: Set<ProgramCall> = []
    /// How the connection was over; nil as long as it is not.
    var ending: Ending?

    init(_ role: Role, _ version: TLSScope.Version) {
        self.role = role
        self.version = version
        place = .start
    }

    /// Whether the end is open: its handshake is complete and verified.
    var isOpen: Bool { parameters != nil }

    /// Whether the end has failed and has said so.
    var hasSentFatalAlert: Bool { if case .failed(_?) = ending { true } else { false } }

    /// Whether the end resumes a session of TLS 1.2 that its own store has: a client offers it, a server knows it by its id.
    var revivesSession: Bool {
        role == .client
            ? hellos.offersTicket || !hellos.sessionID.isEmpty : hellos.isResumed && !hellos.offersTicket
    }

    /// The messages up to the last one that the end has taken.
    var seen: ArraySlice<[UInt8]> { messages.prefix(read) }

    /// Whether anything can reach the end: a server listens from the beginning, a client when its program has opened.
    var hasBegun: Bool { role == .server || calls.contains(.open) }

    /// Adds a message to the transcript.
    mutating func keep(_ message: HandshakeMessage) {
        messages.append(message.bytes)
        hellos.take(message)
    }

    /// Forgets what no rule asks of an end whose connection is over.
    mutating func settle() {
        (hasDroppedForTLS13, hasDroppedWarning, hasOpened) = (false, false, false)
        (readsProtected, readsEmptyKeys, holdsPart) = (false, false, false)
        (opened, updates, owesUpdate) = (0, 0, false)
        isSilenced = false
        calls = []
        place = .over
    }
}

extension Account {
    /// Hashes what tells most ends apart.
    func hash(into hasher: inout Hasher) {
        hasher.combine(role)
        hasher.combine(place)
        hasher.combine(read)
        hasher.combine(opened)
        hasher.combine(secret)
        hasher.combine(messages.last)
        hasher.combine(wrote.count &* 64 &+ given.count)
        hasher.combine(calls)
        hasher.combine(ending)
        hasher.combine([readsProtected, hasFinished, peerHasFinished, hasClosed, toldEnd, isSilenced, isOpen])
    }
}

/// A call of the program at an end.
package enum ProgramCall: String, Hashable, Sendable, CaseIterable {
    case open, update, send, close
}

/// What the hellos that an end has written and taken have settled, as far as the rules ask for it.
struct HelloFacts: Hashable, Sendable {
    var clientRandom: [UInt8] = []
    var serverRandom: [UInt8] = []
    /// The chosen suite; 0 before ServerHello.
    var suite: UInt16 = 0
    /// Whether the hellos settle the extended master secret, and encrypt-then-MAC.
    var bindsHandshake = false
    var encryptsThenMACs = false
    /// Whether the server has promised a ticket, and a stapled OCSP response.
    var promisesTicket = false
    var promisesStatus = false
    /// Whether an earlier session is resumed: the server has echoed the session id, or has chosen a pre-shared key.
    var isResumed = false
    /// Whether the client has offered a session id, and which.
    var sessionID: [UInt8] = []
    /// Whether the client has offered a ticket of TLS 1.2.
    var offersTicket = false
    /// How many HelloRetryRequests have come.
    var retries = 0
    /// Whether the client offers early data.
    var offersEarlyData = false
    /// The pre-shared key of TLS 1.3 that the client offers first; empty if it offers none.
    var offeredKey: [UInt8] = []
    /// Whether the server accepts it.
    var acceptsEarlyData = false
    /// Whether the server has asked for a certificate of the client.
    var asksCertificate = false

    /// Takes a message that an end has written or taken.
    mutating func take(_ message: HandshakeMessage) {
        switch message.type {
        case .clientHello:
            guard let hello = try? message.parsed(ClientHello.read) else { return }
            clientRandom = hello.random
            sessionID = hello.sessionID
            offersTicket = hello.extensions.contains {
                if case .sessionTicket(let ticket) = $0 { !ticket.isEmpty } else { false }
            }
            offersEarlyData = hello.extensions.contains(.earlyData)
            offeredKey =
                hello.extensions.lazy.compactMap {
                    if case .preSharedKeys(let keys) = $0 { keys.identities.first?.identity } else { nil }
                }.first ?? []
        case .serverHello:
            guard let hello = try? message.parsed(ServerHello.read) else { return }
            guard !hello.isHelloRetryRequest else { return retries += 1 }
            serverRandom = hello.random
            suite = hello.cipherSuite
            bindsHandshake = hello.extensions.contains(.extendedMasterSecret)
            encryptsThenMACs = hello.extensions.contains(.encryptThenMAC)
            promisesTicket = hello.extensions.contains(.sessionTicket([]))
            promisesStatus = hello.extensions.contains(.statusRequest(nil))
            let takesSecret = hello.extensions.contains { if case .selectedIdentity = $0 { true } else { false } }
            isResumed =
                takesSecret || hello.selectedVersion == nil && !sessionID.isEmpty && hello.sessionID == sessionID
        case .encryptedExtensions:
            let answers = try? message.parsed(EncryptedExtensions.read)
            acceptsEarlyData = answers?.extensions.contains(.earlyData) ?? false
        case .certificateRequest: asksCertificate = true
        default: break
        }
    }
}
