extension NameLikeness {
    /// Extensions that differ from another one by a letter and are not typos of it: `jpg`, `jpeg`.
    static let knownExtensions: Set<String> = [
        "ai", "aif", "aiff", "bz", "cer", "cert", "cjs", "cs", "csh", "css", "cts", "db", "doc", "docm", "docx", "dot",
        "dotx", "erb", "gz", "htm", "html", "jpe", "jpeg", "jpg", "js", "jsx", "ksh", "md", "mdb", "mdx", "mid", "midi",
        "mjs", "mpeg", "mpg", "mts", "ppt", "pptm", "pptx", "ps", "psd", "py", "pyc", "pyi", "pyw", "pyx", "rb", "sh",
        "shtm", "shtml", "svg", "svgz", "tbz", "tex", "text", "tgz", "tif", "tiff", "ts", "tsx", "txt", "txz", "wav",
        "wave", "xhtm", "xhtml", "xls", "xlsm", "xlsx", "xz", "yaml", "yml", "zsh",
    ]
}
