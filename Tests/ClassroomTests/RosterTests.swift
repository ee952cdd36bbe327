import Testing

@testable import Classroom

/// The files of teachers: what they may contain, and what is refused with the number of its line.
@Suite struct RosterTests {
    private func course(_ mode: String = "lab", seeds: String = "") throws -> Course {
        try Course(
            Array(
                """
                {"schema": "handshakesim.course", "version": 1, "id": "net", "mode": "\(mode)"\(seeds),
                 "items": [{"id": "q1", "template": "claim.2"}]}
                """.utf8), templates: Templates(lessons: []))
    }

    private func roster(_ text: String, _ course: Course? = nil) throws -> [Roster.Student] {
        try Roster(Array(text.utf8), for: try course ?? self.course()).students
    }

    private func error(_ text: String) throws -> ClassFileError? {
        #expect(throws: ClassFileError.self) { try roster(text) }
    }

    @Test func namesMayHoldAnything() throws {
        let students = try roster(
            "\u{feff}name;Student \r\n\"a;b\";s1\r\n\r\n\"says \"\"no\"\"\nand goes\";s2\rÜ 学生;S-7.x@uni\n;8\n")
        #expect(students.map(\.id) == ["s1", "s2", "S-7.x@uni", "8"])
        #expect(students.map(\.name) == ["a;b", "says \"no\"\nand goes", "Ü 学生", nil])
        #expect(try roster("student\tname\na\tb, c").map(\.name) == ["b, c"])
    }

    @Test func whatCannotBeUsedIsNamedWithItsLine() throws {
        #expect(try error("student\nok\n../x\n") == ClassFileError(3, .id("../x")))
        #expect(try error("student\na1\nb1\nA1\n") == ClassFileError(4, .twice("A1")))
        #expect(try error("student\n\"open\n") == ClassFileError(2, .openQuote))
        #expect(try error("student\n\"a\"b\n") == ClassFileError(2, .afterQuote))
        #expect(try error("student,name\n\"a\",\"1\n2\"\nx,y,z\n") == ClassFileError(4, .cells(3, header: 2)))
        #expect(try error("student\nx\u{0}y\n") == ClassFileError(2, .id("x\u{0}y")))
        #expect(try error("student,seed\nx,18446744073709551616\n") == ClassFileError(2, .seed("18446744073709551616")))
        #expect(try error("student\n") == ClassFileError(.empty))
        #expect(try error("") == ClassFileError(1, .noColumn("student")))
        #expect(try error("name\nx\n") == ClassFileError(1, .noColumn("student")))
        #expect(try error("student\n" + String(repeating: "x", count: 65)) != nil)
        let windows: [UInt8] = Array("student,name\ns1,J".utf8) + [0xfc] + Array("rgen\n".utf8)
        #expect(throws: ClassFileError(2, .encoding)) { try Roster(windows, for: try course()) }
        let wide = "student\ns1\n".utf16.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8($0 >> 8)] }
        #expect(throws: ClassFileError(1, .encoding)) { try Roster([0xff, 0xfe] + wide, for: try course()) }
    }

    @Test func aVeryLongLineIsRefusedAtOnce() throws {
        let long = Array("student\n".utf8) + [UInt8](repeating: UInt8(ascii: "a"), count: 1 << 20)
        let started = ContinuousClock.now
        #expect(throws: ClassFileError.self) { try Roster(long, for: try course()) }
        #expect(ContinuousClock.now - started < .seconds(20))
    }

    @Test func seedsOfTheTeacherGoIntoALabAndIntoNoExam() throws {
        let lab = try course(seeds: ", \"seeds\": \"student\"")
        #expect(try roster("student,seed\n4711,\n0815,99\n", lab).map(\.seed) == [4711, 99])
        #expect(throws: ClassFileError(2, .seed("s1"))) { try roster("student\ns1\n", lab) }
        #expect(throws: ClassFileError(2, .openSeed)) { try roster("student,seed\ns1,5\n", try course("exam")) }
        #expect(throws: ClassFileError(.openSeed)) { try course("exam", seeds: ", \"seeds\": \"student\"") }
    }

    @Test func aCourseWithAWrongWordIsNoCourse() throws {
        let error = #expect(throws: ClassFileError.self) { try course("fun") }
        #expect(error?.note.english.contains("lab, exam, practice") == true)
        #expect(throws: ClassFileError(.strangeMember("sedes"))) { try course(seeds: ", \"sedes\": \"student\"") }
    }

    @Test func noSpreadsheetRunsACell() {
        let cells = ["=1+1", "+1", "-2+3", "@SUM(A1)", "\t=1", "\r=1", "a\u{0}b", "x\"y", "1;2", "-"]
        #expect(
            CSVText.line(cells)
                == "'=1+1,'+1,'-2+3,'@SUM(A1),'\u{fffd}=1,'\u{fffd}=1,a\u{fffd}b,\"x\"\"y\",\"1;2\",'-\r\n")
        #expect(CSVText.line([.number(-1.5), .number(2)]) == "-1.5,2\r\n")
    }
}
