#!/usr/bin/env bash
# Installs the browser that the tests of the pages need. Says why where it cannot: those tests are skipped then.
set -u
[ "$(uname -s)" = Linux ] || { echo "No Chromium is installed: this is not Linux."; exit 0; }
for place in "${CHROMIUM:-}" /usr/bin/chromium /usr/bin/chromium-browser; do
  [ -n "$place" ] && [ -x "$place" ] && { echo "Chromium is there: $place"; exit 0; }
done
command -v apt-get >/dev/null || { echo "No Chromium is installed: there is no apt-get."; exit 0; }
[ "$(id -u)" = 0 ] || { echo "No Chromium is installed: apt-get needs root."; exit 0; }
export DEBIAN_FRONTEND=noninteractive
apt-get update -qq && apt-get install -y -qq --no-install-recommends chromium >/dev/null && exit 0
echo "No Chromium is installed: apt-get could not (see above)."
