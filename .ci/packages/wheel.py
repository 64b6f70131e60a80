#!/usr/bin/env python3
"""Writes the Python wheel of a release: the program, its licences, and what the format requires.

    wheel.py PROGRAM VERSION GLIBC TIME DOCUMENTS FOLDER [ADDRESS]

DOCUMENTS is a folder with README.md, LICENSE and third-party.txt. The same input gives the same bytes: each file has the time
TIME, and the order is fixed.

https://packaging.python.org/en/latest/specifications/binary-distribution-format/
"""

import base64
import hashlib
import pathlib
import platform
import sys
import time
import zipfile


def metadata(version, readme, address):
    """https://packaging.python.org/en/latest/specifications/core-metadata/"""
    lines = [
        "Metadata-Version: 2.4", "Name: schemaledger", f"Version: {version}",
        "Summary: Checks that databases of each released SQLite schema still migrate to today's schema",
        "Keywords: sqlite,migrations,schema,git",
        "Classifier: Environment :: Console", "Classifier: Operating System :: POSIX :: Linux",
        "Classifier: Topic :: Database", "Classifier: Topic :: Software Development :: Quality Assurance",
        "License-Expression: MIT", "License-File: LICENSE", "License-File: third-party.txt",
    ]
    if address:
        lines.append(f"Project-URL: Source, {address}")
    lines.append("Description-Content-Type: text/markdown; charset=UTF-8; variant=GFM")
    return "\n".join(lines) + "\n\n" + readme


def main(program, version, glibc, epoch, documents, folder, address=""):
    documents = pathlib.Path(documents)
    tag = f"py3-none-manylinux_{glibc.replace('.', '_')}_{platform.machine()}"
    information = f"schemaledger-{version}.dist-info"
    wheel = f"Wheel-Version: 1.0\nGenerator: schemaledger ({version})\nRoot-Is-Purelib: false\nTag: {tag}\n"
    # The metadata comes last, as the format recommends.
    contents = [
        (f"schemaledger-{version}.data/scripts/schemaledger", pathlib.Path(program).read_bytes(), 0o755),
        (f"{information}/licenses/LICENSE", (documents / "LICENSE").read_bytes(), 0o644),
        (f"{information}/licenses/third-party.txt", (documents / "third-party.txt").read_bytes(), 0o644),
        (f"{information}/METADATA", metadata(version, (documents / "README.md").read_text("utf-8"), address).encode(), 0o644),
        (f"{information}/WHEEL", wheel.encode(), 0o644),
    ]
    record = ""
    for name, data, _ in contents:
        digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
        record += f"{name},sha256={digest},{len(data)}\n"
    contents.append((f"{information}/RECORD", f"{record}{information}/RECORD,,\n".encode(), 0o644))

    moment = time.gmtime(int(epoch))[:6]
    with zipfile.ZipFile(pathlib.Path(folder) / f"schemaledger-{version}-{tag}.whl", "w") as archive:
        for name, data, mode in contents:
            item = zipfile.ZipInfo(name, moment)
            item.create_system = 3  # Unix, so that the mode counts
            item.external_attr = (0o100000 | mode) << 16
            archive.writestr(item, data, zipfile.ZIP_DEFLATED, 9)


if __name__ == "__main__":
    if not 7 <= len(sys.argv) <= 8:
        sys.exit(__doc__)
    main(*sys.argv[1:])
