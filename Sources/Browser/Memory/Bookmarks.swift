import ContainerModel

/// The places and items that the user has marked in the open container.
struct Bookmarks: Sendable {
    var marks: [Unicode.Scalar: ContainerPath] = [:]
    /// The colours of tagged items.
    var tags: [ContainerPath: TagColor] = [:]
}
