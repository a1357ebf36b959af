import ContainerModel
import Inspection
import Testing

@testable import Browser

@Suite("Counting changed directories again")
struct RecountingTests {
    @Test("what is on screen is read again when its watch begins, and counted again only if it has changed")
    func watchBegun() {
        for (isChange, event) in [(false, DirectoryEvent.watchBegun), (true, DirectoryEvent.changed)] {
            var state = Scene.opened(.odd, at: .root).state
            let effects = state.update(.directory(event([state.containerItem(.root)])))
            #expect(effects.contains { if case .readDirectory = $0 { true } else { false } })
            #expect(effects.contains { $0.asks(CountQuery.self) != nil } == isChange)
        }
    }
}
