/**
 * The conditions of `calls/check.ts` as functions of the shell. `@{` stands for the shell's `${`, as in
 * `shell-runtime.ts`.
 */
export const SHELL_CHECKS = String.raw`# What follows is true (0), false (1), or cannot be told (2).
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

# most LEFT RIGHT most|less: a number is at most another one, or less
most() {
  local left right one
  left=$($1) && right=$($2) || return 2
  for one in "$left" "$right"; do case $one in [-0-9]*) ;; *) return 2 ;; esac; done
  L=$left R=$right H=$3 awk 'BEGIN { l = ENVIRON["L"] + 0; r = ENVIRON["R"] + 0; exit !(l < r || (l == r && ENVIRON["H"] == "most")) }'
}

# of_items every|some NAME LIST CONDITION: the condition of each item, which it looks at by each_in and each_at
of_items() {
  local how=$1 size i codes=()
  is_list "$2" "$3" || return 2
  size=$(count "$2" "$3" 0)
  each_in=$2
  for ((i = 0; i < size; i++)); do each_at=$3/$i; $4; codes+=("$?"); done
  case " @{codes[*]-} " in
    *' 1 '*) [ "$how" = some ] || return 1 ;;
  esac
  case " @{codes[*]-} " in
    *' 0 '*) [ "$how" = every ] || return 0 ;;
  esac
  case " @{codes[*]-} " in *' 2 '*) return 2 ;; esac
  [ "$how" = every ]
}

body() { [ "$(cat "$dir/$1.kind")" = "$2" ]; }

all() { local one code=0; for one in "$@"; do $one; case $? in 1) return 1 ;; 2) code=2 ;; esac; done; return $code; }

any() { local one code=1; for one in "$@"; do $one; case $? in 0) return 0 ;; 2) code=2 ;; esac; done; return $code; }`;
