import ArgumentParser
import ContainerModel
import ContainerStore
import FileSharing
import Screen
import Transactions

struct ResetCommand: Command {
    static let configuration = CommandConfiguration(
        commandName: "reset",
        abstract: "Reset a container to its state after installation.",
        discussion: """
            Everything goes to the trash but the directories that iOS makes when it installs an app, and the \
            container's metadata; missing directories are made. It is all or nothing, even if it is \
            killed, and `sandglass undo` reverts it. The rules about single items do not apply.

              sandglass reset App.xcappdata --dry-run
              sandglass reset App.xcappdata --keep preferences
            """
    )

    enum Kept: String, ExpressibleByArgument, CaseIterable {
        case preferences
    }

    @Argument(help: "A container.", completion: Completions.items)
    var container: String

    @Option(help: "What stays: preferences, the contents of Library/Preferences.")
    var keep: [Kept] = []

    @Flag(name: [.customShort("n"), .long], help: "Only print what would be done.")
    var dryRun = false

    @Flag(help: "Print a JSON object.")
    var json = false

    @OptionGroup var readOnly: ReadOnlyOptions
    @OptionGroup(title: "The container and its app") var app: AppInfoOptions

    func perform() throws {
        let (container, inside) = try app.locate(container, isNamed: true)
        guard inside.isRoot else {
            throw Failure(.usage, "\(DisplayText(self.container)) is in a container; name the container itself")
        }
        try OperationRun(
            pipeline: readOnly.pipeline(OpenRoots(container)), containers: [container], requester: Requester(.owner),
            options: OperationOptions(onError: .rollBack), isDryRun: dryRun, output: json ? .json : .lines
        ).restore(
            Restoration(
                of: container.root, from: .installation(keepsPreferences: keep.contains(.preferences))))
    }
}
