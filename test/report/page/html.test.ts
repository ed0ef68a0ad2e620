import { fc, test } from "@fast-check/vitest";
import { expect } from "vitest";
import { html } from "#report/page/html";

test.prop([fc.string({ unit: "binary" }), fc.constantFrom("<script>", '"', "</b>", "&", "<!--")])(
  "what is put into markup is text, wherever it stands",
  (text, mark) => {
    const { markup } = html`<b title="${text}${mark}">${[text, mark]}</b>`;
    const inside = markup.slice('<b title="'.length, -"</b>".length);
    expect(inside.split('">').length).toBe(2);
    expect(inside.replace('">', "")).not.toMatch(/[<>"]/);
  },
);
