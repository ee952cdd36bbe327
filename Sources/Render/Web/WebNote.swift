import Trace

/// What the parts of a page say of how they are used.
enum WebNote: Wording {
    /// Octets and their fields stand beside each other, and none is chosen.
    case noOctetChosen
    /// A table of policies, where no cell is chosen.
    case noCellChosen
    /// How the table is to be read.
    case table

    var english: String {
        switch self {
        case .noOctetChosen: "Choose an octet or a field: by pointer, or with the arrow keys."
        case .noCellChosen:
            "Point at a cell, or walk through the table with the arrow keys. Its reasons stand here. All of them stand below the table."
        case .table: "A row for each situation, a column for each policy. Each mark leads to its reasons."
        }
    }
}
