/// The packets that the journal of a long performance contains: the first ones, those of the story with their neighbours, and the last ones.
///
/// The page of an exhibit shows a performance without the rule beside one with it, and shall be no longer than four million octets. So each
/// of the two journals has room for packets of ``mostWeight``.
struct JournalSelection: Sendable {
    /// A packet that the journal could contain.
    struct Candidate: Sendable {
        /// The packet's wire.
        let leg: Leg
        /// The number of its frame in the capture of that wire.
        let frame: Int
        /// What the packet takes of a page, in octets, as far as its length says so.
        let weight: Int

        init(leg: Leg, frame: Int, _ datagram: [UInt8]) {
            self.leg = leg
            self.frame = frame
            weight = JournalSelection.weightOfHeaders + JournalSelection.weightOfOctet * max(0, datagram.count - 40)
        }
    }

    /// The most that the packets of a journal take of a page, in octets.
    static let mostWeight = 1_700_000
    /// What a segment without data takes of a page, in octets, with the fields of its headers and with the events that belong to it.
    private static let weightOfHeaders = 6_500
    /// What an octet of data takes of a page: it stands in the packet, in the fields, and in the record or message that it belongs to.
    private static let weightOfOctet = 17
    /// The number of packets that are shown before and after a packet of the story.
    private static let neighbours = 4

    private var frames: [Leg: Set<Int>] = [:]

    /// The selection out of `candidates`; nil if all of them have room.
    ///
    /// - Parameters:
    ///   - candidates: the packets, in the order in which they were sent.
    ///   - steps: the steps of the story, whose frames come before all others.
    init?(_ candidates: [Candidate], for steps: [AttackStep]) {
        var room = Self.mostWeight
        guard candidates.reduce(0, { $0 + $1.weight }) > room else { return nil }
        /// Selects the packet at a place of the candidates; false if there is no room for it.
        func take(_ place: Int) -> Bool {
            let candidate = candidates[place]
            guard !contains(candidate) else { return true }
            guard candidate.weight <= room else { return false }
            room -= candidate.weight
            frames[candidate.leg, default: []].insert(candidate.frame)
            return true
        }
        let named = steps.map { step in (leg: step.leg ?? .wire, frames: Set(step.frames)) }
        let deciding = candidates.indices.filter { place in
            named.contains { $0.leg == candidates[place].leg && $0.frames.contains(candidates[place].frame) }
        }
        // First the story's packets, then their neighbours. A story can name more packets than there is room for.
        for distance in 0...Self.neighbours {
            for place in deciding.flatMap({ [$0 - distance, $0 + distance] }) where candidates.indices.contains(place) {
                if room > Self.mostWeight / 3 { _ = take(place) }
            }
        }
        // The rest of the room belongs to the first and the last packets, in equal parts.
        let half = room / 2
        for place in candidates.indices where room > half { if !take(place) { break } }
        for place in candidates.indices.reversed() { if !take(place) { break } }
    }

    /// Whether the journal contains a packet.
    func contains(_ candidate: Candidate) -> Bool { frames[candidate.leg]?.contains(candidate.frame) == true }
}
