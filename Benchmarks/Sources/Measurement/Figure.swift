/// Something measured several times.
public struct Figure: Sendable {
    /// Which figure it is, such as "bulk transfer, 1,000 connections".
    public let name: String
    /// What the values count, such as "segments/s".
    public let unit: String
    /// One value for each repetition, as measured.
    public let values: [Double]

    /// The values of the figure called `name`.
    public init(_ name: String, unit: String, _ values: [Double]) {
        self.name = name
        self.unit = unit
        self.values = values.sorted()
    }

    /// The smallest value.
    public var minimum: Double { values.first ?? .nan }
    /// The value in the middle: the lower one of two.
    public var median: Double { values.isEmpty ? .nan : values[(values.count - 1) / 2] }
    /// The largest value.
    public var maximum: Double { values.last ?? .nan }
}

/// The seconds that `body` takes by a clock that never runs backwards.
public func seconds(_ body: () -> Void) -> Double {
    let elapsed = ContinuousClock().measure(body)
    return Double(elapsed.components.seconds) + Double(elapsed.components.attoseconds) / 1e18
}
