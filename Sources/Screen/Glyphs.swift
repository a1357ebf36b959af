/// The symbols on the screen, each one cell wide.
package struct Glyphs: Hashable, Sendable {
    /// The badge of a missing right, and the separator between the items of a line.
    package let dot: Unicode.Scalar
    /// The flag of an item that the system may purge.
    package let purgeable: Unicode.Scalar
    /// The flag of an item that is excluded from backups.
    package let excluded: Unicode.Scalar
    /// The flag of an item in a directory that is excluded from backups.
    package let excludedAbove: Unicode.Scalar
    /// The flag of an item that is shared with the user.
    package let shared: Unicode.Scalar
    /// The flag of an item that is protected while the device is locked.
    package let protected: Unicode.Scalar
    /// The flag of an item that was changed recently.
    package let changed: Unicode.Scalar
    /// The flags for the seal status of an item of a bundle.
    package let sealIntact: Unicode.Scalar
    package let sealAltered: Unicode.Scalar
    package let sealAdded: Unicode.Scalar
    package let sealMissing: Unicode.Scalar
    package let sealUnsealed: Unicode.Scalar
    package let sealUnreadable: Unicode.Scalar
    /// The mark of a folded directory in the tree.
    package let folded: Unicode.Scalar
    /// The mark of an unfolded directory in the tree.
    package let unfolded: Unicode.Scalar
    /// The mark of a selected item.
    package let selected: Unicode.Scalar
    /// The mark of an item that was copied, to be pasted.
    package let copied: Unicode.Scalar
    /// The mark of an item that was cut, to be pasted elsewhere.
    package let cut: Unicode.Scalar
    /// A vertical line.
    package let vertical: Unicode.Scalar
    /// A horizontal line.
    package let horizontal: Unicode.Scalar
    package let cornerTopLeft: Unicode.Scalar
    package let cornerTopRight: Unicode.Scalar
    package let cornerBottomLeft: Unicode.Scalar
    package let cornerBottomRight: Unicode.Scalar
    /// The arrow of an order from small to large, and from A to Z.
    package let ascending: Unicode.Scalar
    /// The arrow of an order from large to small.
    package let descending: Unicode.Scalar
    /// The arrow before the target of a link or an alternative.
    package let arrow: Unicode.Scalar
    /// The mark of omitted text.
    package let ellipsis: Unicode.Scalar
    /// The filled part of a progress bar.
    package let barFull: Unicode.Scalar
    /// The empty part of a progress bar.
    package let barEmpty: Unicode.Scalar

    /// The marks for backed-up, purgeable, excluded and other contents, in bars.
    package let storage: [Unicode.Scalar]

    /// A cell that is filled from the left, by eighths from one to all eight, as far as the font has them.
    package let eighths: [Unicode.Scalar]

    /// The glyphs for UTF-8 locales.
    package static let unicode = Glyphs(
        dot: "·", purgeable: "⟳", excluded: "⊘", excludedAbove: "⊖", shared: "⇄", protected: "⚿", changed: "✎",
        sealIntact: "✓", sealAltered: "≠", sealAdded: "+", sealMissing: "-", sealUnsealed: "∘", sealUnreadable: "?",
        folded: "▸", unfolded: "▾", selected: "●", copied: "+", cut: "×", vertical: "│", horizontal: "─",
        cornerTopLeft: "┌",
        cornerTopRight: "┐",
        cornerBottomLeft: "└", cornerBottomRight: "┘", ascending: "↑", descending: "↓", arrow: "→", ellipsis: "…",
        barFull: "█", barEmpty: "░", storage: ["█", "▓", "▒", "░"],
        eighths: ["▏", "▎", "▍", "▌", "▋", "▊", "▉", "█"]
    )

    /// For the Linux console, whose fonts have the characters of code page 437 and few others.
    package static let console = Glyphs(
        dot: "·", purgeable: "%", excluded: "x", excludedAbove: "^", shared: "=", protected: "#", changed: "*",
        sealIntact: "v", sealAltered: "!", sealAdded: "+", sealMissing: "-", sealUnsealed: "o", sealUnreadable: "?",
        folded: "+", unfolded: "-", selected: ">", copied: "+", cut: "x", vertical: "│", horizontal: "─",
        cornerTopLeft: "┌",
        cornerTopRight: "┐",
        cornerBottomLeft: "└", cornerBottomRight: "┘", ascending: "↑", descending: "↓", arrow: "→", ellipsis: "~",
        barFull: "█", barEmpty: "░", storage: ["█", "▓", "▒", "░"],
        // Code page 437 has halves.
        eighths: ["▌", "▌", "▌", "▌", "█", "█", "█", "█"]
    )

    /// For locales that are not UTF-8.
    package static let ascii = Glyphs(
        dot: ".", purgeable: "%", excluded: "x", excludedAbove: "^", shared: "=", protected: "#", changed: "*",
        sealIntact: "v", sealAltered: "!", sealAdded: "+", sealMissing: "-", sealUnsealed: "o", sealUnreadable: "?",
        folded: "+", unfolded: "-", selected: ">", copied: "+", cut: "x", vertical: "|", horizontal: "-",
        cornerTopLeft: "+",
        cornerTopRight: "+",
        cornerBottomLeft: "+", cornerBottomRight: "+", ascending: "^", descending: "v", arrow: ">", ellipsis: "~",
        barFull: "#", barEmpty: ".", storage: ["#", "%", "x", "."],
        eighths: Array(repeating: "#", count: 8)
    )

    /// Returns the glyphs for a locale.
    /// - Parameter hasSymbols: Whether the terminal's font is likely to have them all.
    package static func forLocale(isUTF8: Bool, hasSymbols: Bool = true) -> Glyphs {
        isUTF8 ? (hasSymbols ? unicode : console) : ascii
    }

    /// Returns whether a terminal is likely to have all symbols in its font: any but the Linux console.
    /// - Parameter terminal: Its name, from `TERM`.
    package static func hasSymbols(on terminal: String) -> Bool {
        terminal != "linux" && !terminal.hasPrefix("linux-")
    }

    /// All glyphs, for checks.
    package var all: [Unicode.Scalar] {
        [
            dot, purgeable, excluded, excludedAbove, shared, protected, changed, folded, unfolded, selected, copied,
            cut,
            vertical, horizontal, cornerTopLeft, cornerTopRight, cornerBottomLeft, cornerBottomRight, ascending,
            descending, arrow, ellipsis,
            barFull, barEmpty,
        ] + storage + eighths
    }
}
