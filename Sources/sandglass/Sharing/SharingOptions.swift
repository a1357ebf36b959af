import ArgumentParser
import ContainerModel
import FileSharing
import Transactions

/// The options of every command that changes something.
struct SharingOptions: ParsableArguments {
    @Option(
        name: .customLong("as"), help: ArgumentHelp("The actor whose rights apply.", valueName: "actor"))
    var actor = ActingParty.app

    @Option(
        help: ArgumentHelp(
            """
            What to do if a name is taken. replace moves the old item to the trash; keep-both makes `name 2.txt`. \
            Asking requires a terminal; without one, nothing is done and the conflicts are listed.
            """,
            valueName: "policy")
    )
    var onConflict = ConflictPolicy.ask

    // Without a default for the parser, which would print it as it is spelled in JSON.
    @Option(
        help: ArgumentHelp(
            """
            What to do if something fails or is refused: go-on with the rest, which is the default, or roll-back \
            everything.
            """,
            valueName: "policy")
    )
    var onError: ErrorPolicy?

    @Flag(name: [.customShort("n"), .long], help: "Only print what would be done.")
    var dryRun = false

    @Flag(
        help: """
            Take a database without its log, or a log without its database. Asks first on a terminal. Otherwise they \
            go together, with what else belongs to the database.
            """)
    var alone = false

    @Flag(inversion: .prefixedNo, help: "Read back and compare what is written to a device.")
    var verify = true

    @Flag(help: "Print a JSON object.")
    var json = false

    @Flag(name: .customLong("print0"), help: "Print the paths created or removed as bytes, each terminated by NUL.")
    var print0 = false

    @OptionGroup var readOnly: ReadOnlyOptions

    @OptionGroup(title: "State of the app and the device") var deviceState: DeviceStateOptions

    @OptionGroup(title: "The container and its app") var app: AppInfoOptions

    func validate() throws {
        if json, print0 { throw ValidationError("--json and --print0 are mutually exclusive.") }
    }

    /// Returns a run with these options.
    func operationRun(on named: Operands) -> OperationRun {
        OperationRun(
            pipeline: readOnly.pipeline(named.open), containers: named.containers,
            requester: Requester(actor, deviceState.state),
            options: OperationOptions(
                conflicts: onConflict, onError: onError ?? .goOn, readsBack: verify, isAlone: alone),
            isDryRun: dryRun,
            output: json ? .json : print0 ? .nul : .lines)
    }

    /// Runs an operation on individually named items, for `exclude`, `include` and `rm`.
    func runOnItems(at paths: [String], _ operands: OperandOptions, _ operation: (ItemSet) -> FileOperation) throws {
        var named = Operands(app, as: actor)
        let items = try operands.items(paths, in: &named) { try $0.item($1) }
        try operationRun(on: named).runAndEnd(operation(items))
    }
}

extension ConflictPolicy: ExpressibleByArgument {
    /// The policies as spelled on the command line.
    public static var allValueStrings: [String] { ["ask", "skip", "replace", "keep-both"] }

    /// Parses `keep-both`, or `keepBoth` as spelled in JSON.
    public init?(argument: String) { self.init(spelled: argument) }
}

extension ErrorPolicy: ExpressibleByArgument {
    /// The policies as spelled on the command line.
    public static var allValueStrings: [String] { ["go-on", "roll-back"] }

    /// Parses `roll-back`, or `rollBack` as spelled in JSON.
    public init?(argument: String) { self.init(spelled: argument) }
}
