import Trace

/// What is said about answers to the exercises of lesson 7.
enum NameHint: Remark {
    case whoComparesTheName, pinIsOfTheAuthority, nameDecides
    case labelByLabel, starIsOneLabel, commonNameIsIgnored, oneLabel
    case oneCheckAtATime, datesAreStillChecked, whatWasLeftOut
    case proxyIsTrusted, oneOfThemHasAList, onlyAPin

    var english: String {
        switch self {
        case .whoComparesTheName:
            "The chain is good and only the name is another's. Ask of each policy whether it compares the name."
        case .pinIsOfTheAuthority:
            "The pinned certificate is the authority's, and it is in this chain, too. The pin alone does not refuse it."
        case .nameDecides:
            """
            The chain leads to the pinned authority, whichever of its customers answers. Only the comparison of the name \
            tells two customers apart.
            """
        case .labelByLabel:
            "Compare label by label with the names in subjectAltName. Compare an address with the addresses there."
        case .starIsOneLabel: "A star stands for exactly one label, no more and no less (RFC 9525 6.3)."
        case .commonNameIsIgnored:
            "That name stands in the common name only. No client that follows RFC 9525 looks there."
        case .oneLabel:
            "The star covers one label, the address is compared with an address, and the common name is not read."
        case .oneCheckAtATime: "Ask of each command what is wrong with the chain, and whether that check is left out."
        case .datesAreStillChecked:
            "The option no-hostname leaves out the check of the name. It does not leave out the dates."
        case .whatWasLeftOut:
            "A visit succeeds where the one check that would fail is left out. It says nothing about who is at the other end."
        case .proxyIsTrusted:
            "The proxy's root is among the anchors of the device. Ask which policy looks at more than name and anchor."
        case .oneOfThemHasAList: "One of the three compares the keys of the chain with a list of its own."
        case .onlyAPin:
            "Only TrustKit refuses: the proxy's key is not among its pins. The others ask for a known anchor, and have one."
        }
    }
}
