import ArgumentParser
import ContainerModel
import ContainerStore
import Disk
import FileSharing
import Screen
import Transactions

struct EditCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "edit",
        abstract: "Change a file of a container in $EDITOR.",
        discussion: """
            The editor gets a copy; what was saved replaces the file at once when the editor is closed, and the old \
            contents go to the trash: `sandglass undo` brings them back. A file in Inbox is moved out to Documents with \
            the first save; where nothing is saved, or what it had before, it stays. Attributes are kept. While the editor has it, the file is locked (flock); where somebody has changed it \
            meanwhile, that is said and both are kept.
            """
    )

    @Argument(help: "A file of a container.", completion: .file())
    var path: String

    @OptionGroup var options: SharingOptions

    func run() throws { try reportingFailures(asJSON: options.json, edit) }

    private func edit() throws {
        DescriptorLimit.raise()
        var named = Operands(options.app)
        let item = try named.item(argumentBytes(path))
        let ruling = options.rules(of: named).ruling(on: .edit(item))
        let run = options.run
        guard ruling.refusals.isEmpty, ruling.unavailable.isEmpty, !options.dryRun else {
            return try run.carryOut(ruling, by: options.rules(of: named), containers: named.containers)
        }
        run.say(ruling)
        try edit(item, by: ruling, in: named, run)
    }

    private func edit(_ item: ItemAddress, by ruling: SharingRuling, in named: Operands, _ run: SharingRun)
        throws
    {
        let session: EditingSession
        let folder = try TemporaryFolder()
        do throws(EditingSession.Failure) {
            session = try EditingSession(
                item, in: named.open, savingTo: ruling.destinationOfEdit, copyingTo: folder)
        } catch {
            let name = shownPath(item.hostPath)
            throw Failure(error.code == .locked ? .temporary : .inputOutput, "\(name): \(DisplayText(error.message))")
        }
        var isInPlace = false
        // However this ends: what somebody wrote is not lost. The session, and with it the lock, lasts until then.
        defer {
            if !isInPlace, session.hasTraces, let kept = session.keepCopy() {
                writeError("sandglass: \(DisplayText(kept))")
            }
        }
        try Editor.open(session.copy.hostPath)
        Interruption.watch()
        let outside = session.outsideChange
        let request: ChangeRequest?
        do throws(EditingSession.Failure) {
            request = try session.request(as: options.actor.rawValue, after: outside)
        } catch {
            let name = shownPath(item.hostPath)
            throw Failure(error.code == .notAFile ? .data : .inputOutput, "\(name): \(DisplayText(error.message))")
        }
        guard let request else {
            isInPlace = !session.hasMoreThanCopy
            writeError("sandglass: nothing was changed")
            return try run.end(SharingRun.Done(), of: ruling, containers: named.containers, nil)
        }
        if let outside {
            writeError("sandglass: \(shownPath(item.hostPath)) \(DisplayText(session.told(of: outside)))")
        }
        let done = try run.carryOut(request, named.open.table)
        isInPlace = done.outcome?.state == .done
        if let told = done.outcome.flatMap(session.told) { writeError("sandglass: \(DisplayText(told))") }
        try run.end(done, of: ruling, containers: named.containers, outside == .changed ? .cannotCreate : nil)
    }
}
