import Crypto
import Trace

/// Scripts for the protection of records.
extension ShellScript {
    /// Prints the ciphertext and the tag of an AEAD cipher.
    static func sealing(
        _ cipher: BulkCipher, key: [UInt8], nonce: [UInt8], additionalData: [UInt8], _ plaintext: [UInt8]
    ) -> ShellScript {
        cipher == .chaCha20Poly1305
            ? chaCha20Poly1305(key: key, nonce: nonce, additionalData: additionalData, plaintext)
            : galoisCounterMode(key: key, nonce: nonce, additionalData: additionalData, plaintext)
    }

    /// Prints the ciphertext and the tag of AES-GCM: AES in counter mode with a counter from 2 on, and GHASH in Python.
    static func galoisCounterMode(
        key: [UInt8], nonce: [UInt8], additionalData: [UInt8], _ plaintext: [UInt8]
    ) -> ShellScript {
        let aes = "openssl enc -aes-\(8 * key.count)"
        // In the field of GHASH the leftmost bit is the coefficient of 1, and x^128 equals 225 << 120 (NIST SP 800-38D section 6.3).
        let multiply =
            "mul = lambda x: f.reduce(lambda s, i: (s[0] ^ (x >> i & 1) * s[1], "
            + "s[1] >> 1 ^ (s[1] & 1) * (225 << 120)), range(127, -1, -1), (0, H))[0]"
        let python = [
            "import sys, functools as f", "a, c, h = sys.argv[1:]", "H, E = int(h[:32], 16), int(h[32:], 16)",
            multiply, "pad = lambda s: s + \"0\" * (-len(s) % 32)",
            "b = pad(a) + pad(c) + \"%016x%016x\" % (len(a) * 4, len(c) * 4)",
            "y = f.reduce(lambda y, i: mul(y ^ int(b[i:i + 32], 16)), range(0, len(b), 32), 0)",
            "print(\"%032x\" % (y ^ E))",
        ]
        return ShellScript(
            "k=\(Hex.string(key)) n=\(Hex.string(nonce))", "a=\(Hex.string(additionalData))",
            "p=\(Hex.string(plaintext))",
            "c=$(echo $p | \(octets) | \(aes)-ctr -K $k -iv ${n}00000002 | \(digits))",
            "h=$(echo \(Hex.string([UInt8](repeating: 0, count: 16)))${n}00000001 | \(octets) "
                + "| \(aes)-ecb -nopad -K $k | \(digits))",
            "echo $c", "python3 -c '\(python.joined(separator: "; "))' $a $c $h")
    }

    /// Prints the ciphertext and the tag of ChaCha20-Poly1305 (RFC 8439 section 2.8).
    private static func chaCha20Poly1305(
        key: [UInt8], nonce: [UInt8], additionalData: [UInt8], _ plaintext: [UInt8]
    ) -> ShellScript {
        let python = [
            "import sys", "a, c = sys.argv[1:]", "pad = lambda s: s + \"0\" * (-len(s) % 32)",
            "le = lambda s: (len(s) // 2).to_bytes(8, \"little\").hex()", "print(pad(a) + pad(c) + le(a) + le(c))",
        ]
        return ShellScript(
            "k=\(Hex.string(key)) n=\(Hex.string(nonce))", "a=\(Hex.string(additionalData))",
            "p=\(Hex.string(plaintext))",
            "c=$(echo $p | \(octets) | openssl enc -chacha20 -K $k -iv 01000000$n | \(digits))",
            "o=$(printf %064d 0 | \(octets) | openssl enc -chacha20 -K $k -iv 00000000$n | \(digits))",
            "echo $c",
            "python3 -c '\(python.joined(separator: "; "))' $a $c | \(octets) | openssl mac -macopt hexkey:$o Poly1305")
    }

    /// Prints the ciphertext of a CBC suite with MAC-then-encrypt.
    static func macThenEncrypt(
        _ plaintext: [UInt8], keys: DirectionKeys, hash: HashAlgorithm, iv: [UInt8], place: [UInt8],
        padding: [UInt8]
    ) -> ShellScript {
        ShellScript(
            "k=\(Hex.string(keys.key)) iv=\(Hex.string(iv))", "p=\(Hex.string(plaintext))",
            "m=$(echo \(Hex.string(place))$p | \(authenticate(keys, hash)))",
            "echo $p${m}\(Hex.string(padding)) | \(encrypt(keys)) | xxd -p")
    }

    /// Prints the ciphertext and the MAC of a CBC suite with encrypt-then-MAC.
    static func encryptThenMAC(
        _ plaintext: [UInt8], keys: DirectionKeys, hash: HashAlgorithm, iv: [UInt8], place: [UInt8],
        padding: [UInt8]
    ) -> ShellScript {
        ShellScript(
            "k=\(Hex.string(keys.key)) iv=\(Hex.string(iv))", "p=\(Hex.string(plaintext + padding))",
            "c=$(echo $p | \(encrypt(keys)) | \(digits))", "echo $c",
            "echo \(Hex.string(place))$iv$c | \(authenticate(keys, hash))")
    }

    /// The command that turns hexadecimal digits into the digits of their MAC.
    private static func authenticate(_ keys: DirectionKeys, _ hash: HashAlgorithm) -> String {
        "\(octets) | openssl dgst -\(hash.opensslName) -mac HMAC -macopt hexkey:\(Hex.string(keys.macKey)) -r "
            + "| cut -d ' ' -f 1"
    }

    /// The command that turns hexadecimal digits into ciphertext. OpenSSL adds no padding of its own.
    private static func encrypt(_ keys: DirectionKeys) -> String {
        "\(octets) | openssl enc -aes-\(8 * keys.key.count)-cbc -nopad -K $k -iv $iv"
    }
}
