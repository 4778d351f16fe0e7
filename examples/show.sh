# What the examples share: they say what comes, show a command, and run it.

say() {
  echo
  printf '%s\n' "$@" ""
}
run() {
  echo "\$ $1"
  eval "$1"
}
