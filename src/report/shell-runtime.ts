import { REFUSED_IN_BODY } from "#calls/refusal-sign";
import { SHELL_CHECKS } from "./shell-checks.js";
import { SHELL_JSON } from "./shell-json.js";

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

${SHELL_JSON}

# plain FILE: a text that is no JSON has no parts, but in one line it may be a token
plain() { [ "$(wc -l <"$1")" -gt 1 ] || grep -q '[[:cntrl:]]' "$1" || printf '\t%s\n' "$(quoted "$(cat "$1")")"; }

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
  else echo other >"$dir/$name.kind"; plain "$dir/$name.body" >"$dir/$name.flat"; fi
  case $(cat "$dir/$name.status") in 2*) says_no "$name" && echo ${REFUSED_IN_BODY} >"$dir/$name.status" ;; esac
  return 0
}

# says_no NAME: the body of an answer says no, whatever its status says; scripts for services that do so know how
says_no() { return 1; }

# call …: the same, told; what is only accepted is given a moment to be done
call() {
  send "$@" || cannot "no answer to $2 $3: $(cat "$dir/$1.error")"
  printf '%s %s -> %s\n' "$2" "$3" "$(cat "$dir/$1.status")"
  [ "$(cat "$dir/$1.status")" != 202 ] || sleep 1
}

# meaning STATUS: what such an answer means, whatever it was asked
meaning() {
  case $1 in
    2??) echo done ;; 401 | 403 | 407) echo denied ;; 404 | 410) echo absent ;; 408 | 429) echo silent ;;
    4??) echo refused ;; 5??) echo broken ;; *) echo silent ;;
  esac
}

# as_before NAME MEANING…: the answer means one of these, as when the fault was recorded
as_before() {
  local status means one
  status=$(cat "$dir/$1.status") means=$(meaning "$status")
  shift
  for one in "$@"; do [ "$one" != "$means" ] || return 0; done
  doubt="a call is answered with $status; when the fault was recorded it was $1"
  [ "$means" != denied ] || doubt+='; are the credentials good?'
  return 2
}

# let_in NAME: the service knows whom the credentials are of
let_in() { case $(cat "$dir/$1.status") in 401 | 407) cannot "a call is not known to be the user's; are the credentials good?" ;; esac; }

given() { as_before "$@" || cannot "$doubt"; }

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

# number_of_location NAME: a URL has digits where the things themselves have numbers
number_of_location() {
  local digits
  digits=$(location "$1") || return 1
  case $digits in *[!0-9\"]*) printf %s "$digits" ;; *) text "$digits" ;; esac
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

# link NAME BEGINNING: the word of an answer that follows this beginning of a path
link() {
  B=$2 awk '{ gsub(/\\\//, "/"); i = index($0, ENVIRON["B"]); if (i == 0 || seen) next
    seen = 1; w = substr($0, i + length(ENVIRON["B"])); if (!match(w, /^[A-Za-z0-9_~-]+([.][A-Za-z0-9_~-]+)*/)) next
    printf "\"%s\"", substr(w, 1, RLENGTH); found = 1 } END { exit !found }' "$dir/$1.body"
}

# listed NAME MEMBER TEXT POINTER: a part of the only item of a list that has this text in a member; outer lists first
listed() {
  local found
  [ -f "$dir/$1.flat" ] || return 1
  found=$(M=$2 T=$3 awk -F '\t' '
    { place = $1; v = substr($0, length($1) + 2); value[place] = substr(v, 1, 1); m = length(place) - length(ENVIRON["M"])
      if (v "" == ENVIRON["T"] "" && m > 0 && substr(place, m + 1) "" == ENVIRON["M"] "") items[substr(place, 1, m)] }
    END {
      for (item in items) {
        list = item; if (!sub(/\/[0-9]+$/, "", list) || value[list] != "[") continue
        depth = split(item, parts, "/")
        if (least == "" || depth < least) { least = depth; best = item; n = 1 } else if (depth == least) n++
      }
      if (n != 1) exit 1
      print best
    }' "$dir/$1.flat") && at "$1" "$found$4"
}

# count NAME LIST PLUS: how many items a list has
count() {
  is_list "$1" "$2" || return 1
  L=$2/ P=$3 awk -F '\t' 'BEGIN { l = length(ENVIRON["L"]) } substr($1, 1, l) == ENVIRON["L"] && substr($1, l + 1) !~ /\// { n++ } END { print n + ENVIRON["P"] }' "$dir/$1.flat"
}

# sum FUNCTION… - FUNCTION…: numbers added, and those after the dash taken off
sum() {
  local one value sign=1 all=
  for one in "$@"; do
    if [ "$one" = - ]; then sign=-1; continue; fi
    value=$($one) || return 1
    case $value in [-0-9]*) all+="$sign $value"$'\n' ;; *) return 1 ;; esac
  done
  printf '%s' "$all" | awk '{ t += $1 * $2 } END { printf "%.9f", t }' | flatten | awk -F '\t' '{ print $2; exit }'
}

${SHELL_CHECKS}`.replaceAll("@{", "${");
