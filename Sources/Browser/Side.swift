package import ContainerModel

/// One of the two places that files go between.
package enum Side: Hashable, Sendable, CaseIterable {
    case container
    /// This computer, from its root on.
    case computer

    /// The other one.
    package var other: Side { self == .container ? .computer : .container }
}

extension Root {
    /// Which of the two places it is.
    package var side: Side { isContainer ? .container : .computer }
}

extension ItemAddress {
    /// Which of the two places it is in.
    package var side: Side { root.side }

    /// The path as people know it: of this computer it begins with a slash.
    package var shown: [UInt8] { root.isContainer ? path.bytes : hostPath }
}
