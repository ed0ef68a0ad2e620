import { fc, test } from "@fast-check/vitest";
import { expect, test as plain } from "vitest";
import { publicUrl } from "#base/public-url";

plain.each([
  ["http://ada:pw@host/x", "http://host/x"],
  ["http://ada@host", "http://host"],
  ["https://host/x?api_key=abc&page=2", "https://host/x?api_key=[Filtered]&page=2"],
  ["https://host/x?page=2&Token=abc#top", "https://host/x?page=2&Token=[Filtered]#top"],
  ["folder/a@b?key=1.yaml", "folder/a@b?key=1.yaml"],
  ["https://host/a@b", "https://host/a@b"],
])("%s is shown as %s", (url, shown) => {
  expect(publicUrl(url)).toBe(shown);
});

test.prop([fc.webUrl({ withQueryParameters: true }), fc.stringMatching(/^[a-z0-9]{12}$/)])(
  "a password is never shown, and nothing else is lost",
  (url, password) => {
    const secret = url.replace("://", `://ada:${password}@`);
    expect(publicUrl(secret)).toBe(publicUrl(url));
  },
);
