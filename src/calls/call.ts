import type { Template } from "./template.js";

/** One operation with its inputs. `id` is unique in its sequence and survives the removal of other calls. */
export interface Call extends CallInputs {
  readonly id: string;
  /** `METHOD /path`. */
  readonly operation: string;
  /** As whom it is made: a user of the auth file, or null for nobody. Undefined: as whoever the run is. */
  readonly actor?: string | null;
}

export interface CallInputs {
  readonly path: Readonly<Record<string, Template>>;
  readonly query: Readonly<Record<string, Template>>;
  readonly header: Readonly<Record<string, Template>>;
  readonly cookie: Readonly<Record<string, Template>>;
  /** `raw`: the content is text that goes over the wire as it is, whatever the content type says. */
  readonly body?: { readonly contentType: string; readonly content: Template; readonly raw?: true };
  readonly finds?: ListLook;
}

/**
 * Where what a call has made is found, because its answer does not tell: in a list that is read after it, the item that
 * has the text which was sent. The list's inputs refer to the request of the call itself, by the name `MADE`.
 */
export interface ListLook {
  readonly operation: string;
  readonly path: Readonly<Record<string, Template>>;
  readonly query: Readonly<Record<string, Template>>;
  /** The member of the body that tells it from others, and of the item. */
  readonly member: string;
  /** The member of the item that holds the id. */
  readonly id: string;
}

export const MADE = "made";

export interface Sequence {
  readonly id: string;
  /** What the sequence is for, in words: it stands in reports. */
  readonly purpose: string;
  readonly calls: readonly Call[];
}
