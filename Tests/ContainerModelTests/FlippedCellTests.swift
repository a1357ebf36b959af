import Testing

@testable import ContainerModel

/// Tests the checks themselves: a table with one wrong cell must be distinguished from the right one.
@Suite("Flipped cells")
struct FlippedCellTests {
    @Test("every flipped cell of the tables is noticed", arguments: Flip.groups)
    func everyFlipIsNoticed(group: Flip.Group) {
        let flips = group.flips
        #expect(!flips.isEmpty)
        for flip in flips {
            let book = RuleBook(flip.tables)
            // The checks of the flipped row come first, because one of them nearly always notices.
            let noticed = Check.of(flip).contains { $0.disagreement(book) != nil }
            #expect(noticed, "nothing noticed that \(flip.name)")
        }
    }
}

extension Check {
    private static let byPlace = Dictionary(grouping: behaviour, by: \.place)
    private static let byOperation = Dictionary(grouping: behaviour, by: \.operation)

    /// Returns all checks, starting with the flipped row's behaviour.
    fileprivate static func of(_ flip: Flip) -> some Sequence<Check> {
        let samePlace = flip.place.flatMap { byPlace[$0] }
        let sameOperation = flip.operations.flatMap { byOperation[$0] ?? [] }
        let near = samePlace?.filter { flip.operations.isEmpty || flip.operations.contains($0.operation) }
        return (flip.isQuoted ? [rows, behaviour] : [near ?? [], rows, sameOperation, behaviour]).lazy.joined()
    }
}
