import AppLifecycle
import Browser
import System
import Terminal

// What the program's life wants done with the screen and the process. The handlers of signals may have done it before,
// since the cover does not wait for the loop; the terminal then does nothing the second time.
extension Session {
    func carryOut(_ action: Lifecycle.Action, on terminal: Terminal) {
        switch action {
        case .drawCover: terminal.draw(state.render(), isCover: true)
        case .flush:
            // Nothing waits in this process: what is drawn is written at once.
            break
        case .leaveScreen: terminal.leave()
        case .enterScreen: terminal.enter()
        case .takeSnapshot: takeSnapshot()
        case .retireSnapshot: retireSnapshot()
        case .stop:
            carryOut(state.update(.lifecycle(.stopping)), on: terminal)
            terminal.stop()
        case .redraw: terminal.repaint()
        case .exit(let status): ending = status
        case .die(let signal): ending = 128 + signal
        }
    }

    private func takeSnapshot() {
        // The cover of a program that is stopped says how to continue it; that of one that runs, how to uncover it.
        let frame =
            state.isCovered ? Cover.frame(size: state.size, theme: state.theme, wayBack: .foreground) : state.render()
        keepSnapshot(Snapshot(frame: frame, takenAt: Int64(time(nil)), isCovered: state.isCovered))
    }
}
