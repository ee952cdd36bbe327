import Chance
import Foundation

/// Something that reads what comes from outside.
struct Target {
    /// A promise that an input has broken.
    struct Broken: Error, CustomStringConvertible {
        let description: String

        init(_ description: String) { self.description = description }
    }

    /// What became of the inputs.
    struct Report {
        let name: String
        let inputs: Int
        var failures: [String] = []
        /// The input that took longest, and how long.
        var slowest = (number: 0, seconds: 0.0)
        /// How long all of them took.
        var seconds = 0.0

        /// "certificate: 200 inputs, the slowest (no. 17) 0.3 ms, 5,000 inputs/s".
        var line: String {
            let rate = seconds > 0 ? Double(inputs) / seconds : 0
            let slowest = String(format: "%.2f", slowest.seconds * 1000)
            return
                "\(name): \(inputs) inputs, the slowest (no. \(self.slowest.number)) \(slowest) ms, \(Int(rate)) inputs/s"
        }
    }

    /// What it is called on the command line.
    let name: String
    /// Inputs that are right, to be damaged.
    let specimens: [[UInt8]]
    /// Whether an input takes so long that the target gets a tenth of the others' number.
    var isSlow = false
    /// Reads an input, with randomness for choices of its own.
    let read: ([UInt8], inout SplitMix64) throws -> Void

    init(
        _ name: String, _ specimens: [[UInt8]], _ read: @escaping ([UInt8], inout SplitMix64) throws -> Void
    ) {
        self.name = name
        self.specimens = specimens
        self.read = read
    }

    init(_ name: String, texts: [String], _ read: @escaping (String, inout SplitMix64) throws -> Void) {
        self.init(name, texts.map { Array($0.utf8) }) { try read(String(decoding: $0, as: UTF8.self), &$1) }
    }

    /// Gives it the inputs of these numbers.
    func run(_ numbers: Range<Int>, seed: UInt64) -> Report {
        var report = Report(name: name, inputs: numbers.count)
        // The name's octets make the targets' inputs differ.
        let own = name.utf8.reduce(seed) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
        for number in numbers {
            if number % 1000 == 0 || number == numbers.lowerBound {
                FileHandle.standardError.write(Data("\(name) \(number)…\n".utf8))
            }
            var random = SplitMix64(seed: own &+ UInt64(number) &* 0x9e37_79b9_7f4a_7c15)
            let input = input(&random)
            let start = ContinuousClock.now
            do {
                try read(input, &random)
            } catch {
                if report.failures.count < 10 { report.failures.append("no. \(number): \(error)") }
            }
            let span = Double((ContinuousClock.now - start).components.attoseconds) / 1e18
            report.seconds += span
            if span > report.slowest.seconds { report.slowest = (number, span) }
        }
        return report
    }

    /// A specimen, more or less damaged; parts of two of them; or anything.
    private func input(_ random: inout SplitMix64) -> [UInt8] {
        let specimen = specimens.isEmpty ? [] : specimens[random.place(in: specimens.count)]
        switch random.place(in: 16) {
        case 0: return random.octets(random.place(in: 200))
        case 1:
            let other = specimens.isEmpty ? [] : specimens[random.place(in: specimens.count)]
            return Array(specimen.prefix(random.place(in: specimen.count + 1)))
                + other.suffix(random.place(in: other.count + 1))
        case 2: return specimen
        default:
            var octets = random.damaged(specimen)
            for _ in 0..<random.place(in: 3) { octets = random.damaged(octets) }
            return octets
        }
    }
}
