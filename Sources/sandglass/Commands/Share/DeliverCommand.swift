import ArgumentParser
import ContainerStore
import FileSharing
import Inspection
import Reports

struct DeliverCommand: Command {
    static let configuration = CommandConfiguration(
        commandName: "deliver",
        abstract: "Deliver documents to an app as other apps do.",
        discussion: """
            The app must declare the type in CFBundleDocumentTypes. From Mail, AirDrop and other apps it receives a \
            copy in Documents/Inbox. From Files, iCloud Drive and document pickers it receives the original if it \
            declares LSSupportsOpeningDocumentsInPlace, and otherwise a copy in tmp/<bundle id>-Inbox. Nothing is \
            overwritten: if a name is taken, the copy gets a number, as in file-1.txt. The arguments of \
            application(_:open:options:) are printed.

            Senders are \(DeliverySender.names.joined(separator: ", ")), or the bundle identifier of an app.

              sandglass deliver invoice.pdf --to App.xcappdata --from mail
              sandglass deliver plan.md --to App.xcappdata --from com.example.editor --json
            """
    )

    @Argument(help: "Documents on this computer.", completion: .file())
    var files: [String] = []

    @Option(
        name: .customLong("to"), help: "The app's data container, or a path inside it.", completion: Completions.items)
    var target: String

    @Option(
        help: "The sender: one of these, or the bundle identifier of an app, such as com.example.editor.",
        completion: .list(DeliverySender.names))
    var from: DeliverySender

    @Flag(help: "Open the originals in place; never deliver a copy.")
    var inPlace = false

    @Flag(name: [.customShort("n"), .long], help: "Only print what would be done.")
    var dryRun = false

    @Flag(help: "Print one JSON object per document.")
    var json = false

    @OptionGroup var operands: OperandOptions
    @OptionGroup var readOnly: ReadOnlyOptions
    @OptionGroup(title: "The container and its app") var app: AppInfoOptions

    func validate() throws { try operands.check(files, of: "files") }

    func perform() throws {
        let path = argumentBytes(target)
        try refuseArchive(at: path)
        let (container, _) = try app.locate(path, isNamed: true)
        var named = Operands(app)
        let originals = try operands.items(files, in: &named, inOrder: true) { named, path in
            // The document itself is delivered, not a link to it.
            try named.hostItem(try ContainerStore.pathWithoutLeaving(path)?.bytes ?? path)
        }.items
        named.add(container)
        var run = OperationRun(pipeline: readOnly.pipeline(named.open), containers: [container])
        run.isDryRun = dryRun
        run.output = json ? .json : .summary
        let result = try run.runReporting(
            .deliver(originals, to: container.root, from: from, inPlaceOnly: inPlace))
        guard let delivery = result.preparation.delivery else { return }
        if result.completion?.state ?? .done == .done { try print(delivery, faults: container.faults()) }
        guard let status = result.status else { return }
        if json { try writeLine(try JSONReport.line(.init(result.reason, status: status))) }
        throw ExitCode(status)
    }

    /// Prints the delivered form of each document.
    private func print(_ delivery: Delivery, faults: [ContainerFault]) throws {
        for document in delivery.documents {
            guard let opened = document.opened else { continue }
            if json {
                try writeLine(try JSONReport.line(opened, faults: faults))
            } else {
                try writeLines(opened.lines)
            }
        }
    }
}

extension DeliverySender: ExpressibleByArgument {
    /// The senders that have a name.
    public static var allValueStrings: [String] { names }

    /// Parses a sender's name or an app's bundle identifier.
    public init?(argument: String) { self.init(named: argument) }
}
