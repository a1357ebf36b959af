import ArgumentParser
import FileSharing

struct IncludeCommand: ChangeCommand {
    static let configuration = CommandConfiguration(
        commandName: "include",
        abstract: "Remove the attributes that exclude items from backups.",
        discussion: """
            Removes the attribute under every name that is known to exclude. What a directory above excludes stays \
            excluded; `sandglass exclude --list` names that directory.
            """
    )

    @Argument(help: "Files and directories of containers.", completion: Completions.items)
    var paths: [String] = []

    @OptionGroup var operands: OperandOptions
    @OptionGroup var options: SharingOptions

    func validate() throws { try operands.check(paths) }

    func perform() throws {
        try options.runOnItems(at: paths, operands) { .setExclusion($0, excludes: false) }
    }
}
