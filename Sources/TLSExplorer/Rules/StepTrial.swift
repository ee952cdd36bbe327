import Crypto
import TLSSim
import Trace

extension TLSSpace {
    /// Judges what one end has done about one input: what was seen of it afterwards, which edge it has passed, and whether it has kept the
    /// rules.
    struct StepTrial {
        /// What was seen of the end before.
        let before: Account
        let her: Adversary
        /// What was seen of it after the outputs so far.
        private(set) var after: Account
        /// The record that has arrived; nil for another input.
        let parcel: Parcel?
        private(set) var broken: RuleSet = []
        /// The numbers of the edges that were passed.
        private(set) var edges: [Int] = []
        /// The records that the end has written, in order.
        private(set) var sent: [Parcel] = []
        /// The record as the end has read it; nil if it could not open it, or has not looked at it.
        private var content: Parcel.Content?
        /// Whether the end has dropped the record. Then it has to go on as if the record had not come.
        private(set) var hasDropped = false
        /// Whether the end has done anything but read.
        private var hasActed = false

        init(_ before: Account, parcel: Parcel?, _ her: Adversary) {
            self.before = before
            self.parcel = parcel
            self.her = her
            after = before
            if before.version == .both, let parcel, let decided = Self.version(decidedBy: parcel, at: before.role) {
                after.version = decided
            }
        }

        private var version: TLSScope.Version { after.version }

        /// The version that the first hello of the other side decides (RFC 8446 section 4.2.1, appendix D.1); nil for any other record.
        private static func version(decidedBy parcel: Parcel, at role: Role) -> TLSScope.Version? {
            guard let content = inClear(parcel.wire), content.type == .handshake,
                let message = Adversary.message(content.octets)
            else { return nil }
            switch (role, message.type) {
            case (.server, .clientHello):
                let hello = try? message.parsed(ClientHello.read)
                return hello?.supportedVersions?.contains(.tls13) == true ? .tls13 : .tls12
            case (.client, .serverHello):
                guard let hello = try? message.parsed(ServerHello.read) else { return .tls12 }
                return hello.isHelloRetryRequest || hello.selectedVersion != nil ? .tls13 : .tls12
            default: return nil
            }
        }

        // MARK: What came out

        /// Takes an output of the end.
        mutating func take(_ output: Output) {
            switch output {
            case .wrote(let traced, _): wrote(traced.record)
            case .read(let traced, _): read(traced.record)
            case .learned(Knowledge.masterSecret, _, let value), .learned(Self.handshakeSecret, _, let value):
                after.secret = value
            case .plaintext(let octets): given(octets)
            case .earlyPlaintext(let octets): after.givenEarly += octets
            case .established(let parameters): open(parameters)
            case .peerClosed:
                after.toldEnd = true
                act()
            case .failed(_, let alert): after.ending = .failed(alert)
            case .bytes, .message, .earlyData, .judge, .stapled, .timestamps, .certificateRequested, .certificateShown,
                .renegotiationRequested, .authenticated, .resumable, .ticket, .forget, .computed, .checked, .judged,
                .learned,
                .entered, .note:
                break
            }
        }

        private static let handshakeSecret = SecretID(SecretName.handshake.rawValue)

        /// Something other than reading: an end that must be silent may not do it.
        private mutating func act() {
            hasActed = true
            if before.isSilenced || before.ending != nil { broken.insert(.silence) }
        }

        private mutating func wrote(_ record: Record) {
            act()
            let parcel = Parcel(of: before.role, record)
            sent.append(parcel)
            guard let content = parcel.content else { return }
            switch content.type {
            case .handshake: wrote(message: content)
            case .applicationData:
                // RFC 8446 4.4.4: a server may send data behind its Finished, a client early data before its own.
                let isEarly = version != .tls12 && before.role == .client && !after.hasFinished
                if isEarly {
                    after.wroteEarly += content.octets
                } else {
                    after.wrote += content.octets
                    if version == .tls12 ? !after.isOpen : !after.hasFinished { broken.insert(.order) }
                    if after.owesUpdate { broken.insert(.place) }
                }
            case .alert: if content.alert?.name == .closeNotify { after.hasClosed = true }
            case .changeCipherSpec: break
            }
        }

        private mutating func wrote(message content: Parcel.Content) {
            if content.message == .keyUpdate { after.owesUpdate = false }
            guard content.message != .helloRequest, !isBehindHandshake(content.message) else { return }
            if content.message == .finished { after.hasFinished = true }
            keep(content.octets)
        }

        private mutating func keep(_ octets: [UInt8]) {
            if let message = Adversary.message(octets) { after.keep(message) } else { after.messages.append(octets) }
        }

