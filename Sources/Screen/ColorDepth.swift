/// The number of colours a terminal can show.
package enum ColorDepth: Int, Comparable, CaseIterable, Sendable {
    case none
    case eight
    case sixteen
    case palette
    /// 24-bit colours.
    case direct

    /// The number of colours.
    package var count: Int {
        switch self {
        case .none: 0
        case .eight: 8
        case .sixteen: 16
        case .palette: 256
        case .direct: 1 << 24
        }
    }

    /// Compares by the number of colours.
    package static func < (left: ColorDepth, right: ColorDepth) -> Bool { left.rawValue < right.rawValue }
}
