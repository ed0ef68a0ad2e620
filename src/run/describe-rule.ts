import { aNoun } from "#base/a-noun";
import { parsePointer } from "#base/json-pointer";
import { linkName, type RuleContent } from "#semantics/rule";

/** A rule as a sentence, for people who read a report. */
export function describeRule(rule: RuleContent): string {
  switch (rule.kind) {
    case "creates":
      return `After ${rule.operation} the ${rule.resource} can be read.`;
    case "creates-many":
      return `${rule.operation} creates several ${rule.resource} at once.`;
    case "echoes": {
      const except = rule.except.length === 0 ? "" : `, but for ${rule.except.map(fieldName).join(", ")}`;
      return `What ${rule.operation} is sent is read back from the ${rule.resource}${except}.`;
    }
    case "lists":
      return `${rule.operation} shows every ${rule.resource} that is there.`;
    case "removes":
      return rule.how === "gone"
        ? `After ${rule.operation} the ${rule.resource} cannot be read.`
        : `After ${rule.operation} the ${rule.resource} is kept in another state.`;
    case "empties":
      return `${rule.operation} removes for good what ${rule.list} shows.`;
    case "duplicate":
      return `${rule.operation} with an id that is taken ${DUPLICATE[rule.effect]}.`;
    case "reuse":
      return `The id of a deleted ${rule.resource} can ${rule.effect === "accept" ? "" : "not "}be used again.`;
    case "absent":
      return `${rule.operation} of ${aNoun(rule.resource)} that is not there ${ABSENT[rule.effect]}.`;
    case "dangling":
      return `${capitalised(aNoun(rule.child))} that names ${aNoun(rule.parent)} (${viaName(rule.via)}) which is not there is ${rule.effect === "refuse" ? "refused" : "taken"}.`;
    case "parent-delete":
      return `When ${aNoun(rule.parent)} is deleted (${viaName(rule.via)}), ${PARENT_DELETE[rule.effect](rule.child)}${rule.empties === true ? " and no longer names it" : ""}.`;
    case "unique":
      return `No two ${rule.resource} have the same ${rule.fields.map(fieldName).join(", ")}${rule.exceptIn === undefined ? "" : `, but for those whose status is ${rule.exceptIn.join(" or ")}`}.`;
    case "capacity": {
      const limit = "most" in rule.limit ? String(rule.limit.most) : `its ${fieldName(rule.limit.field)}`;
      return `${capitalised(aNoun(rule.parent))} has at most ${limit} ${rule.child}.`;
    }
    case "shows-related":
      return `${rule.operation} shows the ${rule.shown.parent} of each ${rule.child} of ${aNoun(rule.under.parent)}.`;
    case "begins":
      return `A new ${rule.resource} has ${rule.field} ${rule.status}.`;
    case "allowed-in":
      return `${rule.operation} is refused unless ${rule.field} is ${rule.statuses.join(" or ")}.`;
    case "leads-to":
      return `After ${rule.operation} ${rule.field} is ${rule.status}.`;
  }
}

const DUPLICATE = {
  refuse: "is refused",
  replace: "replaces what was there",
  accept: "is taken, and what was there stays",
} as const;

const ABSENT = { refuse: "is refused", accept: "is taken", create: "creates it" } as const;

const PARENT_DELETE = {
  restrict: (child: string) => `that is refused while it has ${aNoun(child)}`,
  cascade: (child: string) => `its ${child} goes with it`,
  orphan: (child: string) => `its ${child} stays behind`,
} as const;

function capitalised(words: string): string {
  return words.slice(0, 1).toUpperCase() + words.slice(1);
}

function fieldName(pointer: string): string {
  return parsePointer(pointer).join(".");
}

function viaName(via: Parameters<typeof linkName>[0]): string {
  return via.kind === "body" ? fieldName(via.pointer) : linkName(via);
}
