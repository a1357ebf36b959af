import ArgumentParser
import ContainerModel
import ContainerStore
import FileSharing
import FileTree
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
        var run = OperationRun(pipeline: OperationPipeline(named.open), containers: [container])
        run.isDryRun = dryRun
        run.output = json ? .json : .summary
        let result = try run.run(
            .deliver(originals, to: container.root, from: from, inPlaceOnly: inPlace))
        guard let delivery = result.preparation.delivery else { return }
        if result.completion?.state ?? .done == .done { try print(delivery, faults: container.faults()) }
        try end(result, delivery)
    }

    /// Prints what the app is told of each document.
    private func print(_ delivery: Delivery, faults: [ContainerFault]) throws {
        for document in delivery.documents {
            guard let opened = document.opened else { continue }
            if json {
                try writeLine(try JSONReport.line(opened, faults: faults))
            } else {
                for line in opened.lines { try writeLine(DisplayText(line).description) }
            }
        }
    }

    /// Ends the command. What failed has been told for each document; JSON has the first.
    private func end(_ result: OperationRun.Result, _ delivery: Delivery) throws {
        let isRefused = delivery.documents.contains { $0.opened == nil }
        let missing: Failure.Status? =
            delivery.unavailable.isEmpty ? nil : delivery.isInboxOutOfReach ? .data : .noInput
        let isDone = result.completion?.state ?? .done == .done
        let status = isDone ? (isRefused ? .refused : missing)?.rawValue ?? result.status : result.status
        guard let status else { return }
        if json {
            let notice = (result.completion?.notices ?? []).first ?? delivery.notices.first
            let told = notice?.text { shownPath($0).description }.first ?? "not all of it could be done"
            try writeLine(try JSONReport.line(.init(DisplayText(told).description, status: status)))
        }
        throw ExitCode(status)
    }
}

extension DeliverySender: ExpressibleByArgument {
    /// The senders that need no bundle identifier.
    public static var allValueStrings: [String] { names }

    /// A name, or an app's bundle identifier.
    public init?(argument: String) { self.init(named: argument) }
}
