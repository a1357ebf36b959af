import AppLifecycle
import Browser
import ContainerModel
import ContainerStore
import FileSharing
import FileTree
import Jobs
import Queries
import Screen
import System
import Terminal

/// The launch, up to the first listing, and the end of the session.
extension Session {
    /// Returns the state that the previous session left of a container. Reads the disk.
    /// - Parameters:
    ///   - memory: Where the container is remembered; nil if it is not.
    ///   - history: Where any container is; nil if it does not matter whether this is the first one.
    static func launch(
        of container: Container,
        at start: ContainerStart,
        from keeper: SnapshotKeeper,
        _ memory: ContainerMemoryStore?,
        _ history: ContainerMemoryStore?,
        isRelaunch: Bool
    ) -> SnapshotKeeper.Launch {
        // A path on the command line is a request to go there.
        let isBeginning = start == ContainerStart(directory: .root)
        // Switching to a container is not a relaunch: its snapshot and suspended session stay where they are.
        var launch =
            isRelaunch
            ? keeper.launch(of: container, isRelaunch: isBeginning, now: Int64(time(nil))) : SnapshotKeeper.Launch.fresh
        do throws(StateError) {
            launch.memory = try memory?.memory(of: container)
            launch.isFirstRun = launch.memory == nil && history?.isEmpty == true
        } catch {
            launch.problem = error.message
        }
        // A suspended session is the state left last.
        if launch.restoration == nil, isBeginning, keeper.policy.restoresState {
            launch.restoration = launch.memory?.session.map { RestorationState($0) }
        }
        let place = launch.restoration.flatMap { ContainerPath(bytes: $0.place) }
        if place.flatMap({ try? container.tree.status($0) })?.kind != .directory { launch.restoration = nil }
        return launch
    }

    /// Opens a container: with the restored state, if the previous session ended while suspended, or else at `start`.
    func enterContainer(
        _ container: Container,
        at start: ContainerStart,
        after launch: SnapshotKeeper.Launch
    ) -> [BrowserEffect] {
        self.launch = launch
        workers.container = container
        if let session = launch.memory?.session, keeper.policy.restoresState { state.adopt(session) }
        var effects =
            launch.restoration.map { state.restore($0, in: container.description) }
            ?? state.update(.opening(.opened(container.description, at: start)))
        // A path on the command line leaves no room for the container beside the previous place.
        if launch.restoration != nil, let session = launch.memory?.session, keeper.policy.restoresState {
            effects += state.restoreSharing(session)
        }
        if let memory = launch.memory { effects += state.update(.memoryRead(memory)) }
        if launch.isFirstRun { state.introduce() }
        if let problem = launch.problem, workers.memoryProblems.insert(problem) { state.warn(problem) }
        effects.append(.memory(.change(.opened)))
        return effects
    }

    /// Receives a worker's report about opening a container. If there is no container to show, the session ends.
    func receiveOpening(_ report: SessionWorkers.OpeningReport, on terminal: Terminal?) {
        if case .event(.progress) = report {} else { workers.opening = nil }
        switch report {
        case .opened(let container, let start, let launch):
            leaveContainer()
            performEffects(enterContainer(container, at: start, after: launch), on: terminal)
        case .event(let event): update(.opening(event), on: terminal)
        case .failed(let error):
            guard workers.container == nil, !state.hasCandidates else {
                let path = String(decoding: ReservedPath.shown(error.hostPath), as: UTF8.self)
                return update(.opening(.failed(error.sentence(about: path))), on: terminal)
            }
            launchFailure = .failed(error)
            performEffects([.quit], on: terminal)
        }
    }

    /// Returns the first picture of a relaunch: the snapshot, or the launch screen if there is none. Nil if no session
    /// was suspended before: the listing is ready before a picture could be seen.
    func launchPicture(on terminal: Terminal) -> Frame? {
        guard let container = workers.container, launch.picture != .launchScreen(.nothingSuspended),
            launch.picture != .launchScreen(.stillSuspended)
        else { return nil }
        let snapshot = keeper.snapshot(of: launch, in: container, ascii: !terminal.isUTF8)
        return snapshot?.frame ?? LaunchScreen.frame(size: terminal.size, theme: state.screen.theme)
    }

    /// Saves the state of a session that is about to be stopped.
    ///
    /// The cover is up and the screen given back, so no picture is delayed. If the disk takes more than some seconds,
    /// the program is stopped nevertheless, and the saving continues when the program does.
    func keepSnapshot(_ snapshot: Snapshot) {
        guard let container = workers.container, !container.isSecret else { return }
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
        rememberSession()
    }

    /// Remembers how the container is left.
    private func rememberSession() {
        let session = state.session
        workers.remember(isAskedFor: false) { $0.session = session }
    }

    /// Ends the session after the terminal is given back. Unless it was suspended, its saved state is removed.
    /// - Parameter endedBySignal: Whether nobody may have read the last messages.
    /// - Returns: Sentences to show outside the browser, not sanitized.
    package func finish(endedBySignal: Bool = false) -> [String] {
        // Finished items stay, and nothing is left half done.
        workers.operations.end()
        let unsaved = workers.editing.end().flatMap(\.lines)
        workers.cancelOpening()
        rememberSession()
        workers.changes.finish()
        workers.finishRemembering()
        if !isKept, let container = workers.container { keeper.forget(container, waits: true) }
        return (endedBySignal ? keptByEditor : []) + unsaved
    }
}
