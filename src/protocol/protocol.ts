import type { Expression, Formula, Span } from "#glacier/formula";

/**
 * The tree of a protocol file. A session is a list of steps rather than a step with a continuation: a protocol
 * of a thousand calls in a row is then as shallow as one of two, so that only brackets nest, and "go on after
 * this choice" needs no node of its own. `end` is the end of the list. Every node says where it stands.
 */
export interface Protocols {
  readonly definitions: readonly Definition[];
  /** Comments behind the last definition. */
  readonly closing: readonly Comment[];
}

/** As written, with its `#` or `//`. */
export type Comment = string;

export interface Definition {
  readonly name: string;
  readonly nameSpan: Span;
  readonly body: Session;
  readonly before: readonly Comment[];
}

export interface Session {
  readonly steps: readonly Step[];
  readonly span: Span;
}

export type Step = Send | Receive | Choice | Recursion | Jump;

interface StepBase {
  readonly span: Span;
  /** Comments on lines of their own above it. */
  readonly before: readonly Comment[];
  /** A comment behind it on the same line. */
  readonly after?: Comment;
}

/** `!operation(arguments)<0.3@condition>`. */
export interface Send extends StepBase {
  readonly kind: "send";
  readonly operation: OperationName;
  readonly arguments: readonly Argument[];
  /** How likely a choice takes the branch that begins here. */
  readonly weight?: Weight;
  /** What the drawn values must satisfy: they are drawn again until they do. */
  readonly condition?: Assertion;
}

/** `?C201(captures)<assertion>`. */
export interface Receive extends StepBase {
  readonly kind: "receive";
  /** `201`, or a class: `2XX`. */
  readonly status: string;
  readonly captures: readonly Capture[];
  readonly assertion?: Assertion;
}

/** `+{…}`: the client chooses, by weight. `&{…}`: the service does, by its status. */
export interface Choice extends StepBase {
  readonly kind: "choice";
  readonly side: "internal" | "external";
  readonly branches: readonly Session[];
  readonly closing: readonly Comment[];
}

/** `rec X.(…)`. */
export interface Recursion extends StepBase {
  readonly kind: "recursion";
  readonly name: string;
  readonly nameSpan: Span;
  readonly body: Session;
  readonly closing: readonly Comment[];
}

/**
 * A name as a step. Inside `rec X.(…)` `X` goes back to its beginning; otherwise it is a definition, which is
 * run through before the next step.
 */
export interface Jump extends StepBase {
  readonly kind: "jump";
  readonly name: string;
}

export type OperationName =
  /** An `operationId`, perhaps with a tag and a dot before it. */
  | { readonly kind: "id"; readonly id: string; readonly span: Span }
  | { readonly kind: "key"; readonly method: string; readonly path: string; readonly span: Span };

/** `value`, or `target = value`. */
export interface Argument {
  readonly target?: Target;
  readonly value: ArgumentValue;
  readonly span: Span;
}

/** A parameter (`limit`, `query.limit`), `body`, a security scheme, or a JSON pointer into the body. */
export interface Target {
  readonly text: string;
  readonly span: Span;
}

export type ArgumentValue = Variable | Declaration | Literal;

export interface Variable {
  readonly kind: "variable";
  readonly name: string;
  readonly span: Span;
}

/** `name: Type(generator "literal")`: a new value, which later steps know by the name. */
export interface Declaration {
  readonly kind: "declaration";
  readonly name: string;
  readonly type: ValueType;
  /** Without one the value is drawn from the document's schema. */
  readonly generator?: GeneratorCall;
  /** Of the name. */
  readonly span: Span;
}

export interface GeneratorCall {
  readonly name: string;
  readonly literals: readonly Literal[];
  readonly span: Span;
}

export interface Literal {
  readonly kind: "literal";
  readonly value: string | number | boolean | null;
  readonly span: Span;
}

/** `String`, `Customer`, `Seq[Customer]`. Text that is no such thing is a name without arguments. */
export interface ValueType {
  readonly name: string;
  readonly of: readonly ValueType[];
  readonly span: Span;
}

/** `name: Type = /pointer`: what a later step may use of the answer. */
export interface Capture {
  readonly name: string;
  readonly type?: ValueType;
  /** Without one it is the whole body. */
  readonly from?: CaptureSource;
  /** Of the name. */
  readonly span: Span;
}

export type CaptureSource =
  | { readonly kind: "body"; readonly pointer: string; readonly span: Span }
  | { readonly kind: "header"; readonly name: string; readonly span: Span }
  /** The last segment of the `Location` header: the id of what was created. */
  | { readonly kind: "location"; readonly span: Span };

export interface Weight {
  readonly value: number;
  readonly span: Span;
}

export type Assertion =
  | { readonly kind: "formula"; readonly formula: Formula; readonly span: Span }
  /** A function of the config file; the published models write `util.` before it. */
  | {
      readonly kind: "call";
      readonly name: string;
      readonly arguments: readonly Expression[];
      readonly span: Span;
    }
  /** Scala, as in the published models: kept, and not judged. */
  | { readonly kind: "opaque"; readonly text: string; readonly span: Span };
