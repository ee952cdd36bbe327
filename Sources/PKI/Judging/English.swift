import Trace

/// The findings in English.
package enum English {
    /// One or two sentences on what a check found about the certificate in that role.
    ///
    /// - Parameter side: whose certificate it is; the other side judges it.
    static func sentence(_ statement: Statement, about role: Finding.Role, of side: Role) -> String {
        let it = subject(role)
        let owner = side
        let judge = side.peer
        return switch statement {
        case .readable(let subject): "\(it) can be read: a certificate for \(subject)."
        case .unreadable(let part): "\(it) cannot be read as a certificate: \(part)."
        case .repeated(let first): "\(it) repeats certificate \(first) and is passed over."
        case .notNeeded: "\(it) is not needed: the path has reached a trusted authority before it."
        case .emptyChain: "The \(owner) sent no certificate, so nothing says whose key it uses."
        case .tooMany(let count, let limit):
            "\(it) has \(count) certificates; at most \(limit) are looked at, so that nobody can keep a \(judge) busy."

        case .followedByIssuer(let issuer):
            "\(it) names \(issuer) as its issuer, and the next certificate is that one's."
        case .notFollowedByIssuer(let issuer, let next):
            "\(it) names \(issuer) as its issuer, but the next certificate is for \(next). "
                + "Each certificate must certify the one before it."
        case .signatureVerifies(let issuer, let algorithm):
            "The key of \(issuer) verifies the signature on \(lower(it)) (\(algorithm)): not an octet has changed since."
        case .signatureFails(let issuer, let algorithm):
            "The key of \(issuer) does not verify the signature on \(lower(it)) (\(algorithm)): "
                + "it has been changed, or someone else signed it."
        case .issuerMissing(let issuer):
            "The signature on \(lower(it)) cannot be checked: the key of its issuer, \(issuer), is not at hand."
        case .brokenSignatureAlgorithm(let algorithm):
            "\(it) is signed with \(algorithm). Its hash function no longer resists collisions, "
                + "so the signature could have been made for another certificate."
        case .unsupportedAlgorithm(let algorithm): "\(it) uses \(algorithm), which cannot be verified here."
        case .anchorReached(let anchor): "The path ends at \(anchor), which the \(judge) trusts."
        case .leafIsAnchor: "\(it) itself is what the \(judge) trusts; nobody else has to vouch for it."
        case .noAnchor(let issuer):
            "The path ends at \(issuer), which the \(judge) does not know. Anyone can make an authority of that name."
        case .selfSignedNotTrusted:
            "\(it) is signed with its own key and is not among those the \(judge) trusts. It vouches only for itself."
        case .anchorDidNotSign(let anchor):
            "The \(judge) trusts an authority called \(anchor), but that one did not sign this."

        case .notRevoked(let responder, let from, let to):
            "\(it) is not revoked: \(responder) says so in the stapled response, from \(date(from)) to \(date(to))."
        case .revoked(let responder, let since, let reason):
            "\(it) has been revoked since \(date(since))\(reason.map { " (\($0))" } ?? ""): \(responder) says so in the stapled "
                + "response, and has signed it. Who shows it now need not be its owner."
        case .stapleProvesNothing(let fault):
            "The stapled response proves nothing about \(lower(it)): \(reason(fault)). It counts as none, since whoever can "
                + "damage one can leave it out."

        case .inForce(let from, let to, let time):
            "\(it) is valid from \(date(from)) to \(date(to)); asked at \(date(time))."
        case .notYetValid(let from, let time): "\(it) is not valid before \(date(from)); asked at \(date(time))."
        case .expired(let to, let time):
            "\(it) expired at \(date(to)); asked at \(date(time)). After that nobody answers for it any more."

        case .isAuthority: "\(it) belongs to an authority: it may issue certificates."
        case .isAuthorityByDecree:
            "\(it) is of version 1, which cannot say that it is an authority's. It is one because the \(judge) trusts it."
        case .isNotAuthority(true): "\(it) says that it belongs to no authority, yet certificates were issued with it."
        case .isNotAuthority(false):
            "\(it) does not say that it belongs to an authority, so it must not issue certificates."
        case .pathLengthKept(let below, nil): "\(it) sets no limit to the authorities below it; there \(are(below))."
        case .pathLengthKept(let below, let limit?):
            "\(it) allows at most \(limit) further authorities below it; there \(are(below))."
        case .pathLengthExceeded(let below, let limit):
            "\(it) allows at most \(limit) further authorities below it, but there \(are(below))."

        case .keyUsageFits(nil): "\(it) does not restrict what its key is used for."
        case .keyUsageFits(let uses?): "The key of \(lower(it)) is meant for this: \(list(uses))."
        case .keyUsageLacks(let needed, let has):
            "The key of \(lower(it)) is meant for \(list(has)); needed is \(list(needed, or: true))."
        case .extendedKeyUsageFits(nil, _): "\(it) does not restrict what it is used for."
        case .extendedKeyUsageFits(let uses?, let purpose): "\(it) may be used for TLS \(purpose)s: \(list(uses))."
        case .extendedKeyUsageLacks(let has, let purpose):
            "\(it) may be used for \(list(has)), not for TLS \(purpose)s (\(purpose)Auth)."
        case .criticalExtensionsUnderstood([]): "\(it) has no critical extensions."
        case .criticalExtensionsUnderstood(let names):
            "Each critical extension of \(lower(it)) is understood: \(list(names))."
        case .criticalExtensionUnknown(let name):
            "\(it) has a critical extension that is not understood here, \(name). "
                + "Critical means: whoever does not understand it must refuse."
        case .extensionUnreadable(let name): "The extension \(name) of \(lower(it)) cannot be read."
        case .rsaKey(let bits): "\(it) holds an RSA key of \(bits) bits."
        case .keyTooSmall(let bits, let least):
            "\(it) holds an RSA key of \(bits) bits; under \(least) a key is no longer considered strong enough."
        case .ecdsaKey(let curve): "\(it) holds an ECDSA key on \(curve)."
        case .unsupportedKey(let algorithm): "\(it) holds a key for \(algorithm), which no key exchange here can use."

        case .nameFits(let name, let asked) where name == asked: "\(it) names \(name); asked for \(asked)."
        case .nameFits(let name, let asked): "\(it) names \(name), which fits; asked for \(asked)."
        case .nameDiffers(let names, let asked):
            "\(it) names \(list(names)); asked for \(asked). It proves who someone else is."
        case .noNames(nil, let asked): "\(it) names no host; asked for \(asked)."
        case .noNames(let commonName?, let asked):
            "\(it) names no host; asked for \(asked). Its common name, \(commonName), does not count: "
                + "only subjectAltName does."
        case .notAHostName(let asked): "Asked for \"\(asked)\", which is neither a host name nor an address."

        case .pinFits(let digest): "\(it) has a key with a pin that is known: \(digest)."
        case .pinDiffers(let digest):
            "\(it) has no key with a pin that is known; the leaf's has the SHA-256 \(digest)."

        case .libraryAgrees: "swift-certificates, asked about the same path, finds nothing wrong either."
        case .libraryRefuses(let why): "swift-certificates refuses the path: \(why)"
        case .libraryCannotRead: "swift-certificates cannot read one of the certificates."

        case .soundSignatureAlgorithm(let algorithm):
            "\(it) is signed with \(algorithm), whose hash function resists collisions."
        case .signatureOfOtherKind(let issuer, let key, let algorithm):
            "\(it) is signed with \(algorithm), but \(issuer) has an \(key): that one cannot have signed it."
        case .keyLongEnough(let key): "\(it) holds an \(key): long enough."
        case .keyOfOddSize(let bits):
            "\(it) holds an RSA key of \(bits) bits, which is no whole number of octets; no proper generator makes such keys."
        case .keyOutsideWebPKI(let key): "\(it) holds an \(key), a kind that the rules of the Web PKI do not allow."
        case .signatureOutsideWebPKI(let algorithm):
            "\(it) is signed with \(algorithm), in a form that the rules of the Web PKI do not allow."
        case .keyNotKnown(let key): "\(it) holds a key that cannot be used: \(key)."
        case .otherKey(let key): "\(it) holds an \(key)."

        case .wellFormed: "\(it) is written as RFC 5280 has it."
        case .algorithmsDiffer(let inside, let outside):
            "\(it) announces a signature with \(inside) and has one with \(outside): the second name is not signed, "
                + "so anybody can have changed it."
        case .oldVersion(let version):
            "\(it) is of version \(version), from before extensions: it cannot say what it is for."
        case .uniqueIdentifiers: "\(it) has a unique identifier, which RFC 5280 forbids to use."
        case .datesOfWrongForm:
            "\(it) writes a date before 2050 as GeneralizedTime, or with fractions of a second; until 2049 it must be UTCTime."
        case .extensionMissing(let name): "\(it) has no extension \(name), which it should have."
        case .shouldBeCritical(let name, true): "\(it) does not mark \(name) as critical, which it should."
        case .shouldBeCritical(let name, false): "\(it) marks \(name) as critical, which it should not."
        case .extensionsOnce: "\(it) has no extension twice."
        case .extensionTwice(let name):
            "\(it) has the extension \(name) twice: one program would believe the first, another the second."
        case .serialZero: "\(it) has the serial number 0; it must be positive."
        case .serialNegative: "\(it) has a negative serial number; it must be positive."
        case .serialTooLong(let octets): "\(it) has a serial number of \(octets) octets; at most 20 are allowed."
        case .serialInOrder: "\(it) has a serial number that is positive and not too long."
        case .identifiersInOrder: "\(it) says which key signed it, as far as it must."
        case .identifiersDiffer(let issuer): "\(it) says that another key signed it than the one of \(issuer)."
        case .identifierWithoutKey: "\(it) has an authorityKeyIdentifier that identifies no key."
        case .identifierWithMore:
            "\(it) names its issuer's certificate in authorityKeyIdentifier; the Web PKI has the key alone there."
        case .subjectInOrder: "\(it) says in order whose it is."
        case .emptyIssuer: "\(it) has an issuer without a name."
        case .emptySubject: "\(it) issues certificates without having a name."
        case .leafIsAuthority: "\(it) is an authority's, and no authority should be a \(owner)."
        case .pathLengthOfNoAuthority: "\(it) limits the authorities below it without being one."
        case .certifierIsNoAuthority: "\(it) has a key for signing certificates and is no authority."
        case .noUsageAtAll: "\(it) has a keyUsage that lists nothing."
        case .nameOfWrongForm(let name):
            "\(it) names \(name), which is neither a host nor an address, or has its wildcard in a place where none may be."
        case .commonNameNotAmongNames(let name):
            "\(it) has the common name \(name), which looks like a host and is not among its alternative names."
        case .anyUsage: "\(it) may be used for anything; the rules of the Web PKI want the purposes listed."
        case .anchorWithUsages: "\(it) restricts what it may be used for, which is for the certificates below it to do."

        case .policiesInOrder: "\(it) is issued under a policy, as far as the authorities above require one."
        case .noPolicyLeft:
            "An authority above \(lower(it)) requires a certificate policy, and none is valid from there down to it."
        case .mapsAnyPolicy: "\(it) maps a policy to anyPolicy or anyPolicy to one, which RFC 5280 forbids."
        case .policyTwice(let policy): "\(it) names the policy \(policy) twice."

        case .namesUnconstrained: "\(it) sets no limit to the names below it."
        case .namesAllowed: "\(it) limits the names below it, and all of them are within the limits."
        case .nameNotAllowed(let name, let authority): "\(it) has the name \(name): \(authority) must not certify that."
        case .constraintWithDot: "\(it) limits host names with a dot before the name, which RFC 5280 does not know."
        case .constraintsOfNoAuthority: "\(it) limits the names of others without being an authority."

        case .depthKept(let count, let limit):
            "Between the leaf and \(lower(it)) there \(are(count)) authorities that count; \(limit) are allowed."
        case .depthExceeded(let count, let limit):
            "\(it) is number \(count) of the authorities between the leaf and an anchor; \(limit) are allowed."
        case .searchGivenUp:
            "\(it) issue one another in so many ways that the search was given up: nobody may keep a \(judge) busy for ever."
        }
    }

    /// The certificate as the subject of a sentence.
    static func subject(_ role: Finding.Role) -> String {
        switch role {
        case .leaf: "The leaf"
        case .intermediate(let name): "The intermediate \(name)"
        case .anchor(let name): "The trust anchor \(name)"
        case .extra: "A further certificate"
        case .chain: "The chain"
        }
    }

    /// The same within a sentence.
    private static func lower(_ subject: String) -> String { subject.prefix(1).lowercased() + subject.dropFirst() }

    private static func date(_ time: Int64) -> String { CivilTime.text(time) }

    private static func are(_ count: Int) -> String { count == 1 ? "is 1" : "are \(count == 0 ? "none" : "\(count)")" }

    /// "a, b and c"; long lists end in "… and 12 more".
    private static func list(_ items: [String], or: Bool = false) -> String {
        guard items.count <= 6 else { return items.prefix(5).joined(separator: ", ") + " and \(items.count - 5) more" }
        guard let last = items.last else { return "nothing" }
        guard items.count > 1 else { return last }
        return items.dropLast().joined(separator: ", ") + (or ? " or " : " and ") + last
    }
}
