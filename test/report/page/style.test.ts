import { expect, test } from "vitest";
import { PAGE_STYLE } from "#report/page/style";

const [light = "", dark = ""] = [...PAGE_STYLE.matchAll(/:root\{([^}]*)\}/g)].map(([, body]) => body);

test.each([
  ["light", light],
  ["dark", dark],
])("every colour that text has stands out from its ground, %s", (_, body) => {
  const colours = new Map(
    [...body.matchAll(/--([a-z-]+):(#[0-9a-f]+)/g)].map(([, name = "", hex = ""]) => [name, hex]),
  );
  const contrast = (text: string, ground: string) => {
    const [high = 0, low = 0] = [luminance(colours.get(text)), luminance(colours.get(ground))].sort(
      (a, b) => b - a,
    );
    return (high + 0.05) / (low + 0.05);
  };
  for (const text of ["text", "faint", "accent", "bad", "warn", "good"])
    for (const ground of ["ground", "raised"])
      expect(contrast(text, ground), `${text} on ${ground}`).toBeGreaterThan(4.5);
  for (const tone of ["bad", "warn", "good"])
    expect(contrast(tone, `${tone}-ground`), tone).toBeGreaterThan(4.5);
});

/** Relative luminance, as the accessibility guidelines define it. */
function luminance(hex = "#000"): number {
  const digits = hex.length === 4 ? [...hex.slice(1)].map((digit) => digit + digit).join("") : hex.slice(1);
  const [red = 0, green = 0, blue = 0] = [0, 2, 4].map((at) => {
    const share = Number.parseInt(digits.slice(at, at + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
