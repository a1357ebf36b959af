import ArgumentParser
import FileTree
import Formats
import Screen

/// The option of the encoding of names in zips, for every command whose paths may lead into one.
struct NamesEncodingOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            """
            The encoding of names in zips that are neither marked as UTF-8 nor valid UTF-8, instead of what `unzip` \
            takes: \(names.joined(separator: ", ")).
            """, valueName: "name"),
        completion: .list(names))
    var namesEncoding: String?

    private static let names = ZipNames.choices.map { $0.names[0] }

    /// Chooses the encoding for the program, before the first zip is opened.
    func validate() throws {
        guard let namesEncoding else { return }
        guard let encoding = TextEncoding(named: namesEncoding), ZipNames.choices.contains(encoding) else {
            throw ValidationError(
                "--names-encoding takes \(Self.names.joined(separator: ", ")), not \(DisplayText(namesEncoding)).")
        }
        ZipNames.encoding = encoding
    }
}
