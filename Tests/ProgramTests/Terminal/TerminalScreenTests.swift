import Screen
import TestSupport
import Testing

@Suite("The terminal in memory", .onManyThreads)
struct TerminalScreenTests {
    @Test("the screen is the same however the output is split")
    func pieces() throws {
        let title = "a\u{1b}[22;0t\u{1b}]0;sandglass\u{7}\u{1b}[1;31m\u{18}\u{1b}\\旅"
        let bytes = Array("\(title)\u{1b}]0;second\u{1b}\\e\u{301}".utf8)
        for first in 0...bytes.count {
            for second in first...bytes.count {
                let screen = try #require(TerminalScreen(size: Size(columns: 20, rows: 3)))
                screen.feed(bytes[..<first])
                screen.feed(bytes[first..<second])
                screen.feed(bytes[second...])
                #expect(screen.title == "second" && screen.iconName == "second", "\(first) \(second)")
                #expect(screen.text.hasPrefix("a旅e\u{301}"), "\(first) \(second): \(screen.text)")
            }
        }
    }
}
