import AppLifecycle
import Browser
import ContainerModel
import ContainerStore
import FileSharing
import FileTree
import Screen
import System
import Terminal

/// From the launch to the first listing, and what is left at the end.
extension Session {
    /// Begins with a container: where the person was, if the session before was ended while it was suspended, and
    /// else at `start`.
    func beginning(in container: Container, at start: ContainerStart) -> [BrowserEffect] {
        // Who names a place in the container wants to go there.
        let isBeginning = start == ContainerStart(directory: .root)
        launch = keeper.launch(of: container, isRelaunch: isBeginning, now: Int64(time(nil)))
        guard let restoration = launch.restoration, let place = ContainerPath(bytes: restoration.place),
            (try? container.tree.status(place))?.kind == .directory
        else { return state.open(container.description, at: start) }
        return state.restore(restoration, in: container.description)
    }

    /// What a relaunch shows first: the snapshot, or the launch screen where none serves. Nil after a launch with
    /// nothing suspended before it: the listing is there before a picture could be seen.
    func launchPicture(on terminal: Terminal) -> Frame? {
        guard let container = workers.container, launch.picture != .launchScreen(.nothingSuspended),
            launch.picture != .launchScreen(.stillSuspended)
        else { return nil }
        let snapshot = keeper.snapshot(of: launch, in: container, ascii: !terminal.isUTF8)
        return snapshot?.frame ?? LaunchScreen.frame(size: terminal.size, theme: state.theme)
    }

    /// Keeps what is left of a session that is about to be stopped.
    ///
    /// The cover is up and the screen given back, so nobody waits for a picture. A disk that takes more than some
    /// seconds does not keep the program from stopping: it is stopped then, and this goes on when it is continued.
    func keepSnapshot(_ snapshot: Snapshot) {
        guard let container = workers.container else { return }
        keeper.suspend(snapshot, of: container, restoration: state.restorationState)
        isKept = true
    }

    /// The session goes on: what was kept serves no launch.
    func retireSnapshot() {
        guard isKept, let container = workers.container else { return }
        keeper.resume(container.description)
        isKept = false
    }

    /// Leaves nothing of a container that another one takes the place of.
    func leaveContainer() {
        guard let container = workers.container else { return }
        keeper.forget(container, waits: false)
    }

    /// The last thing that is done, when the terminal is given back: an end otherwise than while suspended leaves
    /// nothing.
    /// - Returns: what there is to say now that nobody sees the browser, for people; not safe for a terminal.
    package func finish() -> [String] {
        // What is finished stays, and nothing half is left.
        workers.operations.end()
        let unsaved = workers.editing.end().flatMap(\.lines) + keepAllNames()
        if !isKept, let container = workers.container { keeper.forget(container, waits: true) }
        return unsaved
    }
}
