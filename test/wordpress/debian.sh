#!/usr/bin/env bash
# Prepares a Debian machine for the tests in WordPress, as root: installs PHP and MariaDB, and unpacks WordPress without installing it.
# WordPress comes from the stable suite after this machine's, because the WordPress of Debian 12 is too old for WooCommerce.
# Usage: debian.sh FOLDER
set -e
# Absolute, because apt is called from another folder.
folder=$(realpath -m "$1")
state=$folder.apt
export DEBIAN_FRONTEND=noninteractive

apt-get update -qq
apt-get install -y -qq --no-install-recommends php-cli php-mysql php-mbstring php-xml php-curl php-zip mariadb-server >/dev/null

mirror=$(apt-get indextargets --format '$(SITE)' | grep -m1 '/debian/*$')
mkdir -p "$state"/{lists/partial,cache/archives/partial,debs,root}
echo "deb [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] $mirror trixie main" >"$state/sources.list"
# A state of its own, so that apt of the machine never sees the other suite.
own=(-qq -o Dir::Etc::SourceList="$state/sources.list" -o Dir::Etc::SourceParts=/dev/null -o Dir::State::Lists="$state/lists" -o Dir::Cache="$state/cache" -o APT::Sandbox::User=root -o Acquire::Languages=none)
apt-get "${own[@]}" update
(cd "$state/debs" && apt-get "${own[@]}" download wordpress wordpress-theme-twentytwentyfive php-getid3 libjs-lodash libjs-underscore libjs-cropper libjs-jquery-ui libphp-phpmailer)
for package in "$state"/debs/*.deb; do dpkg-deb -x "$package" "$state/root"; done
# At once, so that a script that is stopped leaves no half of WordPress.
rm -rf "$folder"
mv "$state/root" "$folder"
rm -rf "$state"
