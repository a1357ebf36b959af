import Audit

extension HelpTopic {
    /// The rules of the audit, and its forms of output.
    static let audit = HelpTopic(
        "audit", "Audit", summary: "Check storage, secrets and the bundle by all rules.", text: auditText)

    private static var auditText: String {
        let subjects = AuditRule.Subject.allCases.map { subject in
            let rules = AuditRule.all.filter { $0.subject == subject }.map(line)
            return "# Rules: \(subject.rawValue)\n\n" + rules.joined(separator: "\n")
        }
        return """
            `audit` judges everything in a container by rules, each of which rests on a sentence of a document:

              $ sandglass audit App.xcappdata
              $ sandglass audit --list --rules storage.stale-tmp
              storage.stale-tmp  note
                Stale file in tmp. Files that are no longer needed fill the user's device …
                What to do: Delete temporary files when they are no longer needed.
                iOS Data Storage Guidelines, point 3: "remember to delete those files …

            A finding has a severity (`error`, `warning` or `note`), the badges of its item, the item and the path to
            the value in it, which `show` opens, and what to do. The place decides how serious a secret is: it counts
            for more where file sharing or another app shows it, and for less where no backup contains it.

            Several paths are the containers and the bundle of one app, and are judged together: a database in
            Documents is an error if the bundle's Info.plist turns file sharing on.

            A path may also be a framework, an extension, an XPC service, a test bundle or a plug-in, alone or in an \
            app, a
            bundle for macOS, or a file with code such as a dynamic library. For an item of a container or a bundle,
            only that item is judged. An app's data container is audited together with the containers of its groups
            that are found beside it, which the first line of the report names, and a package with everything in it.

            In the browser, `g !` lists the findings as they are found, masked as everywhere. A container and its app's
            bundle are judged together there too, if the bundle is on the same device, beside the package, or in the
            other pane. The list begins with the worst finding, or at that of the item under the cursor. `Enter` opens
            the value, `Esc` stops the audit, and then the top line counts errors and \
            warnings.

            A container and a bundle belong together by their identifiers. A container without one belongs to the bundle
            that is named with it on the command line; in the other pane, only if an item such as
            `Library/Preferences/<bundle id>.plist` is named after the app.

            # Secrets

            All files are read as `show` reads them: property lists, archived objects, JSON, databases with their logs,
            cookies, URL caches, storage of WebKit, archives, values in values, text, and other bytes. Names of items,
            targets of links and extended attributes are examined as well, and so are the pages of databases, in which
            deleted rows remain. Of the archive that a container is in, so are the bytes that belong to none of its items:
            comments, what lies before, between and behind these, and what fills the blocks of a tar. Texts in base64, in hexadecimal digits, percent-encoded or in UTF-16 are decoded, also
            one in the other, and so is what is compressed by zlib.

            A value counts by its form, with its check digit or its claims, or by a name that suggests a secret; never
            because it looks random. The forms are those of \(SecretKinds.count) kinds of keys of services, each with
            how to revoke it,
            private keys in PEM, OpenSSH, PGP and DER, JSON Web Tokens, and payment cards; IBANs and US social
            security numbers count where a word or a name says so. A name may be the name of a value, a column, or the
            value beside it: `{"key": "password", "value": "…"}`. In texts, it stands before the value, as settings,
            source code, markup, messages and command lines have it, or above it, as in CSV and SQL.
            Names are ignored in files with user interface text, such as `.strings`.

            One value in one file is one finding, and its further places are counted.

            Evidence is masked in every output format: the kind, and of a token the length and, of 12 characters or
            more, the first and last two; of passwords, PINs, cards, personal numbers and private keys the kind alone. A
            name in a path that is a secret is replaced by a number. `hash` is the same for equal values. It is keyed, with a
            key of this run or of `--key-file`, so that a value cannot be found by trying. `--reveal` prints values to \
            a terminal,
            whose scrollback keeps them.

            # Code

            Notes on code say what each executable, framework and library imports, and what its strings name;
            a reviewer has to judge that. An import does not show the arguments of a call, so neither DES nor
            ECB is
            seen in one of `CCCrypt`. Strings are not seen in encrypted code, and in Swift only those of 16 bytes or \
            more.
            Of URLs in code, only the servers are reported, since the rest may hold a secret. That a check, such as one
            for a jailbreak, is not found proves nothing.

            # For programs

            All output formats have the same findings, with the internet addresses in code as an appendix, and the same
            totals. The page in HTML also has small pictures of the snapshots, and the digests of files with findings.

            Each line of JSON but the last is a finding, whose `row` is `finding`:

            rule :: the identifier of the rule
            severity :: `error`, `warning` or `note`
            title :: the rule in a few words
            path :: of the item, as it was named; `pathBytes` in base64 if it is not UTF-8
            isPathMasked :: true if numbers stand in the path for names that are secrets: it leads to no item
            address :: the path to the value in the item, after the colon of `show`
            line :: the line of the value in a text
            badges :: the columns and flags of the item
            message :: what is wrong, in a sentence
            evidence :: the value: its `kind`, `length`, `masked` form and `hash`
            sources :: the documents that the rule rests on
            masvs, mastg :: the requirement and the test of OWASP
            remedy :: what to do
            fingerprint :: the same in a copy of the container, and in a later run
            fingerprints :: of a finding for many items of a container that could not be read, those of all
            addresses :: of a file with code, the internet addresses in its strings, each with its `kind` (`server`,
            `Firebase database`, `IP address` or `e-mail address`) and `address`; at most 1,000 of a kind
            omittedAddresses :: the number of further ones

            The last line has the totals, and its `row` is `total`:

            version, time :: of the program, and when the audit began
            errors, warnings, notes :: the numbers of findings
            items, files, bytes :: the numbers of items examined, and of files by their contents, with their size
            unreadable, incomplete :: the numbers of items and files that were not examined, or not in full
            omitted :: the number of findings left out because there are too many of a kind
            baseline :: the number of findings that the baseline has
            comparison :: how findings were compared with it: `value` or `address`
            key :: the identifier of the key of the hashes, if a file has it
            suppressed :: the number of findings that are accepted
            unusedSuppressions :: the lines of the list that concern none
            notExamined :: what was not examined, with the paths of all items that could not be read

            Findings of one severity are sorted by their consequences for people: secrets first.

            The URIs of SARIF are relative to the roots of the containers, which `originalUriBaseIds` names. An item in
            an archive has the URI of the archive, and its path there as a logical location. An item whose name is a
            secret has a URI of its own that leads to no file (`masked:CONTAINER/…`). The properties of a result have the
            `hash` of its value, `fingerprints`, and `addresses` as above.

            $ sandglass audit --format json App.xcappdata > before.jsonl :: One finding a line, then the totals.
            $ sandglass audit --baseline before.jsonl App.xcappdata :: Only what is new.
            $ sandglass audit --format sarif App.xcappdata > audit.sarif :: SARIF 2.1.0 for code scanning: at most 5,000
            results and 10 MB; the others are counted.
            $ sandglass audit --format html App.xcappdata > audit.html :: One page without scripts, with the snapshots
            and the digests of files with findings.

            A finding's `fingerprint` is made of the rule, the path without UUIDs and the path to the value inside the
            file, never of the value itself. `--baseline` leaves out findings whose fingerprint an earlier audit has.
            If both audits were made
            with the same `--key-file`, the hashes of the values are compared too, and another secret at the same
            address is reported. Otherwise it is taken for the known one; the totals say how findings were compared.

            $ head -c 32 /dev/urandom > audit.key :: A key; keep it as safe as the values.
            $ sandglass audit --key-file audit.key --json App.xcappdata > before.jsonl :: A baseline with values to \
            compare.
            $ sandglass audit --key-file audit.key --baseline before.jsonl App.xcappdata :: What is new or has changed.

            `--suppress` names a list of what is accepted: on each line a rule or a subject, a pattern for paths (in
            quotation marks if it has spaces), the last day or `-`, and a reason. Lines that concern nothing are
            reported.

              secret.token "Library/Preferences/*.plist" 2027-01-31 an account for tests

            The status is 0 if nothing was found at or above `--fail-on` (by default `error`), and 1 if something was. A
            file that cannot be read is a finding, and counted.

            OWASP numbers are those of \(SecurityRequirement.version).

            \(subjects.joined(separator: "\n\n"))
            """
    }

    private static func line(_ rule: AuditRule) -> String {
        let tests = [rule.requirement?.control, rule.requirement?.test].compactMap(\.self).joined(separator: ", ")
        let source = rule.bases.first.map { " (\($0.source)\(tests.isEmpty ? "" : "; \(tests)"))" } ?? ""
        return "\(rule.identifier) :: \(rule.severity.rawValue): \(rule.title)\(source)"
    }
}
