import Screen
import Testing

@testable import Browser

@Suite("Hints of all frames")
struct HintTests {
    @Test("the hints of the usual keys name the keys that the table of actions has")
    func usual() {
        #expect(AllFrameHints.usual == AllFrameHints(KeyInput()))
        #expect(KeyInput().allFrameHints == .usual)
    }

    @Test("a user's keys take the place of the usual ones")
    func own() {
        var keys = KeyInput()
        keys.keymap = Keymap(["help": ["F1"], "quit": []])
        #expect(keys.allFrameHints.first.map { $0?.keys.map(\.text) } == [["F1"], [":"], nil])
    }
}
