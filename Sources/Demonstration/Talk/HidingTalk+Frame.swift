import ContainerModel
package import Screen

/// What the stages of the talk look like.
extension HidingTalk {
    /// The look of a secret that can be seen: red, and reversed where there are no colours.
    static let secretStyle = Style(foreground: .palette(1), attributes: [.bold, .reverse])
    private static let alarmStyle = Style(foreground: .palette(1), attributes: .bold)
    private static let safeStyle = Style(foreground: .palette(2), attributes: .bold)
    private static let titleStyle = Style(attributes: [.bold, .reverse])
    /// The rows above and below a picture.
    private static let (head, foot) = (2, 1)

    /// Returns the present stage for a screen of `size`.
    package func frame(size: Size) -> Frame {
        var frame = Frame(size: size)
        guard size.columns >= Self.leastSize.columns, size.rows >= Self.leastSize.rows else {
            frame.write("The talk needs 80 columns and 24 rows. q ends it.", column: 0, row: 0, style: .plain)
            return frame
        }
        let (title, sentence) = words
        frame.fill(Rectangle(column: 0, row: 0, columns: size.columns, rows: 1), style: Self.titleStyle)
        frame.write(title, column: 1, row: 0, style: Self.titleStyle)
        let place = "\(index + 1)/\(stages.count)"
        frame.write(place, column: size.columns - place.count - 1, row: 0, style: Self.titleStyle)
        frame.write(sentence, column: 1, row: 1, style: .plain)
        let area = Rectangle(
            column: 0, row: Self.head, columns: size.columns, rows: size.rows - Self.head - Self.foot)
        switch stage {
        case .app: show(results.outcomes.first?.before, results.outcomes.first, in: area, of: &frame)
        case .moment(let moment, let way):
            let outcome = way < results.outcomes.count ? results.outcomes[way] : nil
            show(outcome?.pictures[moment], outcome, at: moment, in: area, of: &frame)
        case .waysOut: showWaysOut(in: area, of: &frame)
        case .summary: showSummary(in: area, of: &frame)
        }
        showKeys(in: &frame)
        return frame
    }

    /// The title of the present stage, and the line below it.
    private var words: (title: String, sentence: String) {
        switch stage {
        case .app: ("The app is in use", "Its secrets are marked in red. Who sees them once it is suspended?")
        case .moment(let moment, let way):
            ("\(moment.title.capitalizedFirst), \(ConcealmentMode.all[way].title)", moment.sentence)
        case .waysOut:
            (
                "\(ExitPath.all.count) ways out, with contents of \(SecretFixture.all.count) kinds of files",
                "With the cover: what is visible after each way, in the pane and the viewer."
            )
        case .summary: ("What each way of hiding hides", "The number of secrets that can be seen.")
        }
    }

    private func showKeys(in frame: inout Frame) {
        let row = frame.size.rows - 1
        let isLast = index + 1 == stages.count
        let keys = isLast ? "b back  q end" : "Enter next  b back  Tab next moment  q end"
        frame.write(keys, column: frame.size.columns - keys.count - 1, row: row, style: Style(attributes: .dim))
    }

    // MARK: - Pictures

    private func show(
        _ picture: Frame?, _ outcome: HidingOutcome?, at moment: ConcealmentMode.Stage? = nil, in area: Rectangle,
        of frame: inout Frame
    ) {
        guard let outcome else {
            let text = isComplete ? "This was not tried." : "This is being tried …"
            frame.write(text, column: 1, row: area.row + 1, style: .plain)
            return
        }
        let secrets = moment.map { outcome.row.sight($0).secrets } ?? outcome.row.wanted
        if let picture {
            let column = (area.columns - picture.size.columns) / 2
            let row = area.row + (area.rows - picture.size.rows) / 2
            frame.copy(picture, column: column, row: row, marking: outcome.row.wanted)
        } else {
            frame.write("There is none.", column: 1, row: area.row + 1, style: .plain)
        }
        let seen = picture.map { picture in secrets.filter { picture.text.contains($0) } } ?? []
        let isEmpty = secrets.isEmpty
        let count = moment == nil ? seen.count : secrets.count
        let text = isEmpty ? "no secret in sight" : "\(Pluralized.some(count, "secret")) in sight"
        frame.write(
            text, column: 1, row: frame.size.rows - 1, style: isEmpty ? Self.safeStyle : Self.alarmStyle)
    }

