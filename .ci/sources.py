"""The project's own files, as git sees them: tracked, and new ones that it does not ignore."""
import pathlib
import subprocess

ROOT = pathlib.Path(__file__).resolve().parent.parent
CPP = {".hpp", ".cpp", ".h", ".c"}


def files():
    listing = ["git", "-C", str(ROOT), "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    names = subprocess.run(listing, check=True, capture_output=True, text=True).stdout.split("\0")
    return sorted(path for name in names if name and (path := ROOT / name).is_file())


def cpp_files():
    """C and C++ sources, templates of generated ones (`x.cpp.in`) among them."""
    return [path for path in files() if path.suffix in CPP or path.suffixes[-2:] == [".cpp", ".in"]]


def name(path):
    return path.relative_to(ROOT).as_posix()
