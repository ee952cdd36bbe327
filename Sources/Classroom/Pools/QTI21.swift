/// Questions in a package of QTI 2.1, a file each.
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
            declared = declare("single", "string", right.prefix(1).map { $0 }, mapping: entries)
            let entry = element("textEntryInteraction", ["responseIdentifier": response, "expectedLength": "24"])
            interaction = element("p", [:], entry)
            processing = process(
                element("mapResponse", ["identifier": response]), wrong.map(\.answer), type: "string")
            feedback = say(wrong.map(\.feedback))
        case .one(let options):
            declared = declare("single", "identifier", names(options.indices.filter { options[$0].isRight }))
            interaction = choice("choiceInteraction", ["shuffle": "true", "maxChoices": "1"], options.map(\.text))
            let wrong = options.indices.filter { !options[$0].feedback.isEmpty }
            let isRight = element(
                "responseIf", [:],
                element(
                    "match", [:], element("variable", ["identifier": response]),
                    element("correct", ["identifier": response])),
                score(element("baseValue", ["baseType": "float"], "1")))
            processing = process(nil, names(wrong), type: "identifier", element("responseCondition", [:], isRight))
            feedback = say(wrong.map { options[$0].feedback })
        case .several(let options):
            let count = max(1, options.count(where: \.isRight))
            let share = percent(1, of: count * 100)
            let entries = options.enumerated().map { place, option in
                element("mapEntry", ["mapKey": name(place), "mappedValue": option.isRight ? share : "-" + share])
            }
            declared = declare(
                "multiple", "identifier", names(options.indices.filter { options[$0].isRight }), mapping: entries)
            interaction = choice("choiceInteraction", ["shuffle": "true", "maxChoices": "0"], options.map(\.text))
            processing = template("map_response")
        case .order(let things):
            let shown = item.question.choices.map(\.text)
            declared = declare("ordered", "identifier", names(things.compactMap { shown.firstIndex(of: $0) }))
            interaction = choice("orderInteraction", ["shuffle": "false"], shown)
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

    /// The declaration of the response. A sum of a mapping is not below 0.
    private static func declare(
        _ cardinality: String, _ type: String, _ right: [String], mapping: [String] = []
    ) -> String {
        let values = right.map { element("value", [:], escaped($0)) }.joined()
        let map =
            mapping.isEmpty ? "" : element("mapping", ["defaultValue": "0", "lowerBound": "0"], mapping.joined())
        return element(
            "responseDeclaration", ["identifier": response, "cardinality": cardinality, "baseType": type],
            element("correctResponse", [:], values), map)
    }

    private static func choice(_ kind: String, _ more: KeyValuePairs<String, String>, _ texts: [String]) -> String {
        let choices = texts.enumerated().map { element("simpleChoice", ["identifier": name($0)], escaped($1)) }
        let attributes = more.map { " \($0.key)=\"\($0.value)\"" }.joined()
        return "<\(kind) responseIdentifier=\"\(response)\"\(attributes)>\(choices.joined())</\(kind)>"
    }

    private static func template(_ name: String) -> String {
        element(
            "responseProcessing", ["template": "http://www.imsglobal.org/question/qti_v2p1/rptemplates/\(name)"])
    }

    private static func score(_ value: String) -> String {
        element("setOutcomeValue", ["identifier": "SCORE"], value)
    }

    /// Sets the score, and chooses what is said about an answer.
    private static func process(
        _ value: String?, _ wrong: [String], type: String, _ more: String = ""
    ) -> String {
        let conditions = wrong.enumerated().map { place, answer in
            let match = element(
                "match", [:], element("variable", ["identifier": response]),
                element("baseValue", ["baseType": type], escaped(answer)))
            let say = element(
                "setOutcomeValue", ["identifier": "FEEDBACK"],
                element("baseValue", ["baseType": "identifier"], "slip\(place + 1)"))
            return element("responseCondition", [:], element("responseIf", [:], match, say))
        }
        return element("responseProcessing", [:], value.map(score) ?? "", more, conditions.joined())
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
