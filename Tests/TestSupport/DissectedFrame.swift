/// A frame as tshark's PDML has it: every field, with its place and its value.
package struct DissectedFrame: Sendable {
    /// A field that has a place and a numeric value.
    package struct Number: Hashable, Sendable {
        /// Its name for filters: "tcp.seq".
        package let name: String
        /// Where it begins, in octets.
        package let position: Int
        /// How many octets it has.
        package let length: Int
        /// Its octets as a number.
        package let value: Int

        /// A field from its parts.
        package init(name: String, position: Int, length: Int, value: Int) {
            self.name = name
            self.position = position
            self.length = length
            self.value = value
        }
    }

    /// The frame, with every field's values as filters have them.
    package let frame: Tshark.Frame
    /// Every field that is a number.
    package let numbers: Set<Number>

    /// The frames of a PDML document.
    static func all(inPDML document: [UInt8]) -> [DissectedFrame] {
        var frames: [DissectedFrame] = []
        var values: [String: [String]] = [:]
        var numbers: Set<Number> = []
        for line in document.split(separator: UInt8(ascii: "\n")) {
            let tag = line.drop { $0 == UInt8(ascii: " ") }
            if tag.starts(with: "</packet>".utf8) {
                frames.append(DissectedFrame(frame: Tshark.Frame(values: values), numbers: numbers))
                (values, numbers) = ([:], [])
            } else if tag.starts(with: "<field ".utf8) || tag.starts(with: "<proto ".utf8) {
                let attributes = attributes(of: tag)
                guard let name = attributes["name"] else { continue }
                // A protocol has no value. That it is there is what there is to say of it.
                values[name, default: []].append(attributes["show"] ?? attributes["showname"] ?? "")
                if let position = attributes["pos"].flatMap({ Int($0) }),
                    let length = attributes["size"].flatMap({ Int($0) }),
                    let value = attributes["value"].flatMap({ Int($0, radix: 16) })
                {
                    numbers.insert(Number(name: name, position: position, length: length, value: value))
                }
            }
        }
        return frames
    }

    /// The attributes of a tag: name="value", the value without quotation marks in it.
    private static func attributes(of tag: ArraySlice<UInt8>) -> [String: String] {
        var attributes: [String: String] = [:]
        var rest = tag.drop { $0 != UInt8(ascii: " ") }
        while true {
            rest = rest.drop { $0 == UInt8(ascii: " ") }
            let name = rest.prefix { $0 != UInt8(ascii: "=") && $0 != UInt8(ascii: ">") }
            let value = rest.dropFirst(name.count)
            guard value.starts(with: "=\"".utf8) else { return attributes }
            let text = value.dropFirst(2).prefix { $0 != UInt8(ascii: "\"") }
            attributes[String(decoding: name, as: UTF8.self)] = String(decoding: text, as: UTF8.self)
            rest = value.dropFirst(text.count + 3)
        }
    }
}
