import ArgumentParser
import ContainerModel
import ContainerStore
import Inspection
import Reports
import System

struct AdviseCommand: Command {
    static let configuration = CommandConfiguration(
        commandName: "advise",
        abstract: "Recommend a place for a file, or check its place.",
        discussion: """
            Without a file, asks on the terminal what the answers given as flags leave open; Enter \
            alone means that you don't know. If the answers do not decide, prints the remaining places, with \
            the answers that each depends on; no answer is ever assumed.

            With a file, judges whether it is in the right place by its name, its first bytes, its attributes \
            and its age, counted back from the last change of the container's directories. Answers override that \
            judgement. With a directory, judges everything in it, and lists what seems to be in the wrong place. The \
            exit status does not depend on the findings.

            With --json and a directory, each line is an object: one with "row": "item" for each item that seems to be \
            in the wrong place, then one with "row": "total".

              sandglass advise --no-user-sees --recreatable --offline
              sandglass advise App.xcappdata/AppData/Documents/Store.sqlite
            """
    )

    @Argument(help: "A container, or an item of one.", completion: Completions.items)
    var file: String?

    @Flag(inversion: .prefixedNo, help: "The data is a setting: a small value for UserDefaults.")
    var setting: Bool?

    @Flag(inversion: .prefixedNo, help: "The data is known when the app is built, and the app never changes it.")
    var knownAtBuild: Bool?

    @Flag(inversion: .prefixedNo, help: "The user should see the data, as they see their documents.")
    var userSees: Bool?

    @Flag(inversion: .prefixedNo, help: "The data is needed between launches.")
    var persists: Bool?

    @Flag(inversion: .prefixedNo, help: "The data can be downloaded or recreated.")
    var recreatable: Bool?

    @Flag(
        inversion: .prefixedNo,
        help: "The data is a template, a modified resource of the bundle, or something that the user bought.")
    var support: Bool?

    @Flag(inversion: .prefixedNo, help: "The data must be there without a network.")
    var offline: Bool?

    @Flag(help: "Print a JSON object; for a directory, one JSON object per line.")
    var json = false

    @OptionGroup(title: "The container and its app") var app: AppInfoOptions

    private var answers: [Advice.Question: Bool] {
        let given: [(Advice.Question, Bool?)] = [
            (.setting, setting), (.knownAtBuild, knownAtBuild), (.userSees, userSees), (.persists, persists),
            (.recreatable, recreatable), (.support, support), (.offline, offline),
        ]
        return Dictionary(uniqueKeysWithValues: given.compactMap { question, answer in answer.map { (question, $0) } })
    }

    func perform() throws {
        if let file { return try advise(about: file) }
        let answers = try complete(answers)
        let possible = Advice.possibleRules(after: answers)
        guard possible.count == 1 else {
            let report = OpenAdviceReport(after: answers)
            return try json ? writeReport(report) : writeLines(report.lines)
        }
        let report = AdviceReport(Advice(by: possible[0]))
        try json ? writeReport(report) : writeLines(report.lines)
    }

    private func advise(about file: String) throws {
        let (container, path) = try app.locateItem(argumentBytes(file))
        let placement = try naming(file) { try Placement(of: path, in: container, answers: answers) }
        let report = PlacementReport(placement, hostPath: container.description.hostPath.bytes)
        if placement.isDirectory, answers.isEmpty { return try survey(below: path, of: container, report) }
        try json ? writeReport(report, on: container) : writeLines(report.lines)
    }

    private func survey(below top: ContainerPath, of container: Container, _ itself: PlacementReport) throws {
        var survey = PlacementSurvey(below: top, of: container)
        var output = Output()
        var unreadable = Unreadable()
        if !json, !top.isRoot { try output.lines(itself.lines + [""]) }
        while let step = survey.next() {
            switch step {
            case .row(let placement):
                let report = PlacementReport(placement, hostPath: container.description.hostPath.bytes)
                if json {
                    try output.line(try JSONReport.line(report))
                } else if placement.path != top {
                    try output.lines(report.lines + [""])
                }
            case .failure(let path, let error): unreadable.note(path, error)
            }
        }
        if json {
            try output.line(try JSONReport.line(survey.totals, faults: container.faults()))
        } else {
            try output.lines(survey.totals.lines)
        }
        try output.flush()
        try unreadable.end()
    }

    /// Asks on the terminal for the answers that are missing, writing to standard error: standard output is for the
    /// advice alone. Enter alone means that the answer is not known. Without a terminal, returns the answers as they
    /// are.
    private func complete(_ given: [Advice.Question: Bool]) throws -> [Advice.Question: Bool] {
        guard isatty(STDIN_FILENO) == 1 else {
            guard given.isEmpty else { return given }
            throw Failure(
                .usage,
                "there is no terminal to ask on; answer with flags, such as --recreatable --offline (see --help)")
        }
        var answers = given
        var unknown: Set<Advice.Question> = []
        while let question = Advice.nextQuestion(after: answers, unknown: unknown) {
            writeQuestion("\(question.text) [y/n, Enter: don't know] ")
            guard let line = readLine() else { throw Failure(.noInput, "no answer") }
            let answer = line.lowercased().filter { !$0.isWhitespace }
            if answer.isEmpty || answer == "?" {
                unknown.insert(question)
            } else if let known = Self.replies[answer] {
                answers[question] = known
            } else {
                writeError("Please answer y or n, or press Enter if you don't know.")
            }
        }
        return answers
    }

    private static let replies = ["y": true, "yes": true, "n": false, "no": false]
}
