import ArgumentParser
import ContainerStore
import Inspection
import Screen

struct AppInfoCommand: Command {
    static let configuration = CommandConfiguration(
        commandName: "app-info",
        abstract: "Show, set or forget the declarations of an app.",
        discussion: """
            What an app declares is read from its Info.plist. If that is not at hand, every command takes its values \
            as options; this command remembers them for the container, so that they need not be repeated. This applies \
            to the one container: a copy of it, or another one at its path, inherits nothing. `sandglass info` shows \
            where each value comes from.

              sandglass app-info App.xcappdata --set --app-info Info.plist
              sandglass app-info App.xcappdata --set --file-sharing yes --opens-in-place no
              sandglass app-info App.xcappdata --forget
            """
    )

    @Argument(help: "A container or a path inside one.", completion: Completions.items)
    var path = "."

    @Flag(help: "Remember the values given by the options below, in addition to earlier ones.")
    var set = false

    @Flag(help: "Forget everything about the container's app.")
    var forget = false

    @Flag(help: "Print a JSON object.")
    var json = false

    @OptionGroup(title: "The container and its app") var app: AppInfoOptions

    func validate() throws {
        if set, forget { throw ValidationError("--set and --forget are mutually exclusive.") }
        if set, app.givesNothing {
            throw ValidationError("--set needs a value, such as --file-sharing yes or --app-info Info.plist.")
        }
        if !set, !app.givesNothing { throw ValidationError("Add --set to remember these values.") }
    }

    func perform() throws {
        let given = try app.given()
        let (found, _) = try app.find(argumentBytes(path))
        // Refuses the Info.plist of another app.
        let container = try app.adding(given, to: found)
        var remembered = container.description.remembered
        if set || forget {
            do throws(StateError) {
                remembered = try AppInfoStore().update(for: container) { remembered in
                    if forget { remembered = AppInfoOverrides() } else { remembered.add(given) }
                }
            } catch {
                throw Failure(.cannotCreate, "not remembered: \(DisplayText(error.message))")
            }
        }
        let report = RememberedReport(remembered, about: container.description)
        try json ? writeReport(report) : writeLines(report.lines)
    }
}
