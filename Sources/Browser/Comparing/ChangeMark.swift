import Comparison
import Screen

/// The mark of an item that differs, before its name.
struct ChangeMark: Hashable, Sendable {
    let scalar: Unicode.Scalar
    let role: Role
}

extension SideMarks.Mark {
    /// The mark before the name.
    var shown: ChangeMark {
        switch self {
        case .onlyHere: Difference.Change.added.mark
        case .changed: Difference.Change.changed.mark
        case .moved: Difference.Change.moved.mark
        }
    }
}

extension Difference.Change {
    /// The mark before the name.
    var mark: ChangeMark {
        switch self {
        case .added: ChangeMark(scalar: "+", role: .badgeRead)
        case .removed: ChangeMark(scalar: "-", role: .badgeDelete)
        case .changed: ChangeMark(scalar: "~", role: .flagChanged)
        case .moved: ChangeMark(scalar: ">", role: .flagChanged)
        }
    }
}
