/// The certificates of a server through its life, made with openssl as its owner would make them: shop.example, under an intermediate
/// (Shop R3) of a root (Shop Root).
///
/// Files, each certificate with its chain behind it: `old.pem`; `same.pem`, renewed with the same key; `new.pem`, renewed with a new
/// key; `moved.pem`, with the old key under another intermediate (Shop R4); `expired.pem`; `other.pem`, for other.example; `rsa.pem`,
/// with an RSA key; `self.pem`, signed with its own key. `old.cer` and the like are the certificate alone. Keys: `leaf.key`, `new.key`,
/// `rsa.key`, `self.key`. `revoked.der` is an OCSP response that revokes `old.cer`. Authorities: `root.pem`, `r3.pem`, `r4.pem`.
package enum ShopFiles {
    private static let files = SharedFiles { folder in
        try await Tool.require("openssl")
        _ = try await Tool.output("bash", ["-c", script, "bash", folder.path])
    }

    /// Puts copies of all of them into a folder.
    package static func copy(to folder: TemporaryDirectory) async throws { try await files.copy(to: folder) }

    private static let script = """
        set -e
        cd "$1"
        key() { openssl genpkey -algorithm EC -pkeyopt ec_paramgen_curve:P-256 -out "$1"; }
        for name in root r3 r4 leaf new self; do key $name.key; done
        openssl genpkey -algorithm RSA -pkeyopt rsa_keygen_bits:2048 -out rsa.key
        openssl req -x509 -key root.key -out root.pem -subj "/CN=Shop Root" -days 3000 -addext keyUsage=critical,keyCertSign
        # intermediate FILE NAME
        intermediate() {
          openssl req -x509 -key $1.key -CA root.pem -CAkey root.key -out $1.pem -subj "/CN=Shop $2" -days 1500 \\
            -addext keyUsage=critical,keyCertSign
        }
        intermediate r3 R3
        intermediate r4 R4
        # leaf NAME KEY ISSUER HOST
        leaf() {
          openssl req -x509 -key $2.key -CA $3.pem -CAkey $3.key -out $1.cer -subj "/CN=$4" -days 90 \\
            -addext basicConstraints=CA:FALSE -addext subjectAltName=DNS:$4 -addext extendedKeyUsage=serverAuth
          cat $1.cer $3.pem > $1.pem
        }
        leaf old leaf r3 shop.example
        leaf same leaf r3 shop.example
        leaf new new r3 shop.example
        leaf moved leaf r4 shop.example
        leaf other leaf r3 other.example
        leaf rsa rsa r3 shop.example
        openssl req -x509 -key self.key -out self.cer -subj /CN=shop.example -days 90 \\
          -addext subjectAltName=DNS:shop.example -addext extendedKeyUsage=serverAuth
        cp self.cer self.pem
        cat > ca.cnf <<'END'
        [ca]
        default_ca = shop
        [shop]
        database = index.txt
        serial = serial
        new_certs_dir = .
        certificate = r3.pem
        private_key = r3.key
        default_md = sha256
        policy = names
        x509_extensions = server
        [names]
        commonName = supplied
        [server]
        basicConstraints = CA:FALSE
        subjectAltName = DNS:shop.example
        extendedKeyUsage = serverAuth
        END
        touch index.txt
        echo 4711 > serial
        openssl req -new -key leaf.key -subj /CN=shop.example -out leaf.csr
        openssl ca -batch -config ca.cnf -in leaf.csr -startdate 20250101000000Z -enddate 20250401000000Z -notext \\
          -out expired.cer 2> /dev/null
        cat expired.cer r3.pem > expired.pem
        serial=$(openssl x509 -in old.cer -noout -serial | cut -d= -f2)
        printf 'R\\t400101000000Z\\t250101000000Z,keyCompromise\\t%s\\tunknown\\t/CN=shop.example\\n' "$serial" > revoked.txt
        openssl ocsp -no_nonce -issuer r3.pem -serial 0x$serial -reqout request.der 2> /dev/null
        openssl ocsp -ndays 7 -index revoked.txt -CA r3.pem -rsigner r3.pem -rkey r3.key -reqin request.der \\
          -respout revoked.der 2> /dev/null
        """
}
