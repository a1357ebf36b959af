package import ContainerModel

/// One of the two sides that files are copied between.
package enum Side: Hashable, Sendable, CaseIterable {
    case container
    /// This computer, beginning at its root directory, or another container that takes its place.
    case computer

    /// The opposite side.
    package var other: Side { self == .container ? .computer : .container }
}

extension ItemAddress {
    /// The path as shown to the user: on this computer it begins with a slash.
    package var shown: [UInt8] { root.isContainer ? path.bytes : hostPath }
}
