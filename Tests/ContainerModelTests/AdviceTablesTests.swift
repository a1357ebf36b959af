import ContainerModel
import Testing

/// The tables of advice, placement and delivery fit the other tables, and leave no case open.
@Suite("Tables of advice, placement and delivery")
struct AdviceTablesTests {
    @Test("every row of a warning that sends items elsewhere has that warning")
    func warnedPlacements() {
        let warnings = ExceptionRule.all.filter { $0.outcome == .warned }.map(\.identifier)
        for row in WarnedPlacement.all { #expect(warnings.contains(row.identifier), "\(row.identifier)") }
    }

    @Test("every question decides something, and the last row fits any answers")
    func advice() {
        let asked = Set(AdviceRule.all.flatMap(\.answers.keys))
        #expect(asked == Set(AdviceQuestion.allCases))
        #expect(AdviceRule.all.last?.answers.isEmpty == true)
        #expect(AdviceRule.all.dropLast().allSatisfy { !$0.answers.isEmpty })
    }

    @Test("a delivery has a row whoever sends, whatever the app declares", arguments: [false, true], [false, true])
    func delivery(keepsOriginal: Bool, opensInPlace: Bool) {
        let rows = DeliveryRule.all.filter {
            $0.keepsOriginal == keepsOriginal && ($0.opensInPlace ?? opensInPlace) == opensInPlace
        }
        // Where the app opens in place, what does not need that comes behind it.
        #expect(rows.count == (keepsOriginal && opensInPlace ? 2 : 1))
        #expect((rows.first?.outcome == .original) == (keepsOriginal && opensInPlace))
    }

    @Test("names tell by lower case, and identifiers are told apart")
    func spelling() {
        for row in TellingName.all { #expect(row.texts.allSatisfy { $0 == $0.lowercased() && !$0.isEmpty }) }
        let identifiers =
            AdviceRule.all.map(\.identifier) + PlacementRule.all.map(\.identifier) + DeliveryRule.all.map(\.identifier)
        #expect(Set(identifiers).count == identifiers.count)
    }
}
