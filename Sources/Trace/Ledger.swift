/// The knowledge of each principal, with its reasons: the facts of a journal, closed under its derivation rules.
///
/// The closure is symbolic. That an eavesdropper *can* compute a key from what it holds is stated here and shown by an
/// attack that really computes it.
public struct Ledger: Sendable {
    /// A quantity that a principal knows.
    public struct Fact: Hashable, Sendable {
        /// The quantity.
        public let secret: SecretID
        /// How it came to be known.
        public let how: Learned
        /// The event at which it was learned; for a fact by closure, the event that completed its premises.
        public let event: Int
        /// The octets; nil if no event carried them.
        public let value: [UInt8]?
    }

    private var facts: [Principal: [SecretID: Fact]] = [:]
    private var order: [Principal: [SecretID]] = [:]

    /// The knowledge of all principals after the first `count` events of `journal`; after all events when nil.
    public init(_ journal: Journal, upTo count: Int? = nil) {
        var growth = Growth(journal)
        growth.include(upTo: count ?? journal.events.count)
        self = growth.ledger
    }

    private init() {}

    /// A ledger that grows with a journal. It processes each event once, however often the ledger is asked for.
    public struct Growth: Sendable {
        private let journal: Journal
        private var mistakes = Mistakes()
        private var overhearing: Overhearing
        /// The facts that were learned, without the facts that follow from them.
        private var learned = Ledger()
        private var included = 0

        /// The ledger of `journal` before its first event.
        public init(_ journal: Journal) {
            self.journal = journal
            overhearing = Overhearing(journal)
        }

        /// Takes in the events up to the one with the number `count`.
        ///
        /// - Returns: whether any of them told a principal something new.
        @discardableResult public mutating func include(upTo count: Int) -> Bool {
            let before = learned.size
            let end = min(count, journal.events.count)
            while included < end {
                include(journal.events[included])
                included += 1
            }
            return learned.size > before
        }

        /// The knowledge of all principals so far, with everything that they can compute.
        public var ledger: Ledger {
            var ledger = learned
            for principal in journal.principals { ledger.close(principal, under: journal.derivations) }
            return ledger
        }

        private mutating func include(_ event: Event) {
            switch event.kind {
            case .learned(let secret, let how, let value):
                guard !mistakes.include(secret, value, learned: how, by: event.who) else { return }
                let fact = Fact(secret: secret, how: how, event: event.number, value: value)
                learned.add(fact, to: event.who)
            case .wrote(let message):
                learned.disclose(message, in: event, to: event.who)
                learned.overhear(overhearing.written(message, by: event.who), in: event, by: journal.listeners)
            case .sent(let packet, _):
                learned.overhear(overhearing.sent(packet, by: event.who), in: event, by: journal.listeners)
            case .read(let message): learned.disclose(message, in: event, to: event.who)
            default: break
            }
        }
    }

    /// How many facts there are.
    private var size: Int { order.values.reduce(0) { $0 + $1.count } }

    /// Values that a principal wrongly takes for a quantity. A server without the key to its certificate goes on with random octets in
    /// place of the premaster secret (RFC 5246 section 7.4.7.1), and all that it computes from them is wrong, too.
    private struct Mistakes {
        private var drawn: [SecretID: [UInt8]] = [:]
        private var made: [Principal: Set<SecretID>] = [:]

        /// Whether the value that was learned now is a mistake: it differs from the value that was drawn, or is computed from a mistake.
        mutating func include(
            _ secret: SecretID, _ value: [UInt8]?, learned how: Learned, by principal: Principal
        ) -> Bool {
            switch how {
            case .generated, .composed:
                if drawn[secret] == nil { drawn[secret] = value }
                return false
            case .supplied: return false
            case .derived(let premises, _):
                let isAnother = if let value, let drawn = drawn[secret] { value != drawn } else { false }
                let restsOnAMistake = premises.contains { made[principal]?.contains($0) == true }
                guard isAnother || restsOnAMistake else { return false }
                made[principal, default: []].insert(secret)
                return true
            case .received, .sent, .exchanged, .configured, .stolen, .broken: return false
            }
        }
    }

    /// The messages that an onlooker on the wire has seen whole. A message is overheard when its last octets are sent, not when it is
    /// written.
    private struct Overhearing {
        /// A message and those of its octets that have not been on the wire yet.
        private struct Rest {
            let message: Message
            var octets: RangeSet<Int>
        }

        private let seesPackets: Bool
        private var waiting: [Principal: [Rest]] = [:]

        /// A journal has no packets if another program's TCP carries the stream. A message is then overheard when it is written.
        init(_ journal: Journal) {
            seesPackets = journal.events.contains { if case .sent = $0.kind { true } else { false } }
        }

        /// The messages that are overheard at once when `message` is written.
        mutating func written(_ message: Message, by writer: Principal) -> [Message] {
            guard !message.discloses.isEmpty else { return [] }
            guard seesPackets, !message.stream.isEmpty else { return [message] }
            waiting[writer, default: []].append(Rest(message: message, octets: RangeSet(message.stream)))
            return []
        }

        /// The messages of which `packet` has brought the last octets.
        mutating func sent(_ packet: Packet, by sender: Principal) -> [Message] {
            guard !packet.stream.isEmpty, var rests = waiting[sender] else { return [] }
            for index in rests.indices { rests[index].octets.remove(contentsOf: packet.stream) }
            waiting[sender] = rests.filter { !$0.octets.isEmpty }
            return rests.filter(\.octets.isEmpty).map(\.message)
        }
    }

    /// Whether `principal` knows `secret` or can compute it.
    public func holds(_ principal: Principal, _ secret: SecretID) -> Bool {
        facts[principal]?[secret] != nil
    }

