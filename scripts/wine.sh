# Sourced by the scripts that run programs for Windows, after common.sh.

# Succeeds if there is what `start_wine` needs.
has_wine() {
    wine=$(command -v wine64 || command -v wine) && command -v wineserver >/dev/null &&
        command -v x86_64-w64-mingw32-gcc >/dev/null
}

# Starts wine, with a new folder for what it keeps, below the folder in $1. `stop_wine` ends it.
start_wine() {
    export WINEPREFIX=$1/prefix WINEDEBUG=-all
    # No browser, no .NET, no menus of the desktop, and no debugger for what crashes.
    export WINEDLLOVERRIDES="mscoree,mshtml,winemenubuilder.exe,winedbg.exe="
    unset DISPLAY WAYLAND_DISPLAY
    "$wine" wineboot --init >"$1/wine.log" 2>&1 || { cat "$1/wine.log"; return 1; }
    # Not all versions of wine have the library from which programs in Rust get random numbers.
    local random=$WINEPREFIX/drive_c/windows/system32/bcryptprimitives.dll
    if [ ! -e "$random" ]; then
        cat >"$1/random.c" <<'END'
#include <windows.h>
#include <ntsecapi.h>
BOOL WINAPI ProcessPrng(PBYTE bytes, SIZE_T count) { return RtlGenRandom(bytes, (ULONG)count); }
END
        x86_64-w64-mingw32-gcc -shared -o "$random" "$1/random.c" -ladvapi32
    fi
    "$wine" --version
}
stop_wine() { wineserver --kill 2>/dev/null || true; }
