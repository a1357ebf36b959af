/// The two colors between which the texels of a partition lie.
///
/// Source: Khronos Data Format Specification 1.3, section 23.14 (ASTC), "LDR Endpoint Decoding".
struct ASTCEndpoints {
    typealias Color = SIMD4<Int32>

    /// The color at weight 0; components from 0 to 255.
    var first: Color
    /// The color at weight 64.
    var second: Color

    /// - Parameters:
    ///   - mode: The color endpoint mode, 0 to 15.
    ///   - v: The values, 2 to 8 according to the mode, from `start`.
    /// - Returns: nil for the modes of high dynamic range.
    init?(mode: Int, _ values: InlineArray<18, Int32>, from start: Int) {
        func v(_ index: Int) -> Int32 { values[start + index] }
        switch mode {
        case 0:
            first = Self.gray(v(0), 255)
            second = Self.gray(v(1), 255)
        case 1:
            let low = v(0) >> 2 | v(1) & 0xc0
            first = Self.gray(low, 255)
            second = Self.gray(min(low + v(1) & 0x3f, 255), 255)
        case 4:
            first = Self.gray(v(0), v(2))
            second = Self.gray(v(1), v(3))
        case 5:
            let (gray, grayOffset) = Self.offset(v(0), v(1))
            let (alpha, alphaOffset) = Self.offset(v(2), v(3))
            first = Self.gray(gray, alpha)
            second = Self.clamped(Self.gray(gray + grayOffset, alpha + alphaOffset))
        case 6, 10:
            let scale = v(3)
            let alpha = mode == 6 ? (255, 255) : (v(4), v(5))
            second = Color(v(0), v(1), v(2), alpha.1)
            first = Color((v(0) * scale) >> 8, (v(1) * scale) >> 8, (v(2) * scale) >> 8, alpha.0)
        case 8, 12:
            let alpha = mode == 8 ? (255, 255) : (v(6), v(7))
            first = Color(v(0), v(2), v(4), alpha.0)
            second = Color(v(1), v(3), v(5), alpha.1)
            if v(1) + v(3) + v(5) < v(0) + v(2) + v(4) { swapContracted() }
        case 9, 13:
            let (red, redOffset) = Self.offset(v(0), v(1))
            let (green, greenOffset) = Self.offset(v(2), v(3))
            let (blue, blueOffset) = Self.offset(v(4), v(5))
            let (alpha, alphaOffset) = mode == 9 ? (255, 0) : Self.offset(v(6), v(7))
            first = Color(red, green, blue, alpha)
            second = Color(red + redOffset, green + greenOffset, blue + blueOffset, alpha + alphaOffset)
            if redOffset + greenOffset + blueOffset < 0 { swapContracted() }
            first = Self.clamped(first)
            second = Self.clamped(second)
        default: return nil
        }
    }

    /// The color of a partition that cannot be decoded.
    static let invalid = ASTCEndpoints(both: Color(255, 0, 255, 255))

    private init(both color: Color) { (first, second) = (color, color) }

    private static func gray(_ value: Int32, _ alpha: Int32) -> Color { Color(value, value, value, alpha) }

    private static func clamped(_ color: Color) -> Color {
        color.clamped(lowerBound: Color(repeating: 0), upperBound: Color(repeating: 255))
    }

    /// Moves the highest bit of an offset to its base; the rest is a signed number.
    private static func offset(_ base: Int32, _ offset: Int32) -> (Int32, Int32) {
        let signed = offset >> 1 & 0x3f
        return (base >> 1 | offset & 0x80, signed & 0x20 == 0 ? signed : signed - 0x40)
    }

    /// Exchanges the colors, which were stored with red and green moved away from blue.
    private mutating func swapContracted() {
        (first, second) = (Self.contracted(second), Self.contracted(first))
    }

    private static func contracted(_ color: Color) -> Color {
        Color((color.x + color.z) >> 1, (color.y + color.z) >> 1, color.z, color.w)
    }
}
