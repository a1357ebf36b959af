import AppLifecycle
import Browser
import ContainerModel
import ContainerStore
import FileSharing
import FileTree
import Screen
import System
import Terminal

/// The launch, up to the first listing, and the end of the session.
extension Session {
    /// Opens a container: with the restored state, if the previous session ended while suspended, or else at `start`.
    func beginning(in container: Container, at start: ContainerStart) -> [BrowserEffect] {
        // A path on the command line is a request to go there.
        let isBeginning = start == ContainerStart(directory: .root)
        launch = keeper.launch(of: container, isRelaunch: isBeginning, now: Int64(time(nil)))
        guard let restoration = launch.restoration, let place = ContainerPath(bytes: restoration.place),
            (try? container.tree.status(place))?.kind == .directory
        else { return state.open(container.description, at: start) }
        return state.restore(restoration, in: container.description)
    }

    /// Returns what a relaunch shows first: the snapshot, or the launch screen if there is none. Nil if no session was
    /// suspended before: the listing is ready before a picture could be seen.
    func launchPicture(on terminal: Terminal) -> Frame? {
        guard let container = workers.container, launch.picture != .launchScreen(.nothingSuspended),
            launch.picture != .launchScreen(.stillSuspended)
        else { return nil }
        let snapshot = keeper.snapshot(of: launch, in: container, ascii: !terminal.isUTF8)
        return snapshot?.frame ?? LaunchScreen.frame(size: terminal.size, theme: state.theme)
    }

    /// Saves the state of a session that is about to be stopped.
    ///
    /// The cover is up and the screen given back, so no picture is delayed. If the disk takes more than some seconds,
    /// the program is stopped nevertheless, and the saving continues when the program does.
    func keepSnapshot(_ snapshot: Snapshot) {
        guard let container = workers.container else { return }
        keeper.suspend(snapshot, of: container, restoration: state.restorationState)
        isKept = true
    }

    /// Makes the saved state unavailable to the next launch, because the session continues.
    func retireSnapshot() {
        guard isKept, let container = workers.container else { return }
        keeper.resume(container.description)
        isKept = false
    }

    /// Removes the saved state of a container that is about to be replaced.
    func leaveContainer() {
        guard let container = workers.container else { return }
        keeper.forget(container, waits: false)
    }

    /// Ends the session after the terminal is given back. Unless it was suspended, its saved state is removed.
    /// - Returns: Sentences to show outside the browser, not sanitized.
    package func finish() -> [String] {
        // Finished items stay, and nothing is left half done.
        workers.operations.end()
        let unsaved = workers.editing.end().flatMap(\.lines)
        if !isKept, let container = workers.container { keeper.forget(container, waits: true) }
        return unsaved
    }
}
