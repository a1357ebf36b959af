package import ContainerModel
import Transactions

/// Renaming several items through a list that the user edits until it can be used.
extension OperationPipeline {
    /// Opens the names of items in the editor, which must have the terminal to itself.
    package func editNames(of items: [ItemAddress]) -> EditorEnding {
        do throws(EditorError) {
            let names = try NamesEditing(items)
            return edit(NamesList(ticket: editing.add(names), items: items), names)
        } catch {
            return .failed(.rename, OperationError(error), [])
        }
    }

    /// Opens a list again as the user left it, with its problem at the top.
    package func editNames(again rejection: NamesRejection) -> EditorEnding {
        guard let names = editing.names(of: rejection.list.ticket) else {
            return .failed(.rename, OperationError(.noInput, "the list of names is gone"), [])
        }
        do throws(EditorError) {
            try names.explain(rejection)
            return edit(rejection.list, names)
        } catch {
            return .failed(.rename, OperationError(error), giveUp(rejection.list.ticket))
        }
    }

    private func edit(_ list: NamesList, _ names: NamesEditing) -> EditorEnding {
        do throws(EditorError) {
            try names.edit(by: editor)
        } catch {
            return .failed(.rename, OperationError(error), giveUp(list.ticket))
        }
        do throws(NamesEditing.Problem) {
            guard let operation = FileOperation.renaming(list.items, to: try names.result(), from: list) else {
                editing.remove(list.ticket)
                return .unchangedNames
            }
            return .changed(operation)
        } catch {
            return .rejected(NamesRejection(list, error))
        }
    }

    /// Whether a list was neither applied nor released yet.
    package func isPending(_ list: NamesList) -> Bool { editing.names(of: list.ticket) != nil }
}
