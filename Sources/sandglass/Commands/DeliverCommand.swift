import ArgumentParser
import ContainerModel
import ContainerStore
import Disk
import FileSharing
import Inspection
import Screen
import Transactions

struct DeliverCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "deliver",
        abstract: "Hand documents over to an app, as other apps do, and say what it is told.",
        discussion: """
            The app has to declare the type (CFBundleDocumentTypes). From Mail, AirDrop and other apps it gets a copy in \
            Documents/Inbox; from Files, iCloud Drive and pickers the original where it declares \
            LSSupportsOpeningDocumentsInPlace, and else a copy in tmp/<bundle id>-Inbox. Nothing is overwritten: a name \
            that is taken gets a number, file-1.txt. Printed is what application(_:open:options:) gets.

            --from takes \(DeliverySender.names.joined(separator: ", ")), or the bundle identifier of an app.

              sandglass deliver invoice.pdf --to App.xcappdata --from mail
              sandglass deliver plan.md --to App.xcappdata --from com.example.editor --json
            """
    )

    @Argument(help: "Documents of this computer.", completion: .file())
    var files: [String] = []

    @Option(name: .customLong("to"), help: "The app's data container, or a path in it.", completion: .file())
    var target: String

    @Option(help: "Who hands them over.")
    var from: DeliverySender

    @Flag(help: "Open the originals, or nothing: no copy will do.")
    var inPlace = false

    @Flag(name: [.customShort("n"), .long], help: "Only say what would be done.")
    var dryRun = false

    @Flag(help: "One JSON object per document.")
    var json = false

    @OptionGroup var operands: OperandOptions
    @OptionGroup(title: "What is known of the app") var app: AppInfoOptions

    func run() throws { try reportingFailures(asJSON: json, deliver) }

    private func deliver() throws {
        DescriptorLimit.raise()
        let (container, _) = try app.locate(target, isNamed: true)
        var named = Operands(app)
        let originals = try operands.items(files, of: "files", in: &named, inOrder: true) { named, path in
            // A sender hands over the document, not a link to it.
            try named.hostItem(HostPath(path)?.followingLinks()?.bytes ?? path)
        }.items
        named.add(container)
        let delivery = Delivery(
            of: originals, from: from, to: container, in: named.open, isInPlaceDemanded: inPlace)
        let faults = container.faults()
        for case let copy? in delivery.documents.map(\.copy) {
            guard let fault = faults.first(before: copy.path) else { continue }
            throw Failure(.data, "\(shownPath(copy.hostPath)): \(DisplayText(fault.message))")
        }
        var refused = 0
        for document in delivery.documents { refused += say(document) ? 0 : 1 }
        for (item, reason) in delivery.unavailable {
            writeError("sandglass: \(shownPath(item.hostPath)): \(DisplayText(reason))")
        }
        let run = SharingRun(conflicts: .ask, onError: .rollBack, isDryRun: dryRun, output: json ? .json : .summary)
        let done = try run.carryOut(delivery.request, named.open.table)
        guard done.outcome?.state ?? .done == .done else { return try end(done, delivery, .inputOutput) }
        for document in delivery.documents {
            guard let opened = document.opened else { continue }
            if json {
                try writeLine(try JSONReport.line(opened, faults: faults))
            } else {
                for line in opened.lines { try writeLine(DisplayText(line).description) }
            }
        }
        let missing: Failure.Status = delivery.isInboxOutOfReach ? .data : .noInput
        try end(done, delivery, refused > 0 ? .refused : delivery.unavailable.isEmpty ? nil : missing)
    }

    /// Ends the command. What failed has been told for each document; JSON has the first.
    private func end(_ done: SharingRun.Done, _ delivery: Delivery, _ status: Failure.Status?) throws {
        if json, let status = done.exitStatus(status) {
            var told = done.outcome?.failures.first.map { "\(shownPath($0.hostPath)): \(DisplayText($0.reason))" } ?? []
            for document in delivery.documents {
                guard case .refused(let refusal) = document.ruling else { continue }
                told.append(
                    "\(shownPath(document.original.hostPath)): refused: \(DisplayText(refusal.rule.quotation))")
            }
            told += delivery.unavailable.map { "\(shownPath($0.hostPath)): \(DisplayText($1))" }
            try writeLine(try JSONReport.line(.init(told.first ?? "not all of it could be done", status: status)))
        }
        try done.end(status)
    }

    /// Says what there is to say about a document; false for a refusal.
    private func say(_ document: Delivery.Document) -> Bool {
        let name = shownPath(document.original.hostPath)
        switch document.ruling {
        case .refused(let refusal):
            writeError("sandglass: \(name): refused: \(DisplayText(refusal.rule.quotation))")
            for entry in refusal.declared { writeError("sandglass:   declared: \(DisplayText(entry))") }
            if refusal.declared.isEmpty, refusal.rule.identifier.hasPrefix("delivery.type") {
                writeError("sandglass:   declared: no document types")
            }
            for way in refusal.instead { writeError("sandglass:   instead: \(DisplayText(way))") }
            return false
        case .openInPlace(let grounds), .copy(_, let grounds):
            for unknown in grounds.unknowns {
                writeError("sandglass: \(name): not known: \(DisplayText(unknown.sentence))")
            }
            return true
        }
    }
}

extension DeliverySender: ExpressibleByArgument {
    /// The senders that need no bundle identifier.
    public static var allValueStrings: [String] { names }

    /// A name, or an app's bundle identifier.
    public init?(argument: String) { self.init(named: argument) }
}
