import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { type Browser, chromium, type Page } from "playwright-core";

const NAMES = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];

/** A Chromium that is installed here, if any: `PIOLET_BROWSER`, or one on the way to commands. */
export function findBrowser(): string | undefined {
  const folders = (process.env.PATH ?? "").split(delimiter);
  const places = folders.flatMap((folder) => NAMES.map((name) => join(folder, name)));
  return [process.env.PIOLET_BROWSER ?? "", ...places].find((place) => place !== "" && existsSync(place));
}

export function openBrowser(executablePath: string): Promise<Browser> {
  // In a container there is no second sandbox to be had, and the page is our own.
  return chromium.launch({ executablePath, args: ["--no-sandbox"] });
}

export interface Opened {
  readonly page: Page;
  /** Errors, warnings, violated policies, and requests for anything but the page itself. */
  readonly complaints: readonly string[];
}

export interface Sight {
  readonly colorScheme?: "light" | "dark";
  readonly width?: number;
}

/** Opens a page from a file, as somebody would who was sent it. */
export async function withPage<T>(
  browser: Browser,
  html: string,
  run: (opened: Opened) => Promise<T>,
  { colorScheme = "light", width = 1200 }: Sight = {},
): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), "piolet-page-"));
  const file = join(folder, "report.html");
  writeFileSync(file, html);
  const context = await browser.newContext({ colorScheme, viewport: { width, height: 800 } });
  try {
    const page = await context.newPage();
    const complaints: string[] = [];
    page.on("console", (message) => complaints.push(message.text()));
    page.on("pageerror", (error) => complaints.push(error.message));
    page.on("request", (request) => {
      if (request.url() !== `file://${file}`) complaints.push(request.url());
    });
    await page.goto(`file://${file}`);
    return await run({ page, complaints });
  } finally {
    await context.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** What the canvas shows, once it has drawn what was asked for. */
export function pictureOf(page: Page): Promise<string> {
  return page.evaluate(
    () =>
      new Promise<string>((resolve) =>
        requestAnimationFrame(() =>
          requestAnimationFrame(() => resolve(document.querySelector("canvas")?.toDataURL() ?? "")),
        ),
      ),
  );
}
