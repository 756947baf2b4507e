# Parts that the scripts in bash share; a script sources them first.
set -euo pipefail
scripts=$(cd "$(dirname "$0")" && pwd -P)

fail() {
  echo "${0##*/}: $*" >&2
  exit 1
}

# Empties a folder but for its build, so that a second run builds only the changes.
empty() {
  mkdir -p "$1"
  find "$1" -mindepth 1 -maxdepth 1 ! -name .build -exec rm -rf {} +
}

# A message of a workflow command: `%`, CR and LF are escaped, so that it cannot begin another one.
escaped() {
  local text=${1//%/%25}
  text=${text//$'\r'/%0D}
  printf '%s' "${text//$'\n'/%0A}"
}

# The tool's version, from its source in this folder.
tool_version() { sed -n 's/.*static let version = "\(.*\)".*/\1/p' "$1/Sources/Evaluate/Page/ToolVersion.swift"; }

# linux-x86_64 or macos-arm64, as in the names of released archives.
platform() { echo "$(uname -s | sed 's/Linux/linux/; s/Darwin/macos/')-$(uname -m)"; }

# The program that prints SHA-256 sums.
sum=sha256sum
command -v "$sum" >/dev/null || sum='shasum -a 256'
