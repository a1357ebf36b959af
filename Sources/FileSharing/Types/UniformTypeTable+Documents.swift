/// The system's types of documents, databases and other data.
extension UniformType {
    static let documents: [UniformType] = [
        UniformType(
            "com.adobe.pdf", ["public.data", "public.composite-content"], extensions: ["pdf"],
            mimeTypes: ["application/pdf"]
        ),
        UniformType(
            "com.adobe.postscript", ["public.data"], extensions: ["ps"], mimeTypes: ["application/postscript"]
        ),
        UniformType(
            "com.adobe.encapsulated-postscript", ["com.adobe.postscript"], extensions: ["eps", "epsf", "epsi"]
        ),
        UniformType("com.microsoft.word.doc", ["public.data"], extensions: ["doc"], mimeTypes: ["application/msword"]),
        UniformType("com.microsoft.word.dot", ["public.data"], extensions: ["dot"]),
        UniformType(
            "com.microsoft.excel.xls", ["public.data", "public.spreadsheet"], extensions: ["xls"],
            mimeTypes: ["application/vnd.ms-excel", "application/msexcel"]
        ),
        UniformType(
            "com.microsoft.powerpoint.ppt", ["public.data", "public.presentation"], extensions: ["ppt"],
            mimeTypes: ["application/vnd.ms-powerpoint", "application/mspowerpoint"]
        ),
        UniformType("org.openxmlformats.openxml", ["public.data", "public.composite-content"]),
        UniformType(
            "org.openxmlformats.wordprocessingml.document", ["org.openxmlformats.openxml"], extensions: ["docx"],
            mimeTypes: ["application/vnd.openxmlformats-officedocument.wordprocessingml.document"]
        ),
        UniformType(
            "org.openxmlformats.spreadsheetml.sheet", ["org.openxmlformats.openxml", "public.spreadsheet"],
            extensions: ["xlsx"], mimeTypes: ["application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"]
        ),
        UniformType(
            "org.openxmlformats.presentationml.presentation", ["org.openxmlformats.openxml", "public.presentation"],
            extensions: ["pptx"],
            mimeTypes: ["application/vnd.openxmlformats-officedocument.presentationml.presentation"]
        ),
        UniformType("org.oasis-open.opendocument", ["public.data", "public.composite-content"]),
        UniformType(
            "org.oasis-open.opendocument.text", ["org.oasis-open.opendocument"], extensions: ["odt"],
            mimeTypes: ["application/vnd.oasis.opendocument.text"]
        ),
        UniformType(
            "org.oasis-open.opendocument.spreadsheet", ["org.oasis-open.opendocument", "public.spreadsheet"],
            extensions: ["ods"], mimeTypes: ["application/vnd.oasis.opendocument.spreadsheet"]
        ),
        UniformType(
            "org.oasis-open.opendocument.presentation", ["org.oasis-open.opendocument", "public.presentation"],
            extensions: ["odp"], mimeTypes: ["application/vnd.oasis.opendocument.presentation"]
        ),
        UniformType(
            "com.apple.iwork.pages.sffpages", ["public.data", "public.composite-content"], extensions: ["pages"],
            mimeTypes: ["application/vnd.apple.pages"]
        ),
        UniformType(
            "com.apple.iwork.numbers.sffnumbers",
            ["public.data", "public.composite-content", "public.spreadsheet"],
            extensions: ["numbers"], mimeTypes: ["application/vnd.apple.numbers"]
        ),
        UniformType(
            "com.apple.iwork.keynote.sffkey",
            ["public.data", "public.composite-content", "public.presentation"],
            extensions: ["key"], mimeTypes: ["application/vnd.apple.keynote"]
        ),
        UniformType(
            "org.idpf.epub-container", ["public.data", "public.composite-content"], extensions: ["epub"],
            mimeTypes: ["application/epub+zip"]
        ),
        UniformType("com.apple.webarchive", ["public.data"], extensions: ["webarchive"]),
        UniformType("com.apple.flat-rtfd", ["public.data", "public.composite-content"]),
        UniformType("com.apple.ibooks-container", ["public.data", "public.composite-content"], extensions: ["ibooks"]),
    ]

    static let others: [UniformType] = [
        UniformType("org.sqlite.sqlite3", ["public.data", "public.database"], extensions: ["sqlite3", "sqlite"]),
        UniformType(
            "public.x509-certificate", ["public.data"], extensions: ["cer", "crt", "der"],
            mimeTypes: ["application/x-x509-ca-cert"]),
        UniformType(
            "com.rsa.pkcs-12", ["public.data"], extensions: ["p12", "pfx"], mimeTypes: ["application/x-pkcs12"]),
        UniformType("com.apple.mobileprovision", ["public.data"], extensions: ["mobileprovision"]),
        UniformType(
            "com.apple.mobileconfig", ["public.data"], extensions: ["mobileconfig"],
            mimeTypes: ["application/x-apple-aspen-config"]),
        UniformType(
            "com.apple.pkpass-data", ["public.data", "public.pass"], extensions: ["pkpass"],
            mimeTypes: ["application/vnd.apple.pkpass"]),
        UniformType("public.pass"),
        UniformType("public.truetype-ttf-font", ["public.font"], extensions: ["ttf"], mimeTypes: ["font/ttf"]),
        UniformType("public.opentype-font", ["public.font"], extensions: ["otf"], mimeTypes: ["font/otf"]),
        UniformType(
            "public.truetype-collection-font", ["public.font"], extensions: ["ttc"], mimeTypes: ["font/collection"]),
        UniformType("public.usd", ["public.data", "public.3d-content"], extensions: ["usd", "usda", "usdc"]),
        UniformType(
            "com.pixar.universal-scene-description-mobile", ["public.data", "public.3d-content"],
            extensions: ["usdz"], mimeTypes: ["model/vnd.usdz+zip"]),
        UniformType(
            "public.standard-tesselated-geometry-format", ["public.data", "public.3d-content"],
            extensions: ["stl"], mimeTypes: ["model/stl"]),
        UniformType("public.geometry-definition-format", ["public.data", "public.3d-content"], extensions: ["obj"]),
        UniformType("public.unix-executable", ["public.data", "public.executable"]),
        UniformType("com.apple.alias-file", ["public.data"]),
        UniformType("com.apple.resolvable"),
    ]
}
