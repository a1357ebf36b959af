package import ContainerModel
package import Transactions

/// How the editing of a file or a list of names ended.
package enum EditorEnding: Sendable {
    /// The operation that applies the changes, to be planned and run like any other.
    case changed(FileOperation)
    /// Nothing was changed, and what was edited is released.
    case unchanged(OperationKind)
    /// A file of this computer was open in the editor itself, which may have changed it.
    case inPlace(ItemAddress)
    /// An edited text cannot be used as it is. It stays until it is edited again or released.
    case mistaken(EditingMistake)
    /// A list of names cannot be used as it is. It stays until it is edited again or released.
    case rejected(NamesRejection)
    /// The editor failed, and what was edited is released. The notices say where the user's work is kept.
    case failed(OperationKind, OperationError, [Notice])
}
