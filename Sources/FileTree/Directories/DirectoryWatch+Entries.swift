import System

/// Changes of single entries, as they come.
extension DirectoryWatch {
    /// What has happened to an entry of a watched directory, or to the directory itself.
    package struct Change: Hashable, Sendable {
        /// The kinds of changes.
        package struct Kinds: OptionSet, Hashable, Sendable {
            package let rawValue: UInt32
            package init(rawValue: UInt32) { self.rawValue = rawValue }

            /// Created, or moved to this name.
            package static let added = Kinds(rawValue: UInt32(sandglass_change_added))
            /// Removed, or moved to another name.
            package static let removed = Kinds(rawValue: UInt32(sandglass_change_removed))
            /// Its contents were written.
            package static let written = Kinds(rawValue: UInt32(sandglass_change_written))
            /// Its metadata changed.
            package static let attributes = Kinds(rawValue: UInt32(sandglass_change_attributes))
            /// The system dropped events of any directory.
            package static let overflow = Kinds(rawValue: UInt32(sandglass_change_overflow))
            /// The watch has ended.
            package static let ended = Kinds(rawValue: UInt32(sandglass_change_ended))
            /// The directory itself was moved or removed.
            package static let place = Kinds(rawValue: UInt32(sandglass_change_place))
        }

        /// The watch of the directory.
        package let watch: Watch
        /// What has happened.
        package let kinds: Kinds
        /// The name of the entry; empty for the directory itself.
        package let name: [UInt8]
    }

    /// Why a wait has ended.
    package struct Awakening: OptionSet, Hashable, Sendable {
        package let rawValue: Int32
        package init(rawValue: Int32) { self.rawValue = rawValue }

        /// There are changes.
        package static let changes = Awakening(rawValue: Int32(sandglass_wait_changed))
        /// Another descriptor is ready.
        package static let woken = Awakening(rawValue: Int32(sandglass_wait_woken))
        /// The system does not report changes any more.
        package static let failure = Awakening(rawValue: 4)
    }

    /// Waits for changes; nothing else wakes the process meanwhile.
    /// - Parameters:
    ///   - wake: A descriptor that ends the wait when it is readable.
    ///   - output: A descriptor that ends the wait when the reader of its pipe is gone; -1 for none.
    ///   - milliseconds: How long to wait at most; nil waits forever.
    /// - Returns: An empty set after that time, or after a signal.
    package func wait(wake: Int32, output: Int32 = -1, milliseconds: Int32? = nil) -> Awakening {
        let result = sandglass_wait_for_changes(queue.number, wake, output, milliseconds ?? -1)
        return result < 0 ? .failure : Awakening(rawValue: result)
    }

    /// Takes the changes that the system has reported so far, without waiting.
    /// - Parameter receive: Receives each of them, in their order.
    package func take(_ receive: (Change) -> Void) {
        withUnsafeTemporaryAllocation(byteCount: 65_536, alignment: 8) { buffer in
            while true {
                let filled = sandglass_watch_take(queue.number, buffer.baseAddress, buffer.count)
                guard filled > 0 else { return }
                var offset = 0
                var found = sandglass_change()
                while sandglass_next_change(buffer.baseAddress, Int(filled), &offset, &found) != 0 {
                    let name = UnsafeRawBufferPointer(start: found.name, count: found.length)
                    receive(Change(watch: found.watch, kinds: Change.Kinds(rawValue: found.kinds), name: Array(name)))
                }
            }
        }
    }
}
