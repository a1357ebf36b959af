package import ContainerModel

/// A change to what is remembered of the open container.
package enum MemoryChange: Hashable, Sendable {
    /// The container was opened.
    case opened
    /// A directory was marked with a letter.
    case mark(Unicode.Scalar, ContainerPath)
    /// Items were given a colour, or it was taken away.
    case tag([ContainerPath], TagColor?)
}
