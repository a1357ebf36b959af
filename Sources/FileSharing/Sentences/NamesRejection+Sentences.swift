import ContainerModel
import Transactions

extension NamesRejection {
    /// The title of the question below.
    package static let title = "Nothing was renamed"

    /// A sentence that says that nothing was renamed, and why.
    package var sentence: String { "nothing was renamed: \(reason)" }

    /// The question whether to go on.
    package static let question = "Edit the names again?"
    /// The answer that opens the list again.
    package static let yes = "Yes, edit them again"
    /// The answer that releases the list.
    package static let no = "No, keep my names in a file"

    /// The reason if the user gave up the renaming itself.
    package static let abandoned = "the renaming was abandoned"
}

extension EditorEnding {
    /// The ending of a renaming without changed names.
    package static let unchangedNames = EditorEnding.unchanged(.rename)

    /// The ending in a line: "edit: nothing was changed"; nil if an operation or a question follows. Not sanitized.
    package var summary: String? {
        switch self {
        case .changed, .mistaken, .rejected: nil
        case .unchanged(.rename): "\(OperationKind.rename.title): no name was changed"
        case .unchanged(let kind): "\(kind.title): nothing was changed"
        case .inPlace(let item): "edited in place: \(String(decoding: item.name, as: UTF8.self))"
        case .failed(_, let error, _): error.message
        }
    }
}
