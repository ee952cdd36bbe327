import Render
import TestSupport
import Testing
import Trace

@testable import Classroom
@testable import HandshakeSim

/// Pools of questions in the formats of learning management systems.
@Suite struct PoolTests {
    /// Templates of each kind of question, with characters that the formats must escape.
    private static let templates = [
        "tcp.ack-of-syn", "tcp.syn-ack-blank", "tcp.opening-order", "tcp.next-packet", "tcp.flags-of-data",
        "fs.dh-thief", "tls.server-iv", "claim.2",
    ]

    private func pool() async throws -> [PoolQuestion] {
        var memory = RunMemory()
        var questions: [PoolQuestion] = []
        for id in Self.templates {
            let template = try #require(Templates(lessons: []).named(id))
            questions.append(PoolQuestion(try await memory.question(of: template, item: id, seed: 7), variant: 1))
        }
        return questions
    }

    private func text(_ octets: [UInt8]) -> String { String(decoding: octets, as: UTF8.self) }

    @Test func aBlankIsAQuestionOfItsOwnAndANumberHasTwoSpellings() async throws {
        let items = try await pool().flatMap { PoolItem.items($0.question, variant: 1) }
        #expect(
            items.map(\.title).filter { $0.hasPrefix("tcp.syn-ack-blank") } == [
                "tcp.syn-ack-blank #1 /tcp.dstport", "tcp.syn-ack-blank #1 /tcp.ack_raw",
                "tcp.syn-ack-blank #1 /tcp.flags",
            ])
        #expect(items.first?.rightTexts == ["3659180762", "0xda1aaada"])
        let none = try #require(items.first { $0.question.template == "fs.dh-thief" })
        #expect(none.rightTexts == ["none of these"])
    }

    @Test func moodleTakesNothingForMarkupOrAWildcard() async throws {
        let xml = text(PoolFormat.moodleXML.octets(try await pool()))
        #expect(xml.contains("<text>3659180762</text>"))
        // The choice is HTML inside of XML.
        #expect(xml.contains("<text>&amp;lt;SEQ=0&amp;gt;&amp;lt;CTL=SYN&amp;gt;</text>"))
        #expect(xml.contains("<answer fraction=\"-50\""))
        #expect(!xml.contains("numerical"))
        #expect(xml.components(of: "<question ") == xml.components(of: "</question>"))
    }

    @Test func giftHasALineForEachQuestion() async throws {
        let blocks = text(PoolFormat.gift.octets(try await pool())).split(separator: "\n").map(String.init)
        #expect(blocks.allSatisfy { $0.hasPrefix("::") || $0.hasPrefix("$CATEGORY: ") })
        let number = try #require(blocks.first { $0.hasPrefix("::tcp.ack-of-syn") })
        #expect(number.hasPrefix("::tcp.ack-of-syn \\#1::[html]"))
        #expect(number.contains("{=3659180762 =0xda1aaada =%0%3659180761#"))
        let several = try #require(blocks.first { $0.hasPrefix("::tcp.flags-of-data") })
        #expect(several.contains("~%50%ACK") && several.contains("~%-50%none of these"))
    }

    @Test func theVariantsOfABlankAreOneGroup() async throws {
        let two = try await pool().filter { $0.question.template == "tcp.syn-ack-blank" }.flatMap {
            [$0, PoolQuestion($0.question, variant: 2)]
        }
        let items = two.flatMap { PoolItem.items($0.question, variant: $0.variant) }
        let groups = QTI12.groups(of: items)
        #expect(groups.count == 3 && groups.allSatisfy { $0.items.count == 2 })
        #expect(text(PoolFormat.qti12.octets(two)).components(of: "<section ident=\"group") == 3)
    }

    @Test func archivesHoldTheirFilesAsTheyAre() async throws {
        let pool = try await pool()
        for format in [PoolFormat.qti12, .qti21] {
            let octets = format.octets(pool)
            #expect(Array(octets.prefix(4)) == [0x50, 0x4b, 3, 4])
            #expect(text(octets).contains("imsmanifest.xml"))
            #expect(format.octets(pool) == octets)
        }
        var archive = ZipArchive()
        archive.add("a", Array("123456789".utf8))
        // The check value of CRC-32, the least significant octet first.
        #expect(Array(archive.octets[14..<18]) == [0x26, 0x39, 0xf4, 0xcb])
    }

    @Test func tablesAndCardsAskTheSame() async throws {
        let pool = try await pool()
        let rows = text(PoolFormat.csv.octets(pool)).split(separator: "\r\n")
        #expect(rows.count == 1 + Self.templates.count + 2)
        let notes = text(PoolFormat.anki.octets(pool)).split(separator: "\n").filter { !$0.hasPrefix("#") }
        #expect(notes.count == Self.templates.count + 2)
        #expect(Set(notes.map { $0.split(separator: "\t")[0] }).count == notes.count)
        #expect(notes.allSatisfy { $0.split(separator: "\t").count == 3 && $0.contains("seed 7") })
    }

    @Test func theKeyOfAPoolHasTitleAndVariant() async throws {
        guard case .array(let questions)? = PoolQuestion.json(try await pool())["questions"] else {
            Issue.record("no questions")
            return
        }
        #expect(questions.count == Self.templates.count)
        #expect(questions.first?["title"] == .string("tcp.ack-of-syn #1"))
        #expect(questions.first?["variant"] == .integer(1))
        #expect(try Question(try #require(questions.first)).seed == 7)
    }

    @Test(arguments: [(1, 3, "33.33333"), (2, 3, "66.66667"), (1, 7, "14.28571"), (1, 8, "12.5"), (1, 1, "100")])
    func percentagesHaveFiveDecimals(_ part: Int, _ whole: Int, _ text: String) {
        #expect(QTI12.percent(part, of: whole) == text)
    }
}

extension String {
    fileprivate func components(of part: String) -> Int { ranges(of: part).count }
}
