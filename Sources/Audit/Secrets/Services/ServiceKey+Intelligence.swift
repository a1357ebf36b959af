// The forms are facts from the documentation that the comments name, and from the public lists of what scanners of
// repositories find: GitHub's supported patterns, and the rules of Gitleaks, Betterleaks, TruffleHog and Kingfisher.
// The expressions are our own. All examples are made up; no scanner sees a key in them, as they are in pieces.

extension ServiceKey {
    /// Models, monitoring, feature flags, and everything else.
    static let intelligence: [ServiceKey] = [
        // Source: OpenAI, Anthropic, Hugging Face, and other hosts of models.
        ServiceKey(
            "OpenAI key", at: ["sk-proj-", "sk-svcacct-", "sk-admin-"],
            #"sk-(?:admin|proj|svcacct)-[A-Za-z0-9_-]{40,200}+"#,
            example: ["sk-p", "roj-", "a1B2c3D4e5F6g7H8i9J0a1B2c3D4e5F6g7H8i9J0"],
            miss: ["sk-p", "roj-", "a1B2c3D4e5F6g7H8i9J0a1B2c3D4e5F6g7H8i9J"],
            revoke: "OpenAI platform, API keys of the project or organization: revoke the key."),
        ServiceKey(
            "OpenAI user key", at: ["T3BlbkFJ"], lead: 23,
            #"sk-[A-Za-z0-9]{20}T3BlbkFJ[A-Za-z0-9]{20}(?![A-Za-z0-9_-])"#,
            example: ["sk-a1B2c3D4e5F6g7H8i9J0T3Bl", "bkFJ", "a1B2c3D4e5F6g7H8i9J0"],
            miss: ["sk-a1B2c3D4e5F6g7H8i9JT3Bl", "bkFJ", "a1B2c3D4e5F6g7H8i9J0"],
            revoke: "OpenAI platform, API keys of the user: revoke the key."),
        ServiceKey(
            "Anthropic key", at: ["sk-ant-"], #"sk-ant-(?!admin)[A-Za-z0-9_-]{40,200}+"#,
            example: [
                "sk-a", "nt-", "api03-a1B2c3D4e5F6g7H8i9J0a1B2c3D4e5F6g7H8i9",
                "J0a1B2c3D4e5F6g7H8i9J0a1B2c3D4e5F6g7H8i9J0a1", "B2c3D4e5F6gAA",
            ],
            miss: ["sk-a", "nt-", "a1B2c3D4e5F6g7H8i9J0a1B2c3D4e5F6g7H8i9J"],
            revoke: "Claude Console, Settings, API keys: delete the key."),
        ServiceKey(
            "Anthropic admin key", at: ["sk-ant-admin"], #"sk-ant-admin[0-9]{2}-[A-Za-z0-9_-]{80,120}+"#,
            example: [
                "sk-ant", "-admin", "01-a1B2c3D4e5F6g7H8i9J0a1B2c3D4e5F6g7H8i9J0a",
                "1B2c3D4e5F6g7H8i9J0a1B2c3D4e5F6g7H8i9J0a1B2c", "3D4e5F6gAA",
            ],
            miss: [
                "sk-ant", "-admin", "01-a1B2c3D4e5F6g7H8i9J0a1B2c3D4e5F6g7H8i9J0a",
                "1B2c3D4e5F6g7H8i9J0a1B2c3D4e5F6g7H8i9J",
            ],
            revoke: "Claude Console, Settings, Admin keys: delete the key."),
        ServiceKey(
            "OpenRouter key", at: ["sk-or-v1-"], #"sk-or-v1-[0-9a-f]{64}(?![0-9A-Za-z])"#,
            example: ["sk-or", "-v1-", "0a1b2c3d4e5f67890a1b2c3d4e5f67890a1b2c3d4e5f", "67890a1b2c3d4e5f6789"],
            miss: ["sk-or", "-v1-", "0a1b2c3d4e5f67890a1b2c3d4e5f67890a1b2c3d4e5f", "67890a1b2c3d4e5f678"],
            revoke: "OpenRouter, Settings, Keys: delete the key."),
        // The fixed text of these has three characters: there is an anchor for each that follows it.
        ServiceKey(
            "Hugging Face token",
            at: starts("hf_") + ["api_org_"],
            #"(?<![A-Za-z0-9_])(?:hf|api_org)_[A-Za-z][A-Za-z0-9]{33}(?![A-Za-z0-9_-])"#,
            example: ["hf", "_q", "WeRtYuIoPaSdFgHjKlZxCvBnMqWeRtYuI"],
            miss: ["hf", "_q", "WeRtYuIoPaSdFgHjKlZxCvBnMqWeRtYu"],
            revoke: "Hugging Face, Settings, Access Tokens: invalidate or delete the token."),
        ServiceKey(
            "Replicate token",
            at: starts("r8_"),
            #"(?<![A-Za-z0-9_])r8_[A-Za-z0-9]{37}(?![A-Za-z0-9_-])"#,
            example: ["r8", "_a", "1B2c3D4e5F6g7H8i9J0a1B2c3D4e5F6g7H8i"],
            miss: ["r8", "_a", "1B2c3D4e5F6g7H8i9J0a1B2c3D4e5F6g7H8"],
            revoke: "Replicate, Account settings, API tokens: disable the token."),
        ServiceKey(
            "ElevenLabs key",
            at: [
                "sk_0", "sk_1", "sk_2", "sk_3", "sk_4", "sk_5", "sk_6", "sk_7", "sk_8", "sk_9", "sk_a", "sk_b", "sk_c",
                "sk_d", "sk_e", "sk_f",
            ],
            #"(?<![A-Za-z0-9_])sk_[0-9a-f]{48}(?![A-Za-z0-9_-])"#,
            example: ["sk", "_0", "a1b2c3d4e5f67890a1b2c3d4e5f67890a1b2c3d4e5f6789"],
            miss: ["sk", "_0", "a1b2c3d4e5f67890a1b2c3d4e5f67890a1b2c3d4e5f678"],
            revoke: "ElevenLabs, Developers, API Keys: delete the key."),
        ServiceKey(
            "Groq key", at: ["gsk_"], #"gsk_[A-Za-z0-9]{52}(?![A-Za-z0-9_-])"#,
            example: ["gs", "k_", "a1B2c3D4e5F6g7H8i9J0a1B2c3D4e5F6g7H8i9J0a1B2", "c3D4e5F6"],
            miss: ["gs", "k_", "a1B2c3D4e5F6g7H8i9J0a1B2c3D4e5F6g7H8i9J0a1B2", "c3D4e5F"],
            revoke: "Groq console, API Keys: delete the key."),
        ServiceKey(
            "xAI key", at: ["xai-"], #"xai-[A-Za-z0-9_]{80}(?![A-Za-z0-9_-])"#,
            example: [
                "xa", "i-", "a1B2c3D4e5F6g7H8i9J0a1B2c3D4e5F6g7H8i9J0a1B2", "c3D4e5F6g7H8i9J0a1B2c3D4e5F6g7H8i9J0",
            ],
            miss: ["xa", "i-", "a1B2c3D4e5F6g7H8i9J0a1B2c3D4e5F6g7H8i9J0a1B2", "c3D4e5F6g7H8i9J0a1B2c3D4e5F6g7H8i9J"],
            revoke: "xAI console, API Keys: disable the key, then delete it."),
        ServiceKey(
            "Perplexity key", at: ["pplx-"], #"pplx-[A-Za-z0-9]{48}(?![A-Za-z0-9_-])"#,
            example: ["ppl", "x-", "a1B2c3D4e5F6g7H8i9J0a1B2c3D4e5F6g7H8i9J0a1B2c3D4"],
            miss: ["ppl", "x-", "a1B2c3D4e5F6g7H8i9J0a1B2c3D4e5F6g7H8i9J0a1B2c3D"],
            revoke: "Perplexity, Settings, API: delete the key."),
        ServiceKey(
            "Cerebras key", at: ["csk-"], #"csk-[a-z0-9]{48}(?![A-Za-z0-9_-])"#,
            example: ["cs", "k-", "a1b2c3d4e5f6g7h8i9j0a1b2c3d4e5f6g7h8i9j0a1b2c3d4"],
            miss: ["cs", "k-", "a1b2c3d4e5f6g7h8i9j0a1b2c3d4e5f6g7h8i9j0a1b2c3d"],
            revoke: "Cerebras Cloud, API Keys: delete the key."),
        ServiceKey(
            "NVIDIA key", at: ["nvapi-"], #"nvapi-[A-Za-z0-9_-]{64}(?![A-Za-z0-9_-])"#,
            example: ["nva", "pi-", "a1B2c3D4e5F6g7H8i9J0a1B2c3D4e5F6g7H8i9J0a1B2", "c3D4e5F6g7H8i9J0a1B2"],
            miss: ["nva", "pi-", "a1B2c3D4e5F6g7H8i9J0a1B2c3D4e5F6g7H8i9J0a1B2", "c3D4e5F6g7H8i9J0a1B"],
            revoke: "NVIDIA NGC, Setup, API Keys: delete or rotate the key."),
        ServiceKey(
            "LangSmith key", at: ["lsv2_pt_", "lsv2_sk_"], #"lsv2_(?:pt|sk)_[0-9a-f]{32}_[0-9a-f]{10}(?![0-9A-Za-z])"#,
            example: ["lsv2", "_pt_", "0a1b2c3d4e5f67890a1b2c3d4e5f6789_0a1b2c3d4e"],
            miss: ["lsv2", "_pt_", "0a1b2c3d4e5f67890a1b2c3d4e5f6789_0a1b2c3d4"],
            revoke: "LangSmith, Settings, API Keys: delete the key."),
        ServiceKey(
            "Pinecone key", at: ["pcsk_"], #"pcsk_[A-Za-z0-9]{5,6}_[A-Za-z0-9]{63}(?![A-Za-z0-9_-])"#,
            example: ["pcs", "k_", "a1B2c3_a1B2c3D4e5F6g7H8i9J0a1B2c3D4e5F6g7H8i", "9J0a1B2c3D4e5F6g7H8i9J0a1B"],
            miss: ["pcs", "k_", "a1B2c3_a1B2c3D4e5F6g7H8i9J0a1B2c3D4e5F6g7H8i", "9J0a1B2c3D4e5F6g7H8i9J0a1"],
            revoke: "Pinecone console, API keys of the project: delete the key."),
        ServiceKey(
            "Weights & Biases key", at: ["wandb_v1_"], #"wandb_v1_[A-Za-z0-9]{27}_[A-Za-z0-9]{49}(?![A-Za-z0-9_-])"#,
            example: [
                "wandb", "_v1_", "a1B2c3D4e5F6g7H8i9J0a1B2c3D_a1B2c3D4e5F6g7H8", "i9J0a1B2c3D4e5F6g7H8i9J0a1B2c3D4e",
            ],
            miss: [
                "wandb", "_v1_", "a1B2c3D4e5F6g7H8i9J0a1B2c3D_a1B2c3D4e5F6g7H8", "i9J0a1B2c3D4e5F6g7H8i9J0a1B2c3D4",
            ],
            revoke: "Weights & Biases, User settings, API Keys: delete the key."),
        // Source: Grafana, New Relic, Sentry, Dynatrace, PostHog, Rootly.
        ServiceKey(
            "Grafana service account token", at: ["glsa_"], #"glsa_[A-Za-z0-9]{32}_[0-9a-fA-F]{8}(?![0-9A-Za-z])"#,
            example: ["gls", "a_", "a1B2c3D4e5F6g7H8i9J0a1B2c3D4e5F6_0a1b2c3d"],
            miss: ["gls", "a_", "a1B2c3D4e5F6g7H8i9J0a1B2c3D4e5F6_0a1b2c3"],
            revoke: "Grafana, Administration, Users and access, Service accounts: delete the token."),
        ServiceKey(
            "Grafana Cloud token", at: ["glc_eyJ"], #"glc_eyJ[A-Za-z0-9+/]{60,400}+={0,3}"#,
            example: [
                "glc_", "eyJ", "a1B2c3D4e5F6g7H8i9J0a1B2c3D4e5F6g7H8i9J0a1B2", "c3D4e5F6g7H8i9J0a1B2c3D4e5F6g7H8i9J0",
            ],
            miss: ["glc_", "eyJ", "a1B2c3D4e5F6g7H8i9J0a1B2c3D4e5F6g7H8i9J0a1B2", "c3D4e5F6g7H8i9J"],
            revoke: "Grafana Cloud portal, Security, Access Policies: delete the token."),
        // Base64 of JSON that begins with a key; a JSON Web Token has a dot behind it.
        ServiceKey(
            "Grafana API key", at: ["eyJrIjoi"], #"eyJrIjoi[A-Za-z0-9+/]{70,300}+={0,3}(?![A-Za-z0-9+/=._-])"#,
            example: [
                "eyJr", "Ijoi", "a1B2c3D4e5F6g7H8i9J0a1B2c3D4e5F6g7H8i9J0a1B2", "c3D4e5F6g7H8i9J0a1B2c3D4e5F6g7H8i9J0",
            ],
            miss: ["eyJr", "Ijoi", "a1B2c3D4e5F6g7H8i9J0a1B2c3D4e5F6g7H8i9J0a1B2", "c3D4e5F6g7H8i9J0a1B2c3D4e"],
            revoke: "Grafana, Administration, Service accounts (or API keys): delete the key."),
        ServiceKey(
            "New Relic user key", at: ["NRAK-", "NRAA-"], #"NRA(?:K-[A-Z0-9]{27}|A-[0-9a-f]{27})(?![A-Za-z0-9])"#,
            example: ["NRA", "K-", "Q1W2E3R4T5Y6U7I8O9P0Q1W2E3R"], miss: ["NRA", "K-", "Q1W2E3R4T5Y6U7I8O9P0Q1W2E3"],
            revoke: "New Relic, API keys of the user menu: delete the key."),
        ServiceKey(
            "New Relic insert or query key", at: ["NRII-", "NRIQ-"], #"NRI[IQ]-[A-Za-z0-9_-]{32}(?![A-Za-z0-9_-])"#,
            example: ["NRI", "I-", "a1B2c3D4e5F6g7H8i9J0a1B2c3D4e5F6"],
            miss: ["NRI", "I-", "a1B2c3D4e5F6g7H8i9J0a1B2c3D4e5F"],
            revoke: "New Relic, API keys, Insights keys: delete the key."),
        ServiceKey(
            "New Relic license key", at: ["NRAL"], lead: 36, #"(?:eu01xx[0-9a-f]{30}|[0-9a-f]{36})NRAL(?![A-Za-z0-9])"#,
            example: ["0a1b2c3d4e5f67890a1b2c3d4e5f67890a1bNR", "AL"],
            miss: ["0a1b2c3d4e5f67890a1b2c3d4e5f67890a1NR", "AL"],
            revoke: "New Relic, API keys: create another license key, delete this one."),
        ServiceKey(
            "New Relic browser key", at: ["NRJS-"], #"NRJS-[0-9a-f]{19}(?![0-9A-Za-z])"#, severity: .note,
            example: ["NRJ", "S-", "0a1b2c3d4e5f67890a1"], miss: ["NRJ", "S-", "0a1b2c3d4e5f67890a"],
            revoke: "It is meant for web pages; in New Relic, API keys, replace it if others misuse it."),
        ServiceKey(
            "New Relic mobile token", at: ["-NRMA"], lead: 42, #"AA[0-9a-f]{40}-NRMA(?![A-Za-z0-9])"#, severity: .note,
            example: ["AA0a1b2c3d4e5f67890a1b2c3d4e5f67890a1b2c3d-NR", "MA"],
            miss: ["AA0a1b2c3d4e5f67890a1b2c3d4e5f67890a1b2c3-NR", "MA"],
            revoke: "It is meant for apps; in New Relic, Mobile, Settings, Application, see the token of the app."),
        ServiceKey(
            "Sentry organization token", at: ["sntrys_eyJ"],
            #"sntrys_eyJ[A-Za-z0-9+/]{40,400}+={0,2}_[A-Za-z0-9+/]{43}(?![A-Za-z0-9+/])"#,
            example: [
                "sntry", "s_eyJ", "a1B2c3D4e5F6g7H8i9J0a1B2c3D4e5F6g7H8i9J0a1B2",
                "c3D4e5F6g7H8i9J0a1B2c3D4e5F6g7H8i9J0a1B2c3D4", "e5F6g7H8i9J0a1B2c3D4e5F6g7H8i9J0==_a1B2c3D4e",
                "5F6g7H8i9J0a1B2c3D4e5F6g7H8i9J0a1B",
            ],
            miss: [
                "sntry", "s_eyJ", "a1B2c3D4e5F6g7H8i9J0a1B2c3D4e5F6g7H8i9J0a1B2",
                "c3D4e5F6g7H8i9J0a1B2c3D4e5F6g7H8i9J0a1B2c3D4", "e5F6g7H8i9J0a1B2c3D4e5F6g7H8i9J0==_a1B2c3D4e",
                "5F6g7H8i9J0a1B2c3D4e5F6g7H8i9J0a1",
            ],
            revoke: "Sentry, Settings, Developer Settings, Organization Tokens: remove the token."),
        ServiceKey(
            "Sentry user token", at: ["sntryu_"], #"sntryu_[0-9a-f]{64}(?![0-9A-Za-z])"#,
            example: ["sntr", "yu_", "0a1b2c3d4e5f67890a1b2c3d4e5f67890a1b2c3d4e5f", "67890a1b2c3d4e5f6789"],
            miss: ["sntr", "yu_", "0a1b2c3d4e5f67890a1b2c3d4e5f67890a1b2c3d4e5f", "67890a1b2c3d4e5f678"],
            revoke: "Sentry, User settings, Personal Tokens: remove the token."),
        ServiceKey(
            "Dynatrace token", at: ["dt0c", "dt0s"],
            #"dt0[cs][0-9]{2}\.[A-Z0-9]{8,24}+\.[A-Z0-9]{64}(?![A-Z0-9])"#,
            example: [
                "dt0c", "01.", "QWERTYUIOPASDFGHJKLZXCVB.QWERTYUIOPASDFGHJKL",
                "ZXCVBNM234567QWERTYUIOPASDFGHJKLZXCVBNM234567",
            ],
            miss: [
                "dt0c", "01.", "QWERTYUIOPASDFGHJKLZXCVB.QWERTYUIOPASDFGHJKL",
                "ZXCVBNM234567QWERTYUIOPASDFGHJKLZXCVBNM23456",
            ],
            revoke: "Dynatrace, Access tokens; or Account Management, platform tokens: delete the token."),
        ServiceKey(
            "PostHog personal key", at: ["phx_"], #"phx_[A-Za-z0-9_-]{43,47}+(?![A-Za-z0-9_-])"#,
            example: ["ph", "x_", "a1B2c3D4e5F6g7H8i9J0a1B2c3D4e5F6g7H8i9J0a1B2c3D"],
            miss: ["ph", "x_", "a1B2c3D4e5F6g7H8i9J0a1B2c3D4e5F6g7H8i9J0a1"],
            revoke: "PostHog, Settings of the user, Personal API keys: delete the key."),
        ServiceKey(
            "PostHog project key", at: ["phc_"], #"phc_[A-Za-z0-9_-]{43}(?![A-Za-z0-9_-])"#, severity: .note,
            example: ["ph", "c_", "a1B2c3D4e5F6g7H8i9J0a1B2c3D4e5F6g7H8i9J0a1B"],
            miss: ["ph", "c_", "a1B2c3D4e5F6g7H8i9J0a1B2c3D4e5F6g7H8i9J0a1"],
            revoke: "It is meant for apps; in PostHog, Project settings, reset it if others misuse it."),
        ServiceKey(
            "Rootly key", at: ["rootly_"], #"rootly_[0-9a-f]{64}(?![0-9A-Za-z])"#,
            example: ["root", "ly_", "0a1b2c3d4e5f67890a1b2c3d4e5f67890a1b2c3d4e5f", "67890a1b2c3d4e5f6789"],
            miss: ["root", "ly_", "0a1b2c3d4e5f67890a1b2c3d4e5f67890a1b2c3d4e5f", "67890a1b2c3d4e5f678"],
            revoke: "Rootly, Manage API keys of the organization: revoke the key."),
        // Source: LaunchDarkly, Statsig, ConfigCat, MaxMind, Ubidots.
        ServiceKey(
            "LaunchDarkly key", at: ["api-", "sdk-"],
            #"(?<![A-Za-z0-9_-])(?:api|sdk)-[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f-]{16}(?![0-9A-Za-z-])"#,
            example: ["sd", "k-", "0a1b2c3d-4e5f-4789-8a1b-2c3d4e5f6789"],
            miss: ["sd", "k-", "0a1b2c3d-4e5f-4789-8a1b-2c3d4e5f678"],
            revoke: "LaunchDarkly, Environments, Reset SDK key; or Authorization: delete the access token."),
        ServiceKey(
            "LaunchDarkly mobile key", at: ["mob-"],
            #"(?<![A-Za-z0-9_-])mob-[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f-]{16}(?![0-9A-Za-z-])"#,
            severity: .note,
            example: ["mo", "b-", "0a1b2c3d-4e5f-4789-8a1b-2c3d4e5f6789"],
            miss: ["mo", "b-", "0a1b2c3d-4e5f-4789-8a1b-2c3d4e5f678"],
            revoke: "It is meant for apps; in LaunchDarkly, Environments, reset the mobile key to replace it."),
        ServiceKey(
            "Statsig key", at: ["secret-", "console-"],
            #"(?<![A-Za-z0-9_-])(?:console|secret)-(?=[A-Za-z]{0,42}[0-9])[A-Za-z0-9]{43}(?![A-Za-z0-9_-])"#,
            example: ["secr", "et-", "a1B2c3D4e5F6g7H8i9J0a1B2c3D4e5F6g7H8i9J0a1B"],
            miss: ["cli", "ent-a1B2c3D4e5F6g7H8i9J0a1B2c3D4e5F6g7H8i9J0a1B"],
            revoke: "Statsig console, Project settings, Environments & Keys: rotate or delete the key."),
        ServiceKey(
            "ConfigCat SDK key", at: ["configcat-sdk-1/"],
            #"configcat-sdk-1/[A-Za-z0-9_-]{22}/[A-Za-z0-9_-]{22}(?![A-Za-z0-9_-])"#, severity: .note,
            example: ["configca", "t-sdk-1/", "a1B2c3D4e5F6g7H8i9J0a1/a1B2c3D4e5F6g7H8i9J0a1"],
            miss: ["configca", "t-sdk-1/", "a1B2c3D4e5F6g7H8i9J0a1/a1B2c3D4e5F6g7H8i9J0a"],
            revoke: "It is meant for apps; in the ConfigCat dashboard, SDK Key page, add a new one and revoke it."),
        ServiceKey(
            "MaxMind license key", at: ["_mmk"], lead: 36, #"[A-Za-z0-9]{6}_[A-Za-z0-9]{29}_mmk(?![A-Za-z0-9_-])"#,
            example: ["a1B2c3_a1B2c3D4e5F6g7H8i9J0a1B2c3D4e_m", "mk"],
            miss: ["a1B2c3_a1B2c3D4e5F6g7H8i9J0a1B2c3D4_m", "mk"],
            revoke: "MaxMind account portal, Manage License Keys: revoke the key."),
        // Its fixed text is hexadecimal but for the hyphen: borders.
        ServiceKey(
            "Ubidots key", at: ["BBFF-"], #"(?<![A-Za-z0-9-])BBFF-[0-9A-Za-z]{30}(?![A-Za-z0-9-])"#,
            example: ["BBF", "F-", "a1B2c3D4e5F6g7H8i9J0a1B2c3D4e5"],
            miss: ["BBF", "F-", "a1B2c3D4e5F6g7H8i9J0a1B2c3D4e"],
            revoke: "Ubidots, API Credentials of the account: revoke the token, or roll the key."),
    ]
}
