#!/bin/sh
# Starts $FIREFOX_PATH so that it survives a crash of a tab. Playwright sets this variable, and then Firefox ends with the tab.
unset MOZ_CRASHREPORTER_SHUTDOWN
exec "$FIREFOX_PATH" "$@"
