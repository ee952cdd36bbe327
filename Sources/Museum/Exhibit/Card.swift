import Trace

/// The description of an exhibit, which a visitor can read without a run.
package struct Card: Sendable {
    /// The layer in which the mistake is. The raw value is the word in JSON.
    package enum Place: String, Sendable, CaseIterable {
        case tcp
        /// The handshake of TLS.
        case handshake
        /// The records of TLS.
        case record
        /// Certificates and their evaluation.
        case pki
        /// A program that follows the protocol and has a mistake elsewhere.
        case implementation
    }

    /// The attacker's goal. The raw value is the word in JSON.
    package enum Goal: String, Sendable, CaseIterable {
        /// To read the victims' data.
        case read
        /// To find a key.
        case key
        /// To change the victims' data.
        case forge
        /// To add data of her own.
        case inject
        /// To end a connection.
        case reset
        /// To use up a resource of a host, so that others cannot use it.
        case exhaust
        /// To act in the name of a victim.
        case impersonate
        /// To make the victims agree on a weaker choice than both support.
        case downgrade
        /// To make a victim take a part of the data for all of it.
        case truncate
    }

    /// The exhibit's name on the command line.
    package let name: String
    /// The layer in which the mistake is.
    package let place: Place
    /// The attacker's position.
    package let position: Position
    /// The attacker's goal.
    package let goal: Goal
    /// The names of the variants, the default first. An exhibit with one variant calls it "standard".
    package let variants: [String]
    /// The unit in which the attacker's tries are counted.
    package let unit: Unit
    /// The year in which the attack was published.
    package let year: Int
    /// The documents that describe the rule and the attack.
    package let cites: [Citation]
    /// The CVE numbers; empty if there are none.
    package let cves: [String]
    /// The wires whose captures a run can write.
    package let legs: [Leg]
    /// Whether the attack also works on a capture file from elsewhere.
    package let readsCaptures: Bool
    /// The sentences of the card.
    package let words: any CardWords.Type

    /// A card.
    package init(
        _ name: String, in place: Place, from position: Position, to goal: Goal, variants: [String] = ["standard"],
        unit: Unit, year: Int, cites: [Citation], cves: [String] = [], legs: [Leg] = [.wire],
        readsCaptures: Bool = false, words: any CardWords.Type
    ) {
        self.name = name
        self.place = place
        self.position = position
        self.goal = goal
        self.variants = variants
        self.unit = unit
        self.year = year
        self.cites = cites
        self.cves = cves
        self.legs = legs
        self.readsCaptures = readsCaptures
        self.words = words
    }

    /// The variant that takes the least time: a short variant if there is one, and the default otherwise.
    package var shortest: String { variants.first { ["short", "40-bits"].contains($0) } ?? variants.first ?? "" }

    /// What the attacker does, and the title behind it. Lists name an exhibit so: a title alone is a riddle.
    package var headline: Words {
        Words(
            english: "\(words(.act).english) (“\(words(.title).english)”)",
            chinese: "\(words(.act).chinese)（“\(words(.title).chinese)”）")
    }

    /// The sentence of the card about a part.
    package func words(_ part: CardPart) -> Words {
        let told = words.init(part: part)
        return Words(english: told.english, chinese: told.chinese)
    }
}

/// A part of a card.
package enum CardPart: Sendable, CaseIterable {
    /// A title without a full stop.
    case title
    /// What the attacker does, without a full stop. It begins with a verb: "Guesses a sequence number and speaks for another host".
    case act
    /// The mistake of the victims: the rule that is missing.
    case mistake
    /// The attacker's goal.
    case goal
    /// The rule that prevents the attack.
    case defence
    /// The cost of the rule.
    case cost
    /// The attacks that remain possible with the rule in place.
    case remains
    /// A common false belief about the attack.
    case misreading
    /// The part of reality that the run leaves out.
    case limit
}

/// The sentences of a card, one for every part.
package protocol CardWords: Wording {
    /// The sentence about a part.
    init(part: CardPart)
}
