import ArgumentParser
import ContainerModel
import Inspection
import Screen

struct InfoCommand: Command {
    static let configuration = CommandConfiguration(
        commandName: "info",
        abstract: "Show a container's app, its declarations and places.",
        discussion: """
            A value that the available files do not give is `unknown`, which is not the same as `no`. Each value \
            of Info.plist is followed by its origin. A framework, an extension, an XPC service or a test bundle is \
            described by itself, alone or in an app. A directory or device with several containers is listed as by \
            `sandglass apps`.
            """
    )

    @Argument(help: "A container or a path inside one.", completion: Completions.items)
    var path = "."

    @Flag(help: "Print a JSON object; for several containers, one JSON object per line.")
    var json = false

    @OptionGroup(title: "The container and its app") var app: AppInfoOptions

    func perform() throws { try app.orListingContainers(at: path, json: json, show) }

    private func show() throws {
        let (container, _) = try app.locateBundle(path)
        let report = ContainerReport(of: container)
        // The root comes first, and has all of them.
        let failure = report.places.first?.unreadable.map { count in
            Failure(
                .noInput, "\(Pluralized.directories(count)) could not be read; the sizes exclude their contents")
        }
        if json {
            try writeReport(report, on: container, failure)
            return
        }
        let width = report.lines.map(\.label.count).max() ?? 0
        for line in report.lines {
            try writeLine("\(DisplayText(aligned(line.label, to: width)))  \(DisplayText(line.text))")
        }
        if let failure { throw failure }
    }
}
