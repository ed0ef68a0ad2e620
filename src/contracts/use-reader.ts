import { closest, didYouMean } from "#base/did-you-mean";
import { isArray, type Json, property, stringProperty } from "#base/json";
import { formatPointer, type JsonPointer, parsePointer } from "#base/json-pointer";
import { type Problem, problem } from "#base/problem";
import type { UseEntry } from "#glacier/clause-entries";
import type { OperationKey } from "#openapi/api";
import { linkName, type RuleContent, type Status } from "#semantics/rule";
import { type ParentLink, type Resource, resourceNamed } from "#semantics/semantics";
import type { ContractContext } from "./contract-context.js";
import { choicesOfField, fieldsOfResource } from "./known-fields.js";
import type { ParameterName } from "./named-formula.js";

/** Reads parameters one by one and remembers what is wrong with them. */
export class UseReader {
  readonly problems: Problem[] = [];

  constructor(
    private readonly entry: UseEntry,
    private readonly context: ContractContext,
  ) {}

  place(member: string): Pick<Problem, "pointer" | "source"> {
    const { pointer, source } = this.entry;
    return { pointer: pointer + formatPointer([member]), ...(source === undefined ? {} : { source }) };
  }

  refuse(member: string, message: string, hint: string): undefined {
    this.problems.push(problem("contract-use-invalid", message, hint, this.place(member)));
    return undefined;
  }

  expectOnly(parameters: readonly ParameterName[]): void {
    for (const member of Object.keys(this.entry.use)) {
      if (member === "use" || parameters.some((parameter) => parameter === member)) continue;
      const message = `The formula "${stringProperty(this.entry.use, "use")}" has no parameter "${member}".`;
      this.refuse(member, message, didYouMean(member, parameters));
    }
  }

  given(member: ParameterName): Json | undefined {
    return property(this.entry.use, member);
  }

  text(member: ParameterName): string | undefined {
    const value = this.given(member);
    return value === undefined || typeof value === "string"
      ? value
      : this.refuse(member, `"${member}" is not a text.`, "Give a name.");
  }

  resource(member: ParameterName): Resource | undefined {
    const { semantics } = this.context;
    const name = this.text(member);
    const names = semantics.resources.map((resource) => resource.name);
    if (name === undefined)
      return this.refuse(member, `"${member}" is missing.`, `Known: ${names.join(", ")}.`);
    return (
      resourceNamed(semantics, name) ??
      this.refuse(member, `There is no resource "${name}".`, didYouMean(name, names))
    );
  }

  /** The one that is named, by key or operationId; else the one under which the clause stands. */
  operation(): OperationKey | undefined {
    const { operations } = this.context.api;
    const name = this.text("operation") ?? this.entry.operation;
    if (name === undefined)
      return this.refuse("operation", '"operation" is missing.', "For example operation: POST /players.");
    const found = operations.find(({ key, operationId }) => key === name || operationId === name);
    if (found !== undefined) return found.key;
    const names = operations.map(({ key }) => key).slice(0, 200);
    return this.refuse("operation", `There is no operation "${name}".`, didYouMean(name, names));
  }

  resourceOf(operation: OperationKey): Resource | undefined {
    const { semantics } = this.context;
    const name = semantics.operations[operation]?.resource ?? null;
    return (
      resourceNamed(semantics, name) ??
      this.refuse(
        "operation",
        `${operation} belongs to no resource.`,
        "Use a formula that names the resource.",
      )
    );
  }

  fields(member: ParameterName, resource: Resource, needed: boolean): readonly JsonPointer[] {
    const value = this.given(member);
    const names = isArray(value) ? value : value === undefined ? [] : [value];
    if (needed && names.length === 0)
      this.refuse(member, `"${member}" is missing.`, `For example ${member}: [name].`);
    return names.flatMap((name) => this.field(member, name, resource) ?? []);
  }

  field(member: ParameterName, name: Json, resource: Resource): JsonPointer | undefined {
    if (typeof name !== "string" || name === "")
      return this.refuse(member, `"${member}" is not the name of a field.`, `For example ${member}: name.`);
    const pointer = name.startsWith("/") ? name : formatPointer(name.split("."));
    const known = fieldsOfResource(this.context, resource);
    const first = parsePointer(pointer)[0] ?? "";
    if (known.length === 0 || known.includes(first)) return pointer;
    return this.refuse(member, `"${resource.name}" has no field "${first}".`, didYouMean(first, known));
  }

