import PKI
import TrustLab

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Info.plist files, in XML or binary, for the rules of App Transport Security.
package enum ATSPropertyList {
    /// The most octets of a file. Info.plist files of apps have some ten thousand.
    private static let limit = 1 << 20
    /// The deepest nesting that is read. NSAppTransportSecurity needs four levels, and no app needs 64.
    private static let depth = 64

    /// The most values that are read. In a binary property list one array can be a member of many others, so that a short file can
    /// hold more values than any memory.
    private static let most = 100_000

    /// The dictionary in the file at `path`.
    ///
    /// - Throws: ``FileError``, or ``CertificateFiles/Failure`` for a file that is not a property list or not a dictionary, and for one
    ///   that is nested too deep or has too many values.
    package static func read(_ path: String) throws -> ATSDictionary {
        let octets = try InputFile.read(path, limit: limit)
        let text: PropertyListText
        do throws(PropertyListText.Problem) {
            text = try PropertyListText(octets, path: path, depth: depth)
        } catch { throw CertificateFiles.Failure(path: path, why: error.why) }
        let value: PropertyValue
        do {
            let decoder = PropertyListDecoder()
            decoder.userInfo[Budget.key] = Budget(left: most)
            value = try decoder.decode(Tree.self, from: Data(text.octets)).value
        } catch is TooMany {
            throw CertificateFiles.Failure(path: path, why: "more than \(most) values")
        } catch {
            throw CertificateFiles.Failure(path: path, why: "no property list, neither in XML nor binary")
        }
        guard let dictionary = ATSDictionary(infoPlist: value) else {
            throw CertificateFiles.Failure(path: path, why: "a \(value.kind); an Info.plist is a Dictionary")
        }
        if case .dictionary(let top) = value, let settings = top["NSAppTransportSecurity"],
            settings.kind != "Dictionary"
        {
            throw CertificateFiles.Failure(
                path: path, why: "NSAppTransportSecurity is a \(settings.kind); it must be a Dictionary")
        }
        return dictionary
    }

    /// The property list has more values than may be read.
    private struct TooMany: Error {}

    /// How many values may still be read. All decoders of one property list share it; they run on one thread.
    private final class Budget: @unchecked Sendable {
        static let key = CodingUserInfoKey(rawValue: "budget") ?? { preconditionFailure("any text is a key") }()
        private var left: Int

        init(left: Int) { self.left = left }

        func spend() throws {
            left -= 1
            guard left >= 0 else { throw TooMany() }
        }
    }

    /// Any property list. The decoder distinguishes `<true/>` from 1 and from "YES", which matters for App Transport Security.
    private struct Tree: Decodable {
        let value: PropertyValue

        private struct Key: CodingKey {
            let stringValue: String
            var intValue: Int? { nil }
            init?(stringValue: String) { self.stringValue = stringValue }
            init?(intValue: Int) { nil }
        }

        init(from decoder: any Decoder) throws {
            try (decoder.userInfo[Budget.key] as? Budget)?.spend()
            guard decoder.codingPath.count <= ATSPropertyList.depth else {
                throw DecodingError.dataCorrupted(.init(codingPath: [], debugDescription: "nested too deep"))
            }
            if let members = try? decoder.container(keyedBy: Key.self) {
                var dictionary: [String: PropertyValue] = [:]
                for key in members.allKeys {
                    dictionary[key.stringValue] = try members.decode(Tree.self, forKey: key).value
                }
                value = .dictionary(dictionary)
            } else if var items = try? decoder.unkeyedContainer() {
                var array: [PropertyValue] = []
                while !items.isAtEnd { array.append(try items.decode(Tree.self).value) }
                value = .array(array)
            } else {
                let single = try decoder.singleValueContainer()
                if let flag = try? single.decode(Bool.self) {
                    value = .boolean(flag)
                } else if let number = try? single.decode(Int64.self) {
                    value = .integer(number)
                } else if let number = try? single.decode(Double.self) {
                    value = .real(number)
                } else if let text = try? single.decode(String.self) {
                    value = .string(text)
                } else {
                    value = .other
                }
            }
        }
    }
}
