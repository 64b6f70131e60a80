#!/usr/bin/env python3
"""Prints what a release says about the components in the program, from the list that `components.py` writes.

    bill.py texts COMPONENTS                                        the licences of the components
    bill.py copyright COMPONENTS LICENCE                            debian/copyright
    bill.py spdx COMPONENTS VERSION PROGRAM TIME [ADDRESS]          an SPDX 2.3 document
"""

import datetime
import hashlib
import json
import pathlib
import re
import sys


def read(path):
    return json.loads(pathlib.Path(path).read_text(encoding="utf-8"))


def texts(components):
    yield "The program schemaledger contains the following components.\n"
    for each in components:
        yield f"{each['name']} {each['version']}: {each['licence']}\n  {each['purl']}\n"
    for each in components:
        title = f"{each['name']}: {each['licence']}"
        yield f"\n{'=' * len(title)}\n{title}\n{'=' * len(title)}\n\n{each['text'].strip()}\n"


def copyright_file(components, licence):
    """https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/"""
    holder, text = re.search(r"^Copyright \(c\) (.*)\n\n((?:.|\n)*)", licence, re.MULTILINE).groups()
    names = ", ".join(each["name"] for each in components)
    yield "Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/\n"
    yield "Upstream-Name: schemaledger\n"
    yield "Comment: The program is linked statically with the following components.\n"
    for line in wrapped(names):
        yield f" {line}\n"
    yield " Their licences are in third-party.txt.gz beside this file. Licences to which it\n"
    yield " refers are in /usr/share/common-licenses.\n\n"
    yield f"Files: *\nCopyright: {holder}\nLicense: Expat\n"
    for line in text.strip().splitlines():
        yield f" {line or '.'}\n"


def wrapped(text, width=78):
    line = ""
    for word in text.split():
        if line and len(line) + 1 + len(word) > width:
            yield line
            line = word
        else:
            line = f"{line} {word}".strip()
    yield line


def spdx(components, version, program, time, address):
    """https://spdx.github.io/spdx-spec/v2.3/"""
    digest = hashlib.sha256(pathlib.Path(program).read_bytes()).hexdigest()
    identifiers = {each["name"]: "SPDXRef-" + re.sub(r"[^A-Za-z0-9.-]", "-", each["name"]) for each in components}
    packages = [{
        "SPDXID": "SPDXRef-schemaledger", "name": "schemaledger", "versionInfo": version,
        "downloadLocation": f"git+{address}@v{version}" if address else "NOASSERTION", "filesAnalyzed": False,
        "packageFileName": "bin/schemaledger", "primaryPackagePurpose": "APPLICATION",
        "checksums": [{"algorithm": "SHA256", "checksumValue": digest}],
        "licenseConcluded": "MIT", "licenseDeclared": "MIT", "copyrightText": "NOASSERTION",
    }]
    for each in components:
        package = {
            "SPDXID": identifiers[each["name"]], "name": each["name"],
            "downloadLocation": each["origin"], "filesAnalyzed": False, "primaryPackagePurpose": "LIBRARY",
            "licenseConcluded": "NOASSERTION", "licenseDeclared": each["licence"], "copyrightText": "NOASSERTION",
            "externalRefs": [{
                "referenceCategory": "PACKAGE-MANAGER", "referenceType": "purl", "referenceLocator": each["purl"]}],
        }
        if each["version"] != "NOASSERTION":
            package["versionInfo"] = each["version"]
        packages.append(package)
    relationships = [("SPDXRef-DOCUMENT", "DESCRIBES", "SPDXRef-schemaledger")]
    relationships += [("SPDXRef-schemaledger", "STATIC_LINK", identifiers[each["name"]]) for each in components]
    return {
        "spdxVersion": "SPDX-2.3", "dataLicense": "CC0-1.0", "SPDXID": "SPDXRef-DOCUMENT",
        "name": f"schemaledger-{version}", "documentNamespace": f"urn:schemaledger:bill-of-materials:{digest}",
        "creationInfo": {
            "created": datetime.datetime.fromtimestamp(int(time), datetime.timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ"),
            "creators": [f"Tool: schemaledger-dist-{version}"]},
        "packages": packages,
        "hasExtractedLicensingInfos": [
            {"licenseId": each["licence"], "extractedText": each["text"]}
            for each in components if each["licence"].startswith("LicenseRef-")],
        "relationships": [
            {"spdxElementId": one, "relationshipType": kind, "relatedSpdxElement": other}
            for one, kind, other in relationships],
    }


def main(command, components, *arguments):
    components = read(components)
    if command == "texts":
        sys.stdout.writelines(texts(components))
    elif command == "copyright":
        sys.stdout.writelines(copyright_file(components, pathlib.Path(arguments[0]).read_text(encoding="utf-8")))
    elif command == "spdx":
        version, program, time, address = (arguments + ("",))[:4]
        json.dump(spdx(components, version, program, time, address), sys.stdout, indent=1, ensure_ascii=False)
        print()
    else:
        sys.exit(__doc__)


if __name__ == "__main__":
    main(*sys.argv[1:])
