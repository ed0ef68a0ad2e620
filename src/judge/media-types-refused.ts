import { answers, REFUSED } from "#calls/checks";
import { isSuccess, succeeded } from "#calls/succeeded";
import { value } from "#calls/template";
import { operationOf } from "#openapi/operation-of";
import { PROVOKE } from "#semantics/life";
import { earlier } from "./lifecycle.js";
import { finding, type Oracle } from "./oracle.js";
import { kindsOf, Situation } from "./situation.js";
import { declaresHeader, declaresStatus, withHeader } from "./with-header.js";

const CALLS = {
  make: "make it",
  send: `${PROVOKE}send what nobody reads`,
  look: "look",
  accept: `${PROVOKE}ask for what nobody writes`,
} as const;

const UNHEARD_OF = "application/x-unheard-of";

/** Only where the document declares 415 or 406: others may try to make sense of anything. */
export const mediaTypesRefused: Oracle = {
  id: "media-types-refused",
  title: "Where 415 or 406 is declared, an unknown media type is refused.",
  verdict: "WARN",
  source: "RFC 9110, sections 15.5.7 and 15.5.16",
  needs: "a create that declares 415, or a read that declares 406",
  judgesAnswerAlone: true,
  sequences: (ground) =>
    kindsOf(ground).flatMap((kind) => {
      const { api } = ground.known;
      const declares = (key: string, status: number) => declaresStatus(operationOf(api, key), status);
      const { create, resource } = kind;
      const [read] = resource.read;
      const sends = declares(create.operation, 415) && create.inputs.body !== undefined;
      const asks =
        read !== undefined && declares(read, 406) && !declaresHeader(operationOf(api, read), "Accept");
      if (!sends && !asks) return [];
      const situation = new Situation(ground, kind);
      const things = situation.make(CALLS.make);
      if (sends) {
        const body = {
          contentType: UNHEARD_OF,
          content: value("nothing that can be read"),
          raw: true,
        } as const;
        situation.makeBeside(CALLS.send, things, (call) => ({ ...call, body }));
      }
      if (asks) {
        const look = situation.plain(CALLS.look, read, things);
        situation.add(look, withHeader({ ...look, id: CALLS.accept }, "accept", value(UNHEARD_OF)));
      }
      return [situation.build(mediaTypesRefused.id, "send and ask for a media type that nobody knows")];
    }),
  judge: (step) => {
    if (step.plannedBy !== mediaTypesRefused.id || !isSuccess(step.response)) return [];
    const { id } = step.exchange.call;
    const status = id === CALLS.send ? 415 : id === CALLS.accept ? 406 : undefined;
    if (status === undefined || (status === 406 && !succeeded(earlier(step, CALLS.look)))) return [];
    return [
      finding(mediaTypesRefused.id, step, {
        form: true,
        verdict: "WARN",
        clause: `an unknown media type is refused with ${status}`,
        check: answers(id, REFUSED),
        message: `${step.operation.key} declares ${status}, but answers ${step.response.status} to ${UNHEARD_OF}`,
        expected: String(status),
        got: String(step.response.status),
        why: "The document promises to refuse what cannot be read or written, and nobody can read or write this.",
      }),
    ];
  },
};
