import ContainerModel
import Documents
import FileTree
import Formats
import Jobs
import System
import Transactions

/// Changing values inside a file: its copy is changed and takes its place, as if it had been edited.
extension OperationPipeline {
    func planSetting(
        _ operation: FileOperation,
        _ edits: ValueEdits,
        of item: ItemAddress,
        _ requester: Requester,
        _ progress: ProgressMeter,
        _ cancellation: Cancellation
    ) throws(OperationError) -> Preparation {
        let decision = decisionOnEditing(item, for: requester)
        guard decision.refusals.isEmpty, decision.unavailable.isEmpty else {
            return Preparation(operation, decision, .nothing)
        }
        var preparation = Preparation(operation, decision, .nothing)
        let changes: [ValueEditor.Change]
        var remarks: [String] = []
        do throws(OperationError) {
            if isDatabase(item) {
                if decision.editDestination != nil { throw Self.databaseInInbox(item) }
                try requireUnused(item)
                let cells = try cells(of: item, at: item, by: edits, cancellation)
                (changes, remarks) = (cells.values, cells.remarks)
            } else {
                let result = try changed(item, at: item, by: edits)
                (changes, remarks) = (result.changes, result.remarks)
            }
        } catch {
            preparation.hindrance = error
            return preparation
        }
        let save = try planSave(of: item, as: .setValue, by: decision, progress, cancellation)
        preparation.hindrance = save.hindrance
        preparation.work = .setValues(
            Setting(
                item: item, edits: edits, destination: decision.editDestination, plan: save.move, changes: changes,
                remarks: remarks))
        if decision.breaksSeal || decision.items.contains(where: { !$0.doubts.isEmpty }) {
            preparation.questions = [.confirmation(Confirmation([.notice]))]
        }
        return preparation
    }

    /// Returns the contents of a file after changes.
    /// - Parameters:
    ///   - copy: The file to read.
    ///   - item: The file that errors are about.
    private func changed(
        _ copy: ItemAddress, at item: ItemAddress, by edits: ValueEdits
    ) throws(OperationError) -> ValueEditor.Result {
        let bytes: [UInt8]
        do throws(FileTreeError) {
            bytes = try FileContents.read(
                copy.path, in: try open.table.tree(of: copy.root), limit: PropertyListLimits.standard.bytes)
        } catch {
            guard error.errno != EFBIG else {
                let size = ByteCount.short(UInt64(PropertyListLimits.standard.bytes))
                throw OperationError(.data, at: item.hostPath, "more than \(size): values in it are not changed")
            }
            throw OperationError(error, at: item)
        }
        do throws(ValueEditError) {
            return try ValueEditor.apply(edits.edits, to: bytes, named: String(decoding: item.name, as: UTF8.self))
        } catch {
            throw OperationError(error, in: item)
        }
    }

    /// Changes the values in a copy of the file as it is now, and puts the copy in its place.
    func set(
        _ setting: Setting,
        _ preparation: Preparation,
        _ progress: ProgressMeter,
        _ cancellation: Cancellation
    ) throws(OperationError) -> OperationEnding {
        let session = try startSession(
            setting.item, savingTo: setting.destination, holdsUsersWork: false, progress, cancellation)
        let changes: [ValueEditor.Change]
        if isDatabase(setting.item) {
            changes = try changeCells(of: session, setting, cancellation)
        } else {
            let result = try changed(session.copy, at: setting.item, by: setting.edits)
            changes = result.changes
            do throws(EditingSession.Failure) {
                try DecodedCopy.fill(session.copy, in: session.directory, with: result.bytes, open.table)
            } catch {
                throw OperationError(error, at: setting.item)
            }
        }
        if let phrase = Setting.phrase(changes, of: setting.item) { session.note(phrase) }
        return try save(editing.add(session), preparation, progress, cancellation)
    }
}
