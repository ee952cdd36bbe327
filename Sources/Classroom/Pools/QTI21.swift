import Render

/// Questions in a package of QTI 2.1, with a file for each item.
enum QTI21: PoolMarkup {
    private static let space = "http://www.imsglobal.org/xsd/imsqti_v2p1"
    private static let response = "RESPONSE"

    static func archive(_ items: [PoolItem]) -> ZipArchive {
        var archive = ZipArchive()
        let resources = items.map { item in
            let file = "items/\(item.identifier).xml"
            return element(
                "resource", ["identifier": "resource-\(item.identifier)", "type": "imsqti_item_xmlv2p1", "href": file],
                element("file", ["href": file]))
        }
        archive.add("imsmanifest.xml", QTIManifest.octets(resources, version: "1.1"))
        for item in items { archive.add("items/\(item.identifier).xml", Array(text(item).utf8)) }
        return archive
    }

    private static func text(_ item: PoolItem) -> String {
        let declared: String
        let interaction: String
        let processing: String
        var feedback = ""
        switch item.answer {
        case .text(let right, let wrong):
            let entries = right.map {
                element("mapEntry", ["mapKey": $0, "mappedValue": "1", "caseSensitive": "false"])
            }
            declared = declare(cardinality: "single", type: "string", right: Array(right.prefix(1)), mapping: entries)
            let entry = element("textEntryInteraction", ["responseIdentifier": response, "expectedLength": "24"])
            interaction = element("p", [:], entry)
            processing = process(
                score(element("mapResponse", ["identifier": response])), slips: wrong.map(\.answer), type: "string")
            feedback = say(wrong.map(\.feedback))
        case .one(let options):
            let right = names(options.indices.filter { options[$0].isRight })
            declared = declare(cardinality: "single", type: "identifier", right: right)
            interaction = choice(
                "choiceInteraction", ["responseIdentifier": response, "shuffle": "true", "maxChoices": "1"],
                of: options.map(\.text))
            let wrong = options.indices.filter { !options[$0].feedback.isEmpty }
            let isRight = element(
                "responseIf", [:],
                element(
                    "match", [:], element("variable", ["identifier": response]),
                    element("correct", ["identifier": response])),
                score(element("baseValue", ["baseType": "float"], "1")))
            processing = process(
                element("responseCondition", [:], isRight), slips: names(wrong), type: "identifier")
            feedback = say(wrong.map { options[$0].feedback })
        case .several(let options):
            let count = max(1, options.count(where: \.isRight))
            let share = percent(1, of: count * 100)
            let entries = options.enumerated().map { place, option in
                element("mapEntry", ["mapKey": name(place), "mappedValue": option.isRight ? share : "-" + share])
            }
            let right = names(options.indices.filter { options[$0].isRight })
            declared = declare(cardinality: "multiple", type: "identifier", right: right, mapping: entries)
            interaction = choice(
                "choiceInteraction", ["responseIdentifier": response, "shuffle": "true", "maxChoices": "0"],
                of: options.map(\.text))
            processing = template("map_response")
        case .order(let things):
            let shown = item.question.choices.map(\.text)
            let right = names(things.compactMap { shown.firstIndex(of: $0) })
            declared = declare(cardinality: "ordered", type: "identifier", right: right)
            interaction = choice("orderInteraction", ["responseIdentifier": response, "shuffle": "false"], of: shown)
            processing = template("match_correct")
        }
        let outcomes =
            element("outcomeDeclaration", ["identifier": "SCORE", "cardinality": "single", "baseType": "float"])
            + element(
                "outcomeDeclaration", ["identifier": "FEEDBACK", "cardinality": "single", "baseType": "identifier"])
        let parts = [
            declared, outcomes, element("itemBody", [:], html(item), interaction), processing, feedback,
        ]
        return declaration
            + element(
                "assessmentItem",
                [
                    "xmlns": space, "identifier": item.identifier, "title": item.title, "adaptive": "false",
                    "timeDependent": "false",
                ], "\n" + parts.filter { !$0.isEmpty }.joined(separator: "\n") + "\n") + "\n"
    }

    private static func name(_ place: Int) -> String { "choice\(place + 1)" }
    private static func names(_ places: [Int]) -> [String] { places.map(name) }

    /// The declaration of the response. The score that a mapping gives is never below 0.
    private static func declare(
        cardinality: String, type: String, right: [String], mapping: [String] = []
    ) -> String {
        let values = right.map { element("value", [:], escaped($0)) }.joined()
        let map =
            mapping.isEmpty ? "" : element("mapping", ["defaultValue": "0", "lowerBound": "0"], mapping.joined())
        return element(
            "responseDeclaration", ["identifier": response, "cardinality": cardinality, "baseType": type],
            element("correctResponse", [:], values), map)
    }

    private static func choice(
        _ kind: String, _ attributes: KeyValuePairs<String, String>, of texts: [String]
    ) -> String {
        let choices = texts.enumerated().map { element("simpleChoice", ["identifier": name($0)], escaped($1)) }
        return element(kind, attributes, choices.joined())
    }

    private static func template(_ name: String) -> String {
        element(
            "responseProcessing", ["template": "http://www.imsglobal.org/question/qti_v2p1/rptemplates/\(name)"])
    }

    private static func score(_ value: String) -> String {
        element("setOutcomeValue", ["identifier": "SCORE"], value)
    }

    /// The rules that set the score and choose the feedback.
    ///
    /// - Parameters:
    ///   - rules: the rules that set the score, as markup.
    ///   - slips: the known wrong answers. Each gets a rule that chooses its feedback.
    ///   - type: the base type of the answers.
    private static func process(_ rules: String, slips: [String], type: String) -> String {
        let conditions = slips.enumerated().map { place, answer in
            let match = element(
                "match", [:], element("variable", ["identifier": response]),
                element("baseValue", ["baseType": type], escaped(answer)))
            let say = element(
                "setOutcomeValue", ["identifier": "FEEDBACK"],
                element("baseValue", ["baseType": "identifier"], "slip\(place + 1)"))
            return element("responseCondition", [:], element("responseIf", [:], match, say))
        }
        return element("responseProcessing", [:], rules, conditions.joined())
    }

    private static func say(_ texts: [String]) -> String {
        texts.enumerated().map { place, text in
            element(
                "modalFeedback",
                ["outcomeIdentifier": "FEEDBACK", "identifier": "slip\(place + 1)", "showHide": "show"],
                element("p", [:], escaped(text)))
        }.joined()
    }
}
