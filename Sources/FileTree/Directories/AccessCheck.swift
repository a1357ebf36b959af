import ContainerModel
package import System

/// The kinds of access that a triplet of permission bits grants.
package struct AccessKinds: OptionSet, Sendable {
    package let rawValue: UInt16

    package init(rawValue: UInt16) { self.rawValue = rawValue }

    /// Creates a set of the members of a literal. The standard library's is generic, and is not specialized for a type of another
    /// module: it takes a microsecond.
    package init(arrayLiteral kinds: AccessKinds...) { rawValue = kinds.reduce(0) { $0 | $1.rawValue } }

    /// Opening files in a directory and looking up its entries; executing a file.
    package static let search = AccessKinds(rawValue: 1)
    /// Changing a file; adding, renaming and removing the entries of a directory.
    package static let write = AccessKinds(rawValue: 2)
    /// Reading a file; listing a directory.
    package static let read = AccessKinds(rawValue: 4)
}

/// Decides about access to items for another user than this process's.
///
/// Root may read everything. Where it acts on behalf of an app, this stands in for the check that the kernel would make
/// for the app's user. It is asked about items that are already open, so that no item can be exchanged in between.
package struct AccessCheck: Sendable {
    /// Returns whether an item with a status may be accessed. The closure returns the value of the item's attribute with
    /// its access control list, if it has one.
    package typealias Decision = @Sendable (AccessKinds, ItemStatus, () -> [UInt8]?) -> Bool

    private let decide: Decision

    /// Creates a check.
    package init(_ decide: @escaping Decision) { self.decide = decide }

    /// Returns whether an entry of an open directory may be accessed; an empty name means the directory itself.
    package func allows(
        _ kinds: AccessKinds,
        on name: ArraySlice<UInt8>,
        _ status: ItemStatus,
        in directory: TreeDirectory
    ) -> Bool {
        decide(kinds, status) { directory.attribute(Array(AccessListAttribute.own.utf8), of: name) }
    }

    /// Returns whether an open file may be read, or an open directory listed and its entries looked up.
    package func allowsReading(_ descriptor: Int32, _ status: sandglass_stat) -> Bool {
        let status = ItemStatus(status)
        return decide(status.kind == .directory ? [.read, .search] : .read, status) {
            ExtendedAttributes.value(of: AccessListAttribute.own.utf8, onOpen: descriptor)
        }
    }
}