  /** The member of a thing that says where in its life it stands. */
  member(resource: Resource): string | undefined {
    const pointer = this.field("field", this.given("field") ?? "", resource);
    return pointer === undefined ? undefined : parsePointer(pointer).at(-1);
  }

  /** One status or a list of them; none where something else stands there, or one of the document's is misspelt. */
  statuses(
    member: "status" | "statuses",
    resource: Resource | undefined,
    field: string | undefined,
  ): readonly Status[] {
    const value = this.given(member);
    const given = isArray(value) ? value : [value];
    const known = given.filter((one) => typeof one === "string" || typeof one === "boolean");
    const choices =
      resource === undefined || field === undefined ? [] : choicesOfField(this.context, resource, field);
    const misspelt = known.find(
      (one) => typeof one === "string" && !choices.includes(one) && closest(one, choices) !== undefined,
    );
    if (misspelt !== undefined) {
      const message = `The document's enum of "${field}" has no "${misspelt}".`;
      this.refuse(member, message, didYouMean(String(misspelt), choices));
      return [];
    }
    if (known.length === given.length && (member === "statuses" || known.length === 1)) return known;
    this.refuse(
      member,
      `"${member}" is not ${member === "status" ? "a status" : "a list of statuses"}.`,
      `For example ${member}: ${member === "status" ? "draft" : "[draft, submitted]"}.`,
    );
    return [];
  }

  link(): { child: string; parent: string; via: ParentLink["via"] } | undefined {
    const [child, parent] = [this.resource("child"), this.resource("parent")];
    if (child === undefined || parent === undefined) return undefined;
    const via = this.via(child, parent, this.text("via"), "via");
    return via === undefined ? undefined : { child: child.name, parent: parent.name, via };
  }

  /** How the child names the parent: as the document shows it, or a field that only the user knows of. */
  via(
    child: Resource,
    parent: Resource,
    name: string | undefined,
    member: ParameterName,
  ): ParentLink["via"] | undefined {
    const links = child.parents.filter((link) => link.resource === parent.name);
    const named = links.find(({ via }) => linkName(via).replace(/^\//, "") === name?.replace(/^\//, ""));
    if (named !== undefined) return named.via;
    if (name === undefined && links.length === 1) return links[0]?.via;
    if (name === undefined) {
      const message = `Nothing tells how "${child.name}" names "${parent.name}".`;
      return this.refuse(member, message, "Add via: with the field or path parameter that holds its id.");
    }
    const pointer = this.field(member, name, child);
    return pointer === undefined ? undefined : { kind: "body", pointer, required: false };
  }

  limit(parent: string): { field: JsonPointer } | { most: number } | undefined {
    const [field, most] = [this.given("field"), this.given("most")];
    if (typeof most === "number" && Number.isInteger(most) && most >= 0 && field === undefined)
      return { most };
    const resource = resourceNamed(this.context.semantics, parent);
    if (field !== undefined && most === undefined && resource !== undefined) {
      const pointer = this.field("field", field, resource);
      return pointer === undefined ? undefined : { field: pointer };
    }
    return this.refuse(
      "field",
      "A capacity is either a field of the parent or a number.",
      "Give field: capacity, or most: 10.",
    );
  }

  relatedView(): RuleContent | undefined {
    const operation = this.operation();
    const [child, under, shown] = [this.resource("child"), this.resource("under"), this.resource("shown")];
    if (operation === undefined || child === undefined || under === undefined || shown === undefined)
      return undefined;
    const [viaUnder, viaShown] = [
      this.via(child, under, undefined, "under"),
      this.via(child, shown, undefined, "shown"),
    ];
    if (viaUnder === undefined || viaShown === undefined) return undefined;
    const known = this.context.rules.find(
      (rule) => rule.kind === "shows-related" && rule.operation === operation && rule.child === child.name,
    );
    return {
      kind: "shows-related",
      operation,
      child: child.name,
      under: { parent: under.name, via: viaUnder },
      shown: { parent: shown.name, via: viaShown },
      ...(known?.kind === "shows-related" && known.field !== undefined ? { field: known.field } : {}),
    };
  }
}
