import ContainerModel
import Testing

/// The tables of advice, placement and delivery agree with the other tables and cover all cases.
@Suite("Tables of advice, placement and delivery")
struct AdviceTablesTests {
    @Test("every placement for a warning has an existing warning")
    func warnedPlacements() {
        let warnings = ExceptionRule.all.filter { $0.outcome == .warned }.map(\.identifier)
        for row in WarnedPlacement.all { #expect(warnings.contains(row.identifier), "\(row.identifier)") }
    }

    @Test("every question decides something, and all answers together match a row")
    func advice() {
        let asked = Set(AdviceRule.all.flatMap(\.answers.keys))
        #expect(asked == Set(AdviceQuestion.allCases))
        for number in 0..<(1 << AdviceQuestion.allCases.count) {
            let answers = Dictionary(
                uniqueKeysWithValues: AdviceQuestion.allCases.enumerated().map { ($1, number >> $0 & 1 == 1) })
            #expect(AdviceRule.all.contains { row in row.answers.allSatisfy { answers[$0.key] == $0.value } })
        }
    }

    @Test(
        "a delivery has a row for every sender and every declaration of the app",
        arguments: [false, true], [false, true])
    func delivery(keepsOriginal: Bool, opensInPlace: Bool) {
        let rows = DeliveryRule.all.filter {
            $0.keepsOriginal == keepsOriginal && ($0.opensInPlace ?? opensInPlace) == opensInPlace
        }
        // If the app opens in place, the row that requires that is followed by the one that does not.
        #expect(rows.count == (keepsOriginal && opensInPlace ? 2 : 1))
        #expect((rows.first?.outcome == .original) == (keepsOriginal && opensInPlace))
    }

    @Test("telling names are lower case, and identifiers are unique")
    func spelling() {
        for row in NameHint.all { #expect(row.texts.allSatisfy { $0 == $0.lowercased() && !$0.isEmpty }) }
        let identifiers =
            AdviceRule.all.map(\.identifier) + PlacementRule.all.map(\.identifier) + DeliveryRule.all.map(\.identifier)
        #expect(Set(identifiers).count == identifiers.count)
    }
}
