import Testing

@testable import ContainerModel

@Suite("Ordinals")
struct OrdinalTests {
    private func check<Case: Ordinal & Equatable>(_ type: Case.Type) {
        let cases = Array(Case.allCases)
        #expect(cases.map(\.ordinal) == Array(cases.indices), "\(type)")
    }

    @Test("cases count from 0 in the order in which they are listed")
    func order() {
        check(Operation.self)
        check(ActingParty.self)
        check(Place.self)
        check(Level.self)
        check(ContainerKind.self)
        check(ItemType.self)
        check(ProtectionClass.self)
        check(DeviceLock.self)
        check(PurgeEvent.self)
        check(Answer.self)
    }
}
