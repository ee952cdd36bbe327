import Trace

/// The words of a plan beside those of its steps.
enum PlanNote: Wording {
    case heading(Int, String)
    case print, printPapers, printFigure, printPowers, printClock
    case makePapers
    case leftOut
    /// The heads of the four columns. In a report `ask` and `stuck` are also the labels of parts of a step.
    case time, action, ask, stuck
    case items
    case claim(Int, String)

    /// Whether it is the heading above the commands that make the papers.
    var isAboutPaper: Bool { if case .print = self { true } else { false } }

    var english: String {
        switch self {
        case .heading(let minutes, let lessons): "A plan for \(counted(minutes, "minute")): lesson \(lessons)"
        case .print: "Print before the class"
        case .printPapers: "The papers: the pages in papers/papers. The key is in papers/teacher."
        case .printFigure: "Figure 5 of RFC 9293, the states of a connection."
        case .printPowers: "A table of the powers modulo 23."
        case .printClock: "The table of trust matrix --clock."
        case .makePapers:
            "To make the papers: a secret, once for all classes; a roster, with a line for each student and some spare ones; the pages."
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
