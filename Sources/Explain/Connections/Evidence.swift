/// The frames that show something: their number, and the first ones.
struct Evidence: Sendable {
    /// The largest number of frames that are kept.
    static let most = 20

    /// The number of all frames.
    private(set) var count = 0
    /// The numbers of the first ``most`` frames.
    private(set) var frames: [Int] = []

    /// Whether there is no frame.
    var isEmpty: Bool { count == 0 }

    /// Evidence without frames.
    init() {}

    /// Evidence of these frames, in their order in the capture.
    init(_ frames: [Int]) { for frame in frames.sorted() { add(frame) } }

    /// Adds a frame. What is known only later may be about an earlier frame: the frames stay in their order.
    mutating func add(_ frame: Int) {
        count += 1
        let place = frames.lastIndex { $0 < frame }.map { $0 + 1 } ?? 0
        guard place < Self.most else { return }
        frames.insert(frame, at: place)
        if frames.count > Self.most { frames.removeLast() }
    }

    /// The frames of both, each once, in their order in the capture.
    static func + (one: Evidence, other: Evidence) -> Evidence {
        if one.isEmpty, other.isEmpty { return one }
        let frames = Set(one.frames + other.frames)
        var sum = Evidence(Array(frames))
        sum.count = one.count + other.count - (one.frames.count + other.frames.count - frames.count)
        return sum
    }
}

/// Round trips from data to its acknowledgment, as seen at the point of capture, in microseconds.
struct RoundTripSamples: Sendable {
    private(set) var count = 0
    private(set) var least: Int64 = .max
    private(set) var most: Int64 = 0
    /// The frame of the acknowledgment with the longest round trip.
    private(set) var mostFrame = 0
    /// The smoothed round-trip time, as a sender computes it (RFC 6298 section 2); 0 without samples.
    private(set) var smoothed: Int64 = 0
    private var sum: Int64 = 0
    /// The number of samples in each quarter of an octave, four for each power of two, from the quarter `lowest` on. The median is exact to
    /// within a fifth.
    private var histogram: [UInt32] = []
    private var lowest = 0

    /// Adds a sample, in microseconds. A negative one, or one of 2⁴⁰ or more, is ignored: a clock was set.
    mutating func add(_ sample: Int64, frame: Int) {
        guard sample >= 0, sample < 1 << 40 else { return }
        smoothed = count == 0 ? sample : (smoothed * 7 + sample) / 8
        count += 1
        least = min(least, sample)
        if sample >= most { (most, mostFrame) = (sample, frame) }
        sum &+= sample
        let place = Self.place(of: sample)
        if histogram.isEmpty { lowest = place }
        if place < lowest {
            histogram.insert(contentsOf: repeatElement(0, count: lowest - place), at: 0)
            lowest = place
        }
        let missing = place - lowest + 1 - histogram.count
        if missing > 0 { histogram.append(contentsOf: repeatElement(0, count: missing)) }
        histogram[place - lowest] += 1
    }

    /// The shortest sample; nil without samples.
    var shortest: Int64? { count == 0 ? nil : least }
    /// The mean of all samples; nil without samples.
    var mean: Int64? { count == 0 ? nil : sum / Int64(count) }

    /// The median of the samples, exact to within a fifth; nil without samples.
    var median: Int64? {
        var left = (count + 1) / 2
        guard left > 0 else { return nil }
        for (place, number) in histogram.enumerated() {
            left -= Int(number)
            if left <= 0 { return Self.value(of: lowest + place) }
        }
        return nil
    }

    /// The place of a sample in the histogram.
    private static func place(of sample: Int64) -> Int {
        guard sample >= 4 else { return Int(sample) }
        let bits = 63 - sample.leadingZeroBitCount
        return bits * 4 + Int(sample >> Int64(bits - 2) & 3)
    }

    /// The smallest sample at a place of the histogram.
    private static func value(of place: Int) -> Int64 {
        guard place >= 8 else { return Int64(min(place, 4)) }
        return Int64(4 + place % 4) << Int64(place / 4 - 2)
    }
}
