import type { OperationKey } from "#openapi/api";
import { wholeList } from "../guess-rules.js";
import { hasId } from "../list-items.js";
import type { Made } from "../recipe.js";
import type { Rule } from "../rule.js";
import { declaresPages } from "./declares-pages.js";
import { learned } from "./experiment.js";
import type { Lab } from "./lab.js";
import type { Listing } from "./sight.js";
import type { Subject } from "./subject.js";
import type { Thing } from "./thing.js";

/** The collection's list, looked at before, during and after the life of a thing. */
export class WatchedList {
  readonly #lab: Lab;
  readonly #subject: Subject;
  readonly #operation: OperationKey;
  readonly #made: Made;
  readonly #looks: Listing[] = [];
  #shownBefore: boolean | undefined;
  #shownDuring: boolean | undefined;
  #shownAfter: boolean | undefined;
  /** The list said how many things there are, and showed two of two. */
  #isWhole = false;

  private constructor(lab: Lab, subject: Subject, operation: OperationKey, made: Made) {
    this.#lab = lab;
    this.#subject = subject;
    this.#operation = operation;
    this.#made = made;
  }

  /** Looks for the first time; undefined where the collection has no list of its own. */
  static async start(lab: Lab, subject: Subject, made: Made): Promise<WatchedList | undefined> {
    const operation = wholeList(subject.resource);
    if (operation === undefined) return undefined;
    const list = new WatchedList(lab, subject, operation, made);
    list.#looks.push(await lab.list(operation, subject, made));
    return list;
  }

  async lookDuring(thing: Thing, other: Thing | undefined): Promise<void> {
    const things = other === undefined ? [thing] : [thing, other];
    const holds = (listing: Listing) => things.every((each) => this.#shows(listing, each) === true);
    const listing = await this.#look("it lists what was created", holds);
    const [before] = this.#looks;
    this.#shownBefore = before && this.#shows(before, thing);
    this.#shownDuring = holds(listing);
    this.#isWhole = other !== undefined && listing.kind === "items" && listing.complete;
  }

  async lookAfter(thing: Thing): Promise<void> {
    const holds = (listing: Listing) => this.#shows(listing, thing) === false;
    this.#shownAfter = !holds(await this.#look("it no longer lists what was deleted", holds));
  }

  /** It showed the thing while it lived, and does not any more. */
  get noLongerShows(): boolean {
    return this.#shownDuring === true && this.#shownAfter === false;
  }

  conclude(): readonly Rule[] {
    const isPaged = this.#looks.some((listing) => listing.kind !== "items" || listing.paged);
    // Where the thing was not deleted, there is no afterwards.
    const follows = this.#shownBefore === false && this.#shownDuring === true && this.#shownAfter !== true;
    if (!follows || isPaged) return [];
    // One thing fills no page: what the document says of pages counts, unless two were shown of two.
    const { turn, bench } = this.#lab;
    if (turn.number === 1 && declaresPages(bench.api, this.#operation) && !this.#isWhole) return [];
    const rule = {
      kind: "lists",
      resource: this.#subject.resource.name,
      operation: this.#operation,
    } as const;
    const until = this.#shownAfter === undefined ? "on" : "to its removal";
    return [learned(rule, `it shows a thing from its creation ${until}`)];
  }

  async #look(name: string, holds: (listing: Listing) => boolean): Promise<Listing> {
    const listing = await this.#lab.list(this.#operation, this.#subject, this.#made, { name, holds });
    this.#looks.push(listing);
    return listing;
  }

  #shows(listing: Listing, thing: Thing): boolean | undefined {
    const id = this.#lab.idOf(thing);
    if (listing.kind !== "items" || id === undefined) return undefined;
    return listing.items.some((item) => hasId(item, id, this.#subject.resource.idFields));
  }
}