        /// Whether a message of TLS 1.3 belongs to no transcript: NewSessionTicket and KeyUpdate.
        private func isBehindHandshake(_ type: HandshakeType?) -> Bool {
            version == .tls13 && (type == .newSessionTicket || type == .keyUpdate)
        }

        private mutating func read(_ record: Record) {
            let content = Parcel.Content(type: record.type, octets: record.plaintext, isProtected: record.encrypted)
            self.content = content
            if before.isSilenced || before.ending != nil { broken.insert(.silence) }
            if record.encrypted {
                after.opened += 1
                after.hasOpened = true
                if parcel?.origin == .attacker { after.hasTakenHers = true }
            }
            guard content.type == .handshake, content.message != .helloRequest, !isBehindHandshake(content.message)
            else { return }
            if content.message == .finished { after.peerHasFinished = isRight(finished: content.octets) }
            keep(content.octets)
            after.read = after.messages.count
        }

        /// Whether a Finished of the peer has the verify_data that the rule computes. In TLS 1.3 its key is not computed here: that the
        /// record opens shows it as well.
        private func isRight(finished octets: [UInt8]) -> Bool {
            guard version == .tls12 else { return true }
            guard let suite = CipherSuite.withCodePoint(after.hellos.suite) else { return false }
            let expected = OutsidePRF.verifyData(
                of: before.role.peer, master: after.secret, messages: after.messages, hash: suite.hash)
            return octets.dropFirst(HandshakeMessage.headerLength).elementsEqual(expected)
        }

        private mutating func given(_ octets: [UInt8]) {
            act()
            after.given += octets
            if !after.isOpen { broken.insert(.order) }
        }

        private mutating func open(_ parameters: SecurityParameters) {
            act()
            after.parameters = parameters
            if !after.hasFinished || !after.peerHasFinished { broken.insert(.order) }
        }

        // MARK: The place

        /// Judges the place, when all outputs are taken. `isOver` says whether the end takes no further input.
        mutating func conclude(isOver: Bool) {
            if isOver, after.ending == nil { after.ending = .closed }
            if after.secret != before.secret { after.isKnownToHer = her.keys(of: after)?.secret == after.secret }
            if parcel == nil, before.place == .start, before.role == .client, after.calls.contains(.open) { begin() }
            if let parcel, !parcel.isEnd { judge(parcel) }
            if after.isKnownToHer || after.readsEmptyKeys { sent = sent.map { $0.openToHer() } }
            guard case .failed = after.ending, before.ending == nil else { return }
            // What made an end fail was not taken.
            (after.messages, after.read, after.hellos) = (before.messages, before.read, before.hellos)
            (after.hasFinished, after.peerHasFinished, after.secret) = (
                before.hasFinished, before.peerHasFinished, before.secret
            )
        }

        /// The client's program has opened.
        private mutating func begin() {
            after.place = .serverHello
            edges = [version == .tls12 ? 1 : after.hellos.offersEarlyData ? 35 : 34]
        }

        /// Judges an arrival. As long as the version is not decided, what either version allows is right.
        private mutating func judge(_ parcel: Parcel) {
            guard version == .both else { return judge(parcel, as: version) }
            var older = self
            older.judge(parcel, as: .tls12)
            if !older.broken.contains(RuleSet(.place)) {
                self = older
                if edges == [31] { after.hasDroppedWarning = true }
                return
            }
            judge(parcel, as: .tls13)
            if edges == [65] { after.hasDroppedForTLS13 = true }
        }

        private mutating func judge(_ parcel: Parcel, as version: TLSScope.Version) {
            let arrival = arrival(of: parcel, as: version)
            let isEmpty =
                content?.message == .certificate && (content?.octets.count ?? 0) <= HandshakeMessage.headerLength + 4
            let passage =
                version == .tls12
                ? before.passage12(for: arrival, after.hellos, isEmpty: isEmpty)
                : before.passage13(for: arrival, after.hellos, isEmpty: isEmpty)
            let failure: AlertDescription??
            if case .failed(let alert) = after.ending { failure = .some(alert) } else { failure = nil }
            // What comes behind the peer's close_notify is ignored (RFC 5246 section 7.2.1, RFC 8446 section 6.1), or refused.
            if before.place == .openOneWay, failure == nil { return }
            guard !before.holdsPart, before.place != .openOneWay, let passage else {
                if version == .tls12, arrival == .changeCipherSpec, failure == nil, !before.readsProtected {
                    // Keys have come into force before there is a secret.
                    (after.readsProtected, after.readsEmptyKeys, after.opened) = (true, true, 0)
                }
                return judge(refusalOf: arrival, failure, as: version)
            }
            if let failure, passage.place != .over {
                // A message in its place may be refused for what it says, but not for its place. The version that is decided now may not allow
                // what was dropped before.
                let isLate = version == .tls12 && before.hasDroppedForTLS13
                if failure == .unexpectedMessage && !isLate || failure == .badRecordMAC { broken.insert(.place) }
                return
            }
            edges = [passage.edge]
            if before.version == .both, version == .tls12 {
                if before.role == .client, arrival == .message(HandshakeType.serverHello.rawValue) { edges.append(66) }
                if before.role == .server, arrival == .message(HandshakeType.clientHello.rawValue) { edges.append(67) }
            }
            if passage.place == .over {
                if arrival == .fatalAlert || version == .tls13, after.ending == nil {
                    after.isSilenced = true
                } else if after.ending == nil {
                    broken.insert(.place)
                }
                return
            }
            // The level of an alert has no meaning in TLS 1.3, and user_canceled is dropped.
            hasDropped = before.version != .both && (Self.drops.contains(passage.edge) || passage.edge == 64)
            if Self.drops.contains(passage.edge), hasActed { broken.insert(.place) }
            after.place = passage.place
            switch passage.edge {
            case 12, 25, 37, 46, 48, 50: (after.readsProtected, after.opened) = (true, 0)
            case 44, 54: after.opened = 0
            case 56, 57:
                (after.updates, after.opened) = (after.updates + 1, 0)
                // RFC 8446 4.6.3: the answer goes out before the next data.
                if passage.edge == 57 { after.owesUpdate = !sent.contains { $0.content?.message == .keyUpdate } }
            default: break
            }
        }

