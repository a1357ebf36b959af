import ArgumentParser
import Browser
import ContainerModel
import Screen

struct RunCommand: Command {
    static let configuration = CommandConfiguration(
        commandName: "run",
        abstract: "Browse a container, beginning with some actions.",
        discussion: """
            Actions are named as in `sandglass keys` and keymap.toml. They are performed in order, each as \
            soon as the list is complete. An action that asks a question must be the last one: you answer it.

              sandglass run caches flat sort --at App.xcappdata
              sandglass run documents down view
            """
    )

    @Argument(help: "The names of actions.", completion: .list(Action.performable.map(\.name)))
    var action: [String]
    @Option(
        name: .customLong("at"), help: "A container, a path inside one, or a directory that holds several.",
        completion: Completions.items)
    var path = "."

    @OptionGroup var options: BrowsingOptions
    @OptionGroup(title: "The container and its app") var app: AppInfoOptions

    func perform() throws {
        let actions = try action.map { name in
            guard let action = Action.named(name) else { throw unknown(name) }
            guard Action.performable.contains(where: { $0.name == name }) else {
                throw Failure(.usage, "\(name) is an action inside a panel or a prompt, which is not open yet")
            }
            return action
        }
        try browse(argumentBytes(path), options, app: app, actions: actions)
    }

    private func unknown(_ name: String) -> Failure {
        let names = Action.performable.map { Array($0.name.utf8) }
        let near = NameLikeness.nearest(to: Array(name.utf8), among: names).map { String(decoding: $0, as: UTF8.self) }
        let meant = near.map { "did you mean \($0)?" } ?? "`sandglass keys` lists them"
        return Failure(.usage, "there is no action \(DisplayText(name)); \(meant)")
    }
}
