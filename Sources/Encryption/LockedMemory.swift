import CEncryption
import Synchronization

/// Memory for passphrases and keys: locked, so that it is never swapped, excluded from core files, and overwritten when
/// it is released. Where the system refuses to lock it, it is used all the same, and the refusal is reported once.
package enum LockedMemory {
    private struct State {
        var report: (@Sendable (String) -> Void)?
        var isRefused = false
        var isReported = false
    }

    private static let state = Mutex(State())

    /// Why passphrases and keys are not protected as promised: a sentence without a full stop.
    package static let refusal =
        "the system refuses to lock memory (see `ulimit -l`), so the passphrase and the keys may be swapped to disk"

    /// Sets what receives `refusal`: once per process, when memory is first refused, or at once if that was before.
    package static func onRefusal(_ report: @escaping @Sendable (String) -> Void) {
        state.withLock { $0.report = report }
        reportRefusal()
    }

    /// Returns memory filled with zeros; nil if there is none.
    /// - Parameter size: The size in bytes.
    static func allocate(_ size: Int) -> UnsafeMutableRawPointer? {
        var isLocked = false
        guard let memory = sandglass_secret_allocate(size, &isLocked) else { return nil }
        if !isLocked {
            state.withLock { $0.isRefused = true }
            reportRefusal()
        }
        return memory
    }

    /// Overwrites memory and releases it.
    static func release(_ memory: UnsafeMutableRawPointer, _ size: Int) { sandglass_secret_release(memory, size) }

    private static func reportRefusal() {
        let report = state.withLock { state -> (@Sendable (String) -> Void)? in
            guard state.isRefused, !state.isReported, let report = state.report else { return nil }
            state.isReported = true
            return report
        }
        report?(refusal)
    }
}
