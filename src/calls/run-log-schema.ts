import { schemaOf } from "#base/decoder-schema";
import { decodeRunEvent, RECORD_FORMAT } from "./run-event.js";

/** The published form of a run's log: a schema for each of its lines, made from what reads them. */
export const RUN_LOG_SCHEMA = schemaOf(decodeRunEvent, {
  $schema: "https://json-schema.org/draft/2020-12/schema",
  title: `A line of a log of Piolet, format ${RECORD_FORMAT}`,
});
