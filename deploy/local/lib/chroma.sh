# Chroma, the vector store: the server inside the Python wheel, without the Python around it. Sourced by ../stack.
# shellcheck shell=bash

chroma_package=chromadb==1.5.9

installed_chroma() { stamped chroma "$chroma_package"; }

install_chroma() {
  ! installed_chroma || { say "chroma already installed"; return; }
  make_venv "$stack/chroma"
  # Only the compiled binding is used, so the client's many dependencies stay away.
  with_progress "installing Chroma" "$stack/log/chroma-install.log" \
    "$stack/chroma/bin/pip" install --no-deps --only-binary :all: "$chroma_package"
  stamp chroma "$chroma_package"
  say "chroma installed"
}

start_chroma() {
  installed_chroma || die "chroma is not installed; first: deploy/local/stack install chroma"
  mkdir -p "$stack/chroma-data"
  start_part chroma /api/v2/heartbeat 60 "" "$stack/chroma/bin/python" -c \
    'import sys, chromadb_rust_bindings as b; b.cli(["chroma", *sys.argv[1:]])' \
    run --path "$stack/chroma-data" --host 127.0.0.1 --port "$(port_of chroma)"
}
