/// The frames that show something: how many there are, and the first of them.
struct Evidence: Sendable {
    /// The most frames that are kept.
    static let most = 20
    /// The most notes on frames that wait until it is known which side is the client.
    static let mostHeld = 64

    /// How many there were.
    private(set) var count = 0
    /// The first of them.
    private(set) var frames: [Int] = []

    /// Whether there is nothing to show.
    var isEmpty: Bool { count == 0 }

    /// Nothing.
    init() {}

    /// These frames.
    init(_ frames: [Int]) { for frame in frames.sorted() { add(frame) } }

    /// Adds a frame.
    mutating func add(_ frame: Int) {
        count += 1
        if frames.count < Self.most { frames.append(frame) }
    }

    /// What two show together, in the order of the frames.
    static func + (one: Evidence, other: Evidence) -> Evidence {
        var sum = Evidence(one.frames + other.frames)
        sum.count = one.count + other.count
        return sum
    }
}

/// Round trips from data to its acknowledgment, as seen at the point of capture.
struct RoundTripSamples: Sendable {
    private(set) var count = 0
    private(set) var least: Int64 = .max
    private(set) var most: Int64 = 0
    /// The frame of the acknowledgment that took longest.
    private(set) var mostFrame = 0
    /// The mean of the last ones, as a sender keeps it (RFC 6298 section 2); 0 without any.
    private(set) var smoothed: Int64 = 0
    private var sum: Int64 = 0
    /// How many samples have so many significant bits in quarters of an octave: enough for a median to within a fifth.
    private var histogram: [UInt32] = []

    /// Adds a sample, in microseconds.
    mutating func add(_ sample: Int64, frame: Int) {
        guard sample >= 0, sample < 1 << 40 else { return }
        smoothed = count == 0 ? sample : (smoothed * 7 + sample) / 8
        count += 1
        least = min(least, sample)
        if sample >= most { (most, mostFrame) = (sample, frame) }
        sum &+= sample
        if histogram.isEmpty { histogram = [UInt32](repeating: 0, count: 168) }
        histogram[Self.place(of: sample)] += 1
    }

    var mean: Int64? { count == 0 ? nil : sum / Int64(count) }

    /// The middle sample, to within a fifth.
    var median: Int64? {
        var left = (count + 1) / 2
        guard left > 0 else { return nil }
        for (place, number) in histogram.enumerated() {
            left -= Int(number)
            if left <= 0 { return Self.value(of: place) }
        }
        return nil
    }

    private static func place(of sample: Int64) -> Int {
        guard sample >= 4 else { return Int(sample) }
        let bits = 63 - sample.leadingZeroBitCount
        return bits * 4 + Int(sample >> Int64(bits - 2) & 3)
    }

    private static func value(of place: Int) -> Int64 {
        guard place >= 8 else { return Int64(min(place, 4)) }
        return Int64(4 + place % 4) << Int64(place / 4 - 2)
    }
}
