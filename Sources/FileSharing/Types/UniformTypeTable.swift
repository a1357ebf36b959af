extension UniformType {
    /// All types of the system known to this program. Sources: Apple's "System-Declared Uniform Type Identifiers"
    /// (Uniform Type Identifiers Reference) and the constants of the UniformTypeIdentifiers framework, for
    /// identifiers, conformance and extensions; IANA and shared-mime-info for media types.
    ///
    /// In a row: the identifier, the types that it conforms to, its extensions, and its media types.
    package static let system = [bases, texts, documents, media, archives, others].flatMap { table in
        table.split(separator: "\n").map { UniformType(row: $0) }
    }

    /// The types that others conform to, few of which have tags.
    private static let bases = """
        public.item
        public.content
        public.composite-content public.content
        public.data public.item application/octet-stream
        public.directory public.item
        public.symlink public.item
        public.archive
        public.disk-image public.archive
        public.database
        public.executable public.item
        public.message
        public.contact
        public.calendar-event
        public.to-do-item
        public.presentation public.composite-content
        public.spreadsheet public.content
        public.3d-content public.content
        public.text public.data public.content
        public.image public.data public.content
        public.audiovisual-content public.data public.content
        public.movie public.audiovisual-content
        public.video public.movie
        public.audio public.audiovisual-content
        public.font public.data public.content
        """

    /// Text: prose, markup, source code, and data in text form.
    private static let texts = """
        public.plain-text public.text .txt .text text/plain
        public.utf8-plain-text public.plain-text
        public.utf16-plain-text public.plain-text
        public.rtf public.text .rtf text/rtf application/rtf
        public.html public.text .html .htm .shtml text/html
        public.xhtml public.xml .xhtml .xht application/xhtml+xml
        public.xml public.text .xml application/xml text/xml
        public.json public.text .json application/json
        public.geojson public.json .geojson application/geo+json
        public.yaml public.text .yml .yaml application/x-yaml
        public.css public.text .css text/css
        public.delimited-values-text public.text
        public.comma-separated-values-text public.delimited-values-text .csv text/csv text/comma-separated-values
        public.tab-separated-values-text public.delimited-values-text .tsv text/tab-separated-values
        public.log public.plain-text .log
        net.daringfireball.markdown public.plain-text .md .markdown .mdown text/markdown
        com.apple.property-list public.data .plist application/x-plist
        com.apple.binary-property-list com.apple.property-list
        com.apple.xml-property-list public.xml com.apple.property-list
        com.apple.xcode.strings-text public.plain-text .strings
        public.vcard public.text public.contact .vcf .vcard text/vcard text/directory text/x-vcard
        com.apple.ical.ics public.text public.calendar-event .ics .ifb text/calendar
        public.email-message public.data public.message .eml message/rfc822
        public.url public.data
        public.file-url public.url
        public.svg-image public.image .svg image/svg+xml
        com.topografix.gpx public.xml .gpx application/gpx+xml
        com.google.earth.kml public.xml .kml application/vnd.google-earth.kml+xml
        org.khronos.collada.digital-asset-exchange public.xml public.3d-content .dae
        public.source-code public.plain-text
        public.script public.source-code
        public.shell-script public.script .sh .command text/x-sh
        public.python-script public.script .py text/x-python
        public.perl-script public.shell-script .pl .pm text/x-perl
        public.ruby-script public.shell-script .rb text/x-ruby
        public.php-script public.shell-script .php text/php
        com.netscape.javascript-source public.source-code public.executable .js .jscript .javascript .mjs \
            text/javascript application/javascript
        public.c-source public.source-code .c text/x-csrc
        public.c-header public.source-code .h text/x-chdr
        public.c-plus-plus-source public.source-code .cpp .cp .cc .cxx .c++ text/x-c++src
        public.c-plus-plus-header public.source-code .hpp .h++ .hxx .hh text/x-c++hdr
        public.objective-c-source public.source-code .m
        public.objective-c-plus-plus-source public.source-code .mm
        public.swift-source public.source-code .swift
        public.assembly-source public.source-code .s
        com.sun.java-source public.source-code .java .jav
        """

    /// Documents.
    private static let documents = """
        com.adobe.pdf public.data public.composite-content .pdf application/pdf
        com.adobe.postscript public.data .ps application/postscript
        com.adobe.encapsulated-postscript com.adobe.postscript .eps .epsf .epsi
        com.microsoft.word.doc public.data .doc application/msword
        com.microsoft.word.dot public.data .dot
        com.microsoft.excel.xls public.data public.spreadsheet .xls application/vnd.ms-excel application/msexcel
        com.microsoft.powerpoint.ppt public.data public.presentation .ppt application/vnd.ms-powerpoint \
            application/mspowerpoint
        org.openxmlformats.openxml public.data public.composite-content
        org.openxmlformats.wordprocessingml.document org.openxmlformats.openxml .docx \
            application/vnd.openxmlformats-officedocument.wordprocessingml.document
        org.openxmlformats.spreadsheetml.sheet org.openxmlformats.openxml public.spreadsheet .xlsx \
            application/vnd.openxmlformats-officedocument.spreadsheetml.sheet
        org.openxmlformats.presentationml.presentation org.openxmlformats.openxml public.presentation .pptx \
            application/vnd.openxmlformats-officedocument.presentationml.presentation
        org.oasis-open.opendocument public.data public.composite-content
        org.oasis-open.opendocument.text org.oasis-open.opendocument .odt application/vnd.oasis.opendocument.text
        org.oasis-open.opendocument.spreadsheet org.oasis-open.opendocument public.spreadsheet .ods \
            application/vnd.oasis.opendocument.spreadsheet
        org.oasis-open.opendocument.presentation org.oasis-open.opendocument public.presentation .odp \
            application/vnd.oasis.opendocument.presentation
        com.apple.iwork.pages.sffpages public.data public.composite-content .pages application/vnd.apple.pages
        com.apple.iwork.numbers.sffnumbers public.data public.composite-content public.spreadsheet .numbers \
            application/vnd.apple.numbers
        com.apple.iwork.keynote.sffkey public.data public.composite-content public.presentation .key \
            application/vnd.apple.keynote
        org.idpf.epub-container public.data public.composite-content .epub application/epub+zip
        com.apple.webarchive public.data .webarchive
        com.apple.flat-rtfd public.data public.composite-content
        com.apple.ibooks-container public.data public.composite-content .ibooks
        """

    /// Images, audio and video.
    private static let media = """
        public.jpeg public.image .jpeg .jpg .jpe image/jpeg image/jpg
        public.jpeg-2000 public.image .jp2 .jpf .jpx .j2k .j2c image/jp2
        public.jpeg-xl public.image .jxl image/jxl
        public.png public.image .png image/png
        com.compuserve.gif public.image .gif image/gif
        public.tiff public.image .tiff .tif image/tiff
        com.microsoft.bmp public.image .bmp .dib image/bmp
        com.microsoft.ico public.image .ico image/vnd.microsoft.icon image/x-icon
        org.webmproject.webp public.image .webp image/webp
        public.heif-standard public.image
        public.heif public.heif-standard .heif .hif image/heif
        public.heic public.heif-standard .heic image/heic
        public.avif public.heif-standard .avif image/avif
        com.apple.icns public.image .icns
        com.adobe.photoshop-image public.image .psd image/vnd.adobe.photoshop
        com.ilm.openexr-image public.image .exr image/x-exr
        com.truevision.tga-image public.image .tga image/x-tga
        org.khronos.ktx public.image .ktx image/ktx
        public.camera-raw-image public.image
        com.adobe.raw-image public.camera-raw-image .dng image/x-adobe-dng
        public.mp3 public.audio .mp3 .mpga audio/mpeg audio/mp3
        public.mpeg-4-audio public.audio .m4a .mp4a audio/mp4 audio/x-m4a
        com.apple.m4a-audio public.mpeg-4-audio
        public.aac-audio public.audio .aac .adts audio/aac
        com.microsoft.waveform-audio public.audio .wav .wave .bwf audio/vnd.wave audio/wav audio/x-wav
        public.aiff-audio public.aifc-audio .aiff .aif audio/aiff audio/x-aiff
        public.aifc-audio public.audio .aifc audio/x-aifc
        com.apple.coreaudio-format public.audio .caf audio/x-caf
        org.xiph.flac public.audio .flac audio/flac
        public.au-audio public.audio .au .snd audio/basic
        public.midi-audio public.audio .midi .mid .smf .kar audio/midi
        public.m3u-playlist public.text .m3u audio/x-mpegurl
        com.apple.quicktime-movie public.movie .mov .qt video/quicktime
        public.mpeg-4 public.movie .mp4 .mpg4 video/mp4
        com.apple.m4v-video public.mpeg-4 .m4v video/x-m4v
        public.mpeg public.movie .mpg .mpeg .mpe video/mpeg
        public.avi public.movie .avi .vfw video/x-msvideo video/avi
        public.3gpp public.movie .3gp .3gpp video/3gpp audio/3gpp
        public.3gpp2 public.movie .3g2 .3gp2 video/3gpp2 audio/3gpp2
        """

    /// Archives, and directories that appear as one document. Many apps still declare the older identifier of zip.
    private static let archives = """
        public.zip-archive com.pkware.zip-archive .zip application/zip application/x-zip-compressed
        com.pkware.zip-archive public.data public.archive
        org.gnu.gnu-zip-archive public.data public.archive .gz .gzip application/gzip application/x-gzip
        org.gnu.gnu-zip-tar-archive org.gnu.gnu-zip-archive .tgz
        public.tar-archive public.data public.archive .tar application/x-tar
        public.bzip2-archive public.data public.archive .bz2 .bz application/x-bzip2 application/x-bzip
        org.tukaani.xz-archive public.data public.archive .xz application/x-xz
        org.7-zip.7-zip-archive public.data public.archive .7z application/x-7z-compressed
        com.rarlab.rar-archive public.data public.archive .rar application/vnd.rar application/x-rar-compressed
        public.cpio-archive public.data public.archive .cpio application/x-cpio
        com.apple.archive public.data public.archive .aar
        com.apple.itunes.ipa public.data public.archive .ipa
        com.sun.java-archive public.data public.archive public.executable .jar application/java-archive
        com.apple.disk-image public.disk-image
        com.apple.disk-image-udif com.apple.disk-image public.data .dmg application/x-apple-diskimage
        public.iso-image public.data public.disk-image .iso application/x-iso9660-image
        public.folder public.directory
        public.volume public.folder
        com.apple.package public.directory
        com.apple.bundle public.directory .bundle
        com.apple.generic-bundle com.apple.package com.apple.bundle .bundle
        com.apple.framework com.apple.bundle .framework
        com.apple.application public.executable
        com.apple.application-bundle com.apple.application com.apple.bundle com.apple.package .app
        com.apple.application-and-system-extension com.apple.bundle com.apple.package .appex
        com.apple.plugin com.apple.bundle com.apple.package .plugin
        com.apple.rtfd com.apple.package public.composite-content .rtfd
        com.apple.iwork.pages.pages com.apple.package public.composite-content .pages
        com.apple.iwork.numbers.numbers com.apple.package public.composite-content public.spreadsheet .numbers
        com.apple.iwork.keynote.key com.apple.package public.composite-content public.presentation .key
        com.apple.xcode.project com.apple.package .xcodeproj
        com.apple.playground com.apple.package .playground
        com.apple.live-photo-bundle com.apple.package .pvt
        """

    /// Databases and other data.
    private static let others = """
        org.sqlite.sqlite3 public.data public.database .sqlite3 .sqlite
        public.x509-certificate public.data .cer .crt .der application/x-x509-ca-cert
        com.rsa.pkcs-12 public.data .p12 .pfx application/x-pkcs12
        com.apple.mobileprovision public.data .mobileprovision
        com.apple.mobileconfig public.data .mobileconfig application/x-apple-aspen-config
        com.apple.pkpass-data public.data public.pass .pkpass application/vnd.apple.pkpass
        public.pass
        public.truetype-ttf-font public.font .ttf font/ttf
        public.opentype-font public.font .otf font/otf
        public.truetype-collection-font public.font .ttc font/collection
        public.usd public.data public.3d-content .usd .usda .usdc
        com.pixar.universal-scene-description-mobile public.data public.3d-content .usdz model/vnd.usdz+zip
        public.standard-tesselated-geometry-format public.data public.3d-content .stl model/stl
        public.geometry-definition-format public.data public.3d-content .obj
        public.unix-executable public.data public.executable
        com.apple.alias-file public.data
        com.apple.resolvable
        """

    private init(row: Substring) {
        let words = row.split(separator: " ").map(String.init)
        let tags = words.dropFirst()
        self.init(
            words[0], tags.filter { $0.first != "." && !$0.contains("/") },
            extensions: tags.filter { $0.first == "." }.map { String($0.dropFirst()) },
            mimeTypes: tags.filter { $0.contains("/") })
    }
}
