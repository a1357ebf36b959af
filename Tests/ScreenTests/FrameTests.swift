import Screen
import TestSupport
import Testing

@Suite("Frames")
struct FrameTests {
    private func frame(_ columns: Int, _ rows: Int = 1) -> Frame { Frame(size: Size(columns: columns, rows: rows)) }

    @Test("text is cut at the edge of the frame and at the limit")
    func cut() {
        var frame = frame(5)
        #expect(frame.write("abcdefg", column: 1, row: 0, style: .plain) == 4)
        #expect(frame.text == " abcd")
        #expect(frame.write("xyz", column: 0, row: 0, columns: 2, style: .plain) == 2)
        #expect(frame.text == "xybcd")
    }

    @Test("text outside the frame is not written")
    func outside() {
        var frame = frame(3, 2)
        for (column, row) in [(-1, 0), (3, 0), (0, -1), (0, 2)] {
            #expect(frame.write("abc", column: column, row: row, style: .plain) == 0)
        }
        #expect(frame.write("abc", column: 0, row: 0, columns: 0, style: .plain) == 0)
        #expect(frame.text == "\n")
    }

    @Test("a wide character takes two cells, and is left out if there is only one")
    func wide() {
        var frame = frame(5)
        #expect(frame.write("日本語", column: 0, row: 0, style: .plain) == 4)
        #expect(frame.text == "日本")
        #expect(frame[Position(column: 0, row: 0)].isWide)
        #expect(frame[Position(column: 1, row: 0)].isContinuation)
    }

    @Test("the remaining half of an overwritten wide character becomes a blank")
    func halves() {
        var left = frame(6)
        left.write("日本語", column: 0, row: 0, style: .plain)
        left.write("x", column: 2, row: 0, style: .plain)
        #expect(left.text == "日x 語")
        var right = frame(6)
        right.write("日本語", column: 0, row: 0, style: .plain)
        right.write("x", column: 3, row: 0, style: .plain)
        #expect(right.text == "日 x語")
        var both = frame(6)
        both.write("日本語", column: 0, row: 0, style: .plain)
        both.write("語", column: 1, row: 0, style: .plain)
        #expect(both.text == " 語 語")
    }

    @Test("filling an area leaves no half of a wide character beside it")
    func fillHalves() {
        var frame = frame(6, 2)
        frame.write("日本語", column: 0, row: 0, style: .plain)
        frame.fill(Rectangle(column: 1, row: 0, columns: 2, rows: 1), style: .plain)
        #expect(frame.text == "    語\n")
        #expect(frame.cells.filter(\.isContinuation).count == 1)
    }

    @Test("combining marks stay with their base character")
    func marks() {
        var frame = frame(4)
        #expect(frame.write("e\u{301}\u{302}x", column: 0, row: 0, style: .plain) == 2)
        let cell = frame[Position(column: 0, row: 0)]
        #expect(cell.base == "e" && cell.firstMark == "\u{301}" && cell.secondMark == "\u{302}")
    }

    @Test("no write of any text at any place leaves half of a wide character")
    func halvesNever() {
        var generator = SeededGenerator(seed: 3)
        let texts = ["日", "本語", "a", "xyz", "e\u{301}", "a日b", "👍"]
        var frame = frame(9)
        for _ in 0..<5000 {
            if Bool.random(using: &generator) {
                frame.write(
                    texts.randomElement(using: &generator)!,
                    column: Int.random(in: 0..<9, using: &generator),
                    row: 0,
                    columns: Int.random(in: 0..<5, using: &generator),
                    style: .plain
                )
            } else {
                let column = Int.random(in: -1..<10, using: &generator)
                frame.fill(Rectangle(column: column, row: 0, columns: 2, rows: 1), style: .plain)
            }
            for column in 0..<9 {
                let next = column + 1 < 9 && frame[Position(column: column + 1, row: 0)].isContinuation
                #expect(frame[Position(column: column, row: 0)].isWide == next)
            }
            #expect(!frame[Position(column: 0, row: 0)].isContinuation)
        }
    }
}
