#!/usr/bin/env bash
# Gets promtool, which checks the alerts, out of Debian's package of Prometheus. Installs nothing.
# Usage: promtool.sh FOLDER
set -e
folder=$(realpath -m "$1")
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

cd "$scratch"
get() { apt-get -qq -o APT::Sandbox::User=root download prometheus; }
get 2>/dev/null || { apt-get update -qq && get; }
dpkg-deb --fsys-tarfile prometheus_*.deb | tar -x ./usr/bin/promtool
mkdir -p "$folder"
# At once, so that a script that is stopped leaves no half of the program.
mv usr/bin/promtool "$folder/promtool.new"
mv "$folder/promtool.new" "$folder/promtool"