        /// The edges at which nothing happens.
        private static let drops = [15, 31, 65]

        /// Judges what the RFCs have no edge for: the end must refuse it, with an alert that they allow.
        private mutating func judge(
            refusalOf arrival: Arrival, _ failure: AlertDescription??, as version: TLSScope.Version
        ) {
            if failure == nil, version == .tls13, skips(arrival) {
                edges = [47]
                return
            }
            let isPart = arrival == .fragment || before.holdsPart
            guard let failure else {
                // An end may wait for the rest of a message.
                if isPart { after.holdsPart = true } else { broken.insert(.place) }
                return
            }
            // After its close_notify an end sends no alert (RFC 5246 section 7.2.1).
            guard let alert = failure else {
                if !before.hasClosed, !before.hasDroppedWarning { broken.insert(.place) }
                return
            }
            var allowed: [AlertDescription] = [.unexpectedMessage]
            if arrival == .illegible || isPart { allowed += [.badRecordMAC, .decodeError] }
            if !allowed.contains(alert) { broken.insert(.place) }
        }

        /// Whether a server of TLS 1.3 that has refused early data may pass over what arrives: it cannot open the early data, and drops it
        /// (RFC 8446 section 4.2.10).
        private func skips(_ arrival: Arrival) -> Bool {
            let hellos = before.hellos
            let isWaiting = [.finished, .certificate, .secondClientHello].contains(before.place) && !before.hasOpened
            return before.role == .server && isWaiting && hellos.offersEarlyData
                && !hellos.acceptsEarlyData
                && (arrival == .illegible || arrival == .data)
        }

        /// What has arrived, as the state has to read it.
        private func arrival(of parcel: Parcel, as version: TLSScope.Version) -> Arrival {
            let clear = Self.inClear(parcel.wire)
            guard before.readsProtected else { return clear.map { Self.arrival(of: $0) } ?? .illegible }
            if version == .tls13, let clear {
                if clear.type == .changeCipherSpec, clear.octets == [1] { return .changeCipherSpec }
                // RFC 8446 appendix A.1: a client that fails on ServerHello has no keys yet.
                if clear.type == .alert, before.role == .server, !before.hasOpened {
                    return Self.arrival(of: clear)
                }
            }
            guard let content, content.isProtected else { return .illegible }
            return Self.arrival(of: content)
        }

        private static func arrival(of content: Parcel.Content) -> Arrival {
            switch content.type {
            case .handshake:
                guard let message = Adversary.message(content.octets) else {
                    return content.octets.isEmpty ? .illegible : .fragment
                }
                guard message.bytes == content.octets else { return .fragment }
                return message.type == .keyUpdate && message.body == [1] ? .keyRequest : .message(message.typeCode)
            case .changeCipherSpec: return content.octets == [1] ? .changeCipherSpec : .illegible
            case .applicationData: return .data
            case .alert:
                guard let alert = content.alert else { return .illegible }
                if alert.name == .closeNotify { return .closeNotify }
                if alert.level == .fatal { return .fatalAlert }
                return alert.name == .userCanceled ? .userCanceled : .warning
            }
        }

        /// The content of a record in clear, read without the machine; nil for an unknown type.
        private static func inClear(_ wire: [UInt8]) -> Parcel.Content? {
            wire.first.flatMap { ContentType(rawValue: $0) }.map {
                Parcel.Content(type: $0, octets: Array(wire.dropFirst(RecordLimits.header)), isProtected: false)
            }
        }
    }
}
