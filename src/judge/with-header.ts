import type { Call } from "#calls/call";
import type { Template } from "#calls/template";
import type { Operation } from "#openapi/api";

/** The call with one more header; one of the same name, in whatever case, gives way to it. */
export function withHeader(call: Call, name: string, template: Template): Call {
  const others = Object.entries(call.header).filter(([other]) => !sameHeader(other, name));
  return { ...call, header: { ...Object.fromEntries(others), [name]: template } };
}

export function declaresHeader({ parameters }: Operation, name: string): boolean {
  return parameters.some((parameter) => parameter.in === "header" && sameHeader(parameter.name, name));
}

/** Whether the document names this very status for the operation. */
export function declaresStatus({ responses }: Operation, status: number): boolean {
  return responses.some((response) => response.status === String(status));
}

function sameHeader(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase();
}
