import Trace

/// Instructions for the parts of a page.
enum WebNote: Wording {
    case noOctetChosen
    case noCellChosen
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
