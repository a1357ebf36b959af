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
extension BrowserState {
    /// Offers what to show on the right.
    mutating func chooseSecondContainer() -> [BrowserEffect] {
        open(SecondContainerPanel())
        return [.memory(.readRecent)]
    }

    /// The directory or archive of this computer under the cursor, which may be a container.
    var containerUnderCursor: HostPath? {
        guard panes.focus == .computer, panes.secondContainer == nil, let computer = panes.computer,
            let entry = computer.current,
            computer.kind(of: entry) == .directory || computer.kind(of: entry) == .file
        else { return nil }
        return computer.item(of: entry).flatMap { HostPath($0.hostPath) }
    }

    /// Asks for a container to be opened on the right.
    mutating func openSecondContainer(_ path: HostPath) -> [BrowserEffect] {
        say("opening \(screen.display(path.name).description)")
        return [.opening(.secondContainer(path))]
    }

    /// Looks up the path of a container that the user entered.
    func findSecondContainer(_ written: [UInt8]) -> [BrowserEffect] {
        guard !written.isEmpty else { return [] }
        return [
            .ask(HostPathQuery(written)) { found, state in
                HostPath(ItemAddress(.computer, found.path).hostPath).map { state.openSecondContainer($0) } ?? []
            }
        ]
    }

    /// Shows a container on the right.
    mutating func showSecondContainer(_ description: ContainerDescription, at start: ContainerStart) -> [BrowserEffect]
    {
        replaceComputer(by: description)
        panes.isSharing = true
        if panes.focus == .details || layout.computer == nil { panes.focus = .listing }
        scroll()
        let effects = enter(start.directory, on: .computer, wanted: start.entry) + markSidesOfOneApp()
        // A warning about the containers matters more.
        guard panels.message?.isError != true else { return effects }
        say(
            "\(screen.display(description.title.utf8).description) on the right: \(keys.key("export")) copies there, "
                + "\(keys.key("import")) copies from there; \(keys.key("sharing")) shows this computer",
            isError: false)
        return effects
    }

    /// Takes the container on the right away; does nothing if there is none.
    mutating func leaveSecondContainer() { if panes.secondContainer != nil { replaceComputer(by: nil) } }

    private mutating func replaceComputer(by container: ContainerDescription?) {
        panes.replaceComputer(by: container)
        findings.keepOnly(Set(Side.allCases.compactMap { self.container(on: $0)?.root }))
    }

    /// Shows the directory of this computer that a container is in.
    mutating func showComputer(around description: ContainerDescription) -> [BrowserEffect] {
        leaveSecondContainer()
        guard let path = ContainerPath(bytes: Array(description.hostPath.bytes.drop { $0 == 0x2f })),
            let directory = path.parent
        else { return [startSharing()] }
        return enter(directory, on: .computer, wanted: path.lastComponent.map { Array($0) })
    }
}
