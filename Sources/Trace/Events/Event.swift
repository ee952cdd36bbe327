/// One step of a run. Every rendering is made from these steps only.
public struct Event: Sendable {
    /// Its place in the journal, from 1.
    public let number: Int
    /// When it happened, in virtual time.
    public let at: Instant
    /// The principal that acted, or to which it happened.
    public let who: Principal
    /// The number of the event that brought it about; always smaller than its own. Nil for a first cause.
    public let cause: Int?
    private let named: String?
    /// The kind of the event.
    public let kind: Kind
    /// Why it is so, to be put in words by a rendering.
    public let remark: (any Remark)?
    /// The changes in the machine's control block.
    public let changes: [Change]
    /// The rule that was applied.
    public let cite: Citation?

    /// An event. If `step` is nil, ``step`` is that of the message.
    init(
        number: Int, at: Instant, who: Principal, cause: Int?, step: consuming String?, kind: consuming Kind,
        remark: consuming (any Remark)?, changes: consuming [Change], cite: consuming Citation?
    ) {
        self.number = number
        self.at = at
        self.who = who
        self.cause = cause
        named = step
        self.kind = kind
        self.remark = remark
        self.changes = changes
        self.cite = cite
    }

    /// A stable id that lessons, tests and links can point at, such as "tcp.syn" or "tls.calc.master_secret".
    public var step: String {
        if let named { return named }
        switch kind {
        case .wrote(let message), .read(let message): return message.step
        default: return ""
        }
    }

    /// A kind of event.
    public enum Kind: Sendable {
        /// A packet was put on the wire.
        case sent(Packet, to: Principal)
        /// A packet arrived.
        case received(Packet, from: Principal)
        /// A packet was lost, with the reason as a clause.
        case lost(Packet, why: any Remark)
        /// A machine ("TCP", "TLS") moved from one state to another.
        case transition(machine: String, from: String, to: String)
        /// A message was written to the stream.
        case wrote(Message)
        /// A message was read from the stream.
        case read(Message)
        /// A calculation was made.
        case computed(Calculation)
        /// A check was made.
        case checked(what: String, passed: Bool)
        /// Someone came to know a quantity.
        case learned(SecretID, Learned, value: [UInt8]?)
        /// A timer of a machine was set, stopped or ran out.
        case timer(name: String, Timing)
        /// A chapter of the story begins; the words are its title.
        case chapter(any Remark)
        /// Only a remark about what happened inside a machine. Bookkeeping is of interest only to a reader who wants every detail.
        case remarked(bookkeeping: Bool)
        /// A user called a machine.
        case call(name: String, arguments: String)
        /// A machine gave up; the words name the alert it sent or received, or the error it reported.
        case failed(any Remark)
    }

    /// A change of a timer.
    public enum Timing: Hashable, Sendable {
        /// The timer was set, and runs out at that instant.
        case armed(until: Instant)
        /// The timer was stopped.
        case disarmed
        /// The timer ran out.
        case expired
    }

    /// One variable of a control block before and after.
    public struct Change: Sendable {
        /// The variable's name, such as "SND.NXT".
        public let name: String
        private let old: Value?
        private let new: Value?

        private enum Value: Sendable {
            /// A number and its unit, such as " ms".
            case number(Int, unit: String)
            case text(String)
        }

        /// `name` went from `before` to `after`: nil where it had no value. `unit` is the text behind the numbers.
        public init(_ name: String, from before: Int?, to after: Int?, unit: String = "") {
            self.name = name
            old = before.map { .number($0, unit: unit) }
            new = after.map { .number($0, unit: unit) }
        }

        /// A change of a variable that is not a number: `name` went from `before` to `after`, nil where it had no value.
        public init(_ name: String, from before: String?, to after: String?) {
            self.name = name
            old = before.map { .text($0) }
            new = after.map { .text($0) }
        }

        // A number becomes text only when it is read.

        /// The value before as text, a number in decimal with its unit; "-" if there was none.
        public var before: String { text(old) }
        /// The value after, in the same form.
        public var after: String { text(new) }

        private func text(_ value: Value?) -> String {
            switch value {
            case nil: "-"
            case .number(let number, let unit): "\(number)\(unit)"
            case .text(let text): text
            }
        }
    }
}
