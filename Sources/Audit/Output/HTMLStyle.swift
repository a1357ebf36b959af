/// The style sheet of a report: for wide and narrow screens, light and dark ones, and paper.
enum HTMLStyle {
    /// The style sheet. Sizes are relative to that of the text, which is smaller on paper.
    static let sheet = """
        body { font: 15px/1.45 system-ui, sans-serif; margin: 2em auto; max-width: 72em; padding: 0 1em; color: #222;
          overflow-wrap: break-word; }
        table { border-collapse: collapse; table-layout: fixed; width: 100%; margin: .5em 0 1.5em; }
        caption { text-align: left; color: #555; font-size: .87em; padding-bottom: .3em; }
        th, td { border: 1px solid #ccc; padding: .3em .6em; text-align: left; vertical-align: top; }
        th { background: #f2f2f2; }
        .findings th:nth-child(1) { width: 6em; } .findings th:nth-child(2) { width: 36%; }
        .findings th:nth-child(4) { width: 24%; }
        .examined th:nth-child(1) { width: 46%; }
        table.severities { max-width: 24em; }
        .files th:nth-child(1) { width: 50%; } .files th:nth-child(2) { width: 8em; }
        .addresses th:nth-child(1) { width: 12em; }
        .digest { word-break: break-all; }
        code { font-family: monospace; font-size: .87em; } .quiet { color: #595959; font-size: .87em; }
        .quiet .quiet, .quiet code, code.quiet { font-size: 1em; } td code.quiet { font-size: .87em; }
        h3 .quiet { font-weight: normal; font-size: .8em; } nav li { margin: .15em 0; }
        .error { color: #a40000; font-weight: bold; } .warning { color: #7a4f00; font-weight: bold; }
        .note { color: #345; }
        figure { display: inline-block; margin: 0 1em 1em 0; width: 140px; vertical-align: top; font-size: .8em; }
        figure img { border: 1px solid #999; width: 120px; }
        @media screen and (max-width: 640px) {
          table, caption, tbody, tr, td { display: block; width: auto; } thead { display: none; }
          tr { margin-bottom: .8em; border-top: 2px solid #999; } td { border: 0; padding: .2em 0; }
          td:empty { display: none; } td::before { content: attr(data-label) ": "; font-weight: bold; color: #595959; }
        }
        @media print {
          body { max-width: none; margin: 0; padding: 0; font-size: 11px; } table { width: calc(100% - 2px); }
          thead { display: table-header-group; } tr, figure { break-inside: avoid; }
          h2, h3, caption { break-after: avoid; } p { orphans: 3; widows: 3; }
        }
        @media screen and (prefers-color-scheme: dark) {
          body { background: #1b1b1b; color: #ddd; } th { background: #2a2a2a; } a { color: #9cf; }
          caption, .quiet, td::before { color: #aaa; } .error { color: #ff8f8f; } .warning { color: #f0c060; }
          .note { color: #a9c4e0; }
        }
        """
}
