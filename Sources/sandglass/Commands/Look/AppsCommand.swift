import ArgumentParser
import ContainerModel
import ContainerStore
import FileTree
import Inspection
import Reports
import Screen

struct AppsCommand: Command {
    static let configuration = CommandConfiguration(
        commandName: "apps",
        abstract: "List the containers in a directory, device or backup.",
        discussion: """
            For each container: the app's name, its identifier, its version with the build in parentheses if that differs \
            (CFBundleShortVersionString and CFBundleVersion; a backup may have the build alone), the kind of container, whether the Finder (or \
            iTunes) and the Files app show its Documents (? if the app's Info.plist is not at hand), its size, \
            when anything in it last changed, and its path. A + after the size means that parts could not be read. \
            Containers that have a name (`sandglass help names`) are listed with it instead of the path.

            The containers of a device are grouped by app: its data, its bundle, its groups, plug-ins and iCloud \
            containers, below a row with their sum. A group that several apps share comes after the apps. In JSON, \
            there is an object for each container, and "app" has the identifier of the app that it belongs to.

            A copy of a device's files may begin at any directory from the root to "Containers". Containers, devices \
            and archives of containers (.ipa, .xcappdata.zip and the like) are found in the directory and up to 8 \
            levels below, among the first 65,536 entries. What was not examined is named, and the status is 65. \
            Archives with other names must be named themselves.

            In JSON, "sharing" has the two keys of Info.plist that decide who sees Documents, and "documentsSharing" \
            the result; "address" is the name.

              sandglass apps sim:
              sandglass apps --json Downloads | jq -r 'select(.identifier == "com.example.notes").path'
            """
    )

    @Argument(help: "A directory that contains containers, or a container.", completion: Completions.items)
    var path = "."

    @Flag(help: "Print one JSON object per line.")
    var json = false

    @OptionGroup var store: StoreOptions

    @OptionGroup var names: NamesOptions

    @OptionGroup(title: "Encrypted backups") var passphrase: PassphraseOptions

    func perform() throws {
        if let devices = try Self.device(at: path) { return try DevicesCommand.listApps(of: devices, json: json) }
        try Self.list(path, json: json)
    }

    /// Lists the containers at a path.
    /// - Throws: `ContainerStoreError`, `Failure`, `ExitCode`
    static func list(_ path: String, json: Bool) throws {
        var failures: [Failure] = []
        let containers = try ContainerStore.containers(at: argumentBytes(path)) { failures.append(Failure($0)) }
        var output = Output()
        var found: [ContainerSummary] = []
        var problems: [String] = []
        for problem in containers.flatMap({ ($0.tree as? BackupTree)?.backupProblems ?? [] })
        where !problems.contains(problem) { problems.append(problem) }
        for problem in problems { writeError("sandglass: warning: \(DisplayText(problem))") }
        // What cannot be looked up has no name.
        lazy var names = try? NamedContainers()
        for container in containers {
            container.reportProblems(at: container.description.hostPath)
            let summary = ContainerSummary(
                of: container, named: names?.name(of: container.description))
            if summary.unreadable > 0 {
                let place = DisplayText(bytes: container.description.hostPath.bytes)
                let items = Pluralized.items(summary.unreadable)
                failures.append(
                    Failure(.noInput, "\(place): \(items) could not be read; everything else was counted"))
            }
            if json { try output.line(try JSONReport.line(summary)) } else { found.append(summary) }
        }
        for line in Self.lines(of: ContainerList(found)) { try output.line(line) }
        try output.flush()
        for failure in failures.dropLast() { failure.report() }
        if let last = failures.last { throw last }
    }

    /// Returns the identifiers of the devices that a path stands for; nil if it is no device.
    /// - Throws: `Failure`
    static func device(at path: String) throws -> [String]? {
        do throws(DeviceError) {
            guard let address = try DeviceAddress.of(argumentBytes(path)), address.app == nil else { return nil }
            return try ConnectedDevice.identifiers(address.device)
        } catch {
            throw Failure(ContainerStoreError(error, argumentBytes(path)))
        }
    }

    /// Returns the table as lines, with headings before the groups.
    private static func lines(of list: ContainerList) -> [String] {
        let rows = list.groups.flatMap(\.rows)
        guard !rows.isEmpty else { return [] }
        var lines = tableLines([ContainerList.titles] + rows, rightAligned: ContainerList.rightAligned)[...]
        return [lines.removeFirst()]
            + list.groups.flatMap { group in
                defer { lines = lines.dropFirst(group.rows.count) }
                return (group.heading.map { ["\(DisplayText($0)):"] } ?? []) + lines.prefix(group.rows.count)
            }
    }
}

extension AppInfoOptions {
    /// Calls `body`; if the path leads to a directory of several containers, lists them instead, as `apps` does.
    /// - Throws: The errors of `body`; `Failure` if options describe the app of one container.
    func orListingContainers(at path: String, json: Bool, _ body: () throws -> Void) throws {
        do {
            try body()
        } catch let error as ContainerStoreError where error.code == .severalContainers {
            guard givesNothing else { throw error }
            // Each app of a device would have to be mounted to be counted.
            if let device = try AppsCommand.device(at: path) {
                return try DevicesCommand.listApps(of: device, json: json)
            }
            try AppsCommand.list(path, json: json)
        }
    }
}