    // MARK: - Tables

    private func showWaysOut(in area: Rectangle, of frame: inout Frame) {
        let tallies = results.contents.tallies
        let lines = results.contents.table
        for (offset, line) in lines.enumerated() {
            let isLeak = offset > 0 && !tallies[offset - 1].secrets.isEmpty
            let style = offset == 0 ? Style(attributes: .bold) : isLeak ? Self.alarmStyle : .plain
            frame.write(line, column: 1, row: area.row + 1 + offset, columns: area.columns - 2, style: style)
        }
        let count = Pluralized.some(results.contents.rows.count, "time")
        let text = isComplete ? "\(count) in all" : "\(count) so far …"
        frame.write(text, column: 1, row: area.row + ExitPath.all.count + 3, style: .plain)
    }

    private func showSummary(in area: Rectangle, of frame: inout Frame) {
        let moments = ConcealmentMode.Stage.allCases
        let (first, width) = (9, 14)
        for (column, moment) in moments.enumerated() {
            frame.write(
                moment.shortTitle, column: first + column * width, row: area.row + 1, style: Style(attributes: .bold))
        }
        for (line, outcome) in results.outcomes.enumerated() {
            let row = area.row + 2 + line
            frame.write(outcome.row.way, column: 1, row: row, style: .plain)
            for (column, moment) in moments.enumerated() {
                let count = outcome.row.sight(moment).secrets.count
                frame.write(
                    count == 0 ? "none" : "\(count)", column: first + column * width, row: row,
                    style: count == 0 ? Self.safeStyle : Self.alarmStyle)
            }
        }
        for (offset, way) in ConcealmentMode.all.enumerated() {
            let lines = DisplayText(way.sentence).wrapped(to: area.columns - first - 1)
            for (line, text) in lines.enumerated() {
                if line == 0 { frame.write(way.name, column: 1, row: area.row + 8 + 2 * offset, style: .plain) }
                frame.write(text, column: first, row: area.row + 8 + 2 * offset + line, style: .plain)
            }
        }
    }
}

extension Frame {
    /// Copies a frame, with the cells that spell a secret in red.
    fileprivate mutating func copy(_ other: Frame, column: Int, row: Int, marking secrets: [String]) {
        let marked = other.cells(spelling: secrets)
        for line in 0..<other.size.rows {
            for (offset, cell) in other.row(line).enumerated() where !cell.isContinuation {
                var text = String(Character(cell.base))
                for case let mark? in [cell.firstMark, cell.secondMark] { text.unicodeScalars.append(mark) }
                let isSecret = marked.contains(Position(column: offset, row: line))
                write(
                    DisplayText(text), column: column + offset, row: row + line, columns: cell.isWide ? 2 : 1,
                    style: isSecret ? HidingTalk.secretStyle : cell.style)
            }
        }
    }

    /// Returns the cells that spell a secret.
    private func cells(spelling secrets: [String]) -> Set<Position> {
        var cells: Set<Position> = []
        let wanted = secrets.map { Array($0.unicodeScalars) }
        for row in 0..<size.rows {
            // One scalar per cell, so that indices in the text are columns.
            let text = self.row(row).map { $0.isContinuation ? " " : $0.base }
            for secret in wanted {
                for column in text.indices where text[column...].starts(with: secret) {
                    for cell in column..<column + secret.count { cells.insert(Position(column: cell, row: row)) }
                }
            }
        }
        return cells
    }
}
