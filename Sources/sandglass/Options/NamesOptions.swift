import ArgumentParser
import ContainerStore
import Screen

/// The option of where containers are looked for by their names, for every command whose paths may begin with one.
struct NamesOptions: ParsableArguments {
    @Option(
        name: .customLong("in"),
        help: ArgumentHelp(
            """
            Look for the names after app: and sim: in this directory alone, instead of the simulators in \
            $SANDGLASS_SIMULATORS or their usual place, and recent containers.
            """, valueName: "directory"),
        completion: .directory)
    var namesDirectory: String?

    /// Chooses the directory for the program, before the first name is looked for.
    func validate() throws {
        guard let namesDirectory else { return }
        let path = argumentBytes(namesDirectory)
        guard !ContainerName.isOne(path) else {
            throw ValidationError("--in takes a directory, not the name \(DisplayText(namesDirectory)).")
        }
        NamedContainers.look(in: path)
    }
}
