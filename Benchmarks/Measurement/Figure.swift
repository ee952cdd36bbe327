import CProcess

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

/// The seconds for which this thread has a processor while it does `body`: others that use the machine at the same time count little.
public func seconds<Failure>(_ body: () throws(Failure) -> Void) throws(Failure) -> Double {
    let start = nanoseconds_of_this_thread()
    try body()
    return Double(nanoseconds_of_this_thread() - start) / 1e9
}

/// The seconds for which this process has had a processor, on all its threads: for work that goes from thread to thread.
public func processorSeconds() -> Double { Double(nanoseconds_of_this_process()) / 1e9 }
