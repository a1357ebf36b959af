extension DisplayText {
    /// Returns the text in lines of at most `columns` cells, broken at blanks where possible. Leading blanks also
    /// indent the lines that follow. There is always at least one line.
    package func wrapped(to columns: Int) -> [DisplayText] {
        let blank = UInt64(0x20)
        guard width > columns, columns > 0 else { return [self] }
        let indent = min(clusters.prefix { $0.bits == blank }.count, columns / 2)
        var lines: [DisplayText] = []
        var line = Array(clusters.prefix(indent))
        var lineWidth = indent
        /// The index of the line's last blank.
        var lastBlank: Int?
        func finish(_ clusters: some Sequence<Cluster>) {
            let line = Array(clusters)
            lines.append(DisplayText(clusters: line, width: line.reduce(0) { $0 + $1.width }))
        }
        for cluster in clusters.dropFirst(indent) {
            if cluster.bits == blank, lineWidth == indent, !lines.isEmpty { continue }
            if lineWidth + cluster.width > columns, lineWidth > indent {
                let rest = lastBlank.map { Array(line[($0 + 1)...]) } ?? []
                finish(lastBlank.map { line[..<$0] } ?? line[...])
                line = Array(repeatElement(Cluster(bits: blank), count: indent)) + rest
                lineWidth = line.reduce(0) { $0 + $1.width }
                lastBlank = nil
                if cluster.bits == blank, rest.isEmpty { continue }
            }
            if cluster.bits == blank { lastBlank = line.count }
            line.append(cluster)
            lineWidth += cluster.width
        }
        finish(line)
        return lines
    }
}
