import AppLifecycle
import Browser
import System
import Terminal

// Lifecycle actions on the screen and the process. Signal handlers may have performed them already, since the cover
// does not wait for the loop; the terminal then does nothing.
extension Session {
    func performLifecycle(_ action: Lifecycle.Action, on terminal: Terminal) {
        switch action {
        case .drawCover: terminal.draw(state.render(), isCover: true)
        case .flush:
            // Nothing is buffered in this process: drawing writes at once.
            break
        case .leaveScreen: terminal.leave()
        case .enterScreen: terminal.enter()
        case .takeSnapshot: takeSnapshot()
        case .retireSnapshot: retireSnapshot()
        case .stop:
            update(.lifecycle(.stopping), on: terminal)
            terminal.stop()
        case .redraw: terminal.repaint()
        case .exit(let status): ending = status
        case .die(let signal): ending = 128 + signal
        }
    }

    private func takeSnapshot() {
        // The cover of a stopped program says how to continue it; the cover of a running one, how to uncover it.
        let frame =
            state.isCovered
            ? Cover.frame(size: state.screen.size, theme: state.screen.theme, wayBack: .foreground) : state.render()
        keepSnapshot(Snapshot(frame: frame, takenAt: Int64(time(nil)), isCovered: state.isCovered))
    }
}
