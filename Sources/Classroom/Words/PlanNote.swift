import Trace

/// The words of a plan beside those of its steps.
enum PlanNote: Wording {
    /// The heading, with the length in minutes and the numbers of the lessons.
    case heading(Int, String)
    /// The heading "Print before the class", and the items below it.
    case print, printPapers, printFigure, printPowers, printClock
    /// How to make the papers: the words before the commands.
    case makePapers
    /// The heading of the steps for which the plan has no time.
    case leftOut
    /// The heads of the four columns. In a report `ask` and `stuck` are also the labels of parts of a step.
    case time, action, ask, stuck
    /// The label before the templates of a step in a report.
    case items
    /// A claim of the clinic, the misconception with which classes get stuck: its number and its sentence.
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
