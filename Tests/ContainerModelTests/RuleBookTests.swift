import ContainerModel
import Testing

@Suite("Rule book")
struct RuleBookTests {
    @Test("every row, location, verdict, badge, backup and purge matches the rules document", arguments: Place.allCases)
    func agreesWithTheDocument(place: Place) {
        let disagreements = (Check.rows + Check.behaviour).filter { $0.place == place }.compactMap {
            $0.disagreement(.standard)
        }
        #expect(disagreements.isEmpty, "\(disagreements.count) of them, first: \(disagreements.prefix(3))")
    }

    @Test("every place and every operation has one row")
    func rowsAreComplete() {
        #expect(
            RuleTables.standard.places.map(\.place).sorted { $0.rawValue < $1.rawValue }
                == Place.allCases.sorted { $0.rawValue < $1.rawValue })
        #expect(RuleTables.standard.operations.map(\.operation) == Operation.allCases)
        #expect(Set(PlaceTranscription.all.map(\.place)) == Set(Place.allCases))
        // A restore has no rows: it removes whatever the backup lacks.
        #expect(RuleTables.standard.purges.count == 2 * (PurgeEvent.allCases.count - 1))
        #expect(RuleTables.standard.protections.count == 4 * DeviceLock.allCases.count)
    }

    @Test("every row has a text")
    func rowsHaveWords() {
        for rule in RuleTables.standard.places {
            #expect(!rule.title.isEmpty && rule.purpose.hasSuffix("."))
        }
        for row in RuleTables.standard.exceptions {
            #expect(row.sentence.hasSuffix(".") && !row.rule.sources.isEmpty)
        }
    }
}
