"""The software bill of materials, as CycloneDX 1.5."""

import json
import uuid


def licences(licence: str | None) -> list:
    return [{"expression": licence}] if licence else [{"license": {"name": "public domain"}}]


def bill(components: list, version: str, commit: str, time: str, digest: str) -> str:
    """Returns the bill of a program.

    :param time: That of the commit, in ISO 8601.
    :param digest: The SHA-256 of the program.
    """
    program = f"pkg:generic/sandglass@{version}"
    listed = []
    for component in components:
        parts = ", ".join(f"{name} ({size} bytes)" if size else name for name, size in sorted(component.parts.items()))
        listed.append(
            {
                "type": "library",
                "bom-ref": component.purl,
                "name": component.name,
                "version": component.version,
                "licenses": licences(component.licence),
                "purl": component.purl,
                "properties": [{"name": "sandglass:linked", "value": parts}],
            })
    document = {
        "$schema": "http://cyclonedx.org/schema/bom-1.5.schema.json",
        "bomFormat": "CycloneDX",
        "specVersion": "1.5",
        "serialNumber": f"urn:uuid:{uuid.uuid5(uuid.NAMESPACE_URL, digest)}",
        "version": 1,
        "metadata": {
            "timestamp": time,
            "component": {
                "type": "application",
                "bom-ref": program,
                "name": "sandglass",
                "version": version,
                "hashes": [{"alg": "SHA-256", "content": digest}],
                "properties": [{"name": "sandglass:commit", "value": commit}],
            },
        },
        "components": listed,
        "dependencies": [{"ref": program, "dependsOn": [component.purl for component in components]}]
        + [{"ref": component.purl} for component in components],
    }
    return json.dumps(document, indent=2, ensure_ascii=False) + "\n"
