import ArgumentParser
import ContainerStore
import Screen
import System

struct ManualCommand: Command {
    static let configuration = CommandConfiguration(
        commandName: "manual",
        abstract: "Print or install manual pages; install completions.",
        discussion: """
            The pages are made from the commands and the topics of help, in man(7) format. --install writes \
            them and the completions of bash, zsh and fish to the places below a prefix where man and the shells look \
            for them, and names every file that it has written; files of earlier versions are replaced.

              sandglass manual | man -l -
              sandglass manual ls | man -l -
              sandglass manual backups | man -l -
              sandglass manual --install ~/.local
              sudo sandglass manual --install /usr/local
            """
    )

    @Argument(
        help: "The words of a command or a topic: ls, demo snapshot-hide, backups. Without any, the program's page.",
        completion: Completions.pages)
    var command: [String] = []

    @Option(
        help: ArgumentHelp("Install all pages and completions below this directory.", valueName: "prefix"),
        completion: .directory)
    var install: String?

    func validate() throws {
        if install != nil, !command.isEmpty {
            throw ValidationError("--install installs the pages of all commands; do not name one.")
        }
    }

    func perform() throws {
        let program = try CommandDescription.program()
        if let install { return try Installation(below: argumentBytes(install)).install(program) }
        let words = ["sandglass"] + command.flatMap { $0.split(separator: " ").map(String.init) }
        // A script in the language of man(7), which has to be exact; nothing in it is from outside.
        if let found = program.all.first(where: { $0.words == words }) {
            return try writeOutput(Array(Self.page(of: found).text().utf8))
        }
        guard words.count == 2, let topic = HelpTopic.named(words[1]) else {
            throw Failure(
                .noInput, "\(DisplayText(command.joined(separator: " "))) is neither a command nor a topic")
        }
        try writeOutput(Array(Self.page(of: topic).text().utf8))
    }

    /// Returns the page of a command. It contains the topic of the same name; the program's page lists the topics.
    fileprivate static func page(of command: CommandDescription) -> ManualPage {
        var page = ManualPage(command: command, version: Release.version)
        switch command.words.count {
        case 1: page.topics = HelpTopic.all
        case 2: page.topic = HelpTopic.named(command.commandName)
        default: break
        }
        return page
    }

    /// Returns the page of a topic.
    fileprivate static func page(of topic: HelpTopic) -> TopicPage {
        TopicPage(topic: topic, version: Release.version)
    }
}

/// The installation of the manual and of completions.
private struct Installation {
    private let prefix: HostPath

    init(below prefix: [UInt8]) throws {
        guard let place = HostPath(prefix) else {
            throw Failure(.noInput, "\(DisplayText(bytes: prefix)): no such file or directory")
        }
        try ContainerStore.requireOutside(prefix, isReadOnly: ReadOnlyOptions.isSet)
        self.prefix = place
    }

    func install(_ program: CommandDescription) throws {
        for command in program.all {
            let page = ManualCommand.page(of: command)
            try write(page.text(), to: "share/man/man1/\(page.fileName)")
        }
        for topic in HelpTopic.all where !topic.isCommand {
            let page = ManualCommand.page(of: topic)
            try write(page.text(), to: "share/man/man7/\(page.fileName)")
        }
        for (shell, path) in Self.completions {
            try write(Completions.script(for: shell), to: path)
        }
    }

    /// Where shells look for the completions of a program called sandglass.
    private static let completions: [(CompletionShell, String)] = [
        (.bash, "share/bash-completion/completions/sandglass"), (.zsh, "share/zsh/site-functions/_sandglass"),
        (.fish, "share/fish/vendor_completions.d/sandglass.fish"),
    ]

    private func write(_ text: String, to path: String) throws {
        let place = prefix.bytes + (prefix.bytes.count == 1 ? [] : [0x2f]) + Array(path.utf8)
        func failure(_ path: [UInt8], _ error: Errno) -> Failure {
            Failure(.cannotCreate, "\(DisplayText(bytes: path)): \(error)")
        }
        let missing = place.indices.dropFirst().filter { place[$0] == 0x2f }.map { place[..<$0] }
            .filter { withNullTerminated($0) { access($0, F_OK) } != 0 }
        do throws(PathError) {
            try makeDirectories(around: place)
        } catch {
            throw failure(error.path, error.errno)
        }
        do throws(Errno) {
            try WholeFile.write(Array(text.utf8), at: place, .untilPowerFails)
        } catch {
            throw failure(place, error)
        }
        // Everybody may read a manual.
        for directory in missing { _ = withNullTerminated(directory) { chmod($0, 0o755) } }
        _ = withNullTerminated(place[...]) { chmod($0, 0o644) }
        try writeLine(DisplayText(bytes: place).description)
    }
}
