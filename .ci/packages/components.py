#!/usr/bin/env python3
"""components.py FOLDER RESOURCES: prints what the linker put into the program that `build` builds in the folder, as JSON.

The linker's map names the archives and objects, dpkg the Debian package of an archive, Package.resolved the version of a
Swift package. RESOURCES is a folder of the toolchain, the `runtimeResourcePath` of `swift -print-target-info`. What is
linked in but has no licence in this file is an error.
"""

import functools
import json
import os
import pathlib
import re
import subprocess
import sys

# SPDX licence expressions. A reference, LicenseRef-…, stands for the text itself.
LICENCES = {
    # Source packages of Debian and Ubuntu. The program contains the parts of glibc that are always linked statically.
    "libgit2": "LicenseRef-libgit2",
    "http-parser": "MIT",
    "mbedtls": "Apache-2.0 OR GPL-2.0-or-later",
    "pcre2": "BSD-3-Clause",
    "sqlite3": "blessing",
    "openssl": "Apache-2.0",
    "zlib": "Zlib",
    "gcc": "GPL-3.0-or-later WITH GCC-exception-3.1",
    "glibc": "LGPL-2.1-or-later",
    # Swift packages.
    "grdb.swift": "MIT",
    "rainbow": "MIT",
    "yams": "MIT",
    "swift-argument-parser": "Apache-2.0 WITH Swift-exception",
    "swift-subprocess": "Apache-2.0 WITH Swift-exception",
    "swift-syntax": "Apache-2.0 WITH Swift-exception",
    "swift-system": "Apache-2.0 WITH Swift-exception",
    # The toolchain. Foundation contains ICU.
    "swift": "Apache-2.0 WITH Swift-exception",
    "icu": "LicenseRef-icu",
}


@functools.cache
def output(*command):
    return subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout.strip()


def linked(map_file):
    """Returns the paths of the archives and objects in a map of GNU gold or ld."""
    archives, objects = set(), set()
    with open(map_file, encoding="utf-8", errors="replace") as lines:
        for line in lines:
            # A path is the last word of its line, or stands before the symbol because of which it was taken.
            for word in line.split():
                if word.startswith("/") and word.endswith((".o", ")")):
                    (archives if word.endswith(")") else objects).add(word.split("(")[0])
    return archives, objects


def debian(path):
    """Returns the component that a file of a Debian package belongs to."""
    package = output("dpkg-query", "--search", os.path.realpath(path)).split(":")[0]
    source, version = output(
        "dpkg-query", "--show", "--showformat", "${source:Package} ${source:Version}\n", package).splitlines()[0].split()
    name = re.sub(r"^gcc-[0-9]+$", "gcc", source)
    distribution = re.search(r"^ID=\"?([a-z]+)", pathlib.Path("/etc/os-release").read_text(), re.MULTILINE)[1]
    return component(
        name, version, f"pkg:deb/{distribution}/{source}@{version.replace('+', '%2B').replace(':', '%3A')}?arch=source",
        "NOASSERTION", pathlib.Path(f"/usr/share/doc/{package}/copyright"))


def component(name, version, purl, origin, text):
    if name not in LICENCES:
        sys.exit(f"components: {name} is linked in, and {__file__} does not know its licence")
    return {
        "name": name, "version": version, "licence": LICENCES[name], "purl": purl, "origin": origin,
        "text": text.read_text(encoding="utf-8")}


def swift_packages(folder, modules):
    """Returns the packages of Package.resolved of which a module is linked in, and removes their modules from the set."""
    for pin in json.loads((folder / "source/Package.resolved").read_text())["pins"]:
        location, state = pin["location"].removesuffix(".git"), pin["state"]
        checkout = folder / "build/checkouts" / location.split("/")[-1]
        manifest = (checkout / "Package.swift").read_text(encoding="utf-8")
        found = modules & set(re.findall(r"\b[a-z]*[tT]arget\(\s*name:\s*\"(\w+)\"", manifest))
        if not found:
            continue
        modules -= found
        texts = sorted(checkout.glob("LICENSE*"))
        yield component(
            pin["identity"], state["version"], f"pkg:swift/{location.removeprefix('https://')}@{state['version']}",
            f"git+{location}@{state['revision']}", texts[0])


def components(folder, resources):
    archives, objects = linked(folder / "link.map")
    result = {}
    tag = json.loads(output("swift", "-print-target-info"))["swiftCompilerTag"]
    for path in sorted(archives | objects):
        if path.startswith(f"{resources.parent}/swift_static/") or path.startswith(f"{resources}/"):
            version = re.sub(r"^swift-|-RELEASE$", "", tag)
            result["swift"] = component(
                "swift", version, f"pkg:generic/swift@{version}", f"git+https://github.com/swiftlang/swift@{tag}",
                resources.parents[1] / "share/swift/LICENSE.txt")
            if "ICU" in path:
                # The toolchain has no copy of this licence; Debian's is that of the same project.
                texts = sorted(pathlib.Path("/usr/share/doc").glob("libicu*/copyright"))
                if not texts:
                    sys.exit("components: the licence of ICU is not installed: apt install libicu-dev")
                result["icu"] = component(
                    "icu", "NOASSERTION", "pkg:generic/icu", "git+https://github.com/swiftlang/swift-foundation-icu",
                    texts[0])
        elif not path.startswith(f"{folder}/build/"):
            if path.startswith(f"{folder}/static/") and not os.path.islink(path):
                path = output(os.environ.get("CC", "cc"), f"-print-file-name={os.path.basename(path)}")
            found = debian(path)
            result[found["name"]] = found
    modules = {match[1] for path in objects if (match := re.search(r"/([^/]+)\.build/", path))}
    modules = {module for module in modules if not (folder / "source/Sources" / module).is_dir()}
    for found in swift_packages(folder, modules):
        result[found["name"]] = found
    if modules:
        sys.exit(f"components: these modules belong to no package: {' '.join(sorted(modules))}")
    return [result[name] for name in sorted(result)]


if __name__ == "__main__":
    folder, resources = (pathlib.Path(argument).resolve() for argument in sys.argv[1:3])
    json.dump(components(folder, resources), sys.stdout, indent=1, ensure_ascii=False)
    print()
