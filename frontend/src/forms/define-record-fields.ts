/**
 * A record form as one table of its fields. What a new record holds, what of a stored one is edited, what is checked and
 * sent, and the words for a colleague's change follow from it.
 */
import type { ReactNode } from "react";
import * as v from "valibot";
import { messages as m } from "@/messages";
import type { ConflictChange } from "./conflict-notice";
import type { EditedField } from "./merge-edits";

interface RecordField<Stored, Schema extends v.GenericSchema> {
  label: () => string;
  /** What is typed, and what is sent of it. */
  schema: Schema;
  /** In a new record. */
  blank: v.InferInput<Schema>;
  read: (record: Stored) => v.InferInput<Schema>;
  /** A value in words, for people; as it is typed unless a field says otherwise. */
  show?: (value: v.InferInput<Schema>) => ReactNode;
}

type Schemas = Record<string, v.GenericSchema>;
type Table<Stored, Entries extends Schemas> = {
  [Name in keyof Entries]: RecordField<Stored, Entries[Name]>;
};
type ValuesOf<Entries extends Schemas> = v.InferInput<v.ObjectSchema<Entries, undefined>>;

/** The fields of the form of one kind of record, which is named first: `defineRecordFields<Place>()({ name: { ... } })`. */
export function defineRecordFields<Stored>() {
  return <Entries extends Schemas>(table: Table<Stored, Entries>) => {
    type Values = ValuesOf<Entries>;
    // The compiler has checked each field against its schema; by name they are all alike.
    const fields = table as unknown as Record<keyof Entries, RecordField<Stored, v.GenericSchema>>;
    const schemas = forEach(fields, ({ schema }) => schema) as Entries;
    return {
      schemas,
      schema: v.object(schemas),
      blank: forEach(fields, ({ blank }) => blank) as Values,
      valuesOf: (record: Stored) => forEach(fields, ({ read }) => read(record)) as Values,
      label: (name: keyof Entries) => fields[name].label(),
      /** One change of a colleague in words, for the notice about it. */
      describeChange({ field, before, theirs, mine }: EditedField<Values>): ConflictChange {
        const { label, show = inWords } = fields[field];
        return {
          label: label(),
          before: show(before),
          theirs: show(theirs),
          ...(mine === undefined ? {} : { mine: show(mine) }),
        };
      },
    };
  };
}

function forEach<Name extends PropertyKey, Field, Result>(
  fields: Record<Name, Field>,
  of: (field: Field) => Result,
) {
  const entries = Object.entries<Field>(fields).map(([name, field]) => [name, of(field)]);
  return Object.fromEntries(entries) as Record<Name, Result>;
}

function inWords(value: unknown): string {
  if (typeof value === "boolean") return value ? m.record.conflict.yes : m.record.conflict.no;
  const parts = typeof value === "object" && value !== null ? Object.values(value) : [value];
  return parts.filter((part) => part !== "").join(", ") || m.record.empty;
}
