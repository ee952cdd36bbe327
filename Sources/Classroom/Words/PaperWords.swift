import Trace

/// What stands on a paper beside the questions.
enum PaperWords: Wording {
    case name, student, course, paper, attempt, seed, due, points
    /// How much a question counts.
    case credit(Double)
    /// Above the lines for the answers: how they are used.
    case instruction(ClassSecret.Mode)
    /// Before the command whose run answers.
    case isAnsweredBy
    /// In front of a field.
    case answer
    /// The name of the box for the answer that no choice is right.
    case noneOfThem
    /// A blank of a packet.
    case blank(name: String, offset: Int, length: Int)
    /// The buttons.
    case save, load, check
    /// What the buttons do.
    case saving
    /// The title of the teacher's page.
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
        case .isAnsweredBy: "This run answers it:"
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
