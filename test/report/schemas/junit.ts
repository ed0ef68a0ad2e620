/** What may stand in what in JUnit's XML, as build servers read it: children in any number, and attributes. */
const FORM: Readonly<Record<string, { children: readonly string[]; needs: readonly string[] }>> = {
  testsuites: { children: ["testsuite"], needs: [] },
  testsuite: { children: ["testcase"], needs: ["name", "tests", "failures", "errors"] },
  testcase: { children: ["skipped", "failure", "system-out"], needs: ["name", "classname", "time"] },
  failure: { children: [], needs: ["type", "message"] },
  skipped: { children: [], needs: ["message"] },
  "system-out": { children: [], needs: [] },
};

const TOKEN = /<\?xml [^?]*\?>|<(\/?)([a-z-]+)((?: [a-z]+="[^"<]*")*)(\/?)>|([^<]+)/gy;

/** All that is wrong with a document, in sentences; none where it is well-formed and of the form. */
export function junitMistakes(xml: string): readonly string[] {
  const mistakes: string[] = [];
  const open: string[] = [];
  TOKEN.lastIndex = 0;
  for (let at = 0; at < xml.length; at = TOKEN.lastIndex) {
    const match = TOKEN.exec(xml);
    if (match === null) return [...mistakes, `no XML at ${xml.slice(at, at + 40)}`];
    const [, closing, name, attributes = "", single, text] = match;
    if (text !== undefined && /&(?!(amp|lt|gt|quot);)/.test(text)) mistakes.push(`a stray & in ${text}`);
    if (name === undefined) continue;
    if (closing === "/") {
      if (open.pop() !== name) mistakes.push(`${name} is closed where it is not open`);
      continue;
    }
    const parent = open.at(-1);
    const allowed = parent === undefined ? ["testsuites"] : (FORM[parent]?.children ?? []);
    if (!allowed.includes(name)) mistakes.push(`${name} in ${parent}`);
    const missing = (FORM[name]?.needs ?? []).filter((need) => !attributes.includes(` ${need}="`));
    if (missing.length > 0) mistakes.push(`${name} without ${missing.join(", ")}`);
    if (single !== "/") open.push(name);
  }
  return open.length === 0 ? mistakes : [...mistakes, `${open.join(", ")} not closed`];
}
