import Render

/// Questions in a package of QTI 1.2, with the elements that Canvas reads.
enum QTI12: PoolMarkup {
    private static let space = "http://www.imsglobal.org/xsd/ims_qtiasiv1p2"

    static func archive(_ items: [PoolItem]) -> ZipArchive {
        var archive = ZipArchive()
        let file = "handshakesim/handshakesim.xml"
        let resource = element(
            "resource", ["identifier": "handshakesim", "type": "imsqti_xmlv1p2", "href": file],
            element("file", ["href": file]))
        archive.add("imsmanifest.xml", QTIManifest.octets([resource], version: "1.1.3"))
        archive.add(file, Array(text(items).utf8))
        return archive
    }

    /// All items. Each group is a section, from which a quiz takes one item.
    private static func text(_ items: [PoolItem]) -> String {
        let sections = groups(of: items).enumerated().map { place, group in
            let choice = element(
                "selection_ordering", [:],
                element(
                    "selection", [:], element("selection_number", [:], "1"),
                    element("selection_extension", [:], element("points_per_item", [:], "1"))))
            return element(
                "section", ["ident": "group\(place + 1)", "title": group.name],
                "\n" + choice + "\n" + group.items.map { question($0) + "\n" }.joined()) + "\n"
        }
        let all = element("section", ["ident": "root_section"], "\n" + sections.joined())
        return declaration
            + element(
                "questestinterop", ["xmlns": space],
                element("assessment", ["ident": "handshakesim", "title": "HandshakeSim"], all)) + "\n"
    }

    private static func question(_ item: PoolItem) -> String {
        let parts = Parts(item)
        let metadata = element(
            "itemmetadata", [:],
            element("qtimetadata", [:], field("question_type", parts.type), field("points_possible", "1")))
        let presentation = element(
            "presentation", [:], material(html(item)), parts.response)
        let outcome = element(
            "outcomes", [:],
            element("decvar", ["maxvalue": "100", "minvalue": "0", "varname": "SCORE", "vartype": "Decimal"]))
        let processing = element("resprocessing", [:], outcome, parts.conditions)
        return element(
            "item", ["ident": item.identifier, "title": item.title], metadata, presentation, processing,
            parts.feedback, itemFeedback("general_fb", item.question.because))
    }

    private static func field(_ label: String, _ entry: String) -> String {
        element("qtimetadatafield", [:], element("fieldlabel", [:], label), element("fieldentry", [:], entry))
    }

    private static func material(_ html: String) -> String {
        element("material", [:], element("mattext", ["texttype": "text/html"], escaped(html)))
    }

    private static func itemFeedback(_ ident: String, _ text: String) -> String {
        element("itemfeedback", ["ident": ident], element("flow_mat", [:], material(escaped(text))))
    }

    /// The parts of an item that differ between the kinds of questions.
    private struct Parts {
        let type: String
        let response: String
        var conditions = ""
        var feedback = ""

        init(_ item: PoolItem) {
            switch item.answer {
            case .text(let right, let wrong):
                type = "short_answer_question"
                response = element(
                    "response_str", ["ident": "response1", "rcardinality": "Single"],
                    element("render_fib", [:], element("response_label", ["ident": "answer1", "rshuffle": "No"])))
                for (place, slip) in wrong.enumerated() { say(slip.feedback, about: escaped(slip.answer), place) }
                conditions += Parts.condition(
                    right.map { Parts.equal(escaped($0)) }.joined(), action: "Set", points: "100")
            case .one(let options):
                type = "multiple_choice_question"
                response = Parts.choice(options.map(\.text), isSingle: true)
                for (place, option) in options.enumerated() {
                    if !option.feedback.isEmpty { say(option.feedback, about: Parts.name(place), place) }
                    guard option.isRight else { continue }
                    conditions += Parts.condition(Parts.equal(Parts.name(place)), action: "Set", points: "100")
                }
            case .several(let options):
                type = "multiple_answers_question"
                response = Parts.choice(options.map(\.text), isSingle: false)
                let tests = options.enumerated().map { place, option in
                    let equal = Parts.equal(Parts.name(place))
                    return option.isRight ? equal : element("not", [:], equal)
                }
                conditions = Parts.condition(element("and", [:], tests.joined()), action: "Set", points: "100")
            case .order(let things):
                type = "matching_question"
                let shown = item.question.choices.map(\.text)
                response = things.indices.map { place in
                    Parts.choice(shown, isSingle: true, ident: "response\(place + 1)", title: "\(place + 1)")
                }.joined()
                for (place, thing) in things.enumerated() {
                    guard let answer = shown.firstIndex(of: thing) else { continue }
                    let equal = Parts.equal(Parts.name(answer), in: "response\(place + 1)")
                    conditions += Parts.condition(equal, action: "Add", points: percent(1, of: things.count))
                }
            }
        }

        private static func name(_ place: Int) -> String { "answer\(place + 1)" }

        private static func equal(_ answer: String, in response: String = "response1") -> String {
            element("varequal", ["respident": response], answer)
        }

        /// A rule for the score.
        ///
        /// - Parameters:
        ///   - tests: the markup of the conditions.
        ///   - action: "Set" if no further rule is used, "Add" if the points are added to those of other rules.
        ///   - points: the points, in percent of the credit.
        private static func condition(_ tests: String, action: String, points: String) -> String {
            element(
                "respcondition", ["continue": action == "Set" ? "No" : "Yes"], element("conditionvar", [:], tests),
                element("setvar", ["action": action, "varname": "SCORE"], points))
        }

        private static func choice(
            _ texts: [String], isSingle: Bool, ident: String = "response1", title: String? = nil
        ) -> String {
            let labels = texts.enumerated().map { place, text in
                element("response_label", ["ident": name(place)], material(escaped(text)))
            }
            return element(
                "response_lid", ["ident": ident, "rcardinality": isSingle ? "Single" : "Multiple"],
                title.map(material) ?? "", element("render_choice", [:], labels.joined()))
        }

        private mutating func say(_ text: String, about answer: String, _ place: Int) {
            let ident = "slip\(place + 1)_fb"
            conditions += element(
                "respcondition", ["continue": "Yes"], element("conditionvar", [:], Parts.equal(answer)),
                element("displayfeedback", ["feedbacktype": "Response", "linkrefid": ident]))
            feedback += itemFeedback(ident, text)
        }
    }
}

/// The manifest of a package of QTI.
enum QTIManifest: PoolMarkup {
    /// The file imsmanifest.xml.
    ///
    /// - Parameter resources: the `resource` elements, as markup.
    static func octets(_ resources: [String], version: String) -> [UInt8] {
        let schema = element(
            "metadata", [:], element("schema", [:], "IMS Content"),
            element("schemaversion", [:], version))
        let manifest = element(
            "manifest", ["identifier": "handshakesim-pool", "xmlns": "http://www.imsglobal.org/xsd/imscp_v1p1"], schema,
            element("organizations"),
            element("resources", [:], "\n" + resources.map { $0 + "\n" }.joined()))
        return Array((declaration + manifest + "\n").utf8)
    }
}
