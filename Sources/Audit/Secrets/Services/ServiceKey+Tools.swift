// The forms are facts from the documentation that the comments name, and from the public lists of what scanners of
// repositories find: GitHub's supported patterns, and the rules of Gitleaks, Betterleaks, TruffleHog and Kingfisher.
// The expressions are our own. All examples are made up; no scanner sees a key in them, as they are in pieces.

extension ServiceKey {
    /// Hosts of code, packages, continuous integration, infrastructure as code, and keepers of secrets.
    static let tools: [ServiceKey] = [
        // Source: GitHub Docs, token formats. The checksum at the end is not verified here.
        ServiceKey(
            "GitHub token", at: ["ghp_", "gho_", "ghu_", "ghs_", "ghr_", "github_pat_"],
            #"(?:gh[oprsu]_[A-Za-z0-9]{36}|github_pat_[A-Za-z0-9]{22}_[A-Za-z0-9]{59})(?![A-Za-z0-9_])"#,
            example: ["gh", "o_", "a1B2c3D4e5F6g7H8i9J0a1B2c3D4e5F6g7H8"],
            miss: ["gh", "o_", "a1B2c3D4e5F6g7H8i9J0a1B2c3D4e5F6g7H"],
            revoke: "GitHub, Settings, Developer settings: delete the token; or Applications: revoke the access."),
        // Source: GitLab Docs, token prefixes. Routable tokens end with a length and a checksum.
        ServiceKey(
            "GitLab token", at: ["glpat-"],
            #"glpat-(?:[A-Za-z0-9_-]{20}(?![\w-])|[A-Za-z0-9_-]{27,180}+\.(?:[0-9a-z]{2}\.)?[0-9a-z]{9}(?!\w))"#,
            example: ["glp", "at-", "a1B2c3D4e5F6g7H8i9J0"], miss: ["glp", "at-", "a1B2c3D4e5F6g7H8i9J"],
            revoke: "GitLab, Access tokens of the profile, project or group: revoke the token."),
        ServiceKey(
            "GitLab deploy token", at: ["gldt-"], #"gldt-[A-Za-z0-9_-]{20}(?![A-Za-z0-9_-])"#,
            example: ["gld", "t-", "a1B2c3D4e5F6g7H8i9J0"], miss: ["gld", "t-", "a1B2c3D4e5F6g7H8i9J"],
            revoke: "GitLab, Settings, Repository, Deploy tokens of the project or group: revoke the token."),
        ServiceKey(
            "GitLab feed token", at: ["glft-"], #"glft-[A-Za-z0-9_-]{20}(?![A-Za-z0-9_-])"#,
            example: ["glf", "t-", "a1B2c3D4e5F6g7H8i9J0"], miss: ["glf", "t-", "a1B2c3D4e5F6g7H8i9J"],
            revoke: "GitLab, Edit profile, Access tokens, Feed token: reset it."),
        ServiceKey(
            "GitLab incoming mail token", at: ["glimt-"], #"glimt-[A-Za-z0-9_-]{25}(?![A-Za-z0-9_-])"#,
            example: ["gli", "mt-", "a1B2c3D4e5F6g7H8i9J0a1B2c"], miss: ["gli", "mt-", "a1B2c3D4e5F6g7H8i9J0a1B2"],
            revoke: "GitLab, Edit profile, Access tokens, Incoming email token: reset it."),
        ServiceKey(
            "GitLab agent token", at: ["glagent-"], #"glagent-[A-Za-z0-9_-]{50}(?![A-Za-z0-9_-])"#,
            example: ["glag", "ent-", "a1B2c3D4e5F6g7H8i9J0a1B2c3D4e5F6g7H8i9J0a1B2", "c3D4e5"],
            miss: ["glag", "ent-", "a1B2c3D4e5F6g7H8i9J0a1B2c3D4e5F6g7H8i9J0a1B2", "c3D4e"],
            revoke: "GitLab, Operate, Kubernetes clusters: revoke the token of the agent."),
        ServiceKey(
            "GitLab application secret", at: ["gloas-"], #"gloas-[A-Za-z0-9_-]{64}(?![A-Za-z0-9_-])"#,
            example: ["glo", "as-", "a1B2c3D4e5F6g7H8i9J0a1B2c3D4e5F6g7H8i9J0a1B2", "c3D4e5F6g7H8i9J0a1B2"],
            miss: ["glo", "as-", "a1B2c3D4e5F6g7H8i9J0a1B2c3D4e5F6g7H8i9J0a1B2", "c3D4e5F6g7H8i9J0a1B"],
            revoke: "GitLab, Applications of the user, group or instance: renew the secret."),
        ServiceKey(
            "GitLab SCIM token", at: ["glsoat-"], #"glsoat-[A-Za-z0-9_-]{20}(?![A-Za-z0-9_-])"#,
            example: ["glso", "at-", "a1B2c3D4e5F6g7H8i9J0"], miss: ["glso", "at-", "a1B2c3D4e5F6g7H8i9J"],
            revoke: "GitLab, Settings, SAML SSO of the group: reset the SCIM token."),
        ServiceKey(
            "GitLab feature flag token", at: ["glffct-"], #"glffct-[A-Za-z0-9_-]{20}(?![A-Za-z0-9_-])"#,
            example: ["glff", "ct-", "a1B2c3D4e5F6g7H8i9J0"], miss: ["glff", "ct-", "a1B2c3D4e5F6g7H8i9J"],
            revoke: "GitLab, Deploy, Feature flags, Configure: regenerate the instance ID."),
        ServiceKey(
            "GitLab runner registration token", at: ["GR1348941"], #"GR1348941[A-Za-z0-9_-]{20}(?![A-Za-z0-9_-])"#,
            example: ["GR134", "8941", "a1B2c3D4e5F6g7H8i9J0"], miss: ["GR134", "8941", "a1B2c3D4e5F6g7H8i9J"],
            revoke: "GitLab, Settings, CI/CD, Runners of the project or group: reset the registration token."),
        ServiceKey(
            "GitLab runner token", at: ["glrt-"],
            #"glrt-(?:[A-Za-z0-9_-]{20}(?![\w-])|t[0-9]_[A-Za-z0-9_-]{27,300}+\.(?:[0-9a-z]{2}\.)?[0-9a-z]{9}(?!\w))"#,
            example: ["glr", "t-", "a1B2c3D4e5F6g7H8i9J0"], miss: ["glr", "t-", "a1B2c3D4e5F6g7H8i9J"],
            revoke: "GitLab, Settings, CI/CD, Runners: delete the runner."),
        ServiceKey(
            "GitLab job token", at: ["glcbt-"], #"glcbt-[0-9A-Za-z]{1,5}+(?=_)[A-Za-z0-9_-]{21}(?![A-Za-z0-9_-])"#,
            example: ["glc", "bt-", "64_a1B2c3D4e5F6g7H8i9J0"], miss: ["glc", "bt-", "64_a1B2c3D4e5F6g7H8i9J"],
            revoke: "It ends with its job: cancel the job if it still runs."),
        ServiceKey(
            "GitLab trigger token", at: ["glptt-"], #"glptt-[0-9a-f]{40}(?![0-9A-Za-z])"#,
            example: ["glp", "tt-", "0a1b2c3d4e5f67890a1b2c3d4e5f67890a1b2c3d"],
            miss: ["glp", "tt-", "0a1b2c3d4e5f67890a1b2c3d4e5f67890a1b2c3"],
            revoke: "GitLab, Settings, CI/CD, Pipeline trigger tokens of the project: revoke the token."),
        // Source: Atlassian Support, API tokens, access tokens, app passwords; checksums are not verified here.
        ServiceKey(
            "Atlassian API token", at: ["ATATT3"], #"ATATT3[A-Za-z0-9_-]{140,220}+(?==)[0-9A-F=]{9}(?![0-9A-Za-z])"#,
            example: [
                "ATA", "TT3", "a1B2c3D4e5F6g7H8i9J0a1B2c3D4e5F6g7H8i9J0a1B2",
                "c3D4e5F6g7H8i9J0a1B2c3D4e5F6g7H8i9J0a1B2c3D4", "e5F6g7H8i9J0a1B2c3D4e5F6g7H8i9J0a1B2c3D4e5F6",
                "g7H8i9J0a1B2c3D4e5F6g7H8i9J0a1B2c3D4e5F6g7H8", "i=0A1B2C3D",
            ],
            miss: [
                "ATA", "TT3", "a1B2c3D4e5F6g7H8i9J0a1B2c3D4e5F6g7H8i9J0a1B2",
                "c3D4e5F6g7H8i9J0a1B2c3D4e5F6g7H8i9J0a1B2c3D4", "e5F6g7H8i9J0a1B2c3D4e5F6g7H8i9J0a1B2c3D4e5F6",
                "g7H8i9J0a1B2c3D4e5F6g7H8i9J0a1B2c3D4e5F6g7H8", "i=0A1B2C3",
            ],
            revoke: "Atlassian account, Security, API tokens: revoke the token."),
        ServiceKey(
            "Atlassian access token", at: ["ATCTT3xFfG"],
            #"ATCTT3xFfG[A-Za-z0-9_+/-]{100,220}+(?==)[0-9A-F=]{9}(?![0-9A-Za-z])"#,
            example: [
                "ATCTT", "3xFfG", "a1B2c3D4e5F6g7H8i9J0a1B2c3D4e5F6g7H8i9J0a1B2",
                "c3D4e5F6g7H8i9J0a1B2c3D4e5F6g7H8i9J0a1B2c3D4", "e5F6g7H8i9J0a1B2c3D4e5F6g7H8i9J0a1B2c3D4e5F6",
                "g7H8i9J0a1B2c3D4e5F6g7H8i9J0a1B2c3D4e5=0A1B2C3D",
            ],
            miss: [
                "ATCTT", "3xFfG", "a1B2c3D4e5F6g7H8i9J0a1B2c3D4e5F6g7H8i9J0a1B2",
                "c3D4e5F6g7H8i9J0a1B2c3D4e5F6g7H8i9J0a1B2c3D4", "e5F6g7H8i9J=0A1B2C3D",
            ],
            revoke: "Atlassian Administration, API keys; or Bitbucket, Access tokens of the repository: revoke it."),
        ServiceKey(
            "Bitbucket app password", at: ["ATBB"], #"ATBB[A-Za-z0-9]{24}[0-9A-F]{8}(?![A-Za-z0-9])"#,
            example: ["AT", "BB", "a1B2c3D4e5F6g7H8i9J0a1B20A1B2C3D"],
            miss: ["AT", "BB", "a1B2c3D4e5F6g7H8i9J0a1B20a1b2c3d"],
            revoke: "Bitbucket, Personal settings, App passwords: revoke the password."),
        ServiceKey(
            "Sourcegraph or Segment token", at: ["sgp_"],
            #"sgp_(?:(?:[0-9a-f]{16}_|local_)?[0-9a-f]{40}|[A-Za-z0-9]{64})(?![A-Za-z0-9_-])"#,
            example: ["sg", "p_", "0a1b2c3d4e5f6789_0a1b2c3d4e5f67890a1b2c3d4e5", "f67890a1b2c3d"],
            miss: ["sg", "p_", "0a1b2c3d4e5f6789_0a1b2c3d4e5f67890a1b2c3d4e5", "f67890a1b2c3"],
            revoke: "Sourcegraph, Settings, Access tokens; or Segment, Workspace settings, Tokens: delete the token."),
        // Source: npm, PyPI, RubyGems, NuGet, Docker, Clojars, Private Packagist, JFrog.
        ServiceKey(
            "npm token", at: ["npm_"], #"npm_[A-Za-z0-9]{36}(?![A-Za-z0-9_])"#,
            example: ["np", "m_", "a1B2c3D4e5F6g7H8i9J0a1B2c3D4e5F6g7H8"],
            miss: ["np", "m_", "a1B2c3D4e5F6g7H8i9J0a1B2c3D4e5F6g7H8i"],
            revoke: "npm, Access Tokens of the account: delete the token, or use npm token revoke."),
        ServiceKey(
            "PyPI token", at: ["pypi-AgEI", "pypi-AgEN"], #"pypi-AgE[IN][A-Za-z0-9_-]{50,255}+"#,
            example: ["pypi-", "AgEI", "a1B2c3D4e5F6g7H8i9J0a1B2c3D4e5F6g7H8i9J0a1B2", "c3D4e5"],
            miss: ["pypi-", "AgEI", "a1B2c3D4e5F6g7H8i9J0a1B2c3D4e5F6g7H8i9J0a1B2", "c3D4e"],
            revoke: "PyPI, Account settings, API tokens: remove the token."),
        ServiceKey(
            "RubyGems key", at: ["rubygems_"], #"rubygems_[0-9a-f]{48}(?![0-9A-Za-z])"#,
            example: ["rubyg", "ems_", "0a1b2c3d4e5f67890a1b2c3d4e5f67890a1b2c3d4e5f6789"],
            miss: ["rubyg", "ems_", "0a1b2c3d4e5f67890a1b2c3d4e5f67890a1b2c3d4e5f678"],
            revoke: "RubyGems.org, Settings, API keys: delete the key."),
        // Base32 with a fixed beginning, and places where few characters may be.
        ServiceKey(
            "NuGet key",
            at: [
                "oy2a", "oy2b", "oy2c", "oy2d", "oy2e", "oy2f", "oy2g", "oy2h", "oy2i", "oy2j", "oy2k", "oy2l", "oy2m",
                "oy2n", "oy2o", "oy2p",
            ],
            #"(?<!\w)oy2[a-p][a-z2-7]{15}[aq][a-z2-7]{11}[eu][bdfhjlnprtvxz357][a-p][a-z2-7]{11}[aeimquy4](?!\w)"#,
            example: ["oy", "2a", "qwertyuiopasdfgaqwertyuiopaebaqwertyuiopaa"],
            miss: ["oy", "2a", "qwertyuiopasdfgbqwertyuiopaebaqwertyuiopaa"],
            revoke: "NuGet.org, API Keys: regenerate or delete the key."),
        ServiceKey(
            "Docker token", at: ["dckr_pat_", "dckr_oat_"], #"dckr_[op]at_[A-Za-z0-9_-]{27,32}+(?![A-Za-z0-9_-])"#,
            example: ["dckr_", "pat_", "a1B2c3D4e5F6g7H8i9J0a1B2c3D"],
            miss: ["dckr_", "pat_", "a1B2c3D4e5F6g7H8i9J0a1B2c3"],
            revoke: "Docker Home, Settings of the account or organization, Access tokens: delete it."),
        ServiceKey(
            "Clojars token", at: ["CLOJARS_"], #"CLOJARS_[0-9a-z]{60}(?![0-9A-Za-z])"#,
            example: ["CLOJ", "ARS_", "0a1b2c3d4e5f67890a1b2c3d4e5f67890a1b2c3d4e5f", "67890a1b2c3d4e5f"],
            miss: ["CLOJ", "ARS_", "0a1b2c3d4e5f67890a1b2c3d4e5f67890a1b2c3d4e5f", "67890a1b2c3d4e5"],
            revoke: "Clojars, Deploy Tokens: disable the token."),
        ServiceKey(
            "Packagist token", at: ["packagist_ort_", "packagist_out_", "packagist_uut_"],
            #"packagist_(?:o[ru]|uu)t_[0-9a-f]{68}(?![0-9A-Za-z])"#,
            example: [
                "packagi", "st_ort_", "0a1b2c3d4e5f67890a1b2c3d4e5f67890a1b2c3d4e5f", "67890a1b2c3d4e5f67890a1b",
            ],
            miss: ["packagi", "st_ort_", "0a1b2c3d4e5f67890a1b2c3d4e5f67890a1b2c3d4e5f", "67890a1b2c3d4e5f67890a1"],
            revoke: "Private Packagist, Settings, API or Authentication tokens: delete the token."),
        ServiceKey(
            "Artifactory key", at: ["AKCp"], #"AKCp[A-Za-z0-9]{69}(?![A-Za-z0-9])"#,
            example: ["AK", "Cp", "a1B2c3D4e5F6g7H8i9J0a1B2c3D4e5F6g7H8i9J0a1B2", "c3D4e5F6g7H8i9J0a1B2c3D4e"],
            miss: ["AK", "Cp", "a1B2c3D4e5F6g7H8i9J0a1B2c3D4e5F6g7H8i9J0a1B2", "c3D4e5F6g7H8i9J0a1B2c3D4"],
            revoke: "JFrog Platform, Edit Profile, Authentication settings: revoke the API key."),
        ServiceKey(
            "Artifactory reference token", at: ["cmVmdGtu"], #"cmVmdGtu[A-Za-z0-9]{56}(?![A-Za-z0-9])"#,
            example: ["cmVm", "dGtu", "a1B2c3D4e5F6g7H8i9J0a1B2c3D4e5F6g7H8i9J0a1B2", "c3D4e5F6g7H8"],
            miss: ["cmVm", "dGtu", "a1B2c3D4e5F6g7H8i9J0a1B2c3D4e5F6g7H8i9J0a1B2", "c3D4e5F6g7H"],
            revoke: "JFrog Platform, Administration, User Management, Access Tokens: revoke the token."),
        // Source: Buildkite, CircleCI, Harness, SonarQube, Octopus Deploy, Apify, Prefect, Postman, ReadMe, Ionic.
        ServiceKey(
            "Buildkite token", at: ["bkua_"], #"bkua_[0-9a-z]{40}(?![0-9A-Za-z])"#,
            example: ["bku", "a_", "0a1b2c3d4e5f67890a1b2c3d4e5f67890a1b2c3d"],
            miss: ["bku", "a_", "0a1b2c3d4e5f67890a1b2c3d4e5f67890a1b2c3"],
            revoke: "Buildkite, Personal settings, API Access Tokens: revoke the token."),
        ServiceKey(
            "CircleCI token", at: ["CCIPAT_", "CCIPRJ_"], #"CCIP(?:AT|RJ)_[A-Za-z0-9]{22}_[0-9a-f]{40}(?![0-9A-Za-z])"#,
            example: ["CCIP", "AT_", "a1B2c3D4e5F6g7H8i9J0a1_0a1b2c3d4e5f67890a1b2", "c3d4e5f67890a1b2c3d"],
            miss: ["CCIP", "AT_", "a1B2c3D4e5F6g7H8i9J0a1_0a1b2c3d4e5f67890a1b2", "c3d4e5f67890a1b2c3"],
            revoke: "CircleCI, User settings, Personal API Tokens; or Project settings, API Permissions: remove it."),
        ServiceKey(
            "Harness token", at: ["pat.", "sat."],
            #"(?<![A-Za-z0-9_.-])[ps]at\.[A-Za-z0-9_-]{22}\.[A-Za-z0-9]{24}\.[A-Za-z0-9]{20}(?![A-Za-z0-9])"#,
            example: ["pa", "t.", "a1B2c3D4e5F6g7H8i9J0a1.a1B2c3D4e5F6g7H8i9J0a", "1B2.a1B2c3D4e5F6g7H8i9J0"],
            miss: ["pa", "t.", "a1B2c3D4e5F6g7H8i9J0a1.a1B2c3D4e5F6g7H8i9J0a", "1B2.a1B2c3D4e5F6g7H8i9J"],
            revoke: "Harness, My Profile, API Keys; or the service account: delete the token."),
        ServiceKey(
            "SonarQube token", at: ["sqa_", "sqp_", "squ_"], #"sq[apu]_[0-9a-f]{40}(?![0-9A-Za-z])"#,
            example: ["sq", "u_", "0a1b2c3d4e5f67890a1b2c3d4e5f67890a1b2c3d"],
            miss: ["sq", "u_", "0a1b2c3d4e5f67890a1b2c3d4e5f67890a1b2c3"],
            revoke: "SonarQube, My Account, Security: revoke the token."),
        ServiceKey(
            "Octopus Deploy key", at: ["API-"],
            #"(?<![A-Za-z0-9-])API-(?=[A-Z]{0,25}[0-9])[A-Z0-9]{26}(?![A-Za-z0-9-])"#,
            example: ["AP", "I-", "Q1W2E3R4T5Y6U7I8O9P0Q1W2E3"], miss: ["AP", "I-", "QWERTYQWERTYQWERTYQWERTYQW"],
            revoke: "Octopus Deploy, My Profile, My API Keys: revoke the key."),
        ServiceKey(
            "Apify token", at: ["apify_api_"], #"apify_api_[A-Za-z0-9]{34,36}+(?![A-Za-z0-9_-])"#,
            example: ["apify", "_api_", "a1B2c3D4e5F6g7H8i9J0a1B2c3D4e5F6g7H8"],
            miss: ["apify", "_api_", "a1B2c3D4e5F6g7H8i9J0a1B2c3D4e5F6g"],
            revoke: "Apify Console, Settings, API & Integrations: delete or regenerate the token."),
        ServiceKey(
            "Prefect key", at: ["pnu_", "pnb_"], #"pn[bu]_[A-Za-z0-9]{36}(?![A-Za-z0-9_-])"#,
            example: ["pn", "u_", "a1B2c3D4e5F6g7H8i9J0a1B2c3D4e5F6g7H8"],
            miss: ["pn", "u_", "a1B2c3D4e5F6g7H8i9J0a1B2c3D4e5F6g7H"],
            revoke: "Prefect Cloud, Settings, API Keys: delete the key."),
        ServiceKey(
            "Postman key", at: ["PMAK-"], #"PMAK-[0-9a-f]{24}-[0-9a-f]{34}(?![0-9A-Za-z])"#,
            example: ["PMA", "K-", "0a1b2c3d4e5f67890a1b2c3d-0a1b2c3d4e5f67890a1", "b2c3d4e5f67890a"],
            miss: ["PMA", "K-", "0a1b2c3d4e5f67890a1b2c3d-0a1b2c3d4e5f67890a1", "b2c3d4e5f67890"],
            revoke: "Postman, Settings, API keys: revoke the key."),
        ServiceKey(
            "ReadMe key", at: ["rdme_"], #"rdme_[a-z0-9]{70}(?![A-Za-z0-9_-])"#,
            example: ["rdm", "e_", "a1b2c3d4e5f6g7h8i9j0a1b2c3d4e5f6g7h8i9j0a1b2", "c3d4e5f6g7h8i9j0a1b2c3d4e5"],
            miss: ["rdm", "e_", "a1b2c3d4e5f6g7h8i9j0a1b2c3d4e5f6g7h8i9j0a1b2", "c3d4e5f6g7h8i9j0a1b2c3d4e"],
            revoke: "ReadMe dashboard, Configuration, API Keys: delete the key."),
        ServiceKey(
            "Ionic token", at: ["ion_"], #"(?<![A-Za-z0-9])ion_[A-Za-z0-9]{42}(?![A-Za-z0-9_-])"#,
            example: ["io", "n_", "a1B2c3D4e5F6g7H8i9J0a1B2c3D4e5F6g7H8i9J0a1"],
            miss: ["io", "n_", "a1B2c3D4e5F6g7H8i9J0a1B2c3D4e5F6g7H8i9J0a"],
            revoke: "Ionic Appflow, Personal settings, Personal Access Tokens: revoke the token."),
        ServiceKey(
            "WakaTime key", at: ["waka_"], #"waka_[0-9a-f]{8}-[0-9a-f-]{27}(?![0-9A-Za-z-])"#,
            example: ["wak", "a_", "0a1b2c3d-4e5f-4789-8a1b-2c3d4e5f6789"],
            miss: ["wak", "a_", "0a1b2c3d-4e5f-4789-8a1b-2c3d4e5f678"],
            revoke: "WakaTime, Settings, Account, API key: refresh the key."),
        // Source: HashiCorp Vault and Terraform, Pulumi, Doppler, Infracost, Tailscale, Defined Networking, OpenShift.
        ServiceKey(
            "HashiCorp Vault token", at: ["hvs.", "hvb.", "hvr."],
            #"hv[brs]\.(?:[A-Za-z0-9]{24}(?![A-Za-z0-9_-])|[A-Za-z0-9_-]{90,300}+)"#,
            example: ["hv", "s.", "a1B2c3D4e5F6g7H8i9J0a1B2"], miss: ["hv", "s.", "a1B2c3D4e5F6g7H8i9J0a1B"],
            revoke: "Vault: vault token revoke, or the path auth/token/revoke of its API."),
        ServiceKey(
            "Terraform Cloud token", at: [".atlasv1."], lead: 14,
            #"[A-Za-z0-9]{14}\.atlasv1\.[A-Za-z0-9_=-]{60,70}+(?![A-Za-z0-9_=-])"#,
            example: [
                "a1B2c3D4e5F6g7.atla", "sv1.", "a1B2c3D4e5F6g7H8i9J0a1B2c3D4e5F6g7H8i9J0a1B2",
                "c3D4e5F6g7H8i9J0a1B2c3D",
            ],
            miss: ["a1B2c3D4e5F6g7.atla", "sv1.", "a1B2c3D4e5F6g7H8i9J0a1B2c3D4e5F6g7H8i9J0a1B2", "c3D4e5F6g7H8i9J"],
            revoke: "HCP Terraform, Account settings, Tokens; for teams, Organization settings: delete the token."),
        ServiceKey(
            "Pulumi token", at: ["pul-"], #"pul-[0-9a-f]{40}(?![0-9A-Za-z])"#,
            example: ["pu", "l-", "0a1b2c3d4e5f67890a1b2c3d4e5f67890a1b2c3d"],
            miss: ["pu", "l-", "0a1b2c3d4e5f67890a1b2c3d4e5f67890a1b2c3"],
            revoke: "Pulumi Cloud, Access Tokens of the user or organization: delete the token."),
        ServiceKey(
            "Doppler token", at: ["dp.pt.", "dp.ct.", "dp.st.", "dp.sa.", "dp.said.", "dp.scim.", "dp.audit."],
            #"dp\.(?:audit|ct|pt|sa|said|scim|st)\.(?:[a-z0-9_-]{2,35}\.)?[A-Za-z0-9]{40,44}+(?![A-Za-z0-9])"#,
            example: ["dp.", "pt.", "a1B2c3D4e5F6g7H8i9J0a1B2c3D4e5F6g7H8i9J0a1B"],
            miss: ["dp.", "pt.", "a1B2c3D4e5F6g7H8i9J0a1B2c3D4e5F6g7H8i9J"],
            revoke: "Doppler dashboard, Tokens, or Access of the config: revoke the token."),
        ServiceKey(
            "Infracost key", at: ["ico-"], #"ico-(?=[A-Fa-f0-9]{0,31}[G-Zg-z])[A-Za-z0-9]{32}(?![A-Za-z0-9_-])"#,
            example: ["ic", "o-", "a1B2c3D4e5F6g7H8i9J0a1B2c3D4e5F6"],
            miss: ["ic", "o-", "0a1b2c3d4e5f67890a1b2c3d4e5f6789"],
            revoke: "Infracost Cloud, Org settings, API tokens: delete the token."),
        ServiceKey(
            "Tailscale key", at: ["tskey-"], #"tskey-[a-z]{2,12}-[0-9A-Za-z_]{5,24}-[0-9A-Za-z_]{16,64}+"#,
            example: ["tsk", "ey-", "auth-a1B2c3D4e5F6g7H8-a1B2c3D4e5F6g7H8i9J0a1", "B2c3D4e5F6"],
            miss: ["tsk", "ey-", "auth-a1B2c3D4e5F6g7H8-a1B2c3D4e5F6g7H"],
            revoke: "Tailscale admin console, Settings, Keys or OAuth clients: revoke the key."),
        ServiceKey(
            "Defined Networking key", at: ["dnkey-"], #"dnkey-[A-Za-z0-9_=-]{26}-[A-Za-z0-9_=-]{52}(?![A-Za-z0-9_=-])"#,
            example: [
                "dnk", "ey-", "Q1W2E3R4T5Y6U7I8O9P0Q1W2E3-Q1W2E3R4T5Y6U7I8O", "9P0Q1W2E3R4T5Y6U7I8O9P0Q1W2E3R4T5Y6",
            ],
            miss: ["dnk", "ey-", "Q1W2E3R4T5Y6U7I8O9P0Q1W2E3-Q1W2E3R4T5Y6U7I8O", "9P0Q1W2E3R4T5Y6U7I8O9P0Q1W2E3R4T5Y"],
            revoke: "Defined Networking admin panel, Settings, API keys: delete the key."),
        ServiceKey(
            "OpenShift token", at: ["sha256~"], #"sha256~[A-Za-z0-9_-]{43}(?![A-Za-z0-9_-])"#,
            example: ["sha2", "56~", "a1B2c3D4e5F6g7H8i9J0a1B2c3D4e5F6g7H8i9J0a1B"],
            miss: ["sha2", "56~", "a1B2c3D4e5F6g7H8i9J0a1B2c3D4e5F6g7H8i9J0a1"],
            revoke: "Log out with oc logout, or delete the OAuth access token of the user in the cluster."),
        // Source: 1Password Developer, age, Endor Labs, SettleMint, Zuplo, 42 intra.
        ServiceKey(
            "1Password service account token", at: ["ops_eyJ"],
            #"ops_eyJ[A-Za-z0-9+/]{250,512}+[A-Za-z0-9+/]{0,512}+={0,3}"#,
            example: [
                "ops_", "eyJ", "a1B2c3D4e5F6g7H8i9J0a1B2c3D4e5F6g7H8i9J0a1B2",
                "c3D4e5F6g7H8i9J0a1B2c3D4e5F6g7H8i9J0a1B2c3D4", "e5F6g7H8i9J0a1B2c3D4e5F6g7H8i9J0a1B2c3D4e5F6",
                "g7H8i9J0a1B2c3D4e5F6g7H8i9J0a1B2c3D4e5F6g7H8", "i9J0a1B2c3D4e5F6g7H8i9J0a1B2c3D4e5F6g7H8i9J0",
                "a1B2c3D4e5F6g7H8i9J0a1B2c3D4e5",
            ],
            miss: [
                "ops_", "eyJ", "a1B2c3D4e5F6g7H8i9J0a1B2c3D4e5F6g7H8i9J0a1B2",
                "c3D4e5F6g7H8i9J0a1B2c3D4e5F6g7H8i9J0a1B2c3D4", "e5F6g7H8i9J0a1B2c3D4e5F6g7H8i9J0a1B2c3D4e5F6",
                "g7H8i9J0a1B2c3D4e5F6g7H8i9J0a1B2c3D4e5F6g7H8", "i9J0a1B2c3D4e5F6g7H8i9J0a1B2c3D4e5F6g7H8i9J0",
                "a1B2c3D4e5F6g7H8i9J0a1B2c3D4e",
            ],
            revoke: "1Password, Developer, Service accounts: revoke or rotate the token."),
        // The fixed text has three characters: there is an anchor for each that follows it.
        ServiceKey(
            "1Password secret key",
            at: starts("A3-", onlyCapitals: true),
            #"(?<![\w-])A3-[A-Z0-9]{6}-(?:[A-Z0-9]{11}|[A-Z0-9]{6}-[A-Z0-9]{5})-[A-Z0-9]{5}-[A-Z0-9]{5}-[A-Z0-9]{5}\b"#,
            example: ["A3", "-Q", "1W2E3-Q1W2E3-Q1W2E-Q1W2E-Q1W2E-Q1W2E"],
            miss: ["A3", "-Q", "1W2E3-Q1W2E3-Q1W2E-Q1W2E-Q1W2E-Q1W2"],
            revoke: "1Password.com, My Profile: regenerate the secret key."),
        ServiceKey(
            "age secret key", at: ["AGE-SECRET-KEY-1"],
            #"AGE-SECRET-KEY-1[QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L]{58}(?![A-Za-z0-9])"#,
            example: ["AGE-SECR", "ET-KEY-1", "QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7LQPZRY9X8GF2T", "VDW0S3JN54KHCE"],
            miss: ["AGE-SECR", "ET-KEY-1", "QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7LQPZRY9X8GF2T", "VDW0S3JN54KHC"],
            revoke: "Generate a new identity, and encrypt all files anew that it could decrypt."),
        ServiceKey(
            "Endor Labs key", at: ["endr+"], #"endr\+[A-Za-z0-9-]{16}(?![A-Za-z0-9-])"#,
            example: ["end", "r+", "a1B2c3D4e5F6g7H8"], miss: ["end", "r+", "a1B2c3D4e5F6g7H"],
            revoke: "Endor Labs, Settings, Access Control, API Keys: delete the key."),
        ServiceKey(
            "SettleMint token", at: ["sm_aat_", "sm_pat_", "sm_sat_"], #"sm_[aps]at_[A-Za-z0-9]{16}(?![A-Za-z0-9_-])"#,
            example: ["sm_a", "at_", "a1B2c3D4e5F6g7H8"], miss: ["sm_a", "at_", "a1B2c3D4e5F6g7H"],
            revoke: "SettleMint, Access tokens of the user or application: delete the token."),
        ServiceKey(
            "Zuplo key", at: ["zpka_"], #"zpka_[a-z0-9]{32}_[0-9a-f]{8}(?![0-9A-Za-z])"#,
            example: ["zpk", "a_", "a1b2c3d4e5f6g7h8i9j0a1b2c3d4e5f6_0a1b2c3d"],
            miss: ["zpk", "a_", "a1b2c3d4e5f6g7h8i9j0a1b2c3d4e5f6_0a1b2c3"],
            revoke: "Zuplo portal, API Key Service, Consumers: delete the key, or roll it."),
        ServiceKey(
            "42 client secret", at: ["s-s4t2ud-", "s-s4t2af-"], #"s-s4t2(?:af|ud)-[0-9a-f]{64}(?![0-9A-Za-z])"#,
            example: ["s-s4t", "2ud-", "0a1b2c3d4e5f67890a1b2c3d4e5f67890a1b2c3d4e5f", "67890a1b2c3d4e5f6789"],
            miss: ["s-s4t", "2ud-", "0a1b2c3d4e5f67890a1b2c3d4e5f67890a1b2c3d4e5f", "67890a1b2c3d4e5f678"],
            revoke: "42 intra, API applications: generate a new secret for the application."),
    ]
}
