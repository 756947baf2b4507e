"""Parts that script/api and script/docs share: the library products, and their symbol graphs of a Linux build."""
import json
import re
import subprocess
import sys
from pathlib import Path

from pages import ROOT


def modules(script, description):
    """The build's folder of modules that the arguments name, or .build/debug/Modules, which is built; and whether
    --accept is among the arguments."""
    arguments = [word for word in sys.argv[1:] if word != "--accept"]
    if arguments[:1] in (["-h"], ["--help"]):
        print(description)
        sys.exit()
    if sys.platform == "darwin":
        print(f"{script}: skipped: it describes a Linux build")
        sys.exit()
    if not arguments:
        subprocess.run(["swift", "build"], cwd=ROOT, check=True)
    return Path(*arguments).resolve() if arguments else ROOT / ".build/debug/Modules", "--accept" in sys.argv


def products():
    """The library products of Package.swift; each has one target of the same name."""
    return re.findall(r'\.library\(name: "(\w+)"', (ROOT / "Package.swift").read_text(encoding="utf-8"))


def target():
    info = subprocess.run(["swiftc", "-print-target-info"], capture_output=True, text=True, check=True)
    return json.loads(info.stdout)["target"]["triple"]


def is_written(symbol):
    """Whether the symbol is in the source; the compiler synthesises `!=` and similar declarations."""
    return "::SYNTHESIZED::" not in symbol["identifier"]["precise"]


def graphs(module, modules, folder, *options):
    """The symbol graphs of a module, which are written to the folder."""
    includes = [word for library in ("CCrypto", "CGSL", "CZlib") for word in ("-I", ROOT / "Sources" / library)]
    done = subprocess.run(
        ["swift-symbolgraph-extract", "-module-name", module, "-I", modules, *includes, "-target", target(),
         "-minimum-access-level", "public", "-output-dir", folder, *options], capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"symbols: no symbol graph of {module} from {modules}:\n{done.stderr}")
    paths = [*Path(folder).glob(f"{module}.symbols.json"), *sorted(Path(folder).glob(f"{module}@*.symbols.json"))]
    return [json.loads(path.read_text(encoding="utf-8")) for path in paths]
