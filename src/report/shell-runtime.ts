/**
 * What every exported script begins with: bash, curl and awk, and nothing else, because that is what is there wherever a
 * fault is looked at. Answers are flattened into lines of pointer and value, in the one spelling of `canonical-json.ts`,
 * so that values can be compared as text. The conditions mean what `calls/check.ts` says.
 *
 * `@{` stands for the shell's `${`, which a template here would take for its own.
 */
export const SHELL_RUNTIME = String.raw`export LC_ALL=C
base=@{base%/}
dir=$(mktemp -d) || exit 2
move=$((RANDOM * 32768 + RANDOM + 1))
curl_options=(-sS -g --path-as-is --max-time 30)

cannot() { printf 'cannot tell: %s\n' "$1" >&2; exit 2; }

# moved BEFORE PART AFTER: the same text with its part moved on, so that every run has values of its own
moved() {
  local part=$2 size=@{#2} from=0 span=1 i letters=abcdefghijklmnopqrstuvwxyz result=
  case $part in
    '') ;;
    *[!0-9]*)
      for ((i = 0; i < size; i++)); do
        local rest=@{letters%%"@{part:i:1}"*}
        result+=@{letters:$(((@{#rest} + move % 25 + 1) % 26)):1}
      done ;;
    *)
      for ((i = 0; i < size; i++)); do span=$((span * 10)); done
      case $part in 0*) ;; *) [ "$size" -gt 1 ] && from=$((span / 10)) ;; esac
      printf -v result "%0@{size}d" $((from + (10#$part - from + move) % (span - from))) ;;
  esac
  printf '%s' "$1$result$3"
}

# quoted TEXT: a plain text as JSON
quoted() { T=$1 awk 'BEGIN { t = ENVIRON["T"]; gsub(/\\/, "\\\\", t); gsub(/"/, "\\\"", t); printf "\"%s\"", t }'; }

# flatten: JSON on stdin to one line "pointer<TAB>value" per part, values in one spelling; fails where it is no JSON
flatten() {
  awk '
    function fail() { bad = 1; exit 1 }
    function skip() { while (substr(text, at, 1) ~ /[ \t\r\n]/ && at <= length(text)) at++ }
    function hex(s,   i, n) { n = 0; for (i = 1; i <= length(s); i++) n = n * 16 + index("0123456789abcdef", tolower(substr(s, i, 1))) - 1; return n }
    function utf8(n) {
      if (n < 128) return sprintf("%c", n)
      if (n < 2048) return sprintf("%c%c", 192 + int(n / 64), 128 + n % 64)
      if (n < 65536) return sprintf("%c%c%c", 224 + int(n / 4096), 128 + int(n / 64) % 64, 128 + n % 64)
      return sprintf("%c%c%c%c", 240 + int(n / 262144), 128 + int(n / 4096) % 64, 128 + int(n / 64) % 64, 128 + n % 64)
    }
    function plain(n) { return n == 34 ? "\\\"" : n == 92 ? "\\\\" : n < 32 ? sprintf("\\u%04x", n) : utf8(n) }
    function string(   out, c, n, low) {
      out = ""; at++
      while ((c = substr(text, at, 1)) != "\"") {
        if (c == "" || c == "\n") fail()
        if (c != "\\") { out = out c; at++; continue }
        c = substr(text, at + 1, 1)
        if (c != "u") {
          n = index("\"\\/bfnrt", c); if (n == 0 || c == "") fail()
          out = out plain(n == 1 ? 34 : n == 2 ? 92 : n == 3 ? 47 : n == 4 ? 8 : n == 5 ? 12 : n == 6 ? 10 : n == 7 ? 13 : 9)
          at += 2; continue
        }
        if (substr(text, at + 2, 4) !~ /^[0-9a-fA-F][0-9a-fA-F][0-9a-fA-F][0-9a-fA-F]$/) fail()
        n = hex(substr(text, at + 2, 4)); at += 6
        if (n >= 55296 && n < 56320 && substr(text, at, 2) == "\\u") {
          low = hex(substr(text, at + 2, 4))
          if (low >= 56320 && low < 57344) { n = 65536 + (n - 55296) * 1024 + low - 56320; at += 6 }
        }
        out = out (n >= 55296 && n < 57344 ? sprintf("\\u%04x", n) : plain(n))
      }
      at++
      return out
    }
    function number(   token, v, parts, e, m) {
      match(substr(text, at, 400), /^-?[0-9]+(\.[0-9]+)?([eE][-+]?[0-9]+)?/)
      if (RLENGTH < 1) fail()
      token = substr(text, at, RLENGTH); at += RLENGTH
      if (token ~ /^-?0[0-9]/) fail()
      if (token !~ /[.eE]/) return token == "-0" ? "0" : token
      v = token + 0
      if (v == int(v) && v < 1e21 && v > -1e21) { m = sprintf("%.0f", v); return m == "-0" ? "0" : m }
      split(sprintf("%.14e", v), parts, "e"); m = parts[1]; e = parts[2] + 0
      sub(/0+$/, "", m); sub(/\.$/, "", m)
      return m "e" e
    }
    function escaped(s) { gsub(/~/, "~0", s); gsub(/\//, "~1", s); return s }
    function value(place, depth,   c, out, n, i, j, key, keys, values, k) {
      if (depth > 200) fail()
      skip(); c = substr(text, at, 1)
      if (c == "{") {
        at++; n = 0; skip()
        if (substr(text, at, 1) == "}") at++
        else while (1) {
          skip(); if (substr(text, at, 1) != "\"") fail()
          key = string(); skip(); if (substr(text, at, 1) != ":") fail()
          at++; k = value(place "/" escaped(key), depth + 1)
          for (i = 1; i <= n && key "" > keys[depth, i] ""; i++) ;
          if (i <= n && keys[depth, i] "" == key "") values[depth, i] = k
          else {
            for (j = n; j >= i; j--) { keys[depth, j + 1] = keys[depth, j]; values[depth, j + 1] = values[depth, j] }
            keys[depth, i] = key; values[depth, i] = k; n++
          }
          skip(); c = substr(text, at++, 1)
          if (c == "}") break
          if (c != ",") fail()
        }
        out = "{"
        for (i = 1; i <= n; i++) out = out (i > 1 ? "," : "") "\"" keys[depth, i] "\":" values[depth, i]
        out = out "}"
      } else if (c == "[") {
        at++; n = 0; out = "["; skip()
        if (substr(text, at, 1) == "]") at++
        else while (1) {
          out = out (n > 0 ? "," : "") value(place "/" n, depth + 1); n++
          skip(); c = substr(text, at++, 1)
          if (c == "]") break
          if (c != ",") fail()
        }
        out = out "]"
      } else if (c == "\"") out = "\"" string() "\""
      else if (substr(text, at, 4) == "true") { out = "true"; at += 4 }
      else if (substr(text, at, 5) == "false") { out = "false"; at += 5 }
      else if (substr(text, at, 4) == "null") { out = "null"; at += 4 }
      else out = number()
      lines[++count] = place "\t" out
      return out
    }
    { text = text $0 "\n" }
    END {
      if (bad) exit 1
      at = 1; value("", 0); skip()
      if (at <= length(text)) exit 1
      for (i = 1; i <= count; i++) print lines[i]
    }'
}

# text VALUE: a JSON value as plain text, without quotes
text() {
  T=$1 awk 'function hex(s,   i, n) { for (i = 1; i <= 4; i++) n = n * 16 + index("0123456789abcdef", substr(s, i, 1)) - 1; return n }
    BEGIN {
      t = ENVIRON["T"]; if (substr(t, 1, 1) != "\"") { printf "%s", t; exit }
      t = substr(t, 2, length(t) - 2)
      while ((i = index(t, "\\")) > 0) {
        printf "%s", substr(t, 1, i - 1); c = substr(t, i + 1, 1)
        if (c == "u") { printf "%c", hex(substr(t, i + 2, 4)); t = substr(t, i + 6) } else { printf "%s", c; t = substr(t, i + 2) }
      }
      printf "%s", t
    }'
}

# url VALUE: the same, encoded for a path or a query
url() {
  T=$(text "$1"; printf .) awk 'BEGIN {
    for (i = 1; i < 256; i++) code[sprintf("%c", i)] = i
    t = ENVIRON["T"]; t = substr(t, 1, length(t) - 1)
    for (i = 1; i <= length(t); i++) { c = substr(t, i, 1); printf "%s", c ~ /[A-Za-z0-9._~-]/ ? c : sprintf("%%%02X", code[c]) }
  }'
}

# send NAME METHOD PATH [curl arguments]: makes a call and keeps its answer
send() {
  local name=$1 method=$2 path=$3 how=(-X "$2")
  shift 3
  case $method in HEAD) how=(-I) ;; GET) how=(-L --max-redirs 5) ;; esac
  : >"$dir/$name.body"
  curl "@{curl_options[@]}" "@{how[@]}" -D "$dir/$name.head" -o "$dir/$name.body" -w '%{http_code}' "$@" "$base$path" \
    >"$dir/$name.status" 2>"$dir/$name.error" || return 1
  if [ ! -s "$dir/$name.body" ] || [ "$method" = HEAD ]; then echo empty >"$dir/$name.kind"; : >"$dir/$name.flat"
  elif flatten <"$dir/$name.body" >"$dir/$name.flat"; then echo json >"$dir/$name.kind"
  else echo other >"$dir/$name.kind"; : >"$dir/$name.flat"; fi
}

# call …: the same, told
call() {
  send "$@" || cannot "no answer to $2 $3: $(cat "$dir/$1.error")"
  printf '%s %s -> %s\n' "$2" "$3" "$(cat "$dir/$1.status")"
}

# as_before NAME CLASS: the answer is of the kind that it had when the fault was recorded
as_before() {
  case $(cat "$dir/$1.status") in "$2"*) return 0 ;; esac
  doubt="a call is answered with $(cat "$dir/$1.status"); it was @{2}xx when the fault was recorded"
  return 2
}

given() { as_before "$1" "$2" || cannot "$doubt"; }

# at NAME POINTER: a part of an answer, as JSON
at() {
  P=$2 awk -F '\t' '$1 == ENVIRON["P"] "" { print substr($0, length($1) + 2); found = 1; exit } END { exit !found }' "$dir/$1.flat"
}

header() {
  N=$2 awk '/^HTTP\// { v = ""; found = 0 }
    { i = index($0, ":"); if (i > 0 && tolower(substr($0, 1, i - 1)) == ENVIRON["N"]) {
      w = substr($0, i + 1); sub(/^[ \t]+/, "", w); sub(/[ \t\r]+$/, "", w); v = found ? v ", " w : w; found = 1 } }
    END { gsub(/\\/, "\\\\", v); gsub(/"/, "\\\"", v); if (found) printf "\"%s\"", v; exit !found }' "$dir/$1.head"
}

location() {
  local where
  where=$(header "$1" location || header "$1" content-location) || return 1
  W=$where awk 'BEGIN {
    w = ENVIRON["W"]; w = substr(w, 2, length(w) - 2); sub(/[?#].*/, "", w); sub(/\/+$/, "", w); sub(/.*\//, "", w)
    while (match(w, /%[0-9A-Fa-f][0-9A-Fa-f]/)) {
      h = tolower(substr(w, RSTART + 1, 2)); n = (index("0123456789abcdef", substr(h, 1, 1)) - 1) * 16 + index("0123456789abcdef", substr(h, 2, 1)) - 1
      out = out substr(w, 1, RSTART - 1) sprintf("%c", n); w = substr(w, RSTART + 3)
    }
    if (out w == "") exit 1
    printf "\"%s\"", out w
  }'
}

is_list() { case $(at "$1" "$2") in '['*) return 0 ;; esac; return 1; }

# item NAME LIST ID POINTER FIELD…: a part of the item with an id
item() {
  local name=$1 list=$2 id=$3 pointer=$4 found
  shift 4
  is_list "$name" "$list" || return 1
  found=$(L=$list/ I=$(text "$id") F=$(printf '%s\n' "$@") awk -F '\t' '
    BEGIN { n = split(ENVIRON["F"], fields, "\n"); l = length(ENVIRON["L"]) }
    substr($1, 1, l) == ENVIRON["L"] {
      rest = substr($1, l + 1); v = substr($0, length($1) + 2)
      if (v ~ /^".*"$/) { v = substr(v, 2, length(v) - 2); gsub(/\\"/, "\"", v); gsub(/\\\\/, "\\", v) }
      if (rest ~ /^[0-9]+$/) { if (v !~ /^[{[]/) { best[rest + 0] = 0; has[rest + 0] = v }; if (rest + 0 >= size) size = rest + 1; next }
      i = index(rest, "/"); number = substr(rest, 1, i - 1) + 0; field = substr(rest, i + 1)
      for (f = 1; f <= n; f++) if (fields[f] "" == field "" && (!(number in best) || f < best[number])) { best[number] = f; has[number] = v }
    }
    END { for (i = 0; i < size; i++) if (i in has && has[i] "" == ENVIRON["I"] "") { print i; exit } }' "$dir/$name.flat")
  [ -n "$found" ] && at "$name" "$list/$found$pointer"
}

# count NAME LIST PLUS: how many items a list has
count() {
  is_list "$1" "$2" || return 1
  L=$2/ P=$3 awk -F '\t' 'BEGIN { l = length(ENVIRON["L"]) } substr($1, 1, l) == ENVIRON["L"] && substr($1, l + 1) !~ /\// { n++ } END { print n + ENVIRON["P"] }' "$dir/$1.flat"
}

# What follows is true (0), false (1), or cannot be told (2).
status() {
  local got pattern
  got=$(cat "$dir/$1.status"); shift
  for pattern in "$@"; do case $pattern in "$got" | "@{got:0:1}xx" | default) return 0 ;; esac; done
  return 1
}

turned() { if [ "$1" = not ]; then case $2 in 0) return 1 ;; 1) return 0 ;; esac; fi; return "$2"; }

equal() {
  local left right same=1
  left=$($1) && right=$($2) || return 2
  if [ "$4" = text ]; then left=$(text "$left"); right=$(text "$right"); fi
  [ "$left" = "$right" ] && same=0
  turned "$3" $same
}

present() { local same=1; $2 || return 2; $1 >/dev/null && same=0; turned "$3" $same; }

readable_body() { [ "$(cat "$dir/$1.kind")" = json ]; }

of_type() {
  local value type
  value=$($1) || return 2
  shift
  for type in "$@"; do
    case $type:$value in
      null:null | boolean:true | boolean:false | string:\"* | array:\[* | object:\{*) return 0 ;;
      number:[-0-9]*) return 0 ;;
      integer:[-0-9]*) case $value in *e*) ;; *) return 0 ;; esac ;;
    esac
  done
  return 1
}

part() {
  local part whole
  part=$($1) && whole=$($2) || return 2
  printf '%s' "$part" | flatten >"$dir/part.flat" && printf '%s' "$whole" | flatten >"$dir/whole.flat" || return 2
  awk -F '\t' '
    { v = substr($0, length($1) + 2); parent = $1; if (sub(/\/[^\/]*$/, "", parent)) size[FILENAME, parent]++; file[FILENAME]; has[FILENAME, $1] = v }
    FNR == 1 { names[++n] = FILENAME }
    FILENAME == names[1] { order[++m] = $1 }
    END {
      for (i = 1; i <= m; i++) {
        p = order[i]; a = has[names[1], p]
        if (!((names[2], p) in has)) exit 1
        b = has[names[2], p]
        if (a ~ /^\{/) { if (b !~ /^\{/) exit 1 }
        else if (a ~ /^\[/) { if (b !~ /^\[/ || size[names[1], p] + 0 != size[names[2], p] + 0) exit 1 }
        else if (a "" != b "") exit 1
      }
    }' "$dir/part.flat" "$dir/whole.flat"
}

# within NAME LIST NAME LIST [FIELD ID]: every item of the first list is in the second
within() {
  is_list "$1" "$2" && is_list "$3" "$4" || return 2
  A=$2/ B=$4/ F=@{5-} I=$([ $# -gt 5 ] && text "$6") X=$# awk -F '\t' '
    FNR == 1 { number++ }
    { l = number == 1 ? ENVIRON["B"] : ENVIRON["A"]; if (substr($1, 1, length(l)) != l) next
      rest = substr($1, length(l) + 1); v = substr($0, length($1) + 2)
      if (rest ~ /^[0-9]+$/) { if (number == 1) there[v]; else { item[rest] = v } ; next }
      if (number == 2 && ENVIRON["X"] > 5) { i = index(rest, "/"); if (substr(rest, i + 1) "" == ENVIRON["F"] "") {
        if (v ~ /^".*"$/) { v = substr(v, 2, length(v) - 2); gsub(/\\"/, "\"", v); gsub(/\\\\/, "\\", v) }
        if (v "" == ENVIRON["I"] "") left[substr(rest, 1, i - 1)] } } }
    END { for (i in item) if (!(item[i] in there) && !(i in left)) exit 1 }' "$dir/$3.flat" "$dir/$1.flat"
}

body() { [ "$(cat "$dir/$1.kind")" = "$2" ]; }

all() { local one code=0; for one in "$@"; do $one; case $? in 1) return 1 ;; 2) code=2 ;; esac; done; return $code; }

any() { local one code=1; for one in "$@"; do $one; case $? in 0) return 0 ;; 2) code=2 ;; esac; done; return $code; }`.replaceAll(
  "@{",
  "${",
);
