import Trace

/// The words on a paper beside the questions.
enum PaperWords: Wording {
    case name, student, course, paper, attempt, seed, due, points
    case credit(Double)
    case instruction(ClassSecret.Mode)
    case answer
    case noneOfThem
    case blank(name: String, offset: Int, length: Int)
    case save, load, check
    case saving
    case key(title: String)
    case right, slips, item, template

    var english: String {
        switch self {
        case .name: "Name"
        case .student: "Student"
        case .course: "Course"
        case .paper: "Paper"
        case .attempt: "Attempt"
        case .seed: "Seed"
        case .due: "Due"
        case .points: "Points"
        case .credit(let credit): credit == 1 ? "1 point" : "\(CSVText.decimal(credit)) points"
        case .instruction(.lab):
            "Your runs have the seed of this paper, and your numbers are your own. Make the run of each question, and write what it comes to."
        case .instruction(.exam):
            "Your numbers are your own. All that a question needs is shown with it."
        case .instruction(.practice):
            "Your runs have the seed of this paper. Make the run of each question, and write what it comes to. Questions with a button are checked here."
        case .answer: "Answer"
        case .noneOfThem: "none of them"
        case .blank(let name, let offset, let length):
            "\(name) (offset \(offset), \(counted(length, "octet")))"
        case .save: "Save the answers"
        case .load: "Load answers"
        case .check: "Check"
        case .saving: "The page stores nothing and sends nothing. Save the answers as a file, and hand the file in."
        case .key(let title): "Key: \(title)"
        case .right: "Right"
        case .slips: "Known wrong answers"
        case .item: "Item"
        case .template: "Template"
        }
    }
}
