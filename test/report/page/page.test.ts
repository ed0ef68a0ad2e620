import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { renderHtml } from "#report/render-html";
import { sampleRecord } from "../sample-record.js";
import { findBrowser, openBrowser, pictureOf, withPage } from "./browser.js";

const HOSTILE = `</script><script>window.hit=1</script><img src=x onerror="window.hit=1">'"\`\${1}<!-- \u2028`;
const executable = findBrowser();

describe.skipIf(executable === undefined)(
  "the page in a browser (skipped without Chromium on the PATH)",
  () => {
    let browser: Browser;
    beforeAll(async () => {
      browser = await openBrowser(executable ?? "");
    });
    afterAll(() => browser?.close());

    test.each([
      ["light", 1200],
      ["dark", 1200],
      ["light", 400],
    ] as const)(
      "opens without complaint, %s and %i wide, and does not scroll sideways",
      async (colorScheme, width) => {
        const sight = { colorScheme, width };
        await withPage(
          browser,
          renderHtml(sampleRecord()),
          async ({ page, complaints }) => {
            expect(complaints).toEqual([]);
            const overflow = await page.evaluate(
              () => document.documentElement.scrollWidth - window.innerWidth,
            );
            expect(overflow).toBeLessThanOrEqual(0);
          },
          sight,
        );
      },
    );

    test("takes nothing that a service answers for markup or script", async () => {
      await withPage(browser, renderHtml(sampleRecord({ text: HOSTILE })), async ({ page, complaints }) => {
        await page.getByRole("button", { name: /✗ delete absent/ }).click();
        await page.getByRole("searchbox").fill("boxes");
        const seen = await page.evaluate(() => ({
          hit: "hit" in window,
          images: document.querySelectorAll("img").length,
          scripts: document.querySelectorAll("script").length,
        }));
        expect(seen).toEqual({ hit: false, images: 0, scripts: 2 });
        expect(complaints).toEqual([]);
      });
    });

    test("runs no script but its own, even if some escaping were forgotten", async () => {
      const forgotten = renderHtml(sampleRecord()).replace("<main>", "<main><script>window.hit=1</script>");
      await withPage(browser, forgotten, async ({ page, complaints }) => {
        expect(await page.evaluate(() => "hit" in window)).toBe(false);
        expect(complaints.join()).toContain("Content Security Policy");
      });
    });

    test("has a picture of the graph that zooms, moves and shows all again, by keys", async () => {
      await withPage(browser, renderHtml(sampleRecord()), async ({ page }) => {
        const canvas = page.getByRole("img", { name: /State graph of box/ });
        const pictures = [await pictureOf(page)];
        await canvas.focus();
        for (const key of ["+", "ArrowLeft", "0"]) {
          await page.keyboard.press(key);
          pictures.push(await pictureOf(page));
        }
        const [whole, zoomed, moved, again] = pictures;
        expect(new Set([whole, zoomed, moved]).size).toBe(3);
        expect(again).toBe(whole);
      });
    });

    test("zooms by the wheel only where the graph is what is looked at", async () => {
      await withPage(browser, renderHtml(sampleRecord()), async ({ page }) => {
        const canvas = page.locator("canvas");
        await canvas.scrollIntoViewIfNeeded();
        await canvas.hover({ position: { x: 10, y: 10 } });
        const before = await pictureOf(page);
        await canvas.focus();
        await page.mouse.wheel(0, -300);
        expect(await pictureOf(page)).not.toBe(before);
      });
    });

    test("tells of a state that is clicked, and of the call of a transition, with a way to its finding", async () => {
      await withPage(browser, renderHtml(sampleRecord()), async ({ page }) => {
        const panel = page.getByRole("region", { name: "What is chosen in the graph" });
        await page.getByRole("button", { name: "✗ delete absent a text" }).click();
        expect(await panel.textContent()).toContain("it went another way a text");
        expect(await panel.textContent()).toMatch(/DELETE http:\/\/127\.0\.0\.1:1\/a text[\s\S]*→ 500/);
        expect(await panel.getByRole("link", { name: "Finding F1" }).getAttribute("href")).toBe("#F1");
        // The state that is looked at stands in the middle.
        const box = await page.locator("canvas").boundingBox();
        await page.mouse.click((box?.x ?? 0) + (box?.width ?? 0) / 2, (box?.y ?? 0) + (box?.height ?? 0) / 2);
        expect(await panel.textContent()).toContain("This is where a run begins");
      });
    });

    test("is searched and walked through with the keyboard alone", async () => {
      await withPage(browser, renderHtml(sampleRecord()), async ({ page }) => {
        const panel = page.getByRole("region", { name: "What is chosen in the graph" });
        await page.getByRole("searchbox").focus();
        await page.keyboard.type("boxes 2");
        expect(await panel.textContent()).toContain("1 states, 0 transitions");
        await panel.getByRole("button", { name: "boxes 2 a text" }).focus();
        await page.keyboard.press("Enter");
        expect(await panel.textContent()).toContain("The shortest way there");
      });
    });

    test("opens with five thousand states, and still finds one of them", async () => {
      await withPage(browser, renderHtml(sampleRecord({ states: 5000 })), async ({ page }) => {
        await page.getByRole("searchbox").fill("boxes 4321");
        const panel = page.getByRole("region", { name: "What is chosen in the graph" });
        expect(await panel.textContent()).toContain("1 states");
      });
    });

    test("copies a call as curl", async () => {
      await withPage(browser, renderHtml(sampleRecord()), async ({ page }) => {
        await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
        await page.locator("summary", { hasText: "DELETE /boxes/a text" }).click();
        await page.getByRole("button", { name: "Copy as curl" }).click();
        const command = await page.evaluate(() => navigator.clipboard.readText());
        expect(command).toBe(
          `curl -i -X DELETE 'http://127.0.0.1:1/boxes/a text' -H 'x-note: a text' --data-raw '{"it'\\''s":"a text"}'`,
        );
      });
    });
  },
);
