import ArgumentParser
import Trace

/// An option of a command, read from the argument parser, so that there is only one list of options.
///
/// The names, help, defaults and values come from the parser's description for tools (`--experimental-dump-help`). The purpose of an option
/// and the type of its value come from the properties of the command (``OptionType``).
struct CommandOption {
    /// How a form shows the option.
    enum Kind: String {
        case flag, choice, number, text, rules
    }

    /// The name with its dashes: "--seed".
    let name: String
    let kind: Kind
    let help: String
    let defaultValue: String?
    /// The values that can be chosen; empty if the option takes any value.
    private(set) var values: [String]
    /// The least and the greatest value of an integer type. Nil for any other type, and for a number that not every reader of JSON can hold.
    let range: (least: JSON?, greatest: JSON?)
    /// The heading in a form under which the option stands.
    let section: String

    /// The option as an object in the answer to a page.
    var json: JSON {
        .members(
            ("name", .string(name)), ("kind", .string(kind.rawValue)), ("help", .string(help)),
            ("section", .string(section)),
            ("default", defaultValue.map { .string($0) }),
            ("values", values.isEmpty ? nil : .array(values.map { .string($0) })), ("minimum", range.least),
            ("maximum", range.greatest))
    }

    /// The options that change the command's runs (``OptionUse/run``), without those that the help does not show.
    static func ofRuns(_ command: any ParsableCommand) -> [CommandOption] {
        let command = type(of: command)
        guard let told = try? JSON(command._dumpHelp().utf8), case .array(let arguments) = told["command"]?["arguments"]
        else { return [] }
        let offered = (command as? any PageCommand.Type)?.formOptions
        let types = OptionType.all(of: command).filter {
            $0.value.use == .run && offered?.keys.contains($0.key) != false
        }
        return arguments.compactMap { argument in
            guard var option = CommandOption(argument, types: types) else { return nil }
            if let values = offered?[option.name], !values.isEmpty { option.values = values }
            return option
        }
    }

    /// Whether a command takes rules for its wire, so that a page can lose a packet of it.
    static func takesRules(_ command: any ParsableCommand) -> Bool {
        ofRuns(command).contains { $0.kind == .rules && $0.name == "--rule" }
    }

    /// The answer to a page that asks for the options of a command.
    ///
    /// - Parameter arguments: the command line from which `command` was parsed.
    static func document(of command: any ParsableCommand, _ arguments: [String]) -> JSON {
        let options = ofRuns(command)
        return .members(
            ("schema", .string("handshakesim.options")), ("version", .number(1)),
            ("command", .array(words(of: RunCommand.arguments(of: arguments), options).map { .string($0) })),
            ("handshakes", command is Run ? .array(HandshakeChoice.all.map(\.json)) : nil),
            ("options", .array(options.map(\.json))), ("titles", titles(of: options)))
    }

    /// The titles of a form in the languages beside English, by their English.
    private static func titles(of options: [CommandOption]) -> JSON {
        let known = sections.map(\.title) + groups + [run] + HandshakeChoice.all.map(\.title)
        return .object(
            Language.allCases.compactMap { language in
                switch language {
                case .english: nil
                case .chinese:
                    JSON.Member(
                        language.rawValue,
                        .object(known.map { JSON.Member($0.english, .string($0.sentence(in: language))) }))
                }
            })
    }

    /// The headings that commands give to options.
    private static let groups = [
        Words(english: "The wire", chinese: "线路"),
        Words(english: "The counterexample, if there is one", chinese: "反例，如果有"),
        Words(english: "TLS and an attacker, instead of TCP", chinese: "TLS 和一个攻击者，代替 TCP"),
        Words(english: "A listener and its clients, instead of two connections", chinese: "监听套接字和它的客户端，代替两个连接"),
    ]

    /// The heading for options that have no other.
    private static let run = Words(english: "The run", chinese: "运行")

    /// The words of a command line that are not options or their values: the names of the command and its positional arguments.
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

    /// Reads the parser's description of an argument. Nil if it is not one of the options in `types`, or if the help does not show it.
    ///
    /// - Parameter types: the types of the wanted options by their names.
    private init?(_ argument: JSON, types: [String: OptionType]) {
        guard let kind = argument["kind"]?.characters, kind != "positional", argument["shouldDisplay"] != .bool(false),
            let name = argument["preferredName"]?["name"]?.characters.map({ "--" + $0 }), let option = types[name]
        else { return nil }
        self.name = name
        let type = option.value
        help = argument["abstract"]?.characters ?? ""
        defaultValue = argument["defaultValue"]?.characters
        section =
            argument["sectionTitle"]?.characters
            ?? (Self.sections.first { $0.names.contains(name) }?.title ?? Self.run).english
        let choices = (type as? any NamedValues.Type)?.names ?? Self.strings(argument["allValues"])
        range = kind == "option" ? Self.range(of: type) : (nil, nil)
        let isOne = kind == "option" && argument["isRepeating"] != .bool(true)
        values = isOne ? choices : []
        self.kind =
            kind == "flag"
            ? .flag : !isOne ? .rules : !choices.isEmpty ? .choice : type is any Numeric.Type ? .number : .text
    }

    /// The headings for options to which their command gives none. All others stand under "The run".
    static let sections: [(title: Words, names: Set<String>)] = [
        (
            Words(english: "Version and keys", chinese: "版本和密钥"),
            [
                "--dh", "--rsa", "--tls13", "--cipher", "--group", "--ems", "--resume", "--hrr", "--alpn",
                "--server-speaks-both",
            ]
        ), (Words(english: "Certificates", chinese: "证书"), ["--trust", "--server-chain", "--client-cert"]),
        (
            Words(english: "Data and its end", chinese: "数据和它的结束"),
            ["--key-update", "--pad", "--alerts-as-warnings", "--server-closes", "--truncate"]
        ),
        (Words(english: "Attackers", chinese: "攻击者"), ["--attacker"]),
        ("TCP", ["--msl", "--isn"]),
    ]

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
