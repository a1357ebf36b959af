import ArgumentParser
import ContainerModel
import ContainerStore
import Inspection
import Screen

struct ExplainCommand: Command {
    static let configuration = CommandConfiguration(
        commandName: "explain",
        abstract: "Explain the rights to an item, and their rules.",
        discussion: """
            The item need not exist: its place is judged anyway. The last line counts the \
            contradictions and the documents. --sources prints them: each sentence of a document is quoted after the \
            columns that it is about, and where documents contradict each other or real data, both sides are named. It \
            adds the item's mode, owner and times, older calls and the path on a device.

              sandglass explain App.xcappdata/AppData/Documents/Inbox
              sandglass explain --sources App.xcappdata/AppData/Documents/Inbox
              sandglass explain --as user App.xcappdata/AppData/Library
              sandglass explain --only code App.xcappdata/AppData/Documents/Notes.txt
            """
    )

    @Argument(help: "An item of a container.", completion: Completions.items)
    var path = "."

    @Option(name: .customLong("as"), help: ArgumentHelp("The actor.", valueName: "actor"))
    var actor = ActingParty.app

    @Flag(help: "Print everything: details of the item, all code, and what the documents say.")
    var sources = false

    @Flag(help: "Print a JSON object, which always has everything.")
    var json = false

    /// A part of the explanation that is printed alone, to be copied.
    enum Part: String, ExpressibleByArgument, CaseIterable {
        case code
        case devicePath = "device-path"
    }

    @Option(
        help: ArgumentHelp(
            "Print only how the app's code finds the item (code), or its path on a device (device-path).",
            valueName: "part"))
    var only: Part?

    @OptionGroup(title: "State of the app and the device") var deviceState: DeviceStateOptions

    @OptionGroup(title: "The container and its app") var app: AppInfoOptions

    func perform() throws {
        let found = try app.locating(path) {
            try app.locateItem(argumentBytes(path), as: actor)
        } beside: {
            try explain($0)
        }
        guard let (container, item) = found else { return }
        let explanation = try naming(path) {
            try Explanation(of: item, in: container, as: actor, state: deviceState.state)
        }
        if let only { return try print(only, of: explanation) }
        if json { return try writeReport(explanation.report, on: container) }
        guard sources else { return try printBriefly(explanation) }
        try writeLine("\(shown(item, isDirectory: false))  \(explanation.badges)")
        for line in explanation.lines.dropFirst() where line.kind != .rule {
            try writeLine("  \(DisplayText(bytes: line.text))")
        }
    }

    /// Prints the short form.
    private func printBriefly(_ explanation: Explanation) throws {
        // A terminal of 80 columns breaks a longer line anywhere, but for a wide character one column earlier.
        let (columns, broken) = (80, 79)
        let indent = DisplayText("  ")
        // Names from outside are cut at one row, and code at three.
        func text(_ line: Explanation.Line) -> DisplayText {
            indent + DisplayText(bytes: line.text).truncated(to: (line.isName ? columns : 3 * broken) - indent.width)
        }
        let path = explanation.subject.path
        let title = indent + DisplayText(explanation.briefTitle)
        let name = DisplayText(bytes: path.isRoot ? [0x2e] : path.bytes)
        try writeLine((name.truncated(to: columns - title.width, keeping: .bothEnds) + title).description)
        let lines = explanation.briefLines(more: "--sources") { line in
            let width = text(line).width
            return width <= columns ? 1 : (width + broken - 1) / broken
        }
        for line in lines { try writeLine(text(line).description) }
    }

    private func print(_ part: Part, of explanation: Explanation) throws {
        switch part {
        case .code:
            guard let code = explanation.code.first else {
                throw Failure(.data, "\(DisplayText(path)): no call leads there; the system keeps it")
            }
            try writeLine(DisplayText(code).description)
        case .devicePath:
            guard let devicePath = explanation.devicePath else {
                throw Failure(.data, "\(DisplayText(path)): the path of a system container on a device is not known")
            }
            try writeLine(DisplayText(bytes: devicePath).description)
        }
    }

    private func explain(_ item: PackageItem) throws {
        if only != nil {
            throw Failure(.data, "\(DisplayText(path)): beside the container, where no code of the app leads")
        }
        let report = PackageItemReport(item, try naming(path) { try ListingReport.entry(of: item) })
        if json { return try writeReport(report) }
        try writeLine("\(DisplayText(bytes: item.path.bytes))  \(report.badges)")
        try writeLines(report.lines.map { "  " + $0 })
    }
}
