import { arrayOf, type Decoder, object, oneOf, recordOf, string } from "#base/decode-json";
import type { Habits } from "#semantics/habits";

const members = recordOf(arrayOf(string));

export const decodeHabits: Decoder<Habits> = object({
  leavesOut: arrayOf(oneOf("zero", "false")),
  makes: members,
  sets: members,
  adds: members,
});
