import Browser
import ContainerModel
import ContainerStore
import Jobs
import Synchronization
import System

/// The memories of containers between sessions.
extension SessionWorkers {
    func performMemory(_ request: MemoryRequest) {
        switch request {
        case .change(let change): remember(change)
        case .read: readMemory()
        case .readRecent: readRecent()
        case .forget(let hostPath): forget(hostPath)
        }
    }

    /// Changes the memory of the open container, after earlier changes.
    private func remember(_ change: MemoryChange) {
        switch change {
        case .opened:
            let now = Int64(time(nil))
            remember(isAskedFor: false) { $0.visited = now }
            guard let remembered else { return }
            memoryPool.submit { try? remembered.prune() }
        case .tag(let paths, let color):
            remember { memory in
                for path in paths { memory.tags[path] = color?.rawValue }
            }
        case .mark(let letter, let path): remember { $0.marks[String(Character(letter))] = path }
        }
    }

    /// Changes the memory of the open container.
    /// - Parameters:
    ///   - isAskedFor: Whether the user asked for it, so that a failure is reported. Only such a change waits for the
    ///     disk, to survive a power failure.
    func remember(isAskedFor: Bool = true, _ change: @escaping @Sendable (inout ContainerMemory) -> Void) {
        guard let remembered, let container, isAskedFor || !container.isSecret, !isDemonstration(container) else {
            return
        }
        let (mailbox, problems) = (mailbox, memoryProblems)
        memoryPool.submit {
            do throws(StateError) {
                try remembered.update(container, waitsForDisk: isAskedFor, change)
            } catch {
                // Told once: every other change would fail in the same way.
                if isAskedFor, problems.insert(error.message) {
                    mailbox.post(.lasting(.failed(error.message)))
                }
            }
        }
    }

    /// Whether a container is a part of the demonstration that this session has made, and that ends with it.
    private func isDemonstration(_ container: Container) -> Bool {
        demonstration?.contains(container.description.hostPath.bytes) == true
    }

    /// Remembers that another container was shown.
    func rememberVisit(of container: Container) {
        guard let remembered, !container.isSecret, !isDemonstration(container) else { return }
        // The one on the left comes first among the recent ones.
        let now = Int64(time(nil)) - 1
        memoryPool.submit { try? remembered.update(container, waitsForDisk: false) { $0.visited = now } }
    }

    /// Waits until everything is stored.
    func finishRemembering() {
        guard remembered != nil else { return }
        _ = Deferred(on: memoryPool) { true }.wait()
    }

    /// Reads the memory of the open container.
    func readMemory() {
        guard let remembered, let container else { return }
        let (mailbox, epoch, problems) = (mailbox, epoch, memoryProblems)
        memoryPool.submit {
            do throws(StateError) {
                guard let memory = try remembered.memory(of: container) else { return }
                mailbox.post(.event(.memoryRead(memory), epoch: epoch))
            } catch {
                // Told once: it is read again after each operation.
                if problems.insert(error.message) { mailbox.post(.lasting(.failed(error.message))) }
            }
        }
    }

    /// Reads which containers were open before.
    private func readRecent() {
        guard let remembered else { return mailbox.post(.lasting(.opening(.recent([])))) }
        let mailbox = mailbox
        memoryPool.submit {
            mailbox.post(.lasting(.opening(.recent(remembered.recent { mailbox.post(.lasting(.failed($0.message))) }))))
        }
    }

    /// Forgets a container.
    private func forget(_ hostPath: [UInt8]) {
        guard let remembered else { return }
        let mailbox = mailbox
        memoryPool.submit {
            do throws(StateError) {
                _ = try remembered.forget { $0 == hostPath }
            } catch {
                mailbox.post(.lasting(.failed(error.message)))
            }
            mailbox.post(.lasting(.opening(.recent(remembered.recent()))))
        }
    }
}

/// Texts that several threads collect.
final class SharedSet: Sendable {
    private let texts = Mutex<Set<String>>([])

    /// Adds a text.
    /// - Returns: Whether it was not there before.
    func insert(_ text: String) -> Bool { texts.withLock { $0.insert(text).inserted } }
}
