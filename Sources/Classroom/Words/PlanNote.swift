import Trace

/// What a plan says around its steps.
enum PlanNote: Wording {
    /// The heading: minutes, and the lessons.
    case heading(Int, String)
    /// What to print before the class.
    case print, printPapers(String), printFigure, printPowers, printClock
    /// What the plan has no time for.
    case leftOut
    /// The heads of its columns. The last two and the items stand before the parts of a step too.
    case time, action, ask, stuck, items
    /// A claim of the clinic behind the place where classes get stuck.
    case claim(Int, String)

    var english: String {
        switch self {
        case .heading(let minutes, let lessons): "A plan for \(counted(minutes, "minute")): lesson \(lessons)"
        case .print: "Print before the class"
        case .printPapers(let command): "The papers, and two spare ones: \(command)"
        case .printFigure: "Figure 5 of RFC 9293, the states of a connection."
        case .printPowers: "A table of the powers modulo 23."
        case .printClock: "The table of trust matrix --clock."
        case .leftOut: "Left out"
        case .time: "Minutes"
        case .action: "Do"
        case .ask: "Ask"
        case .stuck: "Stuck?"
        case .items: "Items:"
        case .claim(let number, let claim): "Claim \(number) of the clinic: \"\(claim)\""
        }
    }
}
