/// The states of a machine and the transitions between them, as its specification draws them.
public struct StateDiagram: Hashable, Sendable {
    /// A transition from a state to another.
    public struct Arrow: Hashable, Sendable {
        /// The state that is left.
        public let from: String
        /// The state that is entered.
        public let to: String
        /// The event and the reaction, in the specification's own notation: "rcv SYN / snd SYN,ACK".
        public let label: String
        /// The document that defines the transition; nil if none does.
        public let cite: Citation?

        /// An arrow from `from` to `to`.
        public init(from: String, to: String, _ label: String, cite: Citation?) {
            self.from = from
            self.to = to
            self.label = label
            self.cite = cite
        }
    }

    /// The machine's name, as ``Event/Kind/transition(machine:from:to:)`` has it.
    public let machine: String
    /// The names of its states, each once.
    public let states: [String]
    /// The transitions between them.
    public let arrows: [Arrow]

    /// The diagram of `machine`.
    public init(machine: String, states: [String], arrows: [Arrow]) {
        self.machine = machine
        self.states = states
        self.arrows = arrows
    }
}
