import Crypto
import Trace

/// The keys with which an endpoint writes.
struct WritingKeys: Hashable, Sendable {
    /// The side that writes.
    let side: Role
    /// The keys of that direction.
    let keys: DirectionKeys
}

/// A record that an endpoint has protected, with all inputs of the protection, so that the calculation can be repeated.
public struct ProtectedRecord: Hashable, Sendable {
    /// The record: its octets on the wire and its plaintext.
    public let record: Record
    let cipher: BulkCipher
    /// Whether the MAC of a CBC suite covers the ciphertext.
    let coversCiphertext: Bool
    let place: RecordPlace
    let writer: WritingKeys

    /// A record. `protection` is its protection, in the state before this record.
    init(_ record: Record, under protection: RecordProtection, by writer: WritingKeys) {
        self.record = record
        self.writer = writer
        cipher = protection.cipher
        coversCiphertext = protection.encryptThenMAC
        place = RecordPlace(
            sequenceNumber: protection.sequenceNumber, type: record.type, version: record.version,
            isNumbered: protection.rules.numbers(record.type))
    }

    /// The calculation of the protection, for the reader.
    var calculation: Calculation {
        switch cipher {
        case .aesGCM, .chaCha20Poly1305: aead
        case .aesCBC(_, let mac): coversCiphertext ? encryptThenMAC(mac) : macThenEncrypt(mac)
        }
    }

    // MARK: Parts

    /// The name of a key of this direction in RFC 5246 section 6.3: "client_write_key".
    private func name(_ part: String) -> String { "\(writer.side)_write_\(part)" }

    private var title: String { "protected record \(place.sequenceNumber) of the \(writer.side) (\(record.type))" }

    /// The octets behind the header.
    private var fragment: ArraySlice<UInt8> { record.wire.dropFirst(RecordLimits.header) }

    /// nonce_explicit or the IV, which the record carries.
    private var carried: [UInt8] { Array(fragment.prefix(cipher.recordIVLength)) }

    private var plaintext: Calculation.Quantity { .init("plaintext", record.plaintext) }

    private var key: Calculation.Quantity { .init(name("key"), writer.keys.key) }

    private var macKey: Calculation.Quantity { .init(name("MAC_key"), writer.keys.macKey) }

    private var number: Calculation.Quantity { .init("seq_num", place.number, note: .sequenceNumber) }

    /// The additional data of a fragment of `count` octets.
    private func additionalData(_ name: String, count: Int) -> Calculation.Quantity {
        .init(name, place.octets(length: count), note: "seq_num + type + version + length")
    }
}

/// The calculations for AEAD ciphers (RFC 5246 section 6.2.3.3).
extension ProtectedRecord {
    private var aead: Calculation {
        let nonce = AEADRecords.nonce(writer.keys.fixedIV, explicit: carried, place)
        let sealed = fragment.dropFirst(carried.count)
        let ciphertext = Array(sealed.dropLast(cipher.tagLength))
        let tag = Array(sealed.suffix(cipher.tagLength))
        let data = additionalData("additional_data", count: record.plaintext.count)
        let iv = name("IV")
        let made = carried.isEmpty ? "\(iv) XOR (00000000 + seq_num)" : "\(iv) + seq_num"
        var steps = [Calculation.Quantity("nonce", nonce, note: made), data]
        switch cipher {
        case .aesGCM: steps += galoisSteps(nonce, tag)
        case .chaCha20Poly1305, .aesCBC:
            let once = try? ChaCha20Poly1305.oneTimeKey(key: writer.keys.key, nonce: nonce)
            steps.append(.init("one-time key", once ?? [], note: "ChaCha20(\(name("key")), nonce), first 32 octets"))
        }
        return Calculation(
            title, formula: "\(cipher.name)(\(name("key")), nonce, plaintext, additional_data)",
            inputs: [key, .init(iv, writer.keys.fixedIV), number, plaintext], steps: steps,
            results: [.init("ciphertext", ciphertext), .init("tag", tag)],
            reproduce: ShellScript.sealing(
                cipher, key: writer.keys.key, nonce: nonce, additionalData: data.octets, record.plaintext
            ).text)
    }

    /// The values from which Galois/Counter Mode computes its tag (NIST SP 800-38D section 7.1).
    private func galoisSteps(_ nonce: [UInt8], _ tag: [UInt8]) -> [Calculation.Quantity] {
        let zeros = [UInt8](repeating: 0, count: 16)
        func encrypt(_ block: [UInt8]) -> [UInt8] {
            (try? AESCBC.encrypt(block, key: writer.keys.key, iv: zeros)) ?? []
        }
        let mask = encrypt(nonce + [0, 0, 0, 1])
        return [
            .init("H", encrypt(zeros), note: "AES(\(name("key")), 0)"),
            .init("GHASH", zip(tag, mask).map { $0 ^ $1 }, note: "GHASH(H, additional_data, ciphertext)"),
            .init("mask", mask, note: "AES(\(name("key")), nonce + 00000001); tag = GHASH XOR mask"),
        ]
    }
}

/// The calculations for AES in CBC mode with an HMAC, in both orders (RFC 5246 section 6.2.3.2, RFC 7366 section 3).
extension ProtectedRecord {
    private func macThenEncrypt(_ hash: HashAlgorithm) -> Calculation {
        let place = additionalData("place", count: record.plaintext.count)
        let mac = HMAC(key: writer.keys.macKey, hash: hash).authenticate(place.octets, record.plaintext)
        let padding = CBCRecords.padding(behind: record.plaintext.count + mac.count)
        return Calculation(
            title, formula: "\(cipher.algorithm)(\(name("key")), IV, plaintext + MAC + padding)",
            inputs: [macKey, key, number, plaintext],
            steps: [
                place, .init("MAC", mac, note: "HMAC-\(hash.name)(\(name("MAC_key")), place + plaintext)"),
                .init("padding", padding, note: .padding), .init("IV", carried, note: .recordIV),
            ],
            results: [.init("ciphertext", Array(fragment.dropFirst(carried.count)))],
            reproduce: ShellScript.macThenEncrypt(
                record.plaintext, keys: writer.keys, hash: hash, iv: carried, place: place.octets, padding: padding
            ).text)
    }

    private func encryptThenMAC(_ hash: HashAlgorithm) -> Calculation {
        let covered = Array(fragment.dropLast(hash.outputLength))
        let place = additionalData("place", count: covered.count)
        let padding = CBCRecords.padding(behind: record.plaintext.count)
        return Calculation(
            title, formula: "HMAC-\(hash.name)(\(name("MAC_key")), place + IV + ciphertext)",
            inputs: [macKey, key, number, plaintext],
            steps: [.init("padding", padding, note: .padding), .init("IV", carried, note: .recordIV), place],
            results: [
                .init(
                    "ciphertext", Array(covered.dropFirst(carried.count)),
                    note: "\(cipher.algorithm)(\(name("key")), IV, plaintext + padding)"),
                .init("MAC", Array(fragment.suffix(hash.outputLength))),
            ],
            reproduce: ShellScript.encryptThenMAC(
                record.plaintext, keys: writer.keys, hash: hash, iv: carried, place: place.octets, padding: padding
            ).text)
    }
}
