import ContainerModel
import ContainerStore
import Screen

/// The title of one of an app's containers in the tree of places: its role, with its name where an app may have several
/// of that role. An app has one container for its data.
struct ContainerNodeTitle: Sendable {
    private let role: ContainerRole
    /// The name as bytes; not sanitized.
    private let name: [UInt8]

    /// Creates the title of another container of the app.
    init(_ other: ContainerCandidate) {
        role = other.membership?.role ?? .data
        name = Array(other.title.utf8)
    }

    /// Creates the title of the open container; nil if its role is not known.
    init?(_ container: ContainerDescription) {
        guard let membership = container.membership else { return nil }
        role = membership.role
        name = role == .bundle ? Array(container.hostPath.name) : Array((container.app.identifier ?? "").utf8)
    }

    /// Returns the title as displayed.
    /// - Parameters:
    ///   - dot: The character between role and name.
    ///   - display: Sanitizes the name.
    func text(dot: Character, display: ([UInt8]) -> DisplayText) -> DisplayText {
        guard role != .data, !name.isEmpty else { return DisplayText(role.title) }
        return DisplayText("\(role.title) \(dot) ") + display(name)
    }

    /// The columns of the title.
    var columns: Int { text(dot: "·") { DisplayText(bytes: $0) }.width }

    /// The title of a container that is alone in its tree.
    static let alone = DisplayText("Container")
}
