package import ContainerModel

/// A list of names that the user edits, one line per item. The pipeline knows its file and its contents.
package struct NamesList: Hashable, Sendable {
    /// Distinguishes the list from others, and releases it.
    package let ticket: EditingTicket
    /// The items whose names are edited, in the order of the lines.
    package let items: [ItemAddress]
}

/// Why edited names were not applied. The list can be edited again or released.
package struct NamesRejection: Hashable, Sendable {
    /// The list.
    package let list: NamesList
    /// What is wrong, as a sentence that is not sanitized.
    package let reason: String
    /// What kind of failure it is.
    package let code: OperationError.Code
    /// The wrong line of the list as it is now; nil if the list itself is valid.
    let mistake: BulkRename.Mistake?

    /// Creates the rejection of a list that is valid but could not be applied.
    package init(_ list: NamesList, _ reason: String, code: OperationError.Code = .cannotCreate) {
        self.list = list
        self.reason = reason
        self.code = code
        mistake = nil
    }

    init(_ list: NamesList, _ problem: NamesEditing.Problem) {
        self.list = list
        switch problem {
        case .mistake(let mistake): (reason, code, self.mistake) = (mistake.description, .data, mistake)
        case .unreadable(let error): (reason, code, mistake) = (error.message, OperationError(error).code, nil)
        }
    }
}
