/// The symbols on the screen, each one cell wide.
package struct Glyphs: Hashable, Sendable {
    /// The badge of a missing right, and the separator between the items of a line.
    package let dot: Unicode.Scalar
    package let purgeable: Unicode.Scalar
    package let excluded: Unicode.Scalar
    package let shared: Unicode.Scalar
    package let protected: Unicode.Scalar
    package let changed: Unicode.Scalar
    package let folded: Unicode.Scalar
    package let unfolded: Unicode.Scalar
    package let selected: Unicode.Scalar
    package let vertical: Unicode.Scalar
    package let horizontal: Unicode.Scalar
    package let cornerTopLeft: Unicode.Scalar
    package let cornerTopRight: Unicode.Scalar
    package let cornerBottomLeft: Unicode.Scalar
    package let cornerBottomRight: Unicode.Scalar
    package let arrow: Unicode.Scalar
    package let ellipsis: Unicode.Scalar
    package let barFull: Unicode.Scalar
    package let barEmpty: Unicode.Scalar

    package static let unicode = Glyphs(
        dot: "·", purgeable: "⟳", excluded: "⊘", shared: "⇄", protected: "⚿", changed: "✎", folded: "▸",
        unfolded: "▾", selected: "●", vertical: "│", horizontal: "─", cornerTopLeft: "┌", cornerTopRight: "┐",
        cornerBottomLeft: "└", cornerBottomRight: "┘", arrow: "→", ellipsis: "…", barFull: "█", barEmpty: "░"
    )

    /// For locales that are not UTF-8.
    package static let ascii = Glyphs(
        dot: ".", purgeable: "%", excluded: "x", shared: "=", protected: "#", changed: "*", folded: "+",
        unfolded: "-", selected: ">", vertical: "|", horizontal: "-", cornerTopLeft: "+", cornerTopRight: "+",
        cornerBottomLeft: "+", cornerBottomRight: "+", arrow: ">", ellipsis: "~", barFull: "#", barEmpty: "."
    )

    /// Returns the glyphs for a locale.
    package static func forLocale(isUTF8: Bool) -> Glyphs { isUTF8 ? unicode : ascii }

    /// All glyphs, for checks.
    package var all: [Unicode.Scalar] {
        [
            dot, purgeable, excluded, shared, protected, changed, folded, unfolded, selected, vertical, horizontal,
            cornerTopLeft, cornerTopRight, cornerBottomLeft, cornerBottomRight, arrow, ellipsis, barFull, barEmpty,
        ]
    }
}
