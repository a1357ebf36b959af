import ContainerStore
package import Session

extension DemonstrationRegister {
    /// Records that the program made the container at `path`, so that it may put snapshots into it.
    /// - Throws: what opening the container or writing the register throws.
    package func add(containerAt path: String) throws {
        try add(ContainerStore.locate(Array(path.utf8)).0)
    }
}
