import Trace

/// The file `class.json`: the list of the files that a `class` command wrote into its folder. A later command replaces only these files.
package struct ClassManifest: Sendable {
    /// The command that made the folder. The raw value is the word in the file.
    package enum Maker: String, Sendable {
        /// The command that writes papers and their key.
        case papers = "class paper"
        /// The command that writes marks and feedback.
        case marks = "class grade"
    }

    /// The name of the file in the folder.
    package static let name = "class.json"

    /// The command that made the folder.
    package let maker: Maker
    /// The id of the course.
    package let course: String
    /// The attempt; for marks the highest one.
    package let attempt: Int
    /// The paths of all other files in the folder, sorted.
    package let files: [String]

    /// A list of files, which may be in any order.
    package init(_ maker: Maker, course: String, attempt: Int, files: [String]) {
        self.maker = maker
        self.course = course
        self.attempt = attempt
        self.files = files.sorted()
    }

    /// Reads a file.
    ///
    /// - Throws: ``ClassFileError`` if the file is not JSON, has another schema, or lacks a member.
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

    /// The text of the file.
    package var text: String {
        JSON.members(
            ("schema", .string("handshakesim.class")), ("version", .integer(1)), ("made_by", .string(maker.rawValue)),
            ("course", .string(course)), ("attempt", .number(attempt)), ("files", .strings(files))
        ).text
    }
}
