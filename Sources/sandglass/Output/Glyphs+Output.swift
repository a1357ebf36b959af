import Screen
import System

extension Glyphs {
    /// The symbols in printed text: those that the locale has and, where the text is printed on a terminal, its font.
    static let ofOutput: Glyphs = {
        let terminal = isatty(STDOUT_FILENO) == 1 ? getenv("TERM").map { String(cString: $0) } ?? "" : ""
        return .forLocale(isUTF8: Platform.isLocaleUTF8, hasSymbols: hasSymbols(on: terminal))
    }()
}
