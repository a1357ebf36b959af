import Testing

@testable import ContainerModel

@Suite("Ordinals")
struct OrdinalTests {
    private func check<Case: Ordinal & Equatable>(_ type: Case.Type) {
        let cases = Array(Case.allCases)
        #expect(cases.map(\.ordinal) == Array(cases.indices), "\(type)")
    }

    @Test("cases are numbered from 0 in the order of their declaration")
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
