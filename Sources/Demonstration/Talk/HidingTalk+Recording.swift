import Screen

extension HidingTalk {
    /// The talk as a recording of a terminal of 80 by 24: some seconds for each stage, and the rows of the table of the
    /// ways out one by one.
    /// - Parameter results: The results, complete.
    package static func recording(of results: HidingDemonstration.Results) -> Asciicast {
        let rows = results.contents.rows
        var cast = Asciicast(size: leastSize)
        var talk = HidingTalk(showsWaysOut: !rows.isEmpty)
        for outcome in results.outcomes { talk.receive(.tried(outcome)) }
        while true {
            switch talk.stage {
            case .waysOut:
                for row in rows {
                    talk.receive(.left(row))
                    cast.add(talk.frame(size: leastSize), milliseconds: 60)
                }
                talk.finish()
                cast.add(talk.frame(size: leastSize), milliseconds: 5_000)
            case .app, .summary: cast.add(talk.frame(size: leastSize), milliseconds: 5_000)
            case .moment: cast.add(talk.frame(size: leastSize), milliseconds: 2_500)
            }
            if talk.press(.enter) == .ends { return cast }
        }
    }
}
