import ArgumentParser
import Crypto
import Simulator
import TLSSim
import Trace

/// An option of a command, as the argument parser knows it: there is no second list of them.
///
/// Names, help, defaults and values come from what the parser tells tools (`--experimental-dump-help`). What an option is for, and the
/// type of its value, say the command's own properties (``OptionType``).
struct CommandOption {
    /// What kind of value it takes.
    enum Kind: String {
        case flag, choice, number, text, rules
    }

    /// With its dashes: "--seed".
    let name: String
    let kind: Kind
    let help: String
    let defaultValue: String?
    /// What can be chosen; empty where that is open.
    let values: [String]
    /// The least and the greatest value that its type can hold, where every reader of JSON can hold them, too.
    let range: (least: JSON?, greatest: JSON?)
    /// The heading of a form under which it stands.
    let section: String

    /// As it stands in the answer to a page.
    var json: JSON {
        .members(
            ("name", .string(name)), ("kind", .string(kind.rawValue)), ("help", .string(help)),
            ("section", .string(section)),
            ("default", defaultValue.map { .string($0) }),
            ("values", values.isEmpty ? nil : .array(values.map { .string($0) })), ("minimum", range.least),
            ("maximum", range.greatest))
    }

    /// The options that make a command's runs what they are, as far as readers are told about them.
    private static func ofRuns(_ command: any ParsableCommand) -> [CommandOption] {
        let command = type(of: command)
        guard let told = try? JSON(command._dumpHelp().utf8), case .array(let arguments) = told["command"]?["arguments"]
        else { return [] }
        let types = OptionType.all(of: command).filter { $0.value.use == .run }
        return arguments.compactMap { CommandOption($0, types: types) }
    }

    /// Whether a command takes rules for its wire, so that a page can lose a packet of it.
    static func takesRules(_ command: any ParsableCommand) -> Bool {
        ofRuns(command).contains { $0.kind == .rules && $0.name == "--rule" }
    }

    /// The answer to a page that asks what can be chosen for the command line that has made `command`.
    static func document(of command: any ParsableCommand, _ arguments: [String]) -> JSON {
        let options = ofRuns(command)
        return .members(
            ("schema", .string("handshakesim.options")), ("version", .number(1)),
            ("command", .array(words(of: RunCommand.arguments(of: arguments), options).map { .string($0) })),
            ("options", .array(options.map(\.json))))
    }

    /// What stands in a command line beside its options: the names of the command, and what it is about.
    private static func words(of arguments: [String], _ options: [CommandOption]) -> [String] {
        let takesValue = Set(options.filter { $0.kind != .flag }.map(\.name))
        var words: [String] = []
        var rest = arguments[...]
        while let argument = rest.popFirst() {
            if takesValue.contains(argument) {
                rest = rest.dropFirst()
            } else if !argument.hasPrefix("-") {
                words.append(argument)
            }
        }
        return words
    }

    /// - Parameter types: those of the options that are asked for.
    private init?(_ argument: JSON, types: [String: OptionType]) {
        guard let kind = argument["kind"]?.characters, kind != "positional", argument["shouldDisplay"] != .bool(false),
            let name = argument["preferredName"]?["name"]?.characters.map({ "--" + $0 }), let option = types[name]
        else { return nil }
        self.name = name
        let type = option.value
        help = argument["abstract"]?.characters ?? ""
        defaultValue = argument["defaultValue"]?.characters
        let known = Self.lists[name]
        section = argument["sectionTitle"]?.characters ?? Self.section(of: name)
        let choices = known ?? (type as? any NamedValues.Type)?.names ?? Self.strings(argument["allValues"])
        range = kind == "option" ? Self.range(of: type) : (nil, nil)
        let isOne = kind == "option" && argument["isRepeating"] != .bool(true)
        values = isOne ? choices : []
        self.kind =
            kind == "flag"
            ? .flag : !isOne ? .rules : !choices.isEmpty ? .choice : type is any Numeric.Type ? .number : .text
    }

    /// Options whose value is a text for the parser, and what their commands know: each suite and each group by its name.
    private static let lists: [String: [String]] = [
        "--cipher": TLS13.CipherSuite.all.map(\.name) + CipherSuite.all.map(\.name),
        "--group": Visit.TLS13Options.groups.map(\.name)
            + FiniteFieldGroup.all.map(\.name).filter { name in !Visit.TLS13Options.groups.contains { $0.name == name }
            },
    ]

    /// Where an option stands that its command puts under no heading.
    private static func section(of name: String) -> String {
        switch name {
        case "--dh", "--rsa", "--tls13", "--cipher", "--group", "--ems", "--resume", "--hrr", "--alpn",
            "--server-speaks-both":
            "Version and keys"
        case "--trust", "--server-chain", "--client-cert", "--clock": "Certificates"
        case "--key-update", "--pad", "--alerts-as-warnings", "--server-closes", "--truncate": "Data and its end"
        case "--msl", "--isn": "TCP"
        default: "The run"
        }
    }

    private static func strings(_ list: JSON?) -> [String] {
        guard case .array(let values) = list else { return [] }
        return values.compactMap(\.characters)
    }

    private static func range(of type: (Any.Type)?) -> (JSON?, JSON?) {
        guard let integer = type as? any FixedWidthInteger.Type else { return (nil, nil) }
        func exact(_ value: some FixedWidthInteger) -> JSON? {
            if case .integer(let number) = JSON.number(value) { .integer(number) } else { nil }
        }
        return (exact(integer.min), exact(integer.max))
    }
}

extension JSON {
    /// The characters of a string; nil for any other value.
    var characters: String? {
        if case .string(let text) = self { text } else { nil }
    }
}
