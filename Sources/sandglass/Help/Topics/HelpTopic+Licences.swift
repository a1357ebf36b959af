extension HelpTopic {
    /// The licences of all that is linked.
    static let licences = HelpTopic(
        "licences", "Licences", summary: "The licences of what is linked into the program.",
        text: """
            \(Release.licence)
            It is linked statically with packages, parts of Swift and libraries of Debian, each under its own licence.

            # Relinking

            \(Release.relinking)
            \(Release.notices)
            """)
}
