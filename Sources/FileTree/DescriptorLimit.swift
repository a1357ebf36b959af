import System

/// How many files this process may have open at a time.
package enum DescriptorLimit {
    /// Raises the limit as far as the system lets everybody: large trees are gone over with many directories open.
    package static func raise() { sandglass_raise_descriptor_limit() }
}
