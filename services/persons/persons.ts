import { createJsonApp } from "../json-app.js";
import { knownFault, type Service } from "../service.js";
import {
  PERSONS_FAULTS,
  PERSONS_REFUSING_FAULTS,
  PERSONS_VALIDATING_FAULTS,
  type PersonsFault,
} from "./faults.js";
import { addPersonRoutes, type PersonsOptions } from "./person-routes.js";

/**
 * The three steps that Karlsson and others take a small service through: names that are taken are overwritten;
 * then they are refused; then persons are also looked at. The document is the same but for what may be refused:
 * what a person must be is for a tool to find out.
 */
export const persons = createPersons("Persons", PERSONS_FAULTS, {
  name: "persons",
  onDuplicate: "overwrite",
  validates: false,
});

export const personsRefusing = createPersons("Persons, duplicates refused", PERSONS_REFUSING_FAULTS, {
  name: "persons-refusing",
  onDuplicate: "refuse",
  validates: false,
});

export const personsValidating = createPersons("Persons, validated", PERSONS_VALIDATING_FAULTS, {
  name: "persons-validating",
  onDuplicate: "refuse",
  validates: true,
});

function createPersons<Name extends PersonsFault>(
  title: string,
  faults: Readonly<Record<Name, string>>,
  options: PersonsOptions,
): Service {
  return {
    name: options.name,
    title,
    faults,
    createApp: (fault) =>
      createJsonApp(
        (_, message) => ({ message }),
        (app) => addPersonRoutes(app, options, knownFault(faults, fault)),
      ),
  };
}
