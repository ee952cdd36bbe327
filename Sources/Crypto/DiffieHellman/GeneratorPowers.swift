extension FiniteFieldGroup {
    /// gˣ modulo p for a secret x, which callers keep positive; nil if x is negative.
    ///
    /// The two groups of RFC 7919 that are common have a table of powers of the generator, which is made when it is first needed.
    /// For the larger groups it takes longer to make a table than a run is likely to save by it.
    func generatorPower(_ x: Integer) -> Integer? {
        let table: PowerTable? =
            switch codePoint {
            case FiniteFieldGroup.ffdhe2048.codePoint: GeneratorTables.ffdhe2048
            case FiniteFieldGroup.ffdhe3072.codePoint: GeneratorTables.ffdhe3072
            default: nil
            }
        return table?.power(x) ?? g.secretPower(x, modulo: p)
    }
}

/// The tables of powers of the generators; nil never occurs, because the moduli are odd.
private enum GeneratorTables {
    static let ffdhe2048 = table(of: .ffdhe2048)
    static let ffdhe3072 = table(of: .ffdhe3072)

    private static func table(of group: FiniteFieldGroup) -> PowerTable? {
        PowerTable(base: group.g, modulus: group.p, exponentBits: group.exponentBits)
    }
}
