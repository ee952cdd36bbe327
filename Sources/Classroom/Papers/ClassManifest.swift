import Trace

/// The list of what a command of a class wrote into its folder, `class.json`. A later command replaces these files and no others.
package struct ClassManifest: Sendable {
    /// What made the folder. The raw value is the word in the file.
    package enum Maker: String, Sendable {
        /// Papers and their key.
        case papers = "class paper"
        /// Marks and feedback.
        case marks = "class grade"
    }

    /// The name of the file in the folder.
    package static let name = "class.json"

    /// What made the folder.
    package let maker: Maker
    /// The name of the course.
    package let course: String
    /// The attempt; of a marking the highest.
    package let attempt: Int
    /// The paths of all other files in the folder, in their order.
    package let files: [String]

    /// A list.
    package init(_ maker: Maker, course: String, attempt: Int, files: [String]) {
        self.maker = maker
        self.course = course
        self.attempt = attempt
        self.files = files.sorted()
    }

    /// Reads a file.
    ///
    /// - Throws: ``ClassFileError``
    package init(_ octets: [UInt8]) throws(ClassFileError) {
        let json = try JSON.file(octets, schema: "handshakesim.class")
        do throws(QuestionError) {
            let reader = MemberReader(json)
            maker = try reader.word("made_by")
            course = try reader.string("course")
            attempt = try reader.count("attempt")
            files = try reader.strings("files")
        } catch {
            throw ClassFileError(.member(error.member))
        }
    }

    /// The file.
    package var text: String {
        JSON.members(
            ("schema", .string("handshakesim.class")), ("version", .integer(1)), ("made_by", .string(maker.rawValue)),
            ("course", .string(course)), ("attempt", .number(attempt)), ("files", .strings(files))
        ).text
    }
}
