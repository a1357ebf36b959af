/// The system's types of text: prose, markup, source code, and data in text form.
extension UniformType {
    static let texts: [UniformType] =
        [
            UniformType("public.plain-text", ["public.text"], extensions: ["txt", "text"], mimeTypes: ["text/plain"]),
            UniformType("public.utf8-plain-text", ["public.plain-text"]),
            UniformType("public.utf16-plain-text", ["public.plain-text"]),
            UniformType(
                "public.rtf", ["public.text"], extensions: ["rtf"], mimeTypes: ["text/rtf", "application/rtf"]),
            UniformType(
                "public.html", ["public.text"], extensions: ["html", "htm", "shtml"], mimeTypes: ["text/html"]),
            UniformType(
                "public.xhtml", ["public.xml"], extensions: ["xhtml", "xht"], mimeTypes: ["application/xhtml+xml"]),
            UniformType(
                "public.xml", ["public.text"], extensions: ["xml"], mimeTypes: ["application/xml", "text/xml"]),
            UniformType("public.json", ["public.text"], extensions: ["json"], mimeTypes: ["application/json"]),
            UniformType(
                "public.geojson", ["public.json"], extensions: ["geojson"], mimeTypes: ["application/geo+json"]),
            UniformType(
                "public.yaml", ["public.text"], extensions: ["yml", "yaml"], mimeTypes: ["application/x-yaml"]),
            UniformType("public.css", ["public.text"], extensions: ["css"], mimeTypes: ["text/css"]),
            UniformType("public.delimited-values-text", ["public.text"]),
            UniformType(
                "public.comma-separated-values-text", ["public.delimited-values-text"],
                extensions: ["csv"], mimeTypes: ["text/csv", "text/comma-separated-values"]
            ),
            UniformType(
                "public.tab-separated-values-text", ["public.delimited-values-text"],
                extensions: ["tsv"], mimeTypes: ["text/tab-separated-values"]
            ),
            UniformType("public.log", ["public.plain-text"], extensions: ["log"]),
            UniformType(
                "net.daringfireball.markdown", ["public.plain-text"],
                extensions: ["md", "markdown", "mdown"], mimeTypes: ["text/markdown"]
            ),
            UniformType(
                "com.apple.property-list", ["public.data"], extensions: ["plist"], mimeTypes: ["application/x-plist"]
            ),
            UniformType("com.apple.binary-property-list", ["com.apple.property-list"]),
            UniformType("com.apple.xml-property-list", ["public.xml", "com.apple.property-list"]),
            UniformType(
                "com.apple.xcode.strings-text", ["public.plain-text"], extensions: ["strings"]
            ),
            UniformType(
                "public.vcard", ["public.text", "public.contact"], extensions: ["vcf", "vcard"],
                mimeTypes: ["text/vcard", "text/directory", "text/x-vcard"]
            ),
            UniformType(
                "com.apple.ical.ics", ["public.text", "public.calendar-event"], extensions: ["ics", "ifb"],
                mimeTypes: ["text/calendar"]
            ),
            UniformType(
                "public.email-message", ["public.data", "public.message"], extensions: ["eml"],
                mimeTypes: ["message/rfc822"]
            ),
            UniformType("public.url", ["public.data"]),
            UniformType("public.file-url", ["public.url"]),
            UniformType("public.svg-image", ["public.image"], extensions: ["svg"], mimeTypes: ["image/svg+xml"]),
            UniformType("com.topografix.gpx", ["public.xml"], extensions: ["gpx"], mimeTypes: ["application/gpx+xml"]),
            UniformType(
                "com.google.earth.kml", ["public.xml"], extensions: ["kml"],
                mimeTypes: ["application/vnd.google-earth.kml+xml"]
            ),
            UniformType(
                "org.khronos.collada.digital-asset-exchange", ["public.xml", "public.3d-content"], extensions: ["dae"]),
        ] + sources

    private static let sources: [UniformType] = [
        UniformType("public.source-code", ["public.plain-text"]),
        UniformType("public.script", ["public.source-code"]),
        UniformType("public.shell-script", ["public.script"], extensions: ["sh", "command"], mimeTypes: ["text/x-sh"]),
        UniformType("public.python-script", ["public.script"], extensions: ["py"], mimeTypes: ["text/x-python"]),
        UniformType(
            "public.perl-script", ["public.shell-script"], extensions: ["pl", "pm"], mimeTypes: ["text/x-perl"]),
        UniformType("public.ruby-script", ["public.shell-script"], extensions: ["rb"], mimeTypes: ["text/x-ruby"]),
        UniformType("public.php-script", ["public.shell-script"], extensions: ["php"], mimeTypes: ["text/php"]),
        UniformType(
            "com.netscape.javascript-source", ["public.source-code", "public.executable"],
            extensions: ["js", "jscript", "javascript", "mjs"],
            mimeTypes: ["text/javascript", "application/javascript"]
        ),
        UniformType("public.c-source", ["public.source-code"], extensions: ["c"], mimeTypes: ["text/x-csrc"]),
        UniformType("public.c-header", ["public.source-code"], extensions: ["h"], mimeTypes: ["text/x-chdr"]),
        UniformType(
            "public.c-plus-plus-source", ["public.source-code"], extensions: ["cpp", "cp", "cc", "cxx", "c++"],
            mimeTypes: ["text/x-c++src"]
        ),
        UniformType(
            "public.c-plus-plus-header", ["public.source-code"], extensions: ["hpp", "h++", "hxx", "hh"],
            mimeTypes: ["text/x-c++hdr"]
        ),
        UniformType("public.objective-c-source", ["public.source-code"], extensions: ["m"]),
        UniformType("public.objective-c-plus-plus-source", ["public.source-code"], extensions: ["mm"]),
        UniformType("public.swift-source", ["public.source-code"], extensions: ["swift"]),
        UniformType("public.assembly-source", ["public.source-code"], extensions: ["s"]),
        UniformType("com.sun.java-source", ["public.source-code"], extensions: ["java", "jav"]),
    ]
}
