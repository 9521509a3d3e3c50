# Sourced after common.sh by the scripts that run programs for Windows.

# Starts wine, with a new folder for what it keeps below the folder in $1. `stop_wine` ends it.
start_wine() {
    # No browser, no .NET, no menus of the desktop, and no debugger for what crashes.
    export WINEPREFIX=$1/prefix WINEDEBUG=-all WINEDLLOVERRIDES="mscoree,mshtml,winemenubuilder.exe,winedbg.exe="
    unset DISPLAY WAYLAND_DISPLAY
    # Else its server ends when nothing runs, and a program that starts just then loses the connection.
    mkdir -p "$WINEPREFIX" && wineserver --persistent
    wine wineboot --init >"$1/wine.log" 2>&1 || { cat "$1/wine.log"; return 1; }
    # Wine 8 does not have the library from which programs in Rust get random numbers.
    local random=$WINEPREFIX/drive_c/windows/system32/bcryptprimitives.dll
    if [ ! -e "$random" ]; then
        x86_64-w64-mingw32-gcc -shared -o "$random" -x c - -ladvapi32 <<'END'
#include <windows.h>
#include <ntsecapi.h>
BOOL WINAPI ProcessPrng(PBYTE bytes, SIZE_T count) { return RtlGenRandom(bytes, (ULONG)count); }
END
    fi
    wine --version
}
stop_wine() { wineserver --kill 2>/dev/null || true; }
