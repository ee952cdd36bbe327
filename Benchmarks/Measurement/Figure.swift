import CProcess

/// Something measured several times.
package struct Figure: Sendable {
    /// Which figure it is, such as "bulk transfer, 1,000 connections".
    package let name: String
    /// What the values count, such as "segments/s".
    package let unit: String
    /// One value for each repetition, as measured.
    package let values: [Double]

    /// The values of the figure called `name`.
    package init(_ name: String, unit: String, _ values: [Double]) {
        self.name = name
        self.unit = unit
        self.values = values.sorted()
    }

    /// The smallest value.
    package var minimum: Double { values.first ?? .nan }
    /// The value in the middle: the lower one of two.
    package var median: Double { values.isEmpty ? .nan : values[(values.count - 1) / 2] }
    /// The largest value.
    package var maximum: Double { values.last ?? .nan }
}

/// The seconds for which this thread has a processor while it does `body`: others that use the machine at the same time count little.
package func seconds<Failure>(_ body: () throws(Failure) -> Void) throws(Failure) -> Double {
    let start = nanoseconds_of_this_thread()
    try body()
    return Double(nanoseconds_of_this_thread() - start) / 1e9
}

/// The seconds for which this process has had a processor, on all its threads: for work that goes from thread to thread.
package func processorSeconds() -> Double { Double(nanoseconds_of_this_process()) / 1e9 }

/// The seconds for which the programs that this one has run and waited for had a processor.
package func childSeconds() -> Double { Double(nanoseconds_of_children()) / 1e9 }
