import ContainerModel
import FileSharing
import Screen

/// The state of the app and the device; choosing a row changes it.
struct DeviceStatePanel: Panel {
    let title = "State of the app and the device"

    func rows(_ state: BrowserState) -> [PanelRow] {
        let device = state.requester.state
        let rows = [
            row("the app runs", yesOrNo(device.isAppRunning)) { $0.changing(running: !$0.isAppRunning) },
            row("the app is in the foreground", yesOrNo(device.isAppInForeground)) {
                $0.changing(running: $0.isAppRunning || !$0.isAppInForeground, foreground: !$0.isAppInForeground)
            },
            row("the device is", lockName(device.lock)) { $0.withNextLock() },
            row("disk space is low", yesOrNo(device.isStorageLow)) { device in
                var device = device
                device.isStorageLow.toggle()
                return device
            },
        ]
        return PanelRow.aligned(rows, state.screen)
    }

    private func row(
        _ title: String, _ value: String, change: @escaping @Sendable (DeviceState) -> DeviceState
    ) -> PanelRow.Parts {
        PanelRow.Parts([DisplayText(title), DisplayText(value)]) { state in
            state.panes.requester.state = change(state.requester.state)
            return state.browse { $0.rulesChanged(&$1) }
        }
    }

    private func yesOrNo(_ value: Bool) -> String { value ? "yes" : "no" }

    private func lockName(_ lock: DeviceLock) -> String {
        switch lock {
        case .unlocked: "unlocked"
        case .locked: "locked"
        case .notUnlockedSinceBoot: "not unlocked since it started"
        }
    }
}

extension DeviceState {
    /// Returns this state with the app running or not: an app that is not running cannot be in the foreground.
    fileprivate func changing(running: Bool, foreground: Bool? = nil) -> DeviceState {
        DeviceState(
            isAppRunning: running,
            isAppInForeground: running && (foreground ?? isAppInForeground),
            lock: lock,
            isStorageLow: isStorageLow,
            optionalRules: optionalRules
        )
    }

    fileprivate func withNextLock() -> DeviceState {
        var next = self
        let locks = DeviceLock.allCases
        next.lock = locks[((locks.firstIndex(of: lock) ?? 0) + 1) % locks.count]
        return next
    }
}
