extension DisplayText {
    /// The number of clusters that are not blanks.
    package var inkedCount: Int { clusters.count { $0.bits != 0x20 } }

    /// Returns the text in lines of at most `columns` cells, broken at blanks where possible, and words that fit in no
    /// line after a slash. Leading blanks also indent the lines that follow. There is always at least one line.
    package func wrapped(to columns: Int) -> [DisplayText] {
        let blank = UInt64(0x20)
        guard width > columns, columns > 0 else { return [self] }
        let indent = min(clusters.prefix { $0.bits == blank }.count, columns / 2)
        var lines: [DisplayText] = []
        var line = Array(clusters.prefix(indent))
        var lineWidth = indent
        /// The index of the line's last blank.
        var lastBlank: Int?
        /// The index after the last slash in the line of a word that fits in no line.
        var lastSlash: Int?
        var isWordLong = false
        func finish(_ clusters: some Sequence<Cluster>) {
            let line = Array(clusters)
            lines.append(DisplayText(clusters: line, width: line.reduce(0) { $0 + $1.width }))
        }
        for (index, cluster) in clusters.enumerated().dropFirst(indent) {
            if index == indent || clusters[index - 1].bits == blank {
                let word = clusters[index...].prefix { $0.bits != blank }
                isWordLong = word.count > columns - indent || word.reduce(0) { $0 + $1.width } > columns - indent
            }
            if cluster.bits == blank, lineWidth == indent, !lines.isEmpty { continue }
            if lineWidth + cluster.width > columns, lineWidth > indent {
                let end = lastSlash ?? lastBlank
                let rest = lastSlash.map { Array(line[$0...]) } ?? lastBlank.map { Array(line[($0 + 1)...]) } ?? []
                finish(end.map { line[..<$0] } ?? line[...])
                line = Array(repeatElement(Cluster(bits: blank), count: indent)) + rest
                lineWidth = line.reduce(0) { $0 + $1.width }
                lastBlank = nil
                lastSlash = nil
                if cluster.bits == blank, rest.isEmpty { continue }
            }
            if cluster.bits == blank { (lastBlank, lastSlash) = (line.count, nil) }
            line.append(cluster)
            if cluster.bits == 0x2f, isWordLong { lastSlash = line.count }
            lineWidth += cluster.width
        }
        finish(line)
        return lines
    }
}
