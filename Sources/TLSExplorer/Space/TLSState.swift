import Simulator
import Trace

extension TLSSpace {
    /// A state, as the numbers of its parts in ``TLSMemory``.
    ///
    /// ```
    ///          63       48 47      32 31         16 15         0
    ///  high   |  client   |  server  | to client   | to server  |
    ///          63  58 57     42 41   40 39      32 31             16 15              0
    ///  low    |   0  |   past  | flags |   moves  | held for client | held for server |
    /// ```
    struct State: Hashable, Sendable {
        var packed: PackedState

        /// How many numbers each part can have.
        static let numbers = 1 << 16

        init(_ packed: PackedState) { self.packed = packed }

        /// The number of the end of that role.
        subscript(role: Role) -> UInt32 {
            get { part(role == .client ? 48 : 32, of: packed.high) }
            set { set(role == .client ? 48 : 32, of: \.high, to: newValue) }
        }

        /// The number of the queue of what is under way to the end of that role.
        subscript(to role: Role) -> UInt32 {
            get { part(role == .client ? 16 : 0, of: packed.high) }
            set { set(role == .client ? 16 : 0, of: \.high, to: newValue) }
        }

        /// The number of the parcel that the attacker holds back for the end of that role, and 1; 0 if she holds none.
        subscript(heldFor role: Role) -> UInt32 {
            get { part(role == .client ? 16 : 0, of: packed.low) }
            set { set(role == .client ? 16 : 0, of: \.low, to: newValue) }
        }

        /// How many moves the attacker has left. In a sequel: 1 if she has made any, else 0.
        var moves: Int {
            get { Int(packed.low >> 32 & 0xff) }
            set { packed.low = packed.low & ~(0xff << 32) | UInt64(newValue & 0xff) << 32 }
        }

        /// Whether the transport to the end of that role has ended: nothing can be sent to it any more.
        subscript(endedTo role: Role) -> Bool {
            get { packed.low >> (role == .client ? 41 : 40) & 1 == 1 }
            set {
                let bit: UInt64 = 1 << (role == .client ? 41 : 40)
                packed.low = newValue ? packed.low | bit : packed.low & ~bit
            }
        }

        /// The number of what the first connection has left, and 1; 0 in the first connection itself.
        var past: UInt32 {
            get { part(42, of: packed.low) }
            set { set(42, of: \.low, to: newValue) }
        }

        /// The numbers of both ends and of their past: what the rules about both ends depend on.
        var pair: UInt64 { packed.high >> 32 | UInt64(past) << 32 }

        private func part(_ shift: UInt64, of word: UInt64) -> UInt32 {
            UInt32(truncatingIfNeeded: word >> shift & 0xffff)
        }

        private mutating func set(_ shift: UInt64, of word: WritableKeyPath<PackedState, UInt64>, to value: UInt32) {
            packed[keyPath: word] = packed[keyPath: word] & ~(0xffff << shift) | UInt64(value & 0xffff) << shift
        }
    }
}
