import CTerminal
import Screen
import System
import TestSupport
import Testing

@Suite("Character widths")
struct WidthTests {
    /// Sets a UTF-8 locale, on which wcwidth depends.
    init() { setlocale(LC_CTYPE, "C.UTF-8") }

    @Test("every character has the width that the C library gives it")
    func everyScalar() {
        var differences: [String] = []
        for value in UInt32(1)..<0x11_0000 {
            guard let scalar = Unicode.Scalar(value) else { continue }
            let ours = CharacterWidth.of(scalar)
            // A newer library knows more characters; they are shown as stand-ins until the table is regenerated.
            if ours == .notShown { continue }
            if sgt_wcwidth(value) != Int32(ours.rawValue) { differences.append(String(value, radix: 16)) }
        }
        #expect(differences.isEmpty)
    }

    @Test("the table is what its generator makes of the C library")
    func generator() throws {
        let room = try #require(packageRoot(of: #filePath)) + "/Sources/Screen"
        let table = String(decoding: try readFile(room + "/WidthTable.swift"), as: UTF8.self)
        let made = try runCommand(Python.command + [room + "/WidthTable.py"])
        try #require(made.status == 0, "\(made.errors)")
        let words = made.text.split(separator: " ")
        let version = try #require(words.firstIndex(of: "glibc").map { words[$0 + 1] })
        // For another version, the test above compares the characters that both know.
        guard table.contains("glibc \(version) ") else { return }
        #expect(made.text == table)
    }

    @Test("every glyph takes one cell, and each has an ASCII form")
    func glyphs() {
        for glyph in Glyphs.unicode.all {
            #expect(sgt_wcwidth(glyph.value) == 1, "\(glyph)")
            #expect(CharacterWidth.of(glyph) == .narrow)
        }
        #expect(Glyphs.ascii.all.allSatisfy { $0.isASCII && $0.value > 0x20 })
        #expect(Glyphs.forLocale(isUTF8: false) == .ascii)
    }

    @Test("letters, marks, wide characters and controls are distinguished")
    func samples() {
        #expect(CharacterWidth.of("a") == .narrow)
        #expect(CharacterWidth.of("\u{301}") == .zero)
        #expect(CharacterWidth.of("語") == .wide)
        #expect(CharacterWidth.of("\u{1f600}") == .wide)
        #expect(CharacterWidth.of("\u{7f}") == .notShown)
        #expect(CharacterWidth.of("\u{80}") == .notShown)
        #expect(CharacterWidth.of("\u{10ffff}") == .notShown)
    }
}
