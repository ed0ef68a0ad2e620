/// <reference lib="dom" />
import { drawGraph } from "./draw-graph.js";
import { tellOfGraph } from "./graph-panel.js";
import { type PageParts, startGraphView } from "./graph-view.js";

/** What happens when the page is opened. The graphs are data in the page, and come alive when they are first seen. */
function startPage(view: typeof startGraphView, parts: PageParts): void {
  document.addEventListener("click", (event) => {
    const button =
      event.target instanceof Element ? event.target.closest<HTMLButtonElement>("button[data-curl]") : null;
    if (button === null) return;
    const command = button.dataset.curl ?? "";
    const tell = (text: string) => {
      button.textContent = text;
    };
    // Browsers give pages from files no clipboard: then the command itself is shown, to be taken by hand.
    if (navigator.clipboard === undefined) tell(command);
    else
      navigator.clipboard.writeText(command).then(
        () => tell("Copied"),
        () => tell(command),
      );
  });
  for (const root of document.querySelectorAll<HTMLElement>("[data-graph]")) {
    const data = root.querySelector("script[type='application/json']")?.textContent;
    if (data) view(root, JSON.parse(data), parts);
  }
}

/** The script of the page: the functions above as text. They are checked and formatted like all others. */
export const PAGE_SCRIPT = `(${startPage})(${startGraphView}, { drawGraph: ${drawGraph}, tellOfGraph: ${tellOfGraph} });`;
