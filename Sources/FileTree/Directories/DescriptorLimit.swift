import System

/// The limit on open files of this process.
package enum DescriptorLimit {
    /// Raises the limit to the hard limit, since large trees are walked with many directories open.
    package static func raise() { sandglass_raise_descriptor_limit() }
}
