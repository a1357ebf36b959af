import ContainerModel
import ContainerStore
import FileSharing
import FileTree
import Inspection
import Screen

/// Another container in the place of this computer.
///
/// Its items have the badges of its app. Copying between the two is copying between containers: the edge of
/// the sandbox decides.
extension Panes {
    /// Offers what to show on the right.
    mutating func chooseSecondContainer(_ context: inout ComponentContext) -> [BrowserEffect] {
        context.open(SecondContainerPanel())
        return [.memory(.readRecent)]
    }

    /// The directory or archive of this computer under the cursor, which may be a container.
    var containerUnderCursor: HostPath? {
        guard focus == .computer, secondContainer == nil, let computer, let entry = computer.current,
            computer.kind(of: entry) == .directory || computer.kind(of: entry) == .file
        else { return nil }
        return computer.item(of: entry).flatMap { HostPath($0.hostPath) }
    }

    /// Asks for a container to be opened on the right.
    mutating func openSecondContainer(_ path: HostPath, _ context: inout ComponentContext) -> [BrowserEffect] {
        context.say("opening \(context.screen.display(path.name).description)")
        return [.opening(.secondContainer(path))]
    }

    /// Looks up the path of a container that the user entered.
    func findSecondContainer(_ written: [UInt8]) -> [BrowserEffect] {
        guard !written.isEmpty else { return [] }
        return [
            .ask(HostPathQuery(written)) { found, state in
                HostPath(ItemAddress(.computer, found.path).hostPath).map { path in
                    state.browse { $0.openSecondContainer(path, &$1) }
                } ?? []
            }
        ]
    }

    /// Shows a container on the right.
    mutating func showSecondContainer(
        _ description: ContainerDescription, at start: ContainerStart, _ context: inout ComponentContext
    ) -> [BrowserEffect] {
        replaceComputer(by: description)
        isSharing = true
        if focus == .details || layout(of: context.screen.size).computer == nil { focus = .listing }
        scroll(visibleRows: context.paneRows)
        let effects = enter(start.directory, on: .computer, wanted: start.entry, &context) + markSidesOfOneApp(&context)
        // A warning about the containers matters more.
        guard context.message?.isError != true else { return effects }
        context.say(
            "\(context.screen.display(description.title.utf8).description) on the right: \(context.keys.key("export")) copies there, "
                + "\(context.keys.key("import")) copies from there; \(context.keys.key("sharing")) shows this computer",
            isError: false)
        return effects
    }

    /// Shows this computer on the right, or nothing again.
    mutating func toggleSharing(_ context: inout ComponentContext) -> [BrowserEffect] {
        endRange()
        // Another container on the right gives its place to this computer.
        isSharing = !isSharing || secondContainer != nil
        defer { scroll(visibleRows: context.paneRows) }
        guard isSharing else {
            if focus == .computer { focus = .listing }
            return []
        }
        leaveSecondContainer()
        // On a narrow screen, the places would leave no room for the other side.
        if focus != .places || layout(of: context.screen.size).computer == nil { focus = .listing }
        context.say(
            "sharing: \(context.keys.key("next-pane")) goes to this computer, \(context.keys.key("export")) exports, "
                + "\(context.keys.key("import")) imports; \(context.keys.key("sharing")) ends it")
        return computer == nil ? [startSharing(&context)] : refresh(.computer, &context)
    }

    /// Takes the container on the right away; does nothing if there is none.
    mutating func leaveSecondContainer() { if secondContainer != nil { replaceComputer(by: nil) } }

    /// Puts a container in the place of this computer, or takes it away.
    private mutating func replaceComputer(by container: ContainerDescription?) {
        secondContainer = container
        computer = nil
        computerFilterText = []
        known.keepOnly(Set(Side.allCases.compactMap { self.container(on: $0)?.root }))
    }

    /// Shows the directory of this computer that a container is in.
    mutating func showComputer(around description: ContainerDescription, _ context: inout ComponentContext)
        -> [BrowserEffect]
    {
        leaveSecondContainer()
        guard let path = ContainerPath(bytes: Array(description.hostPath.bytes.drop { $0 == 0x2f })),
            let directory = path.parent
        else { return [startSharing(&context)] }
        return enter(directory, on: .computer, wanted: path.lastComponent.map { Array($0) }, &context)
    }
}
