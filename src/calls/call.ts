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
}

export interface Sequence {
  readonly id: string;
  /** What the sequence is for, in words: it stands in reports. */
  readonly purpose: string;
  readonly calls: readonly Call[];
}
