/// A value that is not changed any more: states that have it in common share it, and its hash is computed once.
struct Sealed<Value: Hashable & Sendable>: Hashable, Sendable {
    private final class Box: Sendable {
        let value: Value
        let hash: Int

        init(_ value: Value) {
            self.value = value
            hash = value.hashValue
        }
    }

    private let box: Box

    init(_ value: Value) { box = Box(value) }

    var value: Value { box.value }

    static func == (left: Sealed, right: Sealed) -> Bool {
        left.box === right.box || (left.box.hash == right.box.hash && left.box.value == right.box.value)
    }

    func hash(into hasher: inout Hasher) { hasher.combine(box.hash) }
}
