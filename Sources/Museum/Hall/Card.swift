import Trace

/// What a visitor reads at the door of an exhibit, before anything is run.
package struct Card: Sendable {
    /// The layer in which the mistake is.
    package enum Place: String, Sendable, CaseIterable {
        /// TCP.
        case tcp
        /// The handshake of TLS.
        case handshake
        /// The records of TLS.
        case record
        /// Certificates.
        case pki
        /// A program that has the protocol right and is wrong elsewhere.
        case implementation
    }

    /// What the attacker is after.
    package enum Goal: String, Sendable, CaseIterable {
        /// To read what was said.
        case read
        /// To have a key.
        case key
        /// To change what is said.
        case forge
        /// To add something of her own.
        case inject
        /// To end a connection.
        case reset
        /// To leave others nothing of what a host has.
        case exhaust
        /// To speak in the name of a victim.
        case impersonate
        /// To have the victims agree on less than they could.
        case downgrade
        /// To have a part taken for the whole.
        case truncate
    }

    /// Its name on the command line.
    package let name: String
    /// Where the mistake is.
    package let place: Place
    /// Where the attacker stands.
    package let position: Position
    /// What kind of thing the attacker is after.
    package let goal: Goal
    /// The names of its variants, the default first. One of no choice is called "standard".
    package let variants: [String]
    /// What a try is, in the plural: "segments".
    package let unit: String
    /// The year in which it was published.
    package let year: Int
    /// The documents that tell of the rule and of the attack.
    package let cites: [Citation]
    /// CVE numbers.
    package let cves: [String]
    /// The wires of which there are captures.
    package let legs: [Leg]
    /// Whether a capture of another program can be attacked.
    package let readsCaptures: Bool
    /// Its words.
    package let words: any CardWords.Type

    /// A card.
    package init(
        _ name: String, _ place: Place, _ position: Position, _ goal: Goal, variants: [String] = ["standard"],
        unit: String, year: Int, cites: [Citation], cves: [String] = [], legs: [Leg] = [.wire],
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

    /// The variant that takes the least time, where the default takes long.
    package var shortest: String { variants.first { ["short", "40-bits"].contains($0) } ?? variants.first ?? "" }

    /// Its words about that.
    package func words(_ part: CardPart) -> any Wording { words.init(part: part) }
}

/// What a card says.
package enum CardPart: Sendable, CaseIterable {
    /// A title without a full stop.
    case title
    /// The rule that is missing, in a sentence.
    case mistake
    /// What the attacker wants.
    case goal
    /// The rule that stops her.
    case defence
    /// What the defence costs.
    case cost
    /// What remains with the defence in place.
    case remains
    /// What the attack is misread as.
    case misreading
    /// What the run leaves out.
    case limit
}

/// The words of a card: a topic with a sentence for every part.
package protocol CardWords: Wording {
    /// The words about that part.
    init(part: CardPart)
}
