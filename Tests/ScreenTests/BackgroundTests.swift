import Screen
import Testing

@Suite("Backgrounds")
struct BackgroundTests {
    @Test(
        "colours that look bright are light backgrounds, also where not all channels are high",
        arguments: [
            (0, 0, 0, Background.dark), (65_535, 65_535, 65_535, .light), (0x1e1e, 0x1e1e, 0x1e1e, .dark),
            (0xfdfd, 0xf6f6, 0xe3e3, .light), (0x0000, 0x2b2b, 0x3636, .dark), (0, 0, 65_535, .dark),
            (0, 65_535, 0, .light), (65_535, 0, 0, .dark), (32_767, 32_767, 32_767, .dark),
            (32_768, 32_768, 32_768, .light),
        ])
    func luma(red: Int, green: Int, blue: Int, expected: Background) {
        #expect(Background(red: red, green: green, blue: blue) == expected)
    }
}
