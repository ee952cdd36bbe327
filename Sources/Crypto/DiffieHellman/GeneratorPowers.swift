extension FiniteFieldGroup {
    /// gˣ modulo p for a secret x; nil if x is not positive.
    ///
    /// The groups of RFC 7919 that are commonly offered have a table of powers of the generator. It is made when it is first needed.
    /// For the larger ones a table takes longer to make than a run is likely to gain by it.
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

/// Tables of powers of the generator.
private enum GeneratorTables {
    static let ffdhe2048 = table(of: .ffdhe2048)
    static let ffdhe3072 = table(of: .ffdhe3072)

    private static func table(of group: FiniteFieldGroup) -> PowerTable? {
        PowerTable(base: group.g, modulus: group.p, exponentBits: group.exponentBits)
    }
}
