import Screen
import Testing

@Suite("Frames")
struct FrameTests {
    @Test("text is cut at the edge and at the limit")
    func cut() {
        var frame = Frame(size: Size(columns: 5, rows: 1))
        #expect(frame.write("abcdefg", column: 1, row: 0, style: .plain) == 4)
        #expect(frame.text == " abcd")
        #expect(frame.write("xyz", column: 0, row: 0, columns: 2, style: .plain) == 2)
        #expect(frame.text == "xybcd")
    }
}
