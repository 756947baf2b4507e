# Parts that the scripts in bash share; a script sources them first.
set -euo pipefail
scripts=$(cd "$(dirname "$0")" && pwd -P)

fail() {
  echo "${0##*/}: $*" >&2
  exit 1
}

# The tool's version, from its source in this folder.
tool_version() { sed -n 's/.*static let version = "\(.*\)".*/\1/p' "$1/Sources/Evaluate/Page/ToolVersion.swift"; }

# linux-x86_64 or macos-arm64, as in the names of released archives.
platform() { echo "$(uname -s | sed 's/Linux/linux/; s/Darwin/macos/')-$(uname -m)"; }

# The program that prints SHA-256 sums.
sum=sha256sum
command -v "$sum" >/dev/null || sum='shasum -a 256'
