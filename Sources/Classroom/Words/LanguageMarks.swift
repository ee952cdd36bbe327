import Trace

extension Language {
    /// What stands between a name and what belongs to it.
    var colon: String {
        switch self {
        case .english: ": "
        case .chinese: "："
        }
    }

    /// What stands between two parts of a line.
    var comma: String {
        switch self {
        case .english: ", "
        case .chinese: "，"
        }
    }

    /// What stands between the items of a list.
    var listComma: String {
        switch self {
        case .english: ", "
        case .chinese: "、"
        }
    }

    /// What stands between two sentences.
    var space: String {
        switch self {
        case .english: " "
        case .chinese: ""
        }
    }
}
