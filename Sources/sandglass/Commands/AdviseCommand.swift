import ArgumentParser
import ContainerModel
import ContainerStore
import FileTree
import Inspection
import Screen
import System

struct AdviseCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "advise",
        abstract: "Recommend where a file belongs, or check whether a file is in the right place.",
        discussion: """
            Without a file or answers, asks its questions on the terminal. With any answer it asks nothing; unanswered \
            questions count as no.

            With a file, judges by its name, its first bytes and its attributes whether it is in the right place. Answers \
            override that judgement. The exit status is always 0.

              sandglass advise --recreatable --offline
              sandglass advise App.xcappdata/AppData/Documents/Store.sqlite
            """
    )

    @Argument(help: "An item of a container.", completion: .file())
    var file: String?

    @Flag(inversion: .prefixedNo, help: "The data is a setting: a small value for UserDefaults.")
    var setting: Bool?

    @Flag(inversion: .prefixedNo, help: "The data is known when the app is built, and the app never changes it.")
    var knownAtBuild: Bool?

    @Flag(inversion: .prefixedNo, help: "The data is a document of the user's, who should see it.")
    var userSees: Bool?

    @Flag(inversion: .prefixedNo, help: "The data must last, and come back from a backup.")
    var persists: Bool?

    @Flag(inversion: .prefixedNo, help: "The data is needed between launches, and can be downloaded or created again.")
    var recreatable: Bool?

    @Flag(inversion: .prefixedNo, help: "The data must be available offline.")
    var offline: Bool?

    @Flag(help: "Print a JSON object.")
    var json = false

    @OptionGroup(title: "The app's Info.plist") var app: AppInfoOptions

    private var answers: [Advice.Question: Bool] {
        let given: [(Advice.Question, Bool?)] = [
            (.setting, setting), (.knownAtBuild, knownAtBuild), (.userSees, userSees), (.persists, persists),
            (.recreatable, recreatable), (.offline, offline),
        ]
        return Dictionary(uniqueKeysWithValues: given.compactMap { question, answer in answer.map { (question, $0) } })
    }

    func run() throws { try reportingFailures(asJSON: json, advise) }

    private func advise() throws {
        if let file { return try advise(about: file) }
        let report = AdviceReport(Advice(for: answers.isEmpty ? try ask() : answers))
        if json { return try writeLine(try JSONReport.object(report)) }
        for line in report.lines { try writeLine(DisplayText(line).description) }
    }

    private func advise(about file: String) throws {
        let (container, path) = try app.locate(file)
        let placement: Placement
        do throws(FileTreeError) {
            placement = try Placement(of: path, in: container, answers: answers)
        } catch {
            throw Failure(error, at: file)
        }
        let report = PlacementReport(placement, hostPath: container.description.hostPath.bytes)
        if json { return try writeLine(try JSONReport.object(report, faults: container.faults())) }
        for line in report.lines { try writeLine(DisplayText(line).description) }
    }

    /// Asks on the terminal, writing to standard error: standard output is for the answer alone.
    private func ask() throws -> [Advice.Question: Bool] {
        guard isatty(STDIN_FILENO) == 1 else {
            throw Failure(
                .usage,
                "there is no terminal to ask on; answer with flags, such as --recreatable --offline (see --help)")
        }
        var answers: [Advice.Question: Bool] = [:]
        while let question = Advice.nextQuestion(after: answers) {
            writeQuestion("\(question.text) [y/N] ")
            guard let line = readLine() else { throw Failure(.noInput, "no answer") }
            let answer = line.lowercased().filter { !$0.isWhitespace }
            guard let known = Self.replies[answer] else {
                writeQuestion("Please answer y or n.\n")
                continue
            }
            answers[question] = known
        }
        return answers
    }

    private static let replies = ["y": true, "yes": true, "n": false, "no": false, "": false]
}
