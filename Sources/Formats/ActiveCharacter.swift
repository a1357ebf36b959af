extension Unicode.Scalar {
    /// Whether the scalar acts on a terminal or an editor instead of being seen: C0 controls, DEL, C1 controls, line and
    /// paragraph separators, and controls of writing direction (Unicode Standard Annex #9, section 2). Formats that can
    /// escape characters escape these.
    package var isActive: Bool {
        switch value {
        case 0x20..<0x7f: false
        case 0..<0xa0, 0x2028, 0x2029: true
        case 0xa0..<0x61c: false
        default: properties.isBidiControl
        }
    }
}
