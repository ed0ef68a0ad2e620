import { parsePointer } from "#base/json-pointer";
import { requestSchema } from "#openapi/media-type";
import { itemsOf, membersOf } from "#openapi/schema-shape";
import { clientIdField } from "#semantics/identity-names";
import { at, every, ofThis } from "./build-formula.js";
import { aboutOwn, draft, sceneOf } from "./draft.js";
import { inEachSpelling, isNotThere, isThere } from "./look.js";
import { define } from "./named-formula.js";

/** What is there before a call and after it. The published generator stops here. */
export const exists = define({
  name: "exists",
  says: "What a create made can be read afterwards.",
  clauses: ["ensures of the create"],
  parameters: ["operation"],
  example: "response_code(GET /players/{pid}) == 200",
  about: { kind: "creates" },
  write: ({ resource, operation }, context) =>
    aboutOwn(context, "ensures", resource, operation, (own, { view, places }) => isThere(view, own, places)),
});

export const eachExists = define({
  name: "each-exists",
  says: "Each thing of a list that was sent can be read afterwards.",
  clauses: ["ensures of the create"],
  parameters: ["operation", "resource", "at"],
  example: "for u in request_body(this) :- response_code(GET /user/{u.username}) == 200",
  about: { kind: "creates-many" },
  write: ({ resource, operation, at: place }, context) => {
    const scene = sceneOf(context, resource, operation);
    if (scene === undefined) return [];
    const { schemas } = context.api;
    const way = parsePointer(place);
    const body = way.reduce<ReturnType<typeof requestSchema>>(
      (schema, member) => membersOf(schema, schemas).get(member)?.schema,
      requestSchema(scene.operation),
    );
    const members = [...membersOf(itemsOf(body, schemas), schemas).keys()];
    const field = clientIdField(scene.view.resource.idParameter, resource, members);
    if (field === undefined) return [];
    const sent = at(ofThis("request_body"), way);
    const spellings = inEachSpelling(
      (one) => isThere(scene.view, at(one, [field]), scene.places),
      (there) => every(resource, sent, there),
    );
    return draft("ensures", scene.operation, spellings);
  },
});

export const fresh = define({
  name: "fresh",
  says: "A create needs an id that nothing has yet.",
  clauses: ["requires of the create"],
  parameters: ["operation"],
  example: "response_code(GET /players/{pid}) == 404",
  about: { kind: "duplicate", effect: "refuse" },
  write: ({ resource, operation }, context) =>
    aboutOwn(context, "requires", resource, operation, (own, { view, places }) =>
      isNotThere(view, own, places),
    ),
});

export const absent = define({
  name: "absent",
  says: "An update or delete needs the thing to be there.",
  clauses: ["requires of the update or delete"],
  parameters: ["operation"],
  example: "response_code(GET /players/{pid}) == 200",
  about: { kind: "absent", effect: "refuse" },
  write: ({ resource, operation }, context) =>
    aboutOwn(context, "requires", resource, operation, (own, { view, places }) => isThere(view, own, places)),
});

export const upserts = define({
  name: "upserts",
  says: "An update of what is not there creates it.",
  clauses: ["ensures of the update"],
  parameters: ["operation"],
  example: "response_code(GET /players/{pid}) == 200",
  about: { kind: "absent", effect: "create" },
  write: ({ resource, operation }, context) =>
    aboutOwn(context, "ensures", resource, operation, (own, { view, places }) => isThere(view, own, places)),
});

export const gone = define({
  name: "gone",
  says: "What was deleted cannot be read any more.",
  clauses: ["ensures of the delete"],
  parameters: ["operation"],
  example: "response_code(GET /players/{pid}) == 404",
  about: { kind: "removes", how: "gone" },
  write: ({ resource, operation }, context) =>
    aboutOwn(context, "ensures", resource, operation, (own, { view, places }) =>
      isNotThere(view, own, places),
    ),
});
