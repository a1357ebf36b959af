import Screen
import Testing

@testable import Configuration

@Suite("LS_COLORS")
struct ListColorsTests {
    @Test("the kinds of files get the colours that ls gives them")
    func kinds() {
        let styles = ListColors.styles(
            of: "rs=0:di=01;34:ln=01;36:or=40;31;01:pi=33:ex=38;5;40:*.tar=01;31:*.jpg=38;2;255;0;128:*.mp4=95;4:fi=0")
        #expect(
            styles == [
                .directory: Style(foreground: .palette(4), attributes: .bold),
                .link: Style(foreground: .palette(6), attributes: .bold),
                .brokenLink: Style(foreground: .palette(1), background: .palette(0), attributes: .bold),
                .special: Style(foreground: .palette(3)), .executable: Style(foreground: .palette(40)),
                .archive: Style(foreground: .palette(1), attributes: .bold),
                .picture: Style(foreground: .rgb(255, 0, 128)),
                .media: Style(foreground: .palette(13), attributes: .underline), .file: .plain,
            ])
    }

    @Test(
        "what means nothing is left out",
        arguments: [
            "", "di", "di=", "=1", "di=x", "di=38", "di=38;5", "di=38;5;256", "di=38;2;1;2", "di=-1", "zz=1", "::::",
        ])
    func nothing(value: String) {
        #expect(ListColors.styles(of: value)[.directory] ?? .plain == .plain)
        #expect(ListColors.styles(of: value + ":ln=36")[.link] == Style(foreground: .palette(6)))
    }

    @Test("a theme keeps the other styles")
    func theme() {
        let theme = Theme(name: "t", styles: [.key: Style(attributes: .bold), .directory: Style(attributes: .dim)])
        let changed = theme.adopting([.directory: Style(foreground: .palette(4))])
        #expect(changed[.directory] == Style(foreground: .palette(4)) && changed[.key] == theme[.key])
        #expect(changed.name == theme.name && theme.adopting([:]) == theme)
    }
}