    /// The fact by which `principal` knows `secret`; nil if it does not know it.
    public func fact(_ principal: Principal, _ secret: SecretID) -> Fact? {
        facts[principal]?[secret]
    }

    /// Everything that `principal` could compute if it also got `stolen`.
    ///
    /// - Parameter rules: the rules of derivation.
    public func reach(_ principal: Principal, with stolen: [SecretID], under rules: [Derivation]) -> Set<SecretID> {
        var ledger = self
        for secret in stolen {
            ledger.add(Fact(secret: secret, how: .stolen(how: Words(same: "")), event: 0, value: nil), to: principal)
        }
        ledger.close(principal, under: rules)
        return Set(ledger.facts(of: principal).map(\.secret))
    }

    /// Everything `principal` knows, in the order in which it became known.
    public func facts(of principal: Principal) -> [Fact] {
        (order[principal] ?? []).compactMap { facts[principal]?[$0] }
    }

    /// The chain of reasons for a fact, conclusion first: "master secret: PRF of premaster secret, …".
    ///
    /// Empty when the principal does not hold the secret.
    ///
    /// - Parameter glossary: has the names of the quantities in other languages.
    public func reasons(_ principal: Principal, _ secret: SecretID, _ glossary: Glossary = Glossary()) -> [Words] {
        var lines: [Words] = []
        var seen: Set<SecretID> = []
        var queue = [secret]
        while !queue.isEmpty {
            let next = queue.removeFirst()
            guard seen.insert(next).inserted, let fact = fact(principal, next) else { continue }
            lines.append(Reason(name: glossary.name(next.name), fact: fact, glossary: glossary).words)
            if case .derived(let premises, _) = fact.how { queue.append(contentsOf: premises) }
        }
        return lines
    }

    /// Why a quantity is known, behind its name.
    private struct Reason: Wording {
        let name: Words
        let fact: Fact
        let glossary: Glossary

        var words: Words { Words(self) }

        var english: String {
            let name = name.english
            return switch fact.how {
            case .generated: "\(name): drawn at random (step \(fact.event))"
            case .supplied: "\(name): handed over by the application (step \(fact.event))"
            case .composed(let count): "\(name): made of \(count) random octets (step \(fact.event))"
            case .received(let event): "\(name): read from the wire (step \(event))"
            case .sent(let event): "\(name): sent in its own message (step \(event))"
            case .exchanged(let event): "\(name): sent in part, read in part (step \(event))"
            case .derived(let premises, let operation):
                "\(name): \(Learned.words(premises, operation, glossary).english)"
            case .configured: "\(name): owned from the start"
            case .stolen(let how): "\(name): stolen, \(how.english) (step \(fact.event))"
            case .broken(let how): "\(name): broken, \(how.english) (step \(fact.event))"
            }
        }

        var chinese: String {
            let name = name.chinese
            return switch fact.how {
            case .generated: "\(name)：随机产生（步骤 \(fact.event)）"
            case .supplied: "\(name)：由应用程序交来（步骤 \(fact.event)）"
            case .composed(let count): "\(name)：由 \(count) 个随机字节组成（步骤 \(fact.event)）"
            case .received(let event): "\(name)：从线路读到（步骤 \(event)）"
            case .sent(let event): "\(name)：在自己的消息中发送（步骤 \(event)）"
            case .exchanged(let event): "\(name)：一部分发送，一部分读到（步骤 \(event)）"
            case .derived(let premises, let operation):
                "\(name)：\(Learned.words(premises, operation, glossary).chinese)"
            case .configured: "\(name)：一开始就持有"
            case .stolen(let how): "\(name)：窃取，\(how.chinese)（步骤 \(fact.event)）"
            case .broken(let how): "\(name)：破解，\(how.chinese)（步骤 \(fact.event)）"
            }
        }
    }

    /// Adds the quantities that `message` carries in clear to what `principal` knows.
    private mutating func disclose(_ message: Message, in event: Event, to principal: Principal) {
        for item in message.discloses {
            let how = Learned(item, in: event, by: principal)
            add(Fact(secret: item.secret, how: how, event: event.number, value: item.value), to: principal)
        }
    }

    private mutating func overhear(_ messages: [Message], in event: Event, by listeners: [Principal]) {
        for message in messages {
            for principal in listeners { disclose(message, in: event, to: principal) }
        }
    }

    private mutating func add(_ fact: Fact, to principal: Principal) {
        guard facts[principal]?[fact.secret] == nil else { return }
        facts[principal, default: [:]][fact.secret] = fact
        order[principal, default: []].append(fact.secret)
    }

    private mutating func close(_ principal: Principal, under rules: [Derivation]) {
        var grew = true
        while grew {
            grew = false
            for rule in rules where !holds(principal, rule.conclusion) {
                let premises = rule.premises.compactMap { fact(principal, $0) }
                guard premises.count == rule.premises.count else { continue }
                let how = Learned.derived(from: rule.premises, by: rule.operation)
                let event = premises.map(\.event).max() ?? 0
                add(Fact(secret: rule.conclusion, how: how, event: event, value: nil), to: principal)
                grew = true
            }
        }
    }
}

extension Learned {
    /// How `principal` knows what a message discloses at `event`: as its writer, as its reader, or as an onlooker.
    fileprivate init(_ item: Disclosure, in event: Event, by principal: Principal) {
        switch event.kind {
        case .wrote where event.who == principal, .read where event.who == principal:
            if item.isExchange {
                self = .exchanged(inEvent: event.number)
            } else if case .wrote = event.kind {
                self = .sent(inEvent: event.number)
            } else {
                self = .received(inEvent: event.number)
            }
        default: self = .received(inEvent: event.number)
        }
    }
}
