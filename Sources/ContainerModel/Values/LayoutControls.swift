extension Unicode.Scalar {
    /// Whether the scalar, without being visible, breaks a line or changes the direction of the text around it: the line
    /// and paragraph separators, and the bidirectional controls (Unicode Standard Annex #9, section 2).
    package var controlsLayout: Bool {
        switch value {
        case 0x061c, 0x200e, 0x200f, 0x2028...0x202e, 0x2066...0x2069: true
        default: false
        }
    }
}
