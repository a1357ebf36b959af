import ContainerStore
package import Session

extension DemonstrationRegister {
    /// Records that the program created the container at `path`, so that it may store snapshots in it.
    /// - Throws: An error from opening the container or writing the register.
    package func add(containerAt path: [UInt8]) throws {
        try add(ContainerStore.locate(path).0)
    }
}
