/**
 * Reading and writing JSON with awk: answers become lines of pointer and value, in the one spelling of
 * `canonical-json.ts`. `@{` stands for the shell's `${`, as in `shell-runtime.ts`.
 */
export const SHELL_JSON = String.raw`# quoted TEXT: a plain text as JSON
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
}`;
