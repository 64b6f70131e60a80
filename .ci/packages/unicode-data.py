"""unicode-data.py ARCHIVE FILE: writes the part of ICU's data that the program needs to FILE, and prints the symbol of the data.

Foundation's copy of ICU has one table of 34 MB, a third of the program. Most of it is for languages and regions: their names
and formats, currencies, units, dictionaries and character sets. schemaledger formats nothing for a region, and its results
must not depend on the user's language. Sources/CUnicodeData compiles FILE under the same symbol.

What is kept is what ICU needs without a language (the locale "root"): collation, normalisation, properties and names of
characters, time zones, and the rules by which text is divided.

The format is ICU's "common data": https://unicode-org.github.io/icu/userguide/icu_data/#icu-data-file-formats
"""

import struct
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

MEMBER = "icu_packaged_data.cpp.o"
# Without the name of the package, and for "coll" and "brkitr" with the folder.
KEPT = {
    "root.res", "res_index.res", "pool.res", "icuver.res", "en.res", "en_001.res", "en_US.res", "en_US_POSIX.res",
    "supplementalData.res", "likelySubtags.res", "keyTypeData.res", "numberingSystems.res", "metadata.res",
    "genderList.res", "grammaticalFeatures.res", "plurals.res", "pluralRanges.res", "dayPeriods.res", "langInfo.res",
    "timezoneTypes.res", "zoneinfo64.res", "metaZones.res", "windowsZones.res", "currencyNumericCodes.res",
    "coll/root.res", "coll/res_index.res", "coll/ucadata.icu",
    "brkitr/root.res", "brkitr/res_index.res",
    "zone/root.res", "zone/res_index.res", "zone/pool.res", "zone/en.res",
    "unames.icu", "ulayout.icu", "uemoji.icu", "cnvalias.icu",
}  # fmt: skip
KEPT_SUFFIXES = (".nrm", ".spp", ".brk")


def is_kept(name):
    path = name.split("/", 1)[1]
    return path in KEPT or path.endswith(KEPT_SUFFIXES)


def entries(table):
    """The names and contents of a table of contents, in its order, which is that of the names."""
    start, magic = struct.unpack_from("<HH", table)
    size, _, is_big_endian, charset = struct.unpack_from("<HHBB", table, 4)
    assert (magic, is_big_endian, charset, table[12:16]) == (0x27DA, 0, 0, b"CmnD") and size >= 20, "another format"
    count = struct.unpack_from("<I", table, start)[0]
    places = [struct.unpack_from("<II", table, start + 4 + 8 * index) for index in range(count)]
    ends = [place for _, place in places[1:]] + [len(table) - start]
    for (name, place), end in zip(places, ends):
        text = table[start + name : table.index(b"\0", start + name)].decode("ascii")
        yield text, table[start + place : start + end]


def table_of(kept, header):
    """A table of contents with these names and contents. Each content begins at a multiple of 16 bytes."""
    names = b"".join(name.encode("ascii") + b"\0" for name, _ in kept)
    first = 4 + 8 * len(kept)
    place = -(-(first + len(names)) // 16) * 16
    places, name_place, contents = [], first, b""
    for name, content in kept:
        places.append(struct.pack("<II", name_place, place + len(contents)))
        name_place += len(name) + 1
        contents += content + bytes(-len(content) % 16)
    head = struct.pack("<I", len(kept)) + b"".join(places) + names
    return header + head + bytes(place - len(head)) + contents


def run(*command):
    return subprocess.run(command, check=True, stdout=subprocess.PIPE).stdout


def main(archive, result):
    with TemporaryDirectory() as folder:
        member, part = Path(folder) / "member.o", Path(folder) / "table"
        member.write_bytes(run("ar", "p", archive, MEMBER))
        symbols = [line.split()[2] for line in run("nm", "--defined-only", str(member)).decode().splitlines()]
        assert len(symbols) == 1, f"{MEMBER} defines {symbols}, and not the table alone"
        run("objcopy", "-O", "binary", "--only-section=.rodata", str(member), str(part))
        table = part.read_bytes()
    kept = [(name, content) for name, content in entries(table) if is_kept(name)]
    missing = KEPT - {name.split("/", 1)[1] for name, _ in kept}
    assert not missing, f"this ICU does not have {sorted(missing)}"
    header = table[: struct.unpack_from("<H", table)[0]]
    Path(result).write_bytes(table_of(kept, header))
    print(symbols[0])


if __name__ == "__main__":
    main(*sys.argv[1:])
